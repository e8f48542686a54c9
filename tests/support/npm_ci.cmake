# Puts the packages of SOURCES/package-lock.json into PLACE: fetched the first time and when that file has changed, checked
# by its checksums; no script of theirs is run while installing.
cmake_minimum_required(VERSION 3.22)

file(SHA256 ${SOURCES}/package-lock.json wanted)
set(installed "")
if(EXISTS ${PLACE}/installed)
  file(READ ${PLACE}/installed installed)
endif()
if(NOT installed STREQUAL wanted)
  file(COPY ${SOURCES}/package.json ${SOURCES}/package-lock.json DESTINATION ${PLACE})
  execute_process(COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error
    WORKING_DIRECTORY ${PLACE} COMMAND_ERROR_IS_FATAL ANY)
  file(WRITE ${PLACE}/installed ${wanted})
endif()
