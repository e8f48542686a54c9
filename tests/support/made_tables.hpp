// A directory of tables, for tests of libraries that read tables.
#pragma once

#include <filesystem>
#include <utility>
#include <vector>

#include <dameotb/gen/run/generate.hpp>

#include "temporary_directory.hpp"

namespace dameotb::tests {

/// The tables of these classes. They are removed with the object.
class MadeTables {
public:
    /// With a rule there are .dtz files, too. Requires: `classes` is in build order and has all classes that they
    /// depend on.
    explicit MadeTables(std::vector<index::Material> classes, std::uint64_t one_side_from = store::never_one_side,
                        DrawRule rule = {}) {
        gen::GenerateOptions options;
        options.one_side_from = one_side_from;
        options.directory = directory_.path();
        options.classes = std::move(classes);
        options.threads = 2;
        gen::generate(options);
        if (rule.exists()) {
            options.rule = rule;
            gen::generate(options);
        }
    }

    [[nodiscard]] const std::filesystem::path& path() const { return directory_.path(); }

private:
    TemporaryDirectory directory_;
};

}  // namespace dameotb::tests
