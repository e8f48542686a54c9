# Makes WORK anew with the directories that the test of the C interface asks: `good` with all classes of up to 3 pieces
# but KMvM, `damaged` with a file of KvK that is cut off, `empty`.
cmake_minimum_required(VERSION 3.22)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK}/good ${WORK}/damaged ${WORK}/empty)
execute_process(COMMAND ${COMMAND} gen --dir ${WORK}/good --pieces 3 OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(GLOB removed ${WORK}/good/KMvM.*)
if(NOT removed)
  message(FATAL_ERROR "no table of KMvM was made")
endif()
file(REMOVE ${removed})
foreach(extension wdl dtm)
  file(WRITE ${WORK}/damaged/KvK.${extension} "not a table")
endforeach()
