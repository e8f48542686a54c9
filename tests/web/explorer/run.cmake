# Runs the tests TESTS in PLACE, where install.cmake has put them.
cmake_minimum_required(VERSION 3.22)

execute_process(COMMAND ${NODE} --test ${TESTS} WORKING_DIRECTORY ${PLACE} COMMAND_ERROR_IS_FATAL ANY)
