# Makes BUILD's Debian packages and unpacks them below WORK: by dpkg, which removes them again at the end, or for users
# other than root as archives. The command and a C program that is compiled against them must give right answers.
cmake_minimum_required(VERSION 3.22)
include(${CMAKE_CURRENT_LIST_DIR}/steps.cmake)

foreach(program dpkg dpkg-deb dpkg-shlibdeps file gzip)
  find_program(path_of_${program} ${program})
  if(NOT path_of_${program})
    message("skipped: there is no program ${program}")
    return()
  endif()
endforeach()

# expect(TEXT PATTERN)
function(expect text pattern)
  if(NOT text MATCHES "${pattern}")
    message(FATAL_ERROR "does not match ${pattern}:\n${text}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CPACK} --config ${BUILD}/CPackConfig.cmake -G DEB -B ${WORK}/packages)
file(GLOB packages ${WORK}/packages/*.deb)
set(all_fields "")
foreach(package IN LISTS packages)
  execute_process(COMMAND dpkg-deb --field ${package} OUTPUT_VARIABLE fields COMMAND_ERROR_IS_FATAL ANY)
  expect("${fields}" "\nMaintainer: the dameotb authors\n")
  string(APPEND all_fields "${fields}\n")
endforeach()
# What programs need is found by dpkg-shlibdeps.
expect("${all_fields}" "Depends: libc6 [^\n]*libgomp1[^\n]*libzstd1[^\n]*\nDescription: endgame tables for the draughts")
expect("${all_fields}" "Depends: libdameotb0 \\(= ${VERSION}\\), libzstd-dev\n")
expect("${all_fields}" "Depends: libc6 [^\n]*libzstd1[^\n]*\nDescription: [^\n]* - shared library\n")

execute_process(COMMAND id -u OUTPUT_VARIABLE user OUTPUT_STRIP_TRAILING_WHITESPACE)
set(root ${WORK}/root)
# What the packages need is outside this root; their scripts would tell the system's loader of a new library.
file(MAKE_DIRECTORY ${root}/var/lib/dpkg/info ${root}/var/lib/dpkg/updates ${WORK}/bin)
file(TOUCH ${root}/var/lib/dpkg/status)
file(CREATE_LINK /bin/true ${WORK}/bin/ldconfig SYMBOLIC)
set(ENV{PATH} ${WORK}/bin:$ENV{PATH})
set(dpkg dpkg --root=${root} --log=${WORK}/log --force-depends --force-script-chrootless)
if(user EQUAL 0)
  run(${dpkg} --install ${packages})
else()
  foreach(package IN LISTS packages)
    run(dpkg-deb --extract ${package} ${root})
  endforeach()
endif()

foreach(name dameotb libdameotb0 libdameotb-dev)
  file(SHA256 ${root}/usr/share/doc/${name}/copyright copyright)
  file(SHA256 ${SOURCE_DIR}/LICENSE license)
  if(NOT copyright STREQUAL license)
    message(FATAL_ERROR "${name} has another license")
  endif()
endforeach()
foreach(name man/man1/dameotb-gen.1.gz bash-completion/completions/dameotb zsh/vendor-completions/_dameotb
    fish/vendor_completions.d/dameotb.fish)
  if(NOT EXISTS ${root}/usr/share/${name})
    message(FATAL_ERROR "not installed: share/${name}")
  endif()
endforeach()

execute_process(COMMAND ${root}/usr/bin/dameotb --version OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
expect("${said}" "^dameotb ${VERSION} ")
execute_process(COMMAND ${root}/usr/bin/dameotb probe --dir ${TABLES} W:WKa7,Kh8:BKa1
  OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
expect("${said}" "^W:WKa7,Kh8:BKa1\twin\t5\n$")

file(GLOB_RECURSE pc ${root}/usr/lib/*/dameotb.pc)
get_filename_component(pc_directory ${pc} DIRECTORY)
get_filename_component(library_directory ${pc_directory} DIRECTORY)
set(ENV{PKG_CONFIG_PATH} ${pc_directory})
execute_process(COMMAND pkg-config --cflags --libs dameotb OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
run(${C_COMPILER} -std=c90 ${SOURCE_DIR}/tests/consumer/ask.c -o ${WORK}/ask_c ${flags})
set(ENV{LD_LIBRARY_PATH} ${library_directory})
ask(${WORK}/ask_c)
set(ENV{LD_LIBRARY_PATH})

if(user EQUAL 0)
  run(${dpkg} --purge dameotb libdameotb-dev libdameotb0)
  file(GLOB_RECURSE left ${root}/usr/*)
  if(left)
    message(FATAL_ERROR "left behind: ${left}")
  endif()
endif()

# Not for Debian's archive: no changelog of Debian's, no address, one folder for all architectures' libraries, and
# CPack's way to tell the loader.
find_program(lintian lintian)
if(lintian)
  execute_process(COMMAND ${lintian} --allow-root --fail-on error,warning --suppress-tags
      no-changelog,malformed-contact,pkg-config-unavailable-for-cross-compilation,lacks-ldconfig-trigger,maintscript-calls-ldconfig
      ${packages}
    RESULT_VARIABLE result OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "lintian says:\n${said}")
  endif()
else()
  message(STATUS "not looked at by lintian, which is not here")
endif()
