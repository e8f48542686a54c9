# Checks that headers, documents and help texts use no word that docs/architecture.md has replaced by another.
# Run as: cmake -D SOURCE_DIR=... -P check_words.cmake
cmake_minimum_required(VERSION 3.22)

# Of the codec alone, where the word has its own meaning (docs/codec.md).
set(codec_words "[Rr]unner" "[Ff]ellows?")
set(retired
  "[Ii]ntake"                     # working set
  "account_bytes"                 # metadata
  "reach_bytes|reach_to_"         # working set
  "FinishedClass|[Ff]inished classes in memory"  # solved class
  "[Tt]akers?[^a-z]|Putter"       # sink, reader, writer
  "[Oo]pen[ _]codes?"             # don't-care code
  "Room(Cache|Key)|[ (]cache rooms?|[^a-z]rooms_|cache of rooms"    # cache entry
  "[Tt]he house|this room|[Rr]ooms of the"  # module
  "namespace dameotb::(format|codec|files)"
  "Unit[A-Z]|[a-z]_units?[^a-z]|[^a-z]units?_[a-z]|units? of (a|the) (file|page)"  # block
  "[Ii]ndex pages?[^.a-z_]|pages of (a|the) file"  # index block, block group
  "[Oo]rdinal"                    # index
  "[^a-z][Gg]rades?[^a-z]|Grade[A-Z]"  # relative value
  "Seeder|seed_row|slices? (is|are) seeded|take_seeds"  # initial value
  "[^a-z]exits of|row_exits|man_exit"        # out-of-slice move
  "promotion row|far row|board row"          # rank
  "QuietPlaces|quiet places?|places (in a|per) (unit|block)")  # position, offset

file(GLOB_RECURSE texts RELATIVE ${SOURCE_DIR}
  ${SOURCE_DIR}/*/include/*.hpp ${SOURCE_DIR}/*/src/*.hpp
  ${SOURCE_DIR}/docs/*.md ${SOURCE_DIR}/bench/*.md ${SOURCE_DIR}/bindings/*.md ${SOURCE_DIR}/examples/*.md
  ${SOURCE_DIR}/tools/src/commands/*.cpp ${SOURCE_DIR}/README.md ${SOURCE_DIR}/CONTRIBUTING.md
  ${SOURCE_DIR}/SECURITY.md)
list(FILTER texts EXCLUDE REGEX "^build|docs/decisions/")

set(wrong "")
foreach(text IN LISTS texts)
  set(words ${retired})
  if(NOT text MATCHES "^table/|^bench/README[.]md|^docs/(codec|format|architecture)[.]md|position_rows?(_cells)?[.]hpp")
    list(APPEND words ${codec_words})
  endif()
  foreach(word IN LISTS words)
    file(STRINGS ${SOURCE_DIR}/${text} lines REGEX "${word}")
    foreach(line IN LISTS lines)
      list(APPEND wrong "${text}: /${word}/ in: ${line}")
    endforeach()
  endforeach()
endforeach()
list(LENGTH texts count)
if(count LESS 200)
  message(FATAL_ERROR "only ${count} texts found")
endif()
if(wrong)
  list(JOIN wrong "\n" wrong)
  message(FATAL_ERROR "retired words (docs/architecture.md has those to use):\n${wrong}")
endif()
message(STATUS "${count} texts without a retired word")
