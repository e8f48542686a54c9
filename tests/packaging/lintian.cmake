# Lets lintian look at the Debian packages that debian_packages.cmake has made in WORK.
cmake_minimum_required(VERSION 3.22)

find_program(lintian lintian)
if(NOT lintian)
  message("skipped: there is no program lintian")
  return()
endif()
file(GLOB packages ${WORK}/packages/*.deb)
# Not for Debian's archive: no changelog of Debian's, no address, one folder for all architectures' libraries, and
# CPack's way to tell the loader.
execute_process(COMMAND ${lintian} --allow-root --fail-on error,warning --suppress-tags
    no-changelog,malformed-contact,pkg-config-unavailable-for-cross-compilation,lacks-ldconfig-trigger,maintscript-calls-ldconfig
    ${packages}
  RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "lintian says:\n${said}")
endif()
