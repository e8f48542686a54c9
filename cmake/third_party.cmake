# The list of what others wrote and what is shipped here contains or needs. From it are made, in BUILD/notices:
#   PACKAGE.copyright  what Debian wants to know of a package, with the notices of all that is compiled in
#   PACKAGE.cdx.json   a list for programs (SBOM, CycloneDX 1.5), with what is linked as well
#   npm/LICENSE        the notices of the WebAssembly module
#   third_party.cpp    the words of `dameotb --version --verbose`
# The notices are in cmake/notices, as their licenses have them; each begins with lines of "Copyright".
set(dameotb_notices ${PROJECT_BINARY_DIR}/notices)
set(dameotb_parts "")

# dameotb_part(KEY NAME VERSION LICENSE SOURCE [INSIDE PRODUCT...] [LINKED PRODUCT...]): KEY.txt has the notice. VERSION may
# be empty. LICENSE: as SPDX writes it. A product is a component that is installed, or `module`, which is WebAssembly.
macro(dameotb_part key name version license source)
  cmake_parse_arguments(PART "" "" "INSIDE;LINKED" ${ARGN})
  if(DAMEOTB_WASM AND "module" IN_LIST PART_INSIDE AND NOT "command" IN_LIST PART_INSIDE)
    list(APPEND PART_INSIDE command)  # which has the module, for `dameotb site`
  endif()
  list(APPEND dameotb_parts ${key})
  set(${key}_name "${name}")
  set(${key}_version "${version}")
  set(${key}_license "${license}")
  set(${key}_source "${source}")
  set(${key}_inside "${PART_INSIDE}")
  set(${key}_linked "${PART_LINKED}")
endmacro()

# dameotb_asked(OUT COMMAND...): what the command prints, or nothing where there is no such command.
function(dameotb_asked out)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE said ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    set(said "")
  endif()
  set(${out} "${said}" PARENT_SCOPE)
endfunction()

if(DAMEOTB_TOOLS)
  foreach(package CLI11 fmt)
    get_directory_property(${package}_VERSION DIRECTORY tools DEFINITION ${package}_VERSION)
  endforeach()
  get_directory_property(nlohmann_json_VERSION DIRECTORY web DEFINITION nlohmann_json_VERSION)
  get_directory_property(Boost_VERSION DIRECTORY web DEFINITION Boost_VERSION_STRING)
endif()
if(NOT WIN32)
  dameotb_asked(glibc_version getconf GNU_LIBC_VERSION)
  string(REPLACE "glibc " "" glibc_version "${glibc_version}")
endif()
set(gcc_version "")
set(openmp_of_llvm "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(gcc_version ${CMAKE_CXX_COMPILER_VERSION})
else()
  set(openmp_of_llvm LINKED command)
endif()
if(DAMEOTB_WASM)
  dameotb_asked(llvm_version clang-19 -dumpversion)
  dameotb_asked(wasi_version dpkg-query -W -f "\${Version}" wasi-libc)
endif()

dameotb_part(xxhash xxHash "${xxhash_VERSION}" BSD-2-Clause https://github.com/Cyan4973/xxHash
  INSIDE library development command module)
# The module has the decoder of Debian's sources, of the same version if this is Debian.
set(zstd_is LINKED library development command)
if(WIN32)
  set(zstd_is library development)
endif()
dameotb_part(zstd zstd "${zstd_VERSION}" BSD-3-Clause https://github.com/facebook/zstd INSIDE module ${zstd_is})
dameotb_part(cli11 CLI11 "${CLI11_VERSION}" BSD-3-Clause https://github.com/CLIUtils/CLI11 INSIDE command)
dameotb_part(nlohmann-json nlohmann-json "${nlohmann_json_VERSION}" MIT https://github.com/nlohmann/json INSIDE command)
dameotb_part(fmt fmt "${fmt_VERSION}" MIT https://github.com/fmtlib/fmt INSIDE command LINKED command)
dameotb_part(boost "Boost (Asio, Beast)" "${Boost_VERSION}" BSL-1.0 https://www.boost.org INSIDE command)
dameotb_part(gcc "GCC's runtime libraries" "${gcc_version}" "GPL-3.0-or-later WITH GCC-exception-3.1" https://gcc.gnu.org
  INSIDE library development command LINKED library development command)
if(WIN32)
  dameotb_part(mingw-w64 "mingw-w64's runtime" "" "MIT AND BSD-3-Clause" https://www.mingw-w64.org
    INSIDE library development)
else()
  dameotb_part(glibc "GNU C library" "${glibc_version}" LGPL-2.1-or-later https://www.gnu.org/software/libc
    LINKED library development command)
endif()
dameotb_part(llvm "LLVM's runtime libraries" "${llvm_version}" "Apache-2.0 WITH LLVM-exception" https://llvm.org
  INSIDE module ${openmp_of_llvm})
dameotb_part(wasi-libc "wasi-libc (with musl)" "${wasi_version}" "MIT AND BSD-2-Clause AND CC0-1.0"
  https://github.com/WebAssembly/wasi-libc INSIDE module)

# dameotb_parts_of(OUT HOW PRODUCT): their keys. HOW: inside or linked.
function(dameotb_parts_of out how product)
  set(keys "")
  foreach(key IN LISTS dameotb_parts)
    if("${product}" IN_LIST ${key}_${how})
      list(APPEND keys ${key})
    endif()
  endforeach()
  set(${out} "${keys}" PARENT_SCOPE)
endfunction()

file(READ ${PROJECT_SOURCE_DIR}/LICENSE dameotb_license)
string(REGEX MATCH "\n(Copyright[^\n]*)\n(.*)" ignored "${dameotb_license}")
set(dameotb_copyright "${CMAKE_MATCH_1}")

# dameotb_stanza(OUT FILES LICENSE COMMENT NOTICE): a paragraph of Debian's form.
function(dameotb_stanza out files license comment notice)
  string(REGEX MATCHALL "Copyright [^\n]*" holders "${notice}")
  list(TRANSFORM holders REPLACE "^Copyright (\\([cC]\\) )?" " ")
  list(JOIN holders "\n" holders)
  string(REGEX REPLACE "\n+$" "" text "${notice}")
  string(REGEX REPLACE "\n" "\n " text "${text}")
  string(REGEX REPLACE "\n \n" "\n .\n" text "${text}")
  set(${out} "\nFiles: ${files}\nCopyright:\n${holders}\nLicense: ${license}\n ${text}\n${comment}" PARENT_SCOPE)
endfunction()

# dameotb_notices_of(COMPONENT PACKAGE): what the component of that name installs.
function(dameotb_notices_of component package)
  dameotb_parts_of(inside inside ${component})
  dameotb_parts_of(linked linked ${component})
  dameotb_stanza(copyright "*" MIT "" "${dameotb_license}")
  foreach(key IN LISTS inside)
    file(READ ${PROJECT_SOURCE_DIR}/cmake/notices/${key}.txt notice)
    dameotb_stanza(stanza "${key}/*" "${${key}_license}"
      "Comment: of ${${key}_name} ${${key}_version}, ${${key}_source}, some is compiled in.\n" "${notice}")
    string(APPEND copyright "${stanza}")
  endforeach()
  file(CONFIGURE OUTPUT ${dameotb_notices}/${package}.copyright @ONLY CONTENT
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: dameotb
@copyright@")

  set(components "")
  set(references "")
  set(keys ${inside} ${linked})
  list(REMOVE_DUPLICATES keys)
  foreach(key IN LISTS keys)
    set(how "compiled in")
    if(NOT key IN_LIST inside)
      set(how "linked")
    elseif(key IN_LIST linked)
      set(how "compiled in, linked")
    endif()
    set(version "")
    if(NOT "${${key}_version}" STREQUAL "")
      set(version " \"version\": \"${${key}_version}\",")
    endif()
    list(APPEND components "    { \"type\": \"library\", \"bom-ref\": \"${key}\", \"name\": \"${${key}_name}\",${version}
      \"licenses\": [{ \"expression\": \"${${key}_license}\" }],
      \"externalReferences\": [{ \"type\": \"website\", \"url\": \"${${key}_source}\" }],
      \"properties\": [{ \"name\": \"dameotb:how\", \"value\": \"${how}\" }] }")
    list(APPEND references "\"${key}\"")
  endforeach()
  list(JOIN components ",\n" components)
  list(JOIN references ", " references)
  file(CONFIGURE OUTPUT ${dameotb_notices}/${package}.cdx.json @ONLY CONTENT
"{
  \"bomFormat\": \"CycloneDX\",
  \"specVersion\": \"1.5\",
  \"version\": 1,
  \"metadata\": {
    \"component\": { \"type\": \"library\", \"bom-ref\": \"dameotb\", \"name\": \"${package}\", \"version\": \"${PROJECT_VERSION}\",
      \"licenses\": [{ \"expression\": \"MIT\" }] }
  },
  \"components\": [
@components@
  ],
  \"dependencies\": [{ \"ref\": \"dameotb\", \"dependsOn\": [@references@] }]
}
")
endfunction()

dameotb_notices_of(library libdameotb${PROJECT_VERSION_MAJOR})
dameotb_notices_of(development libdameotb-dev)
dameotb_notices_of(command dameotb)

# dameotb_lines(OUT KEYS...): a line each, for people.
function(dameotb_lines out)
  set(lines "")
  foreach(key IN LISTS ARGN)
    string(APPEND lines "  ${${key}_name} ${${key}_version} (${${key}_license}), ${${key}_source}\n")
  endforeach()
  string(REPLACE "  (" " (" lines "${lines}")  # no version
  set(${out} "${lines}" PARENT_SCOPE)
endfunction()

dameotb_parts_of(inside inside command)
dameotb_parts_of(linked linked command)
dameotb_lines(inside ${inside})
dameotb_lines(linked ${linked})
string(REGEX REPLACE "\n$" "" linked "${linked}")
file(CONFIGURE OUTPUT ${dameotb_notices}/third_party.cpp @ONLY CONTENT
"// Made by cmake/third_party.cmake.

namespace dameotb::tools {

extern const char* const third_party_words;
const char* const third_party_words = R\"(
compiled in:
@inside@linked, with versions as when this was built:
@linked@)\";

}
")

dameotb_parts_of(inside inside module)
set(license "${dameotb_license}")
string(APPEND license "\nsrc/dameotb.wasm and src/dameotb-prove.wasm have parts of what follows.\n")
foreach(key IN LISTS inside)
  file(READ ${PROJECT_SOURCE_DIR}/cmake/notices/${key}.txt notice)
  dameotb_lines(line ${key})
  string(APPEND license "\n----\n\n${line}\n${notice}")
endforeach()
file(CONFIGURE OUTPUT ${dameotb_notices}/npm/LICENSE @ONLY CONTENT "@license@")
