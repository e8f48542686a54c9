# `cpack` in the folder of a build for Windows: one ZIP file with the DLL (bin), what compilers link (lib) and include, and
# the notices.
set(CPACK_GENERATOR ZIP)
set(CPACK_PACKAGE_FILE_NAME dameotb-${PROJECT_VERSION}-windows-x86_64)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
# What the static libraries need: no system comes with it.
if(DAMEOTB_BUILD_ZSTD)
  install(FILES ${PROJECT_BINARY_DIR}/target/lib/libzstd.a DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
endif()
include(CPack)
