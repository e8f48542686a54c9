# Checks that the command needs no library for what it does not do: it neither encrypts nor compresses what it serves.
# Run as: cmake -D COMMAND=... -P check_libraries.cmake.
cmake_minimum_required(VERSION 3.22)

execute_process(COMMAND ldd ${COMMAND} OUTPUT_VARIABLE libraries COMMAND_ERROR_IS_FATAL ANY)
if(NOT libraries MATCHES "libzstd")
  message(FATAL_ERROR "these are not the command's libraries:\n${libraries}")
endif()
if(libraries MATCHES "lib(ssl|crypto|brotli[a-z]*|gnutls|z|cpp-httplib)\\.so[^\n]*")
  message(FATAL_ERROR "${COMMAND} needs ${CMAKE_MATCH_0}")
endif()
