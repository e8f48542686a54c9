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
                found.mismatch = options_.rule.exists() ? mismatch_under_rule(verified, offset, position)
                                                        : mismatch(verified, offset, position);
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

    [[nodiscard]] std::optional<Mismatch> mismatch(const VerifiedClass& verified, std::uint64_t offset,
                                                   const Position& position) const {
        const Value stored = known(tables_.probe_dtm(position), table::Metric::Dtm);
        Value expected = Value::loss_in(0);
        for (const Move& move : rules::quiet_moves(position)) {
            const Position next = rules::after(position, move);
            expected = std::max(expected, known(tables_.probe_dtm(next), table::Metric::Dtm).before_move());
        }
        return verified.compare(offset, probe::Outcome::of(stored), probe::Outcome::of(expected), stored.wdl());
    }

    /// Does the same with the .dtz. The result without the rule is that of the .wdl.
    [[nodiscard]] std::optional<Mismatch> mismatch_under_rule(const VerifiedClass& verified, std::uint64_t offset,
                                                              const Position& position) const {
        const RuleValue stored = known(tables_.probe_dtz(position), table::Metric::Dtz);
        RuleValue expected = RuleValue::loss_in(0);
        for (const Move& move : rules::quiet_moves(position)) {
            const RuleValue reached = known(tables_.probe_dtz(rules::after(position, move)), table::Metric::Dtz);
            expected = std::max(expected, position.own().men.contains(move.from) ? reached.before_reset()
                                                                                 : reached.before_count(options_.rule));
        }
        const Wdl result = known(tables_.probe_wdl(position), table::Metric::Wdl);
        return verified.compare(offset, probe::Outcome::of(stored), probe::Outcome::of(expected), result);
    }

    /// Returns the value of an answer. Throws table::MissingTableError if it has none.
    template <class T>
    [[nodiscard]] T known(const probe::Answer<T>& answer, table::Metric metric) const {
        if (const auto* missing = std::get_if<probe::NoTable>(&answer)) {
            throw table::MissingTableError{options_.directory, missing->material, metric};
        }
        return std::get<T>(answer);
    }

    const VerifyOptions& options_;
    probe::Tablebase tables_;
};

}  // namespace

std::unique_ptr<ClassVerifier> make_plain_verifier(const VerifyOptions& options) {
    return std::make_unique<PlainVerifier>(options);
}

}  // namespace dameotb::analysis
