# Writes RESULT, what <dameo-board> draws and says: pictures, styles and words of the pages in WEB (web/src), which has
# them.
cmake_minimum_required(VERSION 3.22)

file(READ ${WEB}/shared/symbols.html pictures)
string(REGEX MATCHALL "<symbol id=\"[wb][mk]\"[^\n]+" pictures "${pictures}")
list(JOIN pictures "\n" pictures)
file(READ ${WEB}/shared/common.css common)
set(colours "")
foreach(name square-light square-dark coordinate arrow-win arrow-draw arrow-loss arrow-unknown faint)
  if(NOT common MATCHES "\n  --${name}: ([^\n]+)\n")
    message(FATAL_ERROR "common.css has no --${name}")
  endif()
  string(APPEND colours "  --${name}: ${CMAKE_MATCH_1}\n")
endforeach()
file(READ ${WEB}/shared/pieces.css pieces)
file(READ ${WEB}/shared/arrows.css arrows)
set(keys side-w side-b to-move plies wins wins-in wins-in-at-most wins-in-at-least is-draw at-least-draw is-unknown has-won
  dameo-board piece-wm piece-wk piece-bm piece-bk not-legal no-answer)
set(words "")
foreach(language en nl fr)
  file(READ ${WEB}/explorer/page/texts/${language}.js texts)
  string(APPEND words "  ${language}: {\n")
  foreach(key IN LISTS keys)
    if(NOT texts MATCHES "\n  \"?${key}\"?: ([^\n]+),\n")
      message(FATAL_ERROR "${language}.js has no text ${key}")
    endif()
    string(APPEND words "    \"${key}\": ${CMAKE_MATCH_1},\n")
  endforeach()
  string(APPEND words "  },\n")
endforeach()
file(WRITE ${RESULT} "// Made by drawing.cmake, from what the explorer has.

export const pictures = `${pictures}`;

export const styles = `
:host {
${colours}}
${pieces}${arrows}`;

export const words = {
${words}};
")
