# Runs the tests in SOURCES below WORK, where npm puts the packages of package-lock.json: fetched the first time and
# when that file has changed, checked by its checksums; no script of theirs is run while installing.
cmake_minimum_required(VERSION 3.22)

file(SHA256 ${SOURCES}/package-lock.json wanted)
set(installed "")
if(EXISTS ${WORK}/installed)
  file(READ ${WORK}/installed installed)
endif()
file(GLOB sources ${SOURCES}/*.mjs ${SOURCES}/*.json)
file(COPY ${sources} DESTINATION ${WORK})
if(NOT installed STREQUAL wanted)
  execute_process(COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error
    WORKING_DIRECTORY ${WORK} COMMAND_ERROR_IS_FATAL ANY)
  file(WRITE ${WORK}/installed ${wanted})
endif()
execute_process(COMMAND ${NODE} --test explorer.test.mjs games.test.mjs languages.test.mjs report.test.mjs WORKING_DIRECTORY ${WORK} COMMAND_ERROR_IS_FATAL ANY)
