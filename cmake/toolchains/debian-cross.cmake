# A cross build on Debian or Ubuntu for another of their architectures, run under qemu-user. Whoever includes this file
# has set `compiler`, the prefix of the compilers' names, `emulator`, and CMAKE_LIBRARY_ARCHITECTURE, the folder of the
# other architecture's own packages: libraries are linked from there, and the emulated loader finds them there.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_C_COMPILER ${compiler}-gcc)
set(CMAKE_CXX_COMPILER ${compiler}-g++)
set(ENV{PKG_CONFIG_LIBDIR} /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/pkgconfig:/usr/share/pkgconfig)
set(CMAKE_CROSSCOMPILING_EMULATOR ${emulator})
