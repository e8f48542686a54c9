// One class under verification, and the two ways to check it.
// Both compare each stored value with what the successors' stored values make of the position: one position after the
// other by the rules' move generator (the plain definition), or by whole rows.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include <dameotb/analysis/verify.hpp>
#include <dameotb/index/class_index.hpp>

namespace dameotb::analysis {

/// A class, and its .wdl file.
struct VerifiedClass {
    std::filesystem::path directory;
    index::ClassIndex index;
    std::vector<std::uint8_t> wdl;

    /// Places of the files: White to move by placement number, then Black if it is stored.
    [[nodiscard]] rules::Position position(std::uint64_t place) const {
        return index.unrank(place % index.size(), static_cast<rules::Colour>(place / index.size()));
    }
    /// What is wrong at a place, the .dtm first. `stored`: what the .dtm says. Requires: no capture is forced there.
    /// Throws format::TablebaseError if the .wdl holds no result there.
    [[nodiscard]] std::optional<Mismatch> compare(std::uint64_t place, rules::Value stored,
                                                  rules::Value expected) const;
};

class ClassVerifier {
public:
    virtual ~ClassVerifier() = default;

    /// Brings classes.front() into memory with all that its moves lead to; the others come after it.
    /// Throws format::TablebaseError. Returns early, with nothing usable, if the options' stop says so.
    virtual void begin(std::span<const index::Material> classes) = 0;
    /// `verify` takes so many places at a time, from a multiple of it on; fewer at the end of the class.
    [[nodiscard]] virtual std::uint64_t part() const = 0;
    /// The first mismatch among these places. Thread-safe for different `thread`, 0 to options.threads - 1.
    [[nodiscard]] virtual std::optional<Mismatch> verify(std::size_t thread, const VerifiedClass& verified,
                                                         std::uint64_t first, std::uint64_t end) = 0;
};

/// Both keep the reference.
[[nodiscard]] std::unique_ptr<ClassVerifier> make_plain_verifier(const VerifyOptions& options);
[[nodiscard]] std::unique_ptr<ClassVerifier> make_row_verifier(const VerifyOptions& options);

}  // namespace dameotb::analysis
