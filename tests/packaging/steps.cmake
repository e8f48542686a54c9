# What the packaging scripts share.

# run(COMMAND...): stops the script, with all that the command has printed, unless it ends with 0.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nended with ${result}:\n${output}")
  endif()
endfunction()

# ask(PROGRAM): the program must answer a known position rightly, and say which class another one lacks.
function(ask program)
  foreach(question "W:WKa7,Kh8:BKa1|win 5\nbest a7-g7, of 40 moves\n" "W:WKa1,b2:Bg6|no table of KMvM\n")
    string(REPLACE "|" ";" question "${question}")
    list(GET question 0 fen)
    list(GET question 1 expected)
    execute_process(COMMAND ${program} ${TABLES} ${fen} OUTPUT_VARIABLE answer COMMAND_ERROR_IS_FATAL ANY)
    if(NOT answer STREQUAL expected)
      message(FATAL_ERROR "${program} ${fen} says:\n${answer}instead of:\n${expected}")
    endif()
  endforeach()
  message(STATUS "answers: ${program}")
endfunction()

# expect_declared(LIBRARY HEADER NAME...): these names, which the library shows, must be the functions that dameotb.h
# declares.
function(expect_declared library header)
  set(shown ${ARGN})
  file(STRINGS ${header} declared REGEX "^DAMEOTB_API ")
  list(TRANSFORM declared REPLACE ".*(dameotb_[a-z_]+)\\(.*" "\\1")
  list(SORT shown)
  list(SORT declared)
  if(NOT declared OR NOT shown STREQUAL declared)
    message(FATAL_ERROR "${library} shows\n${shown}\nand dameotb.h declares\n${declared}")
  endif()
endfunction()
