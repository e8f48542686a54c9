# Runs the tests in SOURCES below WORK, where install.cmake has put the modules.
cmake_minimum_required(VERSION 3.22)

file(GLOB sources ${SOURCES}/*.mjs ${SOURCES}/*.json)
file(COPY ${sources} DESTINATION ${WORK})
execute_process(COMMAND ${NODE} --test explorer.test.mjs games.test.mjs languages.test.mjs report.test.mjs
  WORKING_DIRECTORY ${WORK} COMMAND_ERROR_IS_FATAL ANY)
