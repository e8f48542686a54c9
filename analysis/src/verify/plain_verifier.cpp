// Verification by its definition: takes the legal moves of each position, and probes each successor as an engine would.
// The values come neither from the solver's code nor from the code that reads whole classes into memory.
#include <algorithm>
#include <limits>
#include <optional>

#include <dameotb/files/table_directory.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/movegen.hpp>

#include "class_verifier.hpp"

namespace dameotb::analysis {

namespace {

using rules::Position;
using rules::Value;

class PlainVerifier : public ClassVerifier {
public:
    explicit PlainVerifier(const VerifyOptions& options) : options_{options} {}

    void begin(std::span<const index::Material> /*classes*/) override {
        // Everything that is read stays in memory until the next class.
        tables_.emplace(options_.directory,
                        probe::TablebaseOptions{.cache_bytes = std::numeric_limits<std::size_t>::max()});
    }

    [[nodiscard]] std::uint64_t part() const override { return 1024; }

    [[nodiscard]] std::optional<Mismatch> verify(std::size_t /*thread*/, const VerifiedClass& verified,
                                                 std::uint64_t first, std::uint64_t end) override {
        for (std::uint64_t place = first; place < end; ++place) {
            const Position position = verified.position(place);
            if (rules::must_capture(position)) {
                continue;
            }
            if (auto mismatch = verified.compare(place, value(position), expected_value(position))) {
                return mismatch;
            }
        }
        return std::nullopt;
    }

private:
    /// Returns the stored value. Throws files::MissingTableError.
    [[nodiscard]] Value value(const Position& position) const {
        const auto answer = tables_->probe_dtm(position);
        if (const auto* missing = std::get_if<probe::NoTable>(&answer)) {
            throw files::MissingTableError{options_.directory, missing->material, format::Metric::Dtm};
        }
        return std::get<Value>(answer);
    }

    /// Returns the value that the successors' values give. Requires: no capture is forced.
    [[nodiscard]] Value expected_value(const Position& position) const {
        Value best = Value::loss_in(0);
        for (const rules::Move& move : rules::quiet_moves(position)) {
            best = std::max(best, value(rules::after(position, move)).before_move());
        }
        return best;
    }

    const VerifyOptions& options_;
    std::optional<probe::Tablebase> tables_;
};

}  // namespace

std::unique_ptr<ClassVerifier> make_plain_verifier(const VerifyOptions& options) {
    return std::make_unique<PlainVerifier>(options);
}

}  // namespace dameotb::analysis
