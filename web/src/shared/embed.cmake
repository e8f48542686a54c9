# Writes OUTPUT, a C++ file with the bytes of FILES (a list of PATH=FILE), which the function NAME of resources.hpp
# returns. Run as: cmake -D OUTPUT=... -D NAME=... -D FILES=... -P embed.cmake
# A line <!-- head.html --> becomes that file: what the heads of the explorer's pages share; so does symbols.html, the
# pictures that the explorer and the reports share. In a style sheet, lines /* pieces.css */ and /* arrows.css */ become
# those, which <dameo-board> of the npm package has, too. In a script that is no module, a line // copying.js becomes that
# module's functions.
file(READ ${CMAKE_CURRENT_LIST_DIR}/head.html head)
file(READ ${CMAKE_CURRENT_LIST_DIR}/symbols.html symbols)
file(READ ${CMAKE_CURRENT_LIST_DIR}/pieces.css pieces)
file(READ ${CMAKE_CURRENT_LIST_DIR}/arrows.css arrows)
file(READ ${CMAKE_CURRENT_LIST_DIR}/copying.js copying)
string(REPLACE "export " "" copying "${copying}")
set(arrays "")
set(entries "")
set(number 0)
foreach(pair IN LISTS FILES)
  string(REGEX MATCH "^([^=]+)=(.+)$" ignored "${pair}")
  set(path ${CMAKE_MATCH_1})
  set(file ${CMAKE_MATCH_2})
  if(file MATCHES "\\.wasm$")
    file(READ ${file} hex HEX)
  else()
    file(READ ${file} contents)
    string(REPLACE "<!-- head.html -->\n" "${head}" contents "${contents}")
    string(REPLACE "  <!-- symbols.html -->\n" "${symbols}" contents "${contents}")
    string(REPLACE "/* pieces.css */\n" "${pieces}" contents "${contents}")
    string(REPLACE "/* arrows.css */\n" "${arrows}" contents "${contents}")
    string(REPLACE "  // copying.js\n" "${copying}" contents "${contents}")
    string(HEX "${contents}" hex)
  endif()
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
  string(APPEND arrays "constexpr char ${NAME}_${number}[] = {${bytes}};\n")
  string(APPEND entries "    Resource{\"${path}\", {${NAME}_${number}, sizeof ${NAME}_${number}}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT} "// Made by embed.cmake.
#include <array>

#include <dameotb/web/resources.hpp>

namespace dameotb::web {
namespace {
${arrays}constexpr std::array<Resource, ${number}> all_${NAME}{
${entries}};
}  // namespace
std::span<const Resource> ${NAME}() {
    return all_${NAME};
}
}  // namespace dameotb::web
")
