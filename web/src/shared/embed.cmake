# Writes OUTPUT, a C++ file with the bytes of FILES (a list of PATH=FILE), which the function NAME of resources.hpp
# returns. Run as: cmake -D OUTPUT=... -D NAME=... -D FILES=... -P embed.cmake
# A line <!-- head.html --> becomes that file: what the heads of the explorer's pages share; so does symbols.html, the
# pictures that the explorer and the reports share. In a style sheet, a line /* NAME.css */ becomes that file, from the
# style sheet's folder or this one. In a script that is no module, a line // copying.js becomes that module's functions.
file(READ ${CMAKE_CURRENT_LIST_DIR}/head.html head)
file(READ ${CMAKE_CURRENT_LIST_DIR}/symbols.html symbols)
file(READ ${CMAKE_CURRENT_LIST_DIR}/copying.js copying)
string(REPLACE "export " "" copying "${copying}")
set(arrays "")
set(entries "")
set(number 0)
foreach(pair IN LISTS FILES)
  string(REGEX MATCH "^([^=]+)=(.+)$" ignored "${pair}")
  set(path ${CMAKE_MATCH_1})
  set(file ${CMAKE_MATCH_2})
  if(file MATCHES "\\.wasm$")
    file(READ ${file} hex HEX)
  else()
    file(READ ${file} contents)
    string(REPLACE "<!-- head.html -->\n" "${head}" contents "${contents}")
    string(REPLACE "  <!-- symbols.html -->\n" "${symbols}" contents "${contents}")
    string(REGEX MATCHALL "/\\* [a-z]+\\.css \\*/\n" lines "${contents}")
    foreach(line IN LISTS lines)
      string(REGEX MATCH "[a-z]+\\.css" name "${line}")
      cmake_path(GET file PARENT_PATH folder)
      find_file(part ${name} PATHS ${folder} ${CMAKE_CURRENT_LIST_DIR} NO_CACHE NO_DEFAULT_PATH REQUIRED)
      file(READ ${part} part_contents)
      string(REPLACE "${line}" "${part_contents}" contents "${contents}")
      unset(part)
    endforeach()
    string(REPLACE "  // copying.js\n" "${copying}" contents "${contents}")
    string(HEX "${contents}" hex)
  endif()
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
  string(APPEND arrays "constexpr char ${NAME}_${number}[] = {${bytes}};\n")
  string(APPEND entries "    Resource{\"${path}\", {${NAME}_${number}, sizeof ${NAME}_${number}}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT} "// Made by embed.cmake.
#include <array>

#include <dameotb/web/resources.hpp>

namespace dameotb::web {
namespace {
${arrays}constexpr std::array<Resource, ${number}> all_${NAME}{
${entries}};
}  // namespace
std::span<const Resource> ${NAME}() {
    return all_${NAME};
}
}  // namespace dameotb::web
")
