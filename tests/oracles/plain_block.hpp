// The decoder of docs/codec.md by definition, position by position. There are no words of lanes, no bounds that are
// carried on, no tables of rows. Slow; for comparison only. Only what is tested on its own is shared with the codec:
// votes, trees, probabilities, the range decoder.
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
    std::uint32_t offset = 0;             ///< In the block.
    std::string question;                 ///< "block 0", "row 2", "candidate 1: 17", "escape 5".
    PlainGuesses guesses{};               ///< Of a candidate; 255 where nothing is known.
    PlainHints hints{};                   ///< Likewise.
    std::vector<std::uint64_t> contexts;  ///< Whole, before they are cut to the size of a table.
    std::vector<int> votes;
    int sum = 0;
    table::Probability yes = 0;
    bool answer = false;
};

/// Decodes one block.
class PlainBlock {
public:
    /// Keeps the references. `results`: of a .dtm, the codes of the same positions in the .wdl.
    PlainBlock(const index::ClassIndex& index, Colour mover, const table::Model& model, std::uint64_t first,
               std::uint32_t count, std::span<const std::uint8_t> results = {});

    /// Returns the codes; nothing if the bytes are refused. Requires: called once.
    [[nodiscard]] std::optional<std::vector<std::uint8_t>> decode(std::span<const std::byte> bytes);

    [[nodiscard]] const std::vector<PlainDecision>& decisions() const { return decisions_; }

private:
    using RelativeValue = int;
    using Kind = int;

    /// The candidates, and the patterns of guesses and hints.
    struct Candidates {
        std::vector<RelativeValue> relative_values;
        PlainGuesses guesses{};
        PlainHints hints{};
    };

    [[nodiscard]] bool is_wdl() const { return model_.coding() == table::Coding::Results; }
    [[nodiscard]] RelativeValue relative_value_of(int code) const;
    [[nodiscard]] std::uint8_t code_of(RelativeValue relative_value) const;

    [[nodiscard]] Candidates candidates(int side) const;

    [[nodiscard]] Kind kind_of_row(const std::optional<PlainPieces>& pieces) const;
    [[nodiscard]] Kind read_kind(std::uint32_t offset, const std::string& what,
                                 const std::array<std::uint64_t, 2>& bytes, std::uint64_t first);
    void read_row_kind(std::uint32_t offset);
    [[nodiscard]] RelativeValue read_relative_value(std::uint32_t offset);
    [[nodiscard]] RelativeValue read_result(std::uint32_t offset);
    [[nodiscard]] RelativeValue read_distance(std::uint32_t offset);
    void add_miss(bool missed);
    [[nodiscard]] std::optional<std::size_t> read_candidate(std::uint32_t offset, const Candidates& candidates,
                                                            std::size_t asked);
    [[nodiscard]] RelativeValue read_escape(std::uint32_t offset, const Candidates& candidates, bool above);
    void remember(RelativeValue relative_value, bool above);
    template <std::size_t votes>
    [[nodiscard]] bool read(const table::VoteTables<votes>& tables, std::uint32_t offset, const std::string& question,
                            const std::array<std::uint64_t, votes>& bytes, std::uint64_t decision_bytes);
    [[nodiscard]] std::optional<std::vector<std::uint8_t>> plain_codes(std::span<const std::byte> bytes) const;

    bool flipped_;  ///< The runner is a king of the side that waits.
    const table::Model& model_;
    std::span<const std::uint8_t> results_;
    PlainSurroundings around_;
    std::vector<Kind> row_kinds_;  ///< By position.
    std::optional<table::RangeDecoder> decoder_;
    std::vector<PlainDecision> decisions_;
    PlainGuesses guesses_{};  ///< Of the position that is read.
    PlainHints hints_{};

    unsigned misses_ = 0;
    Kind last_kind_ = 0;
    std::array<std::array<RelativeValue, 2>, 2> recent_{};
};

}  // namespace dameotb::tests
