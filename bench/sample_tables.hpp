// A temporary directory with the tables of all classes of up to three pieces, as `dameotb gen` makes them.
#pragma once

#include <dameotb/gen/generate.hpp>

#include "temporary_directory.hpp"

namespace dameotb::bench {

/// Generated when first asked for (a tenth of a second), removed at the program's end.
inline const std::filesystem::path& sample_tables() {
    static const test::TemporaryDirectory directory;
    static const bool generated = [] {
        gen::GenerateOptions options;
        options.directory = directory.path();
        options.classes = index::build_order(3);
        return gen::generate(options) == gen::GenerateResult::Complete;
    }();
    if (!generated) {
        throw std::logic_error{"the sample tables are not complete"};
    }
    return directory.path();
}

}  // namespace dameotb::bench
