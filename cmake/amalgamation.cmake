# The target `amalgamation`: the probe library as one source file, dameotb_probe.cpp, with dameotb.h beside it, in
# amalgamation/ of the build directory. Included after the layers that are in it.
find_package(Python3 3.9 COMPONENTS Interpreter QUIET)
find_file(DAMEOTB_XXHASH_HEADER xxhash.h HINTS ${xxhash_INCLUDE_DIRS} DOC "xxhash's header, for the amalgamation")
if(NOT Python3_Interpreter_FOUND OR NOT DAMEOTB_XXHASH_HEADER)
  return()
endif()
set(dameotb_sources "")
foreach(layer rules index table probe proof)
  get_target_property(directory dameotb_${layer} SOURCE_DIR)
  get_target_property(of_layer dameotb_${layer} SOURCES)
  # Compiled for other processors than the rest, which one file cannot be.
  list(REMOVE_ITEM of_layer src/format/checksum_avx2.cpp)
  list(TRANSFORM of_layer PREPEND ${directory}/)
  list(APPEND dameotb_sources ${of_layer})
endforeach()
# All but the C interface is in namespaces, where names do not get in each other's way.
set(dameotb_c_sources ${dameotb_sources})
list(FILTER dameotb_c_sources INCLUDE REGEX "/c_[a-z]+\\.cpp$")
list(REMOVE_ITEM dameotb_sources ${dameotb_c_sources})
# What follows takes the folder to write into, after --out.
set(dameotb_amalgamate ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/scripts/amalgamate.py --root ${PROJECT_SOURCE_DIR}
  --xxhash ${DAMEOTB_XXHASH_HEADER} --version ${PROJECT_VERSION} ${dameotb_sources} ${dameotb_c_sources})
add_custom_target(amalgamation COMMAND ${dameotb_amalgamate} --out ${PROJECT_BINARY_DIR}/amalgamation VERBATIM)
# An installation, and so the development package, has it for those who copy it from there.
list(JOIN dameotb_amalgamate "\" \"" dameotb_amalgamate_quoted)
install(CODE "execute_process(COMMAND \"${dameotb_amalgamate_quoted}\" --out
  \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/dameotb/amalgamation\" COMMAND_ERROR_IS_FATAL ANY)"
  COMPONENT development)
