# 64-bit Windows, with Debian's or Ubuntu's MinGW-w64, run under Wine. What is linked needs the system's own DLLs alone.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(DAMEOTB_BUILD_ZSTD ON)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_SHARED_LINKER_FLAGS_INIT -static)
# Wine's own directory, which it fills when it first runs (700 MB). Debian's script `wine` asks for the 32-bit one.
find_program(DAMEOTB_WINE NAMES wine64 wine HINTS /usr/lib/wine DOC "Wine, which runs the tests")
if(DAMEOTB_WINE)
  set(CMAKE_CROSSCOMPILING_EMULATOR
    env WINEPREFIX=${CMAKE_BINARY_DIR}/wine WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml= ${DAMEOTB_WINE})
endif()
