# 64-bit ARM, where a char is unsigned.
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(target aarch64-linux-gnu)
# Without the signatures of return addresses, which hardened functions ask for: emulating their cipher takes 20 times as
# long as all else.
set(emulator qemu-aarch64 -cpu max,pauth=off)
include(${CMAKE_CURRENT_LIST_DIR}/linux.cmake)
