# What `cmake --install` puts where: the probe library and what it needs, found by find_package(dameotb) and by
# pkg-config, and with the first the library that proves; analysis and what it needs, found by find_package(dameotb
# COMPONENTS analysis), which needs OpenMP as well; all as the component "development"; of the shared library what running
# programs need as the component "library"; the command with its manual as the component "command". The generator is not
# installed.
include(CMakePackageConfigHelpers)

# dameotb_install_notices(COMPONENT PACKAGE): made by cmake/third_party.cmake.
function(dameotb_install_notices component package)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${dameotb_notices}/${package}.copyright
    ${dameotb_notices}/${package}.cdx.json DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT ${component})
endfunction()

set(dameotb_config_directory ${CMAKE_INSTALL_LIBDIR}/cmake/dameotb)

# dameotb_install(EXPORT layer ...)
function(dameotb_install export)
  foreach(layer IN LISTS ARGN)
    set_target_properties(dameotb_${layer} PROPERTIES EXPORT_NAME ${layer})
    install(TARGETS dameotb_${layer} EXPORT ${export}
      ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/${layer}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
      COMPONENT development)
  endforeach()
endfunction()

dameotb_install(dameotb-targets rules index table probe proof)
if(DAMEOTB_GEN)
  dameotb_install(dameotb-analysis-targets memory scores store analysis)
  install(EXPORT dameotb-analysis-targets NAMESPACE dameotb:: DESTINATION ${dameotb_config_directory}
    COMPONENT development)
endif()

if(DAMEOTB_SHARED)
  set_target_properties(dameotb_shared PROPERTIES EXPORT_NAME shared)
  install(TARGETS dameotb_shared EXPORT dameotb-targets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT library
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
  if(WIN32)
    # Other compilers' tools make their import library of it.
    install(FILES ${PROJECT_BINARY_DIR}/probe/dameotb.def DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
  endif()
  dameotb_install_notices(library libdameotb${PROJECT_VERSION_MAJOR})
endif()
install(EXPORT dameotb-targets NAMESPACE dameotb:: DESTINATION ${dameotb_config_directory} COMPONENT development)

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/dameotbConfig.cmake.in
  ${PROJECT_BINARY_DIR}/dameotbConfig.cmake INSTALL_DESTINATION ${dameotb_config_directory}
  PATH_VARS CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/dameotbConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/dameotbConfig.cmake ${PROJECT_BINARY_DIR}/dameotbConfigVersion.cmake
  DESTINATION ${dameotb_config_directory} COMPONENT development)

# pkg-config gives the C interface as -ldameotb: the shared library if there is one, otherwise, and for programs that are
# linked with -static, this one, which has the C++ classes as well. The prefix is relative to the file, so that an
# installation can be moved.
set(objects rules index table probe proof)
list(TRANSFORM objects REPLACE "(.+)" "$<TARGET_OBJECTS:dameotb_\\1>")
add_library(dameotb_static STATIC ${objects})
set_target_properties(dameotb_static PROPERTIES OUTPUT_NAME dameotb LINKER_LANGUAGE CXX)
install(TARGETS dameotb_static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
file(RELATIVE_PATH dameotb_pc_to_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" dameotb_pc_to_prefix ${dameotb_pc_to_prefix})
set(libraries "")
foreach(library c++ stdc++ m)
  if(library IN_LIST CMAKE_CXX_IMPLICIT_LINK_LIBRARIES)
    string(APPEND libraries " -l${library}")
  endif()
endforeach()
if(DAMEOTB_SHARED)  # it knows what it needs; the other is linked with pkg-config --static, which gives the private ones
  set(dameotb_pc_fields "Requires.private: libzstd\nLibs: -L\${libdir} -ldameotb\nLibs.private:${libraries}")
else()
  set(dameotb_pc_fields "Requires: libzstd\nLibs: -L\${libdir} -ldameotb${libraries}")
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/dameotb.pc.in ${PROJECT_BINARY_DIR}/dameotb.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/dameotb.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

if(TARGET dameotb)
  install(TARGETS dameotb RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/share/ DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT command OPTIONAL)
  dameotb_install_notices(command dameotb)
endif()
dameotb_install_notices(development libdameotb-dev)
