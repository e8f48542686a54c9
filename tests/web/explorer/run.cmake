# Runs the tests in SOURCES below PLACE, where install.cmake has put the modules.
cmake_minimum_required(VERSION 3.22)

file(GLOB sources ${SOURCES}/*.mjs ${SOURCES}/*.json)
file(COPY ${sources} DESTINATION ${PLACE})
execute_process(COMMAND ${NODE} --test explorer.test.mjs games.test.mjs languages.test.mjs report.test.mjs
  WORKING_DIRECTORY ${PLACE} COMMAND_ERROR_IS_FATAL ANY)
