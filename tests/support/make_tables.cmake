# Makes TABLES anew with all classes of up to PIECES pieces.
cmake_minimum_required(VERSION 3.22)
file(REMOVE_RECURSE ${TABLES})
file(MAKE_DIRECTORY ${TABLES})
execute_process(COMMAND ${COMMAND} gen --dir ${TABLES} --pieces ${PIECES} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
