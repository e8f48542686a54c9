# Compiles the probe library, its headers and the examples with clang, as far as it takes to find errors and warnings:
# the preset clang, which takes long, runs with ./test.sh --slow alone. Run as:
# cmake -D SOURCE_DIR=... -D CLANG=clang++-19 -D WORK=... -P check_clang.cmake.
cmake_minimum_required(VERSION 3.22)

set(includes "")
foreach(layer rules index table probe proof)
  list(APPEND includes -I${SOURCE_DIR}/${layer}/include)
endforeach()
list(APPEND includes -I${SOURCE_DIR}/table/src)  # by folder
list(APPEND includes -I${SOURCE_DIR}/probe/src)  # what the C interface over proofs shares with that over tables
file(REMOVE_RECURSE ${WORK})

# check(NAME DIRECTORY PATTERN...): all files of those patterns, as one.
function(check name directory)
  list(TRANSFORM ARGN PREPEND ${SOURCE_DIR}/${directory}/ OUTPUT_VARIABLE patterns)
  file(GLOB_RECURSE files ${patterns})
  list(FILTER files EXCLUDE REGEX "/(windows|wasm)/")  # of other systems
  if(NOT files)
    message(FATAL_ERROR "there is nothing to compile: ${patterns}")
  endif()
  set(own "")
  set(text "")
  foreach(file IN LISTS files)
    string(APPEND text "#include \"${file}\"\n")
    cmake_path(GET file PARENT_PATH folder)
    list(APPEND own -I${folder})
  endforeach()
  list(REMOVE_DUPLICATES own)
  file(WRITE ${WORK}/${name}.cpp ${text})
  execute_process(COMMAND ${CLANG} -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Wshadow -Wconversion
    -Wno-sign-conversion -Werror "-DDAMEOTB_VERSION=\"0\"" ${includes} ${own} ${WORK}/${name}.cpp
    RESULT_VARIABLE result ERROR_VARIABLE said)
  if(result)
    message(SEND_ERROR "${directory}:\n${said}")
  endif()
endfunction()

foreach(layer rules index table probe proof)
  check(${layer}_headers ${layer}/include *.hpp *.h)
  check(${layer} ${layer}/src *.cpp)
endforeach()
check(engine examples/engine *.cpp)
check(conformance examples/conformance *.cpp)
