// A directory of tables, for tests of libraries that read tables.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <dameotb/gen/run/generate.hpp>

#include "temporary_directory.hpp"

namespace dameotb::tests {

/// The tables of some classes. They are removed with the object.
class MadeTables {
public:
    /// With a rule there are .dtz files, too. Requires: `classes` is in build order and has all classes that they
    /// depend on.
    explicit MadeTables(std::vector<index::Material> classes, DrawRule rule = {},
                        std::uint64_t one_side_from = store::never_one_side)
        : classes_{std::move(classes)} {
        make({}, one_side_from);
        if (rule.exists()) {
            make(rule, one_side_from);
        }
    }

    /// Makes what is missing of the tables of a rule, or of those without one.
    void make(DrawRule rule, std::uint64_t one_side_from = store::never_one_side,
              std::optional<std::uint64_t> memory_bytes = {}) const {
        gen::GenerateOptions options;
        options.directory = directory_.path();
        options.classes = classes_;
        options.threads = 2;
        options.one_side_from = one_side_from;
        options.rule = rule;
        options.memory_bytes = memory_bytes;
        if (gen::generate(options) != gen::GenerateResult::Complete) {
            throw std::logic_error{"the tables are not complete"};
        }
    }

    [[nodiscard]] const std::filesystem::path& path() const { return directory_.path(); }
    [[nodiscard]] const std::vector<index::Material>& classes() const { return classes_; }

private:
    TemporaryDirectory directory_;
    std::vector<index::Material> classes_;
};

}  // namespace dameotb::tests
