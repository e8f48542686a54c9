# Runs the tests TESTS of SOURCES below PLACE, where install.cmake has put the modules.
cmake_minimum_required(VERSION 3.22)

file(GLOB sources ${SOURCES}/*.mjs ${SOURCES}/*.json)
file(COPY ${sources} DESTINATION ${PLACE})
configure_file(${SOURCES}/../../js/support.mjs ${PLACE}/files_support.mjs COPYONLY)
execute_process(COMMAND ${NODE} --test ${TESTS}
  WORKING_DIRECTORY ${PLACE} COMMAND_ERROR_IS_FATAL ANY)
