# Installs BUILD's components "development" and "library" below WORK and builds the projects of tests/consumer against it, by CMake
# and by pkg-config; the programs must give right answers. SHARED: the installation has the shared library.
# Run as: cmake -D SOURCE_DIR=... -D BUILD=... -D WORK=... (see CMakeLists.txt) -P consumers.cmake
cmake_minimum_required(VERSION 3.22)
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)
set(consumer ${SOURCE_DIR}/tests/consumer)

# An installation that has been moved must do as well.
file(REMOVE_RECURSE ${WORK}/prefix ${WORK}/moved ${WORK}/cmake ${WORK}/c_only)
foreach(component development library)
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix --component ${component})
endforeach()
file(RENAME ${WORK}/prefix ${WORK}/moved)
file(GLOB_RECURSE config ${WORK}/moved/*/dameotbConfig.cmake)
file(GLOB_RECURSE pc ${WORK}/moved/*/dameotb.pc)
if(NOT config OR NOT pc)
  message(FATAL_ERROR "not installed: dameotbConfig.cmake or dameotb.pc")
endif()

set(configure ${CMAKE_COMMAND} -G ${GENERATOR} -D CMAKE_PREFIX_PATH=${WORK}/moved -D CMAKE_BUILD_TYPE=Release
  -D CMAKE_C_COMPILER=${C_COMPILER} -D CMAKE_CXX_COMPILER=${CXX_COMPILER})
run(${configure} -S ${consumer} -B ${WORK}/cmake)
run(${CMAKE_COMMAND} --build ${WORK}/cmake)
ask(${WORK}/cmake/ask_c)
ask(${WORK}/cmake/ask_cpp)
# With distances it plays what the tables say; where they have nothing, it searches down to them.
foreach(known "W:WKa7,Kh8:BKa1|^a7-g7: win, searched 0 of 40 moves"
              "W:Wd6,e6:Bh5,e8|^d6-d7: not lost, searched 5 of 6 moves")
  string(REPLACE "|" ";" known "${known}")
  list(GET known 0 fen)
  list(GET known 1 expected)
  execute_process(COMMAND ${WORK}/cmake/play ${TABLES} ${fen} 5 OUTPUT_VARIABLE played COMMAND_ERROR_IS_FATAL ANY)
  if(NOT played MATCHES "${expected}")
    message(FATAL_ERROR "play says of ${fen}:\n${played}")
  endif()
endforeach()

# With the generator there are the libraries for whole classes as well.
file(GLOB_RECURSE analysis ${WORK}/moved/*/dameotb-analysis-targets.cmake)
if(analysis)
  file(REMOVE_RECURSE ${WORK}/analysis)
  run(${configure} -S ${consumer}/analysis -B ${WORK}/analysis)
  run(${CMAKE_COMMAND} --build ${WORK}/analysis)
  execute_process(COMMAND ${WORK}/analysis/count ${TABLES} KKvK OUTPUT_VARIABLE counted COMMAND_ERROR_IS_FATAL ANY)
  if(NOT counted STREQUAL "160 of 124992 drawn\n")
    message(FATAL_ERROR "count says:\n${counted}")
  endif()
endif()

get_filename_component(pc_directory ${pc} DIRECTORY)
get_filename_component(library_directory ${pc_directory} DIRECTORY)
set(ENV{PKG_CONFIG_PATH} ${pc_directory})
find_program(pkg_config NAMES pkg-config pkgconf REQUIRED)
execute_process(COMMAND ${pkg_config} --cflags --libs dameotb OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
set(ENV{LD_LIBRARY_PATH} ${library_directory})
run(${C_COMPILER} -std=c90 -pedantic -Wall -Wextra -Werror ${consumer}/ask.c -o ${WORK}/ask_c ${flags})
run(${C_COMPILER} -std=c90 -pedantic -Wall -Wextra -Werror ${consumer}/play.c -o ${WORK}/play ${flags})
ask(${WORK}/ask_c)
if(SHARED)
  # Beside the shared library there is the static one, for programs that do not need the other to run.
  execute_process(COMMAND ${pkg_config} --static --cflags --libs dameotb OUTPUT_VARIABLE static_flags
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(static_flags UNIX_COMMAND "${static_flags}")
  run(${C_COMPILER} -std=c90 -static ${consumer}/ask.c -o ${WORK}/ask_static ${static_flags})
  run(${C_COMPILER} -std=c90 ${consumer}/ask.c -o ${WORK}/ask_partly -Wl,-Bstatic ${static_flags} -Wl,-Bdynamic)
  run(${CXX_COMPILER} -std=c++20 -static ${consumer}/ask.cpp -o ${WORK}/ask_cpp ${static_flags})
  set(ENV{LD_LIBRARY_PATH})
  foreach(program ask_static ask_partly ask_cpp)
    ask(${WORK}/${program})
  endforeach()
  run(${configure} -S ${consumer}/c_only -B ${WORK}/c_only)
  run(${CMAKE_COMMAND} --build ${WORK}/c_only)
  ask(${WORK}/c_only/ask_c)
else()
  run(${CXX_COMPILER} -std=c++20 ${consumer}/ask.cpp -o ${WORK}/ask_cpp ${flags})
  ask(${WORK}/ask_cpp)
  # A project without C++ is told why that does not do.
  execute_process(COMMAND ${configure} -S ${consumer}/c_only -B ${WORK}/c_only RESULT_VARIABLE status
    ERROR_VARIABLE words OUTPUT_QUIET)
  string(REGEX REPLACE "[ \n]+" " " words "${words}")
  if(status EQUAL 0 OR NOT words MATCHES "LANGUAGES C CXX")
    message(FATAL_ERROR "c_only without the shared library: ${status}\n${words}")
  endif()
endif()

# A project with the sources in a folder of its own needs no installation.
set(in_tree ${WORK}/in_tree)
file(REMOVE_RECURSE ${in_tree})
file(COPY ${consumer}/in_tree/CMakeLists.txt ${consumer}/ask.c DESTINATION ${in_tree})
file(CREATE_LINK ${SOURCE_DIR} ${in_tree}/dameotb SYMBOLIC)
run(${CMAKE_COMMAND} -G ${GENERATOR} -S ${in_tree} -B ${in_tree}/build -D CMAKE_BUILD_TYPE=Debug
  -D CMAKE_C_COMPILER=${C_COMPILER} -D CMAKE_CXX_COMPILER=${CXX_COMPILER} -D CMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER})
run(${CMAKE_COMMAND} --build ${in_tree}/build)
ask(${in_tree}/build/ask_c)

# The programs of the documentation are these.
file(READ ${SOURCE_DIR}/docs/engine-authors.md page)
foreach(source ask.c ask.cpp play.c CMakeLists.txt in_tree/CMakeLists.txt)
  file(READ ${consumer}/${source} text)
  string(FIND "${page}" "\n${text}```" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "docs/engine-authors.md does not show tests/consumer/${source} as it is")
  endif()
endforeach()
