// Verification by its definition: each position's legal moves, each successor looked up.
#include <algorithm>

#include <dameotb/gen/full_table.hpp>
#include <dameotb/rules/movegen.hpp>

#include "class_checker.hpp"

namespace dameotb::gen {

namespace {

using rules::Position;
using rules::Value;

class PlainChecker : public ClassChecker {
public:
    explicit PlainChecker(const VerifyOptions& options) : tables_{options.directory, options.threads} {}

    void begin(std::span<const index::Material> classes) override {
        tables_.keep_only({classes.begin(), classes.end()});
        table_ = &tables_.load(classes.front());
    }

    [[nodiscard]] std::uint64_t part() const override { return 1024; }

    [[nodiscard]] std::optional<Mismatch> check(std::size_t /*thread*/, const CheckedClass& checked,
                                                std::uint64_t first, std::uint64_t end) override {
        for (std::uint64_t place = first; place < end; ++place) {
            const Position position = checked.position(place);
            if (rules::must_capture(position)) {
                continue;
            }
            const Value stored = table_->value(position.side_to_move, place % checked.index.size());
            if (auto mismatch = checked.compare(place, stored, expected_value(position))) {
                return mismatch;
            }
        }
        return std::nullopt;
    }

private:
    /// The value that the successors' values give. Requires: no capture is on.
    [[nodiscard]] Value expected_value(const Position& position) const {
        Value best = Value::loss_in(0);
        for (const rules::Move& move : rules::quiet_moves(position)) {
            best = std::max(best, tables_.value(rules::after(position, move)).before_move());
        }
        return best;
    }

    FullTables tables_;
    const FullTable* table_ = nullptr;
};

}  // namespace

std::unique_ptr<ClassChecker> make_plain_checker(const VerifyOptions& options) {
    return std::make_unique<PlainChecker>(options);
}

}  // namespace dameotb::gen
