# Checks that the modules of the probe library know their system in few places: what asks the compiler for which system
# it compiles, or includes a header that not all systems have, lies in a folder that is named for the system (posix,
# windows, wasm). The exceptions are below, each with its reason.
# Run as: cmake -D SOURCE_DIR=... -P check_systems.cmake
cmake_minimum_required(VERSION 3.22)

set(macros "_WIN32|_WIN64|_MSC_VER|__MINGW[0-9A-Z_]*|__CYGWIN__|__linux__|__unix__|__APPLE__|_POSIX_[A-Z_]*|_XOPEN_[A-Z_]*")
set(headers "unistd|fcntl|dirent|dlfcn|pthread|poll|sched|io|direct|process|[a-z]*api|win[a-z0-9]*|ntsec[a-z]*")
# The public header says what a DLL exports.
set(exceptions_macros "probe/include/dameotb/dameotb.h")
# The first asks whether there is such a header. The others are not compiled for Windows: only runs that make tables need
# them.
set(exceptions_headers "probe/src/large_pages.hpp" "table/src/directory/directory_lock.cpp" "table/src/format/own_file.cpp")

set(wrong "")
set(count 0)
set(excepted "")
foreach(module rules index table probe proof)
  file(GLOB_RECURSE sources RELATIVE ${SOURCE_DIR}
    ${SOURCE_DIR}/${module}/*.hpp ${SOURCE_DIR}/${module}/*.cpp ${SOURCE_DIR}/${module}/*.h)
  list(FILTER sources EXCLUDE REGEX "/(posix|windows|wasm)/[a-z_]+\\.cpp$")
  foreach(source IN LISTS sources)
    math(EXPR count "${count} + 1")
    foreach(kind macros headers)
      if(kind STREQUAL "macros")
        set(regex "^[ \t]*#.*[^a-zA-Z0-9_](${macros})([^a-zA-Z0-9_]|$)")
      else()
        set(regex "^[ \t]*#[ \t]*include[ \t]*<(sys/[a-z]+|linux/[a-z]+|${headers})\\.h>")
      endif()
      file(STRINGS ${SOURCE_DIR}/${source} lines REGEX "${regex}")
      if(lines AND source IN_LIST exceptions_${kind})
        list(APPEND excepted ${kind}:${source})
      else()
        foreach(line IN LISTS lines)
          list(APPEND wrong "${source}: ${line}")
        endforeach()
      endif()
    endforeach()
  endforeach()
endforeach()
if(count LESS 100)
  message(FATAL_ERROR "only ${count} sources found")
endif()
# Exceptions that are none any more.
foreach(kind macros headers)
  foreach(source IN LISTS exceptions_${kind})
    if(NOT ${kind}:${source} IN_LIST excepted)
      list(APPEND wrong "${source}: needs no exception any more")
    endif()
  endforeach()
endforeach()
if(wrong)
  list(JOIN wrong "\n  " report)
  message(FATAL_ERROR "these know the system:\n  ${report}")
endif()
message(STATUS "${count} sources that know no system")
