# A build on Debian or Ubuntu for Linux on another kind of machine. Whoever includes this file has set `target`, the
# prefix of the compilers' names, whose own libraries are in /usr/TARGET, and `emulator`, the qemu-user to run it with,
# unless this machine runs it itself.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${target}-gcc)
set(CMAKE_CXX_COMPILER ${target}-g++)
if(emulator)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${emulator} -L /usr/${target})
endif()
set(DAMEOTB_BUILD_ZSTD ON)
