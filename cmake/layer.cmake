# Compile flags that all targets share, in dameotb_flags, and one function that makes a folder a library target.
target_compile_options(dameotb_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  # GCC 12 sees overlaps in std::string additions that are not there (its bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # Braces that say nothing may be left out, which GCC does not mind in C++.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-missing-braces>)
# Counting bits takes one instruction on every x86-64 processor since 2009, and a function call without it (a tenth of
# the solver's time). Newer instruction sets gave 4 per cent at most: docs/decisions/0002-instruction-sets.md.
set(dameotb_default_cpu "")
set(dameotb_is_x86_64 FALSE)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(dameotb_is_x86_64 TRUE)
  set(dameotb_default_cpu "x86-64-v2")
endif()
set(DAMEOTB_CPU "${dameotb_default_cpu}" CACHE STRING "Processors to build for, as -march= has them; empty: all")
if(DAMEOTB_CPU)
  target_compile_options(dameotb_flags INTERFACE -march=${DAMEOTB_CPU})
endif()
if(NOT DAMEOTB_CPU STREQUAL dameotb_default_cpu)
  # GCC 12 warns of its own headers for AVX-512, which xxhash includes (its bug 105593).
  target_compile_options(dameotb_flags INTERFACE
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-maybe-uninitialized>)
endif()
if(CMAKE_POSITION_INDEPENDENT_CODE)
  # Code for shared libraries calls functions of its own file through tables, in case somebody replaces them: 3 per cent
  # of the solver's time. Nobody does.
  target_compile_options(dameotb_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-fno-semantic-interposition>)
endif()
if(CMAKE_SIZEOF_VOID_P LESS 8)
  # What is in memory is numbered with 64 bits here as everywhere, and has fewer elements than 32 bits count: each index
  # would need a cast. Files may be longer than that; those that do not fit are refused when they are opened.
  # Without SSE, GCC warns of how vectors are returned. Only inline functions return any, so it does not matter.
  target_compile_options(dameotb_flags INTERFACE -Wno-conversion $<$<CXX_COMPILER_ID:GNU>:-Wno-psabi>)
  target_compile_definitions(dameotb_flags INTERFACE _FILE_OFFSET_BITS=64)
endif()
# Warnings are errors for the compilers that are known to give none. GCC warns wrongly where code is made for sanitizers.
set(dameotb_default_werror OFF)
string(REGEX MATCH "^[0-9]+" dameotb_compiler_version ${CMAKE_CXX_COMPILER_VERSION})
if(PROJECT_IS_TOP_LEVEL AND "${CMAKE_CXX_COMPILER_ID} ${dameotb_compiler_version}" MATCHES "^(GNU 12|Clang 19)$"
   AND NOT DAMEOTB_SANITIZE AND NOT DAMEOTB_FUZZ)
  set(dameotb_default_werror ON)
endif()
option(DAMEOTB_WERROR "Treat warnings as errors" ${dameotb_default_werror})
if(DAMEOTB_WERROR)
  target_compile_options(dameotb_flags INTERFACE -Werror)
endif()
if(DAMEOTB_SANITIZE)
  target_compile_options(dameotb_flags INTERFACE -fsanitize=${DAMEOTB_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(dameotb_flags INTERFACE -fsanitize=${DAMEOTB_SANITIZE})
  if(DAMEOTB_SANITIZE MATCHES "address")
    # Checks of every single access, which take nearly half of compiling and running. The address sanitizer sees most of
    # what they see; the preset ubsan has them all.
    target_compile_options(dameotb_flags INTERFACE -fno-sanitize=null,alignment,object-size,vptr,pointer-overflow)
  elseif(DAMEOTB_SANITIZE MATCHES "undefined")
    # This check opens a pipe to see whether memory can be read: it fails where a test leaves no descriptors.
    target_compile_options(dameotb_flags INTERFACE -fno-sanitize=vptr)
  endif()
endif()
if(DAMEOTB_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "DAMEOTB_FUZZ needs clang, which has libFuzzer; the fuzz targets are built without it too")
  endif()
  target_compile_options(dameotb_flags INTERFACE -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all)
  target_link_options(dameotb_flags INTERFACE -fsanitize=address,undefined)
endif()

# What sources in which time counts more than a check of each index take back of the hardening (cmake/hardening.cmake).
# It takes effect only after dameotb_flags, so whoever links it links it after them.
add_library(dameotb_hot INTERFACE)
target_compile_options(dameotb_hot INTERFACE "$<$<NOT:$<CONFIG:Debug>>:${dameotb_hot_flags}>"
  # GCC inlines less in a file that it finds large, as a layer in one file is: 3 per cent of the solver's instructions.
  $<$<CXX_COMPILER_ID:GNU>:--param=large-unit-insns=1000000>)

# For sources that include windows.h. As others do not have these, CMake compiles them by themselves: that header takes
# names like `near` from all that follows it.
set(dameotb_windows_definitions NOMINMAX WIN32_LEAN_AND_MEAN)

# dameotb_layer(NAME SOURCES a.cpp ... USES layer ... [HOT a.cpp ... | HOT ALL]): static library dameotb_NAME, alias
# dameotb::NAME, headers in NAME/include. USES is the whole list of arrows that leave the folder. HOT: sources that take
# dameotb_hot. Where not all of a layer does, each of those is compiled by itself; the rest is compiled as one file, as
# parsing headers is most of the time.
function(dameotb_layer name)
  cmake_parse_arguments(LAYER "" "" "SOURCES;USES;HOT" ${ARGN})
  add_library(dameotb_${name} STATIC ${LAYER_SOURCES})
  add_library(dameotb::${name} ALIAS dameotb_${name})
  target_compile_features(dameotb_${name} PUBLIC cxx_std_20)
  target_include_directories(dameotb_${name} PUBLIC
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(dameotb_${name} PRIVATE $<BUILD_INTERFACE:dameotb_flags>)
  if(LAYER_HOT STREQUAL "ALL")
    target_link_libraries(dameotb_${name} PRIVATE $<BUILD_INTERFACE:dameotb_hot>)
  elseif(LAYER_HOT AND dameotb_hot_flags)
    # CMake leaves sources with options of their own out of the one file.
    set_property(SOURCE ${LAYER_HOT} APPEND PROPERTY COMPILE_OPTIONS "$<$<NOT:$<CONFIG:Debug>>:${dameotb_hot_flags}>")
  endif()
  set_target_properties(dameotb_${name} PROPERTIES UNITY_BUILD ${DAMEOTB_UNITY} UNITY_BUILD_BATCH_SIZE 0)
  foreach(used IN LISTS LAYER_USES)
    target_link_libraries(dameotb_${name} PUBLIC dameotb::${used})
  endforeach()
endfunction()
