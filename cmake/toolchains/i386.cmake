# 32-bit x86, where a size_t has half the bits of a table's sizes. x86-64 machines run it themselves.
set(CMAKE_SYSTEM_PROCESSOR i686)
set(target i686-linux-gnu)
if(CMAKE_HOST_SYSTEM_PROCESSOR STREQUAL "x86_64")
  set(CMAKE_EXE_LINKER_FLAGS_INIT
    "-Wl,--dynamic-linker=/usr/${target}/lib/ld-linux.so.2 -Wl,-rpath,/usr/${target}/lib")
else()
  set(emulator qemu-i386)
endif()
include(${CMAKE_CURRENT_LIST_DIR}/linux.cmake)
