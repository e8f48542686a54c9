// Models by their parts, and the bytes that docs/codec.md says they have.
#pragma once

#include <array>
#include <random>
#include <span>
#include <vector>

#include <dameotb/table/codec/model.hpp>

#include "escape_tree.hpp"
#include "range_coder.hpp"
#include "side_model.hpp"

namespace dameotb::tests {

/// What a model consists of.
struct ModelParts {
    int bits = 8;
    std::vector<table::Vote> candidates;  ///< Of one table after the other.
    std::vector<table::Vote> rows;        ///< Of a .wdl.
    table::RelativeValuesByFrequency by_frequency{1, 2, 3};
    std::vector<table::Vote> escapes;             ///< Of a .dtm.
    std::array<table::PathLengths, 2> lengths{};  ///< Of either tree. No relative value has one in both.
};

/// Writes decisions with probabilities that learn.
class PlainModelWriter {
public:
    explicit PlainModelWriter(std::vector<std::byte>& out) : encoder_{out} {}

    void decision(unsigned& yes, bool decision) {
        encoder_.put(decision, yes);
        yes = decision ? yes + (65504 - yes) / 32 : yes - (yes - 32) / 32;
    }
    void number(std::vector<unsigned>& probabilities, int bits, unsigned number) {
        unsigned before = 1;  // a 1, and the bits so far
        for (int bit = bits; bit-- > 0;) {
            const bool is_set = (number >> bit & 1) != 0;
            decision(probabilities[before], is_set);
            before = 2 * before + (is_set ? 1 : 0);
        }
    }
    void tables(const std::vector<table::Vote>& votes, std::size_t size) {
        for (std::size_t first = 0; first < votes.size(); first += size) {
            unsigned is_zero = 32768;
            unsigned is_negative = 32768;
            std::vector<unsigned> sizes(128, 32768);
            for (std::size_t i = first; i < first + size; ++i) {
                decision(is_zero, votes[i] == 0);
                if (votes[i] != 0) {
                    decision(is_negative, votes[i] < 0);
                    number(sizes, 7, static_cast<unsigned>(votes[i] < 0 ? -votes[i] : votes[i]));
                }
            }
        }
    }
    void finish() { encoder_.finish(); }

private:
    table::RangeEncoder encoder_;
};

[[nodiscard]] inline std::vector<std::byte> plain_bytes(table::Metric metric, const ModelParts& parts) {
    std::vector<std::byte> decisions;
    PlainModelWriter writer{decisions};
    const std::size_t size = std::size_t{1} << parts.bits;
    writer.tables(parts.candidates, size);
    if (metric == table::Metric::Wdl) {
        std::vector<unsigned> probabilities(4, 32768);
        for (const table::RelativeValue relative_value : parts.by_frequency) {
            writer.number(probabilities, 2, relative_value);
        }
        writer.tables(parts.rows, size);
    } else {
        writer.tables(parts.escapes, size);
        std::vector<unsigned> probabilities(64, 32768);
        for (std::size_t relative_value = 0; relative_value < 256; ++relative_value) {
            writer.number(probabilities, 6, parts.lengths[0][relative_value] + parts.lengths[1][relative_value]);
        }
    }
    writer.finish();
    std::vector<std::byte> bytes{static_cast<std::byte>(parts.bits)};
    for (int byte = 0; byte < 4; ++byte) {
        bytes.push_back(static_cast<std::byte>(decisions.size() >> (8 * byte)));
    }
    bytes.insert(bytes.end(), decisions.begin(), decisions.end());
    return bytes;
}

/// Returns votes of which most are small, up to `most` on either side, and a share are 0.
[[nodiscard]] inline std::vector<table::Vote> random_votes(std::mt19937_64& random, std::size_t count, int most) {
    std::vector<table::Vote> votes(count);
    for (table::Vote& vote : votes) {
        const int scale = 1 + static_cast<int>(random() % static_cast<unsigned>(most));
        const int size = static_cast<int>(random() % static_cast<unsigned>(scale + 1));
        vote = static_cast<table::Vote>(random() % 2 == 0 ? size : -size);
    }
    return votes;
}

/// Returns the lengths of a tree of so many relative values below a draw, or `above` it.
[[nodiscard]] inline table::PathLengths random_lengths(std::mt19937_64& random, bool above, unsigned relative_values) {
    std::array<std::uint32_t, 256> counts{};
    const unsigned first = above ? 128 : 1;
    for (unsigned relative_value = first; relative_value < first + relative_values; ++relative_value) {
        counts[relative_value] = 1 + static_cast<std::uint32_t>(random() >> (40 + random() % 24));
    }
    return table::EscapeTree::lengths_for(counts);
}

/// Returns any model that can code all values: one that no sample would teach.
[[nodiscard]] inline ModelParts random_parts(std::mt19937_64& random, int bits, int most_vote) {
    const std::size_t size = std::size_t{1} << bits;
    ModelParts parts;
    parts.bits = bits;
    parts.candidates = random_votes(random, table::candidate_votes * size, most_vote);
    parts.rows = random_votes(random, table::row_votes * size, most_vote);
    parts.escapes = random_votes(random, table::escape_votes * size, most_vote);
    std::shuffle(parts.by_frequency.begin(), parts.by_frequency.end(), random);
    parts.lengths = {random_lengths(random, false, 126), random_lengths(random, true, 126)};
    return parts;
}

/// Returns any model, of which not all values need to have paths.
[[nodiscard]] inline ModelParts random_parts_to_decode(std::mt19937_64& random, int bits, int most_vote) {
    ModelParts parts = random_parts(random, bits, most_vote);
    for (const bool above : {false, true}) {
        parts.lengths[above ? 1 : 0] = random_lengths(random, above, 2 + static_cast<unsigned>(random() % 125));
    }
    return parts;
}

/// The model keeps the reference to the index.
[[nodiscard]] inline table::Model model_of(const index::ClassIndex& index, Colour mover, table::Metric metric,
                                           const ModelParts& parts) {
    const std::vector<std::byte> bytes = plain_bytes(metric, parts);
    std::span<const std::byte> rest{bytes};
    return table::Model::read(index, mover, table::coding_of(metric), rest).value();
}

}  // namespace dameotb::tests
