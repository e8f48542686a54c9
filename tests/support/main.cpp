// The test runner's main, where Catch2 does not bring one in a library of its own (version 2).
#if !__has_include(<catch2/catch_all.hpp>)
#define CATCH_CONFIG_MAIN
#endif
#include "catch.hpp"
