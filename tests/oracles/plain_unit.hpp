// The decoder of docs/codec.md by definition, place by place. There are no words of lanes, no bounds that are carried
// on, no tables of rows. Slow; for comparison only.
// Only what is tested on its own is shared with the codec: votes, trees, probabilities, the range decoder.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <dameotb/table/codec/model.hpp>

#include "plain_surroundings.hpp"
#include "range_coder.hpp"
#include "side_model.hpp"

namespace dameotb::tests {

/// One decision, as it was read.
struct PlainDecision {
    std::uint32_t place = 0;              ///< Counted from the unit's first.
    std::string question;                 ///< "unit 0", "row 2", "candidate 1: 17", "escape 5".
    PlainGuesses guesses{};               ///< Of a candidate; 255 where nothing is known.
    PlainHints hints{};                   ///< Likewise.
    std::vector<std::uint64_t> contexts;  ///< Whole, before they are cut to the size of a table.
    std::vector<int> votes;
    int sum = 0;
    table::Probability yes = 0;
    bool answer = false;
};

/// Decodes one unit.
class PlainUnit {
public:
    /// Keeps the references. `results`: of a .dtm, the codes of the same places in the .wdl.
    PlainUnit(const index::ClassIndex& index, rules::Colour mover, const table::Model& model, std::uint64_t first,
              std::uint32_t count, std::span<const std::uint8_t> results = {});

    /// Returns the codes; nothing if the bytes are refused. Requires: called once.
    [[nodiscard]] std::optional<std::vector<std::uint8_t>> decode(std::span<const std::byte> bytes);

    [[nodiscard]] const std::vector<PlainDecision>& decisions() const { return decisions_; }

private:
    using Grade = int;
    using Kind = int;

    /// The candidates, and the patterns of guesses and hints.
    struct Candidates {
        std::vector<Grade> grades;
        PlainGuesses guesses{};
        PlainHints hints{};
    };

    [[nodiscard]] bool is_wdl() const { return model_.metric() == table::Metric::Wdl; }
    [[nodiscard]] Grade grade_of(int code) const;
    [[nodiscard]] std::uint8_t code_of(Grade grade) const;

    [[nodiscard]] Candidates candidates(int side) const;

    [[nodiscard]] Kind kind_of_row(const std::optional<PlainPieces>& pieces) const;
    [[nodiscard]] Kind read_kind(std::uint32_t place, const std::string& what,
                                 const std::array<std::uint64_t, 2>& bytes, std::uint64_t first);
    void read_row_kind(std::uint32_t place);
    [[nodiscard]] Grade read_grade(std::uint32_t place);
    [[nodiscard]] Grade read_result(std::uint32_t place);
    [[nodiscard]] Grade read_distance(std::uint32_t place);
    void add_miss(bool missed);
    [[nodiscard]] std::optional<std::size_t> read_candidate(std::uint32_t place, const Candidates& candidates,
                                                            std::size_t asked);
    [[nodiscard]] Grade read_escape(std::uint32_t place, const Candidates& candidates, bool above);
    void remember(Grade grade, bool above);
    template <std::size_t votes>
    [[nodiscard]] bool read(const table::VoteTables<votes>& tables, std::uint32_t place, const std::string& question,
                            const std::array<std::uint64_t, votes>& bytes, std::uint64_t decision_bytes);
    [[nodiscard]] std::optional<std::vector<std::uint8_t>> plain_codes(std::span<const std::byte> bytes) const;

    bool flipped_;  ///< The runner is a king of the side that waits.
    const table::Model& model_;
    std::span<const std::uint8_t> results_;
    PlainSurroundings around_;
    std::vector<Kind> row_kinds_;  ///< By place.
    std::optional<table::RangeDecoder> decoder_;
    std::vector<PlainDecision> decisions_;
    PlainGuesses guesses_{};  ///< Of the place that is read.
    PlainHints hints_{};

    unsigned misses_ = 0;
    Kind last_kind_ = 0;
    std::array<std::array<Grade, 2>, 2> recent_{};
};

}  // namespace dameotb::tests
