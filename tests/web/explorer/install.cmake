# Puts the tests of SOURCES into PLACE, and the packages of package-lock.json.
cmake_minimum_required(VERSION 3.22)

include(${CMAKE_CURRENT_LIST_DIR}/../../support/npm_ci.cmake)
file(GLOB sources ${SOURCES}/*.mjs ${SOURCES}/*.json)
file(COPY ${sources} DESTINATION ${PLACE})
configure_file(${SOURCES}/../../js/support.mjs ${PLACE}/files_support.mjs COPYONLY)
configure_file(${SOURCES}/../../js/network.mjs ${PLACE}/network.mjs COPYONLY)
