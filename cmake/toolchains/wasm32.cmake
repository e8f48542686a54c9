# WebAssembly, with Debian's clang 19, its C++ library for wasm32, and wasi-libc:
# scripts/install-packages.sh --wasm
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
# Nothing is archived, so no archiver is needed; trying the compilers would take one.
set(CMAKE_C_COMPILER_WORKS ON)
set(CMAKE_CXX_COMPILER_WORKS ON)
set(CMAKE_C_FLAGS_INIT "-flto -ffunction-sections")
set(CMAKE_CXX_FLAGS_INIT "-flto -ffunction-sections -stdlib=libc++")
set(CMAKE_C_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
