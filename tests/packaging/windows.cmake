# Compiles the probe library for Windows with MinGW, packs it, and lets what is in the package answer under Wine: the test
# of the C interface, with the static libraries, and ask_many, with the DLL, which must answer as PROGRAM, the same with
# the library of this machine. The DLL must show the functions of dameotb.h, and need the system's own DLLs alone.
# Run as: cmake -D SOURCE_DIR=... -D TABLES=... -D ZSTD_SOURCE=... (see CMakeLists.txt) -P windows.cmake
cmake_minimum_required(VERSION 3.22)
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

set(mingw x86_64-w64-mingw32)
find_program(wine NAMES wine64 wine HINTS /usr/lib/wine)
find_program(compiler ${mingw}-g++-posix)
if(NOT wine OR NOT compiler)
  message(STATUS "skipped: there is no MinGW or no Wine (scripts/install-packages.sh --windows)")
  return()
endif()

set(build ${WORK}/build)
run(${CMAKE_COMMAND} -S ${SOURCE_DIR} -B ${build} -G ${GENERATOR} -D CMAKE_BUILD_TYPE=Release
  -D CMAKE_TOOLCHAIN_FILE=${SOURCE_DIR}/cmake/toolchains/windows.cmake -D CMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}
  -D DAMEOTB_GEN=OFF -D DAMEOTB_TESTS=OFF -D DAMEOTB_EXAMPLES=OFF -D DAMEOTB_SHARED=ON ${ZSTD_SOURCE})
run(${CMAKE_COMMAND} --build ${build})
file(REMOVE_RECURSE ${build}/packages ${WORK}/unpacked)
run(${CPACK} WORKING_DIRECTORY ${build})
file(GLOB package ${build}/packages/*.zip)
file(ARCHIVE_EXTRACT INPUT ${package} DESTINATION ${WORK}/unpacked)
file(GLOB prefix ${WORK}/unpacked/*)

# The library as the package has it.
execute_process(COMMAND ${mingw}-objdump -p ${prefix}/bin/dameotb.dll OUTPUT_VARIABLE dll COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "DLL Name: [^\n]+" needed "${dll}")
foreach(line IN LISTS needed)
  if(NOT line MATCHES "(KERNEL32|ADVAPI32|msvcrt)\\.dll$")
    message(FATAL_ERROR "needs another library: ${line}")
  endif()
endforeach()
string(REGEX REPLACE ".*\\[Ordinal/Name Pointer\\] Table" "" shown "${dll}")
string(REGEX MATCHALL "\n[ \t]*\\[ *[0-9]+\\] [^\n]+" shown "${shown}")
list(TRANSFORM shown REPLACE ".* " "")
expect_declared("the DLL" ${prefix}/include/dameotb/dameotb.h ${shown})
file(STRINGS ${prefix}/lib/dameotb.def lines REGEX "dameotb_")
list(LENGTH lines in_def)
list(LENGTH shown functions)
file(GLOB_RECURSE notices ${prefix}/*.copyright)
if(NOT in_def EQUAL functions OR NOT EXISTS ${prefix}/lib/libdameotb.dll.a OR NOT notices)
  message(FATAL_ERROR "the package lacks something")
endif()
foreach(file IN LISTS notices)
  file(READ ${file} text)
  foreach(holder "Meta Platforms" "Yann Collet" "mingw-w64 project" "Free Software Foundation")
    if(NOT text MATCHES "${holder}")
      message(FATAL_ERROR "${file} does not name ${holder}")
    endif()
  endforeach()
endforeach()

# Programs of the package.
# (A long has 32 bits.)
set(cc ${mingw}-gcc-posix -std=c90 -pedantic -Wno-long-long -Wall -Wextra -Werror -I ${prefix}/include)
run(${cc} ${CMAKE_CURRENT_LIST_DIR}/ask_many.c ${prefix}/lib/libdameotb.dll.a -o ${prefix}/bin/ask_many.exe)
file(GLOB sources ${SOURCE_DIR}/tests/c_api/*.c)
file(REMOVE_RECURSE ${WORK}/c_api)
file(MAKE_DIRECTORY ${WORK}/c_api)
run(${cc} -c ${sources} ${SOURCE_DIR}/tests/c_api/windows/system_files.c "-DEXPECTED_VERSION=\"${VERSION}\""
  "-DLONG_NAME_WORDS=\"No such file or directory\"" WORKING_DIRECTORY ${WORK}/c_api)
file(GLOB objects ${WORK}/c_api/*.o)
run(${compiler} -std=c++20 -static ${SOURCE_DIR}/tests/c_api/failing_new.cpp ${objects} -L ${prefix}/lib -ldameotb_proof
  -ldameotb_probe -ldameotb_table -ldameotb_index -ldameotb_rules -lzstd -o ${WORK}/c_api/test_c_api.exe)

# Wine fills a directory of its own when it first runs, without the browser and the .NET that it would ask for.
set(under_wine ${CMAKE_COMMAND} -E env WINEPREFIX=${WORK}/wine WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml= ${wine})
get_filename_component(all_tables ${TABLES} DIRECTORY)
run(${under_wine} ${WORK}/c_api/test_c_api.exe ${all_tables} TIMEOUT 300 WORKING_DIRECTORY ${WORK}/c_api)
execute_process(COMMAND ${PROGRAM} ${TABLES} 20000 20261129 OUTPUT_VARIABLE expected COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${under_wine} ${prefix}/bin/ask_many.exe ${TABLES} 20000 20261129 OUTPUT_VARIABLE answers
  TIMEOUT 300 COMMAND_ERROR_IS_FATAL ANY)
message(STATUS "${answers}")
if(NOT answers STREQUAL expected)
  message(FATAL_ERROR "the DLL says\n${answers}\nand the library of this machine\n${expected}")
endif()
