# A build on Debian or Ubuntu for Linux on another kind of machine. Whoever includes this file has set `target`, the
# prefix of the compilers' names, whose own libraries are in /usr/TARGET, and `emulator`, the qemu-user to run it with.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${target}-gcc)
set(CMAKE_CXX_COMPILER ${target}-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR ${emulator} -L /usr/${target})
set(DAMEOTB_BUILD_ZSTD ON)
