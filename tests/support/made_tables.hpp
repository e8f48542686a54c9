// A directory of tables for tests of what reads them as a library.
#pragma once

#include <filesystem>
#include <utility>
#include <vector>

#include <dameotb/gen/generate.hpp>

#include "temporary_directory.hpp"

namespace dameotb::tests {

/// Tables of these classes, gone with the object.
class MadeTables {
public:
    /// Requires: with all that they depend on, in build order.
    explicit MadeTables(std::vector<index::Material> classes) {
        gen::GenerateOptions options;
        options.directory = directory_.path();
        options.classes = std::move(classes);
        options.threads = 2;
        options.compression = files::Compression::Fast;
        gen::generate(options);
    }

    [[nodiscard]] const std::filesystem::path& path() const { return directory_.path(); }

private:
    TemporaryDirectory directory_;
};

}  // namespace dameotb::tests
