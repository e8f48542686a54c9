// The file form of a model: everything is coded by the range coder, with adaptive probabilities.
#include <dameotb/table/codec/model.hpp>

#include <algorithm>
#include <functional>
#include <utility>

#include "side_model.hpp"

namespace dameotb::table {

namespace {

constexpr int least_table_bits = 8;
constexpr int most_table_bits = 20;

/// The probability of a decision. Each outcome moves it a thirty-second of the way.
class AdaptiveProbability {
public:
    [[nodiscard]] Probability yes() const { return yes_; }
    void update(bool decision) { yes_ += decision ? (65536 - 32 - yes_) >> 5 : -((yes_ - 32) >> 5); }

private:
    Probability yes_ = 32768;
};

/// A number of `bits` bits, highest first; each decision depends on those before it.
template <int bits>
using NumberProbabilities = std::array<AdaptiveProbability, std::size_t{1} << bits>;

class ModelWriter {
public:
    explicit ModelWriter(std::vector<std::byte>& out) : encoder_{out} {}

    void decision(AdaptiveProbability& probability, bool& value) {
        encoder_.put(value, probability.yes());
        probability.update(value);
    }
    void finish() { encoder_.finish(); }

private:
    RangeEncoder encoder_;
};

class ModelReader {
public:
    explicit ModelReader(std::span<const std::byte> in) : decoder_{in} {}

    void decision(AdaptiveProbability& probability, bool& value) {
        value = decoder_.get(probability.yes());
        probability.update(value);
    }

private:
    RangeDecoder decoder_;
};

// One code for both directions: Coder is a ModelWriter or a ModelReader.

template <int bits, class Coder>
void code_number(Coder& coder, NumberProbabilities<bits>& probabilities, unsigned& number) {
    unsigned node = 1;
    for (int bit = bits - 1; bit >= 0; --bit) {
        bool decision = (number >> bit & 1) != 0;
        coder.decision(probabilities[node], decision);
        node = node << 1 | (decision ? 1 : 0);
    }
    number = node - (1U << bits);
}

/// Codes a table's votes: zero or not, sign, and size.
template <class Coder>
void code_table(Coder& coder, std::span<Vote> table) {
    AdaptiveProbability is_zero;
    AdaptiveProbability is_negative;
    NumberProbabilities<7> sizes;
    for (Vote& vote : table) {
        bool zero = vote == 0;
        coder.decision(is_zero, zero);
        if (zero) {
            vote = 0;
            continue;
        }
        bool negative = vote < 0;
        coder.decision(is_negative, negative);
        unsigned size = static_cast<unsigned>(negative ? -vote : vote);
        code_number<7>(coder, sizes, size);
        vote = static_cast<Vote>(negative ? -static_cast<int>(size) : static_cast<int>(size));
    }
}

template <std::size_t votes, class Coder>
void code_tables(Coder& coder, VoteTables<votes>& tables) {
    const std::size_t size = tables.all().size() / votes;
    for (std::size_t i = 0; i < votes; ++i) {
        code_table(coder, std::span{tables.all()}.subspan(i * size, size));
    }
}

template <class Coder>
void code_side(Coder& coder, Coding coding, SideModel& side) {
    code_tables(coder, side.candidates);
    if (coding == Coding::Results) {
        NumberProbabilities<2> probabilities;
        for (RelativeValue& relative_value : side.by_frequency) {
            unsigned number = relative_value;
            code_number<2>(coder, probabilities, number);
            relative_value = static_cast<RelativeValue>(number);
        }
        code_tables(coder, side.rows);
    } else {
        code_tables(coder, side.escapes);
    }
}

template <class Coder>
void code_lengths(Coder& coder, PathLengths& lengths) {
    NumberProbabilities<6> probabilities;
    for (std::uint8_t& length : lengths) {
        unsigned number = length;
        code_number<6>(coder, probabilities, number);
        length = static_cast<std::uint8_t>(number);
    }
}

void put_size(std::vector<std::byte>& out, std::size_t at, std::size_t size) {
    for (std::size_t i = 0; i < 4; ++i) {
        out[at + i] = static_cast<std::byte>(size >> (8 * i));
    }
}

}  // namespace

Model::Model(const index::ClassIndex& index, Colour mover, Coding coding, std::unique_ptr<SideModel> side)
    : index_{&index}, mover_{mover}, coding_{coding}, side_{std::move(side)} {}
Model::~Model() = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;

std::size_t Model::memory_bytes() const {
    return sizeof(SideModel) + side_->candidates.all().size() + side_->rows.all().size() + side_->escapes.all().size();
}

/// One byte with the bits of the tables, four with the size of the rest, then decisions.
std::vector<std::byte> Model::to_bytes() const {
    SideModel side = *side_;
    std::vector<std::byte> out(5);
    out[0] = static_cast<std::byte>(std::countr_zero(side.candidates.all().size() / candidate_votes));
    ModelWriter writer{out};
    code_side(writer, coding_, side);
    if (coding_ == Coding::Distances) {
        PathLengths lengths{};
        for (const EscapeTree& tree : side.escape_trees) {
            std::ranges::transform(lengths, tree.lengths(), lengths.begin(), std::bit_or{});
        }
        code_lengths(writer, lengths);
    }
    writer.finish();
    put_size(out, 1, out.size() - 5);
    return out;
}

std::optional<Model> Model::read(const index::ClassIndex& index, Colour mover, Coding coding,
                                 std::span<const std::byte>& bytes) {
    if (bytes.size() < 5) {
        return std::nullopt;
    }
    const auto bits = std::to_integer<int>(bytes[0]);
    std::size_t size = 0;
    for (std::size_t i = 4; i > 0; --i) {
        size = size << 8 | std::to_integer<std::size_t>(bytes[i]);
    }
    if (bits < least_table_bits || bits > most_table_bits || size > bytes.size() - 5) {
        return std::nullopt;
    }
    auto side = std::make_unique<SideModel>(coding, bits);
    ModelReader reader{bytes.subspan(5, size)};
    code_side(reader, coding, *side);
    if (coding == Coding::Results) {
        RelativeValuesByFrequency sorted = side->by_frequency;
        std::ranges::sort(sorted);
        if (sorted != RelativeValuesByFrequency{1, 2, 3}) {
            return std::nullopt;
        }
    } else {
        PathLengths lengths{};
        code_lengths(reader, lengths);
        for (const bool above : {false, true}) {
            PathLengths own{};
            for (unsigned relative_value = 0; relative_value < lengths.size(); ++relative_value) {
                if (is_decided_relative_value(relative_value, above)) {
                    own[relative_value] = std::exchange(lengths[relative_value], 0);
                }
            }
            auto tree = EscapeTree::of(own);
            if (!tree) {
                return std::nullopt;
            }
            side->escape_trees[above ? 1 : 0] = std::move(*tree);
        }
        if (lengths != PathLengths{}) {  // undecided relative values
            return std::nullopt;
        }
    }
    bytes = bytes.subspan(5 + size);
    return Model{index, mover, coding, std::move(side)};
}

}  // namespace dameotb::table
