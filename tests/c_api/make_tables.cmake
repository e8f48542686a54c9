# Makes WORK anew with the directories that the test of the C interface asks: `good` with all classes of up to 3 pieces
# but KMvM; `ruled` with all of them, also under a draw rule that changes results; `partly_ruled` with the same of KKvK
# and KvK, but no KKvK.dtz; `damaged` with files of KvK that are cut off, `damaged_rule` with such a KvK.dtz alone,
# `partly_damaged_rule` with that and good files of KKvK; `results` with both classes, but no KvK.dtm; `distances`
# with KvK.dtm alone; `empty`; for the table of answers `fifty`, all classes with the sites' rule, `fifty_partly`, the
# same without KKvK and without KvM.dtz, and `results_only`, which has their .wdl files alone.
cmake_minimum_required(VERSION 3.22)
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK}/good ${WORK}/ruled ${WORK}/partly_ruled ${WORK}/damaged ${WORK}/damaged_rule
  ${WORK}/partly_damaged_rule ${WORK}/results ${WORK}/distances ${WORK}/empty ${WORK}/fifty_partly ${WORK}/results_only)
execute_process(COMMAND ${COMMAND} gen --dir ${WORK}/good --pieces 3 OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(GLOB removed ${WORK}/good/KMvM.*)
if(NOT removed)
  message(FATAL_ERROR "no table of KMvM was made")
endif()
file(REMOVE ${removed})
execute_process(COMMAND ${COMMAND} gen --dir ${WORK}/ruled --pieces 3 --metrics wdl,dtm,dtz --plies 6
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${COMMAND} gen --dir ${WORK}/fifty --pieces 3 --metrics wdl,dtm,dtz --plies 50
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(GLOB files ${WORK}/fifty/*.wdl)
file(COPY ${files} DESTINATION ${WORK}/results_only)
file(GLOB files ${WORK}/fifty/*.wdl ${WORK}/fifty/*.dt?)
list(FILTER files EXCLUDE REGEX "/(KKvK\\.[a-z]+|KvM\\.dtz)$")
file(COPY ${files} DESTINATION ${WORK}/fifty_partly)
foreach(file KvK.wdl KvK.dtm KvK.dtz KKvK.wdl KKvK.dtm)
  file(COPY ${WORK}/ruled/${file} DESTINATION ${WORK}/partly_ruled)
endforeach()
file(COPY ${WORK}/ruled/KvK.wdl DESTINATION ${WORK}/damaged_rule)
file(WRITE ${WORK}/damaged_rule/KvK.dtz "not a table")
foreach(file KvK.wdl KvK.dtm KKvK.wdl KKvK.dtm KKvK.dtz)
  file(COPY ${WORK}/ruled/${file} DESTINATION ${WORK}/partly_damaged_rule)
endforeach()
file(WRITE ${WORK}/partly_damaged_rule/KvK.dtz "not a table")
foreach(file KvK.wdl KKvK.wdl KKvK.dtm)
  file(COPY ${WORK}/ruled/${file} DESTINATION ${WORK}/results)
endforeach()
file(COPY ${WORK}/ruled/KvK.dtm DESTINATION ${WORK}/distances)
foreach(extension wdl dtm)
  file(WRITE ${WORK}/damaged/KvK.${extension} "not a table")
endforeach()
