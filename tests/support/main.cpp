// The test runner's main, for a Catch2 without a library that has one (most packages of version 2).
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
