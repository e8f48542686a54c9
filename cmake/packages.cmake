# `cpack -G DEB` in the build folder: a Debian package for each component that is installed. dameotb is the command,
# libdameotb0 the shared library for programs that need it, libdameotb-dev what they are compiled with.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME dameotb)
set(CPACK_PACKAGE_CONTACT "the dameotb authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # CPack would put it before each package's own
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian_files.cmake)
if(CMAKE_INSTALL_LIBDIR STREQUAL "lib")  # below /usr CMake names the folder of the architecture itself
  set(CPACK_DAMEOTB_TRIPLET ${CMAKE_LIBRARY_ARCHITECTURE})
endif()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME dameotb)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION misc)
set(CPACK_DEBIAN_COMMAND_DESCRIPTION "endgame tables for the draughts game Dameo
Makes tables that tell, for every position with few pieces, who wins and in
how many plies; checks them against the rules; looks positions up, in the
terminal, in a browser and for other programs; finds and counts positions.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libdameotb${PROJECT_VERSION_MAJOR})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "endgame tables for Dameo - shared library
Looks positions of the draughts game Dameo up in endgame tables: results,
distances to the end, ranked moves and best lines, for engines in C and for
languages that can load C libraries.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libdameotb-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libzstd-dev")
if(DAMEOTB_SHARED)
  string(PREPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "${CPACK_DEBIAN_LIBRARY_PACKAGE_NAME} (= ${PROJECT_VERSION}), ")
endif()
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS "pkg-config")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "endgame tables for Dameo - development files
Headers, static libraries, and what CMake and pkg-config need to find them and
the shared library; the C interface as one source file to drop in. The
interface is in C and in C++20.")

include(CPack)
