// Verification by definition: generates the legal moves of each position, and probes each successor as an engine would.
// It uses neither the solver's code nor the code that reads whole classes into memory.
#include <algorithm>
#include <limits>
#include <optional>

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/table/directory/table_directory.hpp>

#include "class_verifier.hpp"

namespace dameotb::analysis {

namespace {

using rules::Position;
using rules::Value;

class PlainVerifier : public ClassVerifier {
public:
    explicit PlainVerifier(const VerifyOptions& options)
        : options_{options}, tables_{options.directory, probe::TablebaseOptions{.cache_bytes = cache_bytes(options)}} {}

    [[nodiscard]] std::uint64_t part() const override {
        constexpr std::uint64_t of_all = 1024;
        constexpr std::uint64_t of_sample = std::uint64_t{1} << 16;
        return options_.sample ? of_sample : of_all;
    }

    [[nodiscard]] Verified verify(std::size_t /*thread*/, const VerifiedClass& verified, std::uint64_t first,
                                  std::uint64_t end) override {
        Verified found;
        verified.sample.for_each(first, end, [&](std::uint64_t offset) {
            ++found.positions;
            const Position position = verified.position(offset);
            if (!rules::must_capture(position)) {
                found.mismatch = verified.compare(offset, value(position), expected_value(position));
            }
            return !found.mismatch;
        });
        return found;
    }

private:
    [[nodiscard]] static std::size_t cache_bytes(const VerifyOptions& options) {
        constexpr std::uint64_t process_bytes = std::uint64_t{64} << 20;
        return options.memory_bytes ? *options.memory_bytes - std::min(*options.memory_bytes / 2, process_bytes)
                                    : std::numeric_limits<std::size_t>::max();
    }

    /// Returns the stored value. Throws table::MissingTableError.
    [[nodiscard]] Value value(const Position& position) const {
        const auto answer = tables_.probe_dtm(position);
        if (const auto* missing = std::get_if<probe::NoTable>(&answer)) {
            throw table::MissingTableError{options_.directory, missing->material, table::Metric::Dtm};
        }
        return std::get<Value>(answer);
    }

    /// Returns the value that the successors' values imply. Requires: no capture is forced.
    [[nodiscard]] Value expected_value(const Position& position) const {
        Value best = Value::loss_in(0);
        for (const rules::Move& move : rules::quiet_moves(position)) {
            best = std::max(best, value(rules::after(position, move)).before_move());
        }
        return best;
    }

    const VerifyOptions& options_;
    probe::Tablebase tables_;
};

}  // namespace

std::unique_ptr<ClassVerifier> make_plain_verifier(const VerifyOptions& options) {
    return std::make_unique<PlainVerifier>(options);
}

}  // namespace dameotb::analysis
