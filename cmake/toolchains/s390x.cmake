# IBM Z, where the most significant byte of a number comes first.
set(CMAKE_SYSTEM_PROCESSOR s390x)
set(target s390x-linux-gnu)
set(emulator qemu-s390x)
include(${CMAKE_CURRENT_LIST_DIR}/linux.cmake)
