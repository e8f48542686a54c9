// Tables under a draw rule, made for a test.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include <dameotb/analysis/verify/verify.hpp>
#include <dameotb/gen/run/generate.hpp>

#include "temporary_directory.hpp"

namespace dameotb::tests {

/// A directory with the tables of some classes, first without a rule, then under one.
class RuleTables {
public:
    RuleTables(std::vector<index::Material> classes, DrawRule rule) : classes_{std::move(classes)}, rule_{rule} {
        make({});
        make(rule);
    }

    void make(DrawRule rule, std::optional<std::uint64_t> memory_bytes = {}) const {
        gen::GenerateOptions options;
        options.directory = directory_.path();
        options.classes = classes_;
        options.threads = 2;
        options.rule = rule;
        options.memory_bytes = memory_bytes;
        gen::generate(options);
    }
    [[nodiscard]] analysis::VerifyReport verify(bool plain) const {
        analysis::VerifyOptions options;
        options.directory = directory_.path();
        options.classes = classes_;
        options.threads = 2;
        options.rule = rule_;
        options.plain = plain;
        return analysis::verify(options);
    }
    [[nodiscard]] std::filesystem::path path() const { return directory_.path(); }
    [[nodiscard]] const std::vector<index::Material>& classes() const { return classes_; }

private:
    TemporaryDirectory directory_;
    std::vector<index::Material> classes_;
    DrawRule rule_;
};
}  // namespace dameotb::tests
