# Writes the library as one file by AMALGAMATE, compiles it alone, with every warning an error, and asks it and PROGRAM,
# which has the library linked in, the same 100,000 positions. CLANG: another compiler for it; may be empty.
# Run as: cmake -D SOURCE_DIR=... -D TABLES=... (see CMakeLists.txt) -P amalgamation.cmake
cmake_minimum_required(VERSION 3.22)
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

file(REMOVE_RECURSE ${WORK})
run(${AMALGAMATE} --out ${WORK})
file(GLOB written RELATIVE ${WORK} ${WORK}/*)
if(NOT written STREQUAL "dameotb.h;dameotb_probe.cpp")
  message(FATAL_ERROR "the amalgamation is ${written}")
endif()
set(warnings -Wall -Wextra -Werror)
if(CLANG)
  run(${CLANG} -std=c++20 ${warnings} -fsyntax-only ${WORK}/dameotb_probe.cpp)
endif()
# A user's command, but that it need not be fast.
run(${LAUNCHER} ${CXX_COMPILER} -std=c++20 ${warnings} -O1 -c ${WORK}/dameotb_probe.cpp -o ${WORK}/dameotb_probe.o)
file(MAKE_DIRECTORY ${WORK}/dameotb)
file(RENAME ${WORK}/dameotb.h ${WORK}/dameotb/dameotb.h)  # as ask_many.c includes it
run(${C_COMPILER} -std=c90 -pedantic ${warnings} -I ${WORK} -c ${CMAKE_CURRENT_LIST_DIR}/ask_many.c
    -o ${WORK}/ask_many.o)
run(${CXX_COMPILER} ${WORK}/ask_many.o ${WORK}/dameotb_probe.o -lzstd -o ${WORK}/ask_many)

foreach(program ${PROGRAM} ${WORK}/ask_many)
  execute_process(COMMAND ${program} ${TABLES} 100000 20261129 OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
  list(APPEND answers ${said})
  message(STATUS "${program}: ${said}")
endforeach()
list(REMOVE_DUPLICATES answers)
list(LENGTH answers different)
if(NOT different EQUAL 1)
  message(FATAL_ERROR "the library as one file answers differently")
endif()
