# What compilers and linkers offer against mistakes in memory that somebody could use, as Debian's hardening=+all has it,
# and the C++ library's own checks. All of it is in dameotb_flags, of which installed targets hand nothing on.
#
# Not with sanitizers, which find more and do not go together with it; not in Debug builds: _FORTIFY_SOURCE needs
# optimisation. What CXXFLAGS mention already, in whichever form, stays as the distribution that sets them wants it.
set(dameotb_default_hardening ${PROJECT_IS_TOP_LEVEL})
if(DAMEOTB_SANITIZE OR DAMEOTB_FUZZ)
  set(dameotb_default_hardening OFF)
endif()
option(DAMEOTB_HARDENING "Harden what is built, but in Debug builds (cmake/hardening.cmake)" ${dameotb_default_hardening})
set(dameotb_hardened "")  # the compiler's flags; what the tests expect
set(dameotb_hot_flags "")  # what takes of it back what costs too much, in sources that a layer calls HOT
if(NOT DAMEOTB_HARDENING)
  return()
endif()

include(CheckCXXCompilerFlag)
include(CheckCXXSourceCompiles)
include(CheckLinkerFlag)
include(CheckPIESupported)

# dameotb_harden(TOPIC FLAG): takes the flag if the compiler has it. TOPIC: what CXXFLAGS have that set it themselves.
function(dameotb_harden topic flag)
  string(MAKE_C_IDENTIFIER "dameotb_has${flag}" has)
  check_cxx_compiler_flag(${flag} ${has})
  if(${has} AND NOT "${CMAKE_CXX_FLAGS}" MATCHES "${topic}")
    target_compile_options(dameotb_flags INTERFACE $<$<NOT:$<CONFIG:Debug>>:${flag}>)
    set(dameotb_hardened ${dameotb_hardened} ${flag} PARENT_SCOPE)
  endif()
endfunction()

# For Windows, watching stacks and _FORTIFY_SOURCE take a library of MinGW's (libssp), which whoever links our static ones
# would have to link. All code there touches each page of its stack in turn; where it shall do so twice, GCC 12 fails.
if(NOT WIN32)
  dameotb_harden(stack-protector -fstack-protector-strong)
  dameotb_harden(stack-clash-protection -fstack-clash-protection)
endif()
dameotb_harden(cf-protection -fcf-protection)  # x86
dameotb_harden(branch-protection -mbranch-protection=standard)  # arm64
set(CMAKE_REQUIRED_FLAGS -Wformat)  # part of -Wall, which all have
dameotb_harden(format-security -Werror=format-security)
dameotb_harden(_GLIBCXX_ASSERTIONS -D_GLIBCXX_ASSERTIONS)
unset(CMAKE_REQUIRED_FLAGS)
# A sixth of a probe and a tenth of the solver: docs/decisions/0011-hardening.md. Arrays on the stack stay watched.
if("-fstack-protector-strong" IN_LIST dameotb_hardened)
  list(APPEND dameotb_hot_flags -fstack-protector)
endif()
if("-D_GLIBCXX_ASSERTIONS" IN_LIST dameotb_hardened)
  list(APPEND dameotb_hot_flags -U_GLIBCXX_ASSERTIONS)
endif()

# Level 3 takes a compiler and a C library that know it; where one does not, the C library warns.
set(CMAKE_REQUIRED_FLAGS "-O2 -Werror -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3")
check_cxx_source_compiles("#include <cstring>\nint main() { return 0; }" dameotb_has_fortify_3)
unset(CMAKE_REQUIRED_FLAGS)
if(NOT "${CMAKE_CXX_FLAGS}" MATCHES "_FORTIFY_SOURCE" AND NOT WIN32)
  # Some compilers define a level of their own.
  set(level $<IF:$<BOOL:${dameotb_has_fortify_3}>,3,2>)
  target_compile_options(dameotb_flags INTERFACE
    "$<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=${level}>")
  list(APPEND dameotb_hardened -D_FORTIFY_SOURCE)
endif()

# All of a program's tables are read-only before main, and its code lies anywhere.
foreach(flag relro now noexecstack)
  check_linker_flag(CXX -Wl,-z,${flag} dameotb_links_${flag})
  if(dameotb_links_${flag})
    target_link_options(dameotb_flags INTERFACE LINKER:-z,${flag})
  endif()
endforeach()
check_pie_supported(LANGUAGES CXX)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
