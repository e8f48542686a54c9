# What a build for another kind of machine needs of others, put together in BUILD/target. Windows has no Debian packages,
# and those for Debian's other architectures install only in the very version that is installed here: once a security
# update has come for one of the two alone, they do not.
set(prefix ${PROJECT_BINARY_DIR}/target)
set(pkgconfig ${prefix}/lib/pkgconfig)
set(DAMEOTB_ZSTD_SOURCE ${PROJECT_BINARY_DIR}/zstd CACHE PATH "The sources of zstd: a folder that has lib/zstd.h")
if(NOT EXISTS ${DAMEOTB_ZSTD_SOURCE}/lib/zstd.h)
  execute_process(COMMAND ${PROJECT_SOURCE_DIR}/scripts/fetch-zstd-source.sh ${DAMEOTB_ZSTD_SOURCE}
    COMMAND_ERROR_IS_FATAL ANY)
endif()
if(NOT EXISTS ${pkgconfig}/libzstd.pc)
  message(STATUS "Building zstd for ${CMAKE_SYSTEM_NAME} on ${CMAKE_SYSTEM_PROCESSOR}")
  find_program(DAMEOTB_MAKE make REQUIRED)
  cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
  execute_process(
    COMMAND ${DAMEOTB_MAKE} -C ${DAMEOTB_ZSTD_SOURCE}/lib -j${cores} install-static install-includes install-pc
      PREFIX=${prefix} BUILD_DIR=${PROJECT_BINARY_DIR}/zstd-target AR=${CMAKE_AR}
      "CC=${CMAKE_CXX_COMPILER_LAUNCHER} ${CMAKE_C_COMPILER}" ZSTD_LIB_DICTBUILDER=0 ZSTD_LEGACY_SUPPORT=0
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endif()

# The others are headers, of the machine that builds. Nothing else of its /usr/include may be seen.
find_package(PkgConfig REQUIRED)
if(NOT EXISTS ${pkgconfig}/libxxhash.pc)
  execute_process(COMMAND ${PKG_CONFIG_EXECUTABLE} --modversion libxxhash OUTPUT_VARIABLE version
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  file(GLOB headers /usr/include/xxhash.h /usr/include/xxh3.h)
  file(COPY ${headers} DESTINATION ${prefix}/include)
  file(WRITE ${pkgconfig}/libxxhash.pc
    "Name: xxhash\nDescription: the header alone\nVersion: ${version}\nCflags: -I${prefix}/include\n")
endif()
set(ENV{PKG_CONFIG_LIBDIR} ${pkgconfig})
if(DAMEOTB_TESTS)
  foreach(package Catch2 nlohmann_json)
    find_package(${package} REQUIRED)
    string(TOLOWER ${package} folder)
    string(REGEX REPLACE "_json$" "" folder ${folder})
    set(target ${package}::${package})
    get_target_property(directories ${target} INTERFACE_INCLUDE_DIRECTORIES)
    list(GET directories 0 directory)
    file(COPY ${directory}/${folder} DESTINATION ${prefix}/include)
    set_target_properties(${target} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${prefix}/include
      INTERFACE_SYSTEM_INCLUDE_DIRECTORIES ${prefix}/include)
  endforeach()
endif()
