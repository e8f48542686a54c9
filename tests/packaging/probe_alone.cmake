# Builds the probe library alone, in both forms, where nothing but zstd, xxhash and pkg-config may be looked for, and
# lets the consumers use it. The shared library must need libzstd and the compiler's libraries and no others, have a
# soname, and show the functions of dameotb.h and nothing else.
cmake_minimum_required(VERSION 3.22)
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

set(build ${WORK}/build)
file(REMOVE_RECURSE ${build})
set(configure ${CMAKE_COMMAND} -S ${SOURCE_DIR} -B ${build} -G ${GENERATOR} -D CMAKE_BUILD_TYPE=Release
  -D CMAKE_CXX_COMPILER=${CXX_COMPILER} -D CMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}
  -D DAMEOTB_GEN=OFF -D DAMEOTB_TESTS=OFF
  -D CMAKE_DISABLE_FIND_PACKAGE_OpenMP=ON -D CMAKE_DISABLE_FIND_PACKAGE_fmt=ON
  -D CMAKE_DISABLE_FIND_PACKAGE_CLI11=ON -D CMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON
  -D CMAKE_DISABLE_FIND_PACKAGE_Catch2=ON)
# The shared library may be asked for later, of a folder that was without: who read the guide for C first does so.
run(${configure})
run(${configure} -D BUILD_SHARED_LIBS=ON)
run(${CMAKE_COMMAND} --build ${build})
file(GLOB_RECURSE others ${build}/examples/* ${build}/dameotb-engine ${build}/conformance-rules)
if(others)
  message(FATAL_ERROR "examples are built as well: ${others}")
endif()

find_program(readelf readelf REQUIRED)
find_program(nm nm REQUIRED)
file(GLOB library ${build}/probe/libdameotb.so)
execute_process(COMMAND ${readelf} -d ${library} OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
if(NOT dynamic MATCHES "SONAME[^\n]*\\[libdameotb\\.so\\.[0-9]+\\]")
  message(FATAL_ERROR "no soname:\n${dynamic}")
endif()
string(REGEX MATCHALL "NEEDED[^\n]*" needed "${dynamic}")
foreach(line IN LISTS needed)
  if(NOT line MATCHES "\\[(libzstd|libstdc\\+\\+|libc\\+\\+|libgcc_s|libm|libc|ld-linux[a-z0-9-]*)\\.so")
    message(FATAL_ERROR "needs another library: ${line}")
  endif()
endforeach()

execute_process(COMMAND ${nm} -D --defined-only ${library} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^ \n]+\n" shown "${symbols}")
list(TRANSFORM shown STRIP)
expect_declared("the shared library" ${SOURCE_DIR}/probe/include/dameotb/dameotb.h ${shown})

set(BUILD ${build})
set(SHARED ON)
include(${CMAKE_CURRENT_LIST_DIR}/consumers.cmake)
