// The test runner's main, where Catch2 does not bring one in a library of its own (most packages of version 2).
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
