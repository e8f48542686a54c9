# Compile flags that all targets share, in dameotb_flags, and one function that makes a folder a library target.
target_compile_options(dameotb_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  # GCC 12 sees overlaps in std::string additions that are not there (its bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
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
  target_compile_options(dameotb_flags INTERFACE -Wno-conversion)
  target_compile_definitions(dameotb_flags INTERFACE _FILE_OFFSET_BITS=64)
endif()
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

# dameotb_layer(NAME SOURCES a.cpp ... USES layer ... [HOT a.cpp ... | HOT ALL]): static library dameotb_NAME, alias
# dameotb::NAME, headers in NAME/include. USES is the whole list of arrows that leave the folder. HOT: sources in which
# time counts more than a check of each index (cmake/hardening.cmake).
function(dameotb_layer name)
  cmake_parse_arguments(LAYER "" "" "SOURCES;USES;HOT" ${ARGN})
  add_library(dameotb_${name} STATIC ${LAYER_SOURCES})
  add_library(dameotb::${name} ALIAS dameotb_${name})
  target_compile_features(dameotb_${name} PUBLIC cxx_std_20)
  target_include_directories(dameotb_${name} PUBLIC
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(dameotb_${name} PRIVATE $<BUILD_INTERFACE:dameotb_flags>)
  if(LAYER_HOT STREQUAL "ALL")
    set(LAYER_HOT ${LAYER_SOURCES})
  endif()
  if(LAYER_HOT AND dameotb_hot_flags)
    set_property(SOURCE ${LAYER_HOT} APPEND PROPERTY COMPILE_OPTIONS "$<$<NOT:$<CONFIG:Debug>>:${dameotb_hot_flags}>")
  endif()
  if(DAMEOTB_SANITIZE AND DAMEOTB_UNITY)
    # Half the time to compile. Where speed counts each file stays one of its own: what is inlined where was measured so.
    set_target_properties(dameotb_${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  endif()
  foreach(used IN LISTS LAYER_USES)
    target_link_libraries(dameotb_${name} PUBLIC dameotb::${used})
  endforeach()
endfunction()
