#include "plain_block.hpp"

#include <algorithm>
#include <bit>

namespace dameotb::tests {

using rules::Direction;

namespace {

constexpr int dont_care_code = 255;
constexpr int mixed_row = 4;

std::uint64_t number(int value) {
    return static_cast<std::uint64_t>(value);
}

/// Returns the number that is made of these bytes, the lowest first.
std::uint64_t packed(const std::vector<std::uint64_t>& bytes) {
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        all += bytes[i] << (8 * i);
    }
    return all;
}

}  // namespace

PlainBlock::PlainBlock(const index::ClassIndex& index, Colour mover, const table::Model& model, std::uint64_t first,
                       std::uint32_t count, std::span<const std::uint8_t> results)
    : flipped_{index.material()[mover].kings == 0},
      model_{model},
      results_{results},
      around_{index, mover, first, count},
      row_kinds_(count) {}

std::optional<std::vector<std::uint8_t>> PlainBlock::decode(std::span<const std::byte> bytes) {
    if (bytes.size() >= row_kinds_.size()) {
        return plain_codes(bytes);
    }
    decoder_.emplace(bytes);
    Kind block_kind = mixed_row;
    if (is_wdl()) {
        block_kind = read_kind(0, "block", {0, 0}, 0);
    }
    std::vector<std::uint8_t> codes;
    for (std::uint32_t offset = 0; offset < row_kinds_.size(); ++offset) {
        if (is_wdl() && block_kind == mixed_row && around_.begins_row(offset)) {
            read_row_kind(offset);
        }
        if (!around_.is_quiet(offset)) {
            codes.push_back(dont_care_code);
            continue;
        }
        const Kind kind = block_kind != mixed_row ? block_kind : row_kinds_[offset];
        const RelativeValue relative_value = is_wdl() && kind != mixed_row ? kind : read_relative_value(offset);
        around_.set_relative_value(offset, relative_value);
        codes.push_back(code_of(relative_value));
    }
    return codes;
}

std::optional<std::vector<std::uint8_t>> PlainBlock::plain_codes(std::span<const std::byte> bytes) const {
    if (bytes.size() > row_kinds_.size()) {
        return std::nullopt;
    }
    std::vector<std::uint8_t> codes;
    for (std::uint32_t offset = 0; offset < row_kinds_.size(); ++offset) {
        const int code = std::to_integer<int>(bytes[offset]);
        const bool is_value = is_wdl() ? code <= 2 : code <= 252;
        const int result = code == 0 ? 1 : code % 2 == 0 ? 2 : 0;
        const bool fits =
            !around_.is_quiet(offset) ? code == dont_care_code : is_value && (is_wdl() || result == results_[offset]);
        if (!fits) {
            return std::nullopt;
        }
        codes.push_back(static_cast<std::uint8_t>(code));
    }
    return codes;
}

// Relative values.

PlainBlock::RelativeValue PlainBlock::relative_value_of(int code) const {
    if (is_wdl()) {
        return flipped_ ? 3 - code : code + 1;
    }
    const int relative_value = code == 0 ? 127 : code % 2 != 0 ? (code + 1) / 2 : 254 - code / 2;
    return flipped_ ? 254 - relative_value : relative_value;
}

std::uint8_t PlainBlock::code_of(RelativeValue relative_value) const {
    int code = 0;
    while (relative_value_of(code) != relative_value) {
        ++code;
    }
    return static_cast<std::uint8_t>(code);
}

/// `side`: -1 for relative values below a draw's, 1 for those above it, 0 for all.
PlainBlock::Candidates PlainBlock::candidates(int side) const {
    const auto possible = [&](RelativeValue relative_value) {
        return relative_value != plain_unknown &&
               (side == 0 || (side > 0 && relative_value > 127) || (side < 0 && relative_value < 127));
    };
    Candidates made;
    std::vector<RelativeValue>& relative_values = made.relative_values;
    for (const RelativeValue guess : guesses_) {
        if (possible(guess) && std::ranges::find(relative_values, guess) == relative_values.end()) {
            relative_values.push_back(guess);
        }
    }
    const auto mark = [&](RelativeValue relative_value) {
        const auto found = std::ranges::find(relative_values, relative_value);
        return !possible(relative_value)        ? 8
               : found == relative_values.end() ? 7
                                                : static_cast<int>(found - relative_values.begin());
    };
    std::ranges::transform(guesses_, made.guesses.begin(), mark);
    std::ranges::transform(hints_, made.hints.begin(), mark);
    const auto add = [&](RelativeValue relative_value) {
        if (std::ranges::find(relative_values, relative_value) == relative_values.end()) {
            relative_values.push_back(relative_value);
        }
    };
    if (is_wdl()) {
        for (const table::RelativeValue relative_value : model_.side().by_frequency) {
            add(relative_value);
        }
        return made;
    }
    for (const RelativeValue relative_value : recent_[side > 0 ? 1 : 0]) {
        if (relative_value != 0) {
            add(relative_value);
        }
    }
    return made;
}

// Rows of a .wdl.

/// Returns the kind of the row in the block that has these pieces but for the runner; 0 if there is none.
PlainBlock::Kind PlainBlock::kind_of_row(const std::optional<PlainPieces>& pieces) const {
    for (int square = 0; pieces && square < 64; ++square) {
        PlainPieces there = *pieces;
        there.runner = Square{square};
        if (const auto offset = around_.offset_of(there)) {
            return row_kinds_[*offset];
        }
    }
    return 0;
}

PlainBlock::Kind PlainBlock::read_kind(std::uint32_t offset, const std::string& what,
                                       const std::array<std::uint64_t, 2>& bytes, std::uint64_t first) {
    const auto ask = [&](std::uint64_t i) {
        return read(model_.side().rows, offset, what + " " + std::to_string(i), bytes, first + i);
    };
    const auto& by_frequency = model_.side().by_frequency;
    return !ask(0) ? mixed_row : ask(1) ? by_frequency[0] : ask(2) ? by_frequency[1] : by_frequency[2];
}

/// Reads the kind of the row that begins at the position, and gives it to all its positions.
void PlainBlock::read_row_kind(std::uint32_t offset) {
    const PlainPieces here = around_.pieces(offset);
    const std::uint32_t end = around_.end_of_row(offset);
    std::uint64_t quiet = 0;
    for (std::uint32_t i = offset; i < end; ++i) {
        quiet += around_.is_quiet(i) ? 1 : 0;
    }
    if (quiet == 0) {
        return;
    }
    const std::uint64_t fellow = number(kind_of_row(with_fellow_moved(here, Direction::West)));
    const std::uint64_t west = number(kind_of_row(with_waiting_moved(here, Direction::West)));
    const std::uint64_t south = number(kind_of_row(with_waiting_moved(here, Direction::South)));
    const std::uint64_t slice = number(kind_of_row(around_.in_nearest_slice(here)));
    const std::uint64_t last = number(last_kind_);
    const Kind kind =
        read_kind(offset, "row", {packed({west, fellow, last, south, slice}), packed({west, fellow, last, quiet})}, 3);
    for (std::uint32_t i = offset; i < end; ++i) {
        row_kinds_[i] = kind;
    }
    last_kind_ = kind;
}

// Single positions.

PlainBlock::RelativeValue PlainBlock::read_relative_value(std::uint32_t offset) {
    const PlainPieces here = around_.pieces(offset);
    guesses_ = around_.guesses(here);
    hints_ = around_.hints(here);
    const bool is_draw = !is_wdl() && results_[offset] == 1;
    return is_draw ? relative_value_of(0) : is_wdl() ? read_result(offset) : read_distance(offset);
}

PlainBlock::RelativeValue PlainBlock::read_result(std::uint32_t offset) {
    const Candidates all = candidates(0);
    const auto found = read_candidate(offset, all, 2);
    add_miss(found != 0U);
    return all.relative_values[found.value_or(2)];
}

PlainBlock::RelativeValue PlainBlock::read_distance(std::uint32_t offset) {
    const bool above = (results_[offset] == 2) != flipped_;
    const Candidates some = candidates(above ? 1 : -1);
    const auto found = read_candidate(offset, some, some.relative_values.size());
    add_miss(found != 0U);
    const RelativeValue relative_value = found ? some.relative_values[*found] : read_escape(offset, some, above);
    remember(relative_value, above);
    return relative_value;
}

void PlainBlock::add_miss(bool missed) {
    misses_ = (7 * misses_ + (missed ? 64 : 0)) / 8;
}

/// Asks for the first `asked` candidates. Returns which one it is, if any.
std::optional<std::size_t> PlainBlock::read_candidate(std::uint32_t offset, const Candidates& candidates,
                                                      std::size_t asked) {
    const std::vector<RelativeValue>& relative_values = candidates.relative_values;
    const auto g = [&](std::size_t i) { return number(candidates.guesses[i]); };
    const auto h = [&](std::size_t i) { return number(candidates.hints[i]); };
    const std::uint64_t square = number(around_.pieces(offset).runner.index());
    for (std::size_t k = 0; k < asked; ++k) {
        const std::uint64_t is_less = relative_values[k] < relative_values[0] ? 1 : 0;
        const std::uint64_t first = is_wdl() ? number(relative_values[0]) : 0;
        if (read(model_.side().candidates, offset,
                 "candidate " + std::to_string(k) + ": " + std::to_string(relative_values[k]),
                 {packed({h(0), h(1), h(2), h(3), h(4)}), packed({g(0), g(1), g(2), misses_ / 4}),
                  packed({g(0), g(1), g(2), g(3), square}), packed({g(4), g(5), g(6), h(5), h(6), h(7)})},
                 packed({k, is_less, first}))) {
            return k;
        }
    }
    return std::nullopt;
}

PlainBlock::RelativeValue PlainBlock::read_escape(std::uint32_t offset, const Candidates& candidates, bool above) {
    const auto candidate = [&](std::size_t i) {
        return number(i < candidates.relative_values.size() ? candidates.relative_values[i] : plain_unknown);
    };
    const table::EscapeTree& tree = model_.side().escape_trees[above ? 1 : 0];
    table::EscapeTree::Node node = tree.root();
    while (!node.is_leaf()) {
        node = tree.next(node, read(model_.side().escapes, offset, "escape " + std::to_string(node.path),
                                    {packed({candidate(0)}), packed({candidate(0), candidate(1)})}, node.path));
    }
    return node.relative_value();
}

void PlainBlock::remember(RelativeValue relative_value, bool above) {
    auto& recent = recent_[above ? 1 : 0];
    if (recent[0] != relative_value) {
        recent = {relative_value, recent[0]};
    }
}

template <std::size_t votes>
bool PlainBlock::read(const table::VoteTables<votes>& tables, std::uint32_t offset, const std::string& question,
                      const std::array<std::uint64_t, votes>& bytes, std::uint64_t decision_bytes) {
    const std::size_t size = tables.all().size() / votes;
    PlainDecision decision{offset, question, guesses_, hints_, {}, {}};
    for (std::size_t i = 0; i < votes; ++i) {
        const std::uint64_t context = bytes[i] * 0x9E3779B97F4A7C15 + decision_bytes * 0xD6E8FEB86659FD93;
        decision.contexts.push_back(context);
        // The upper bits of the context: as many as count the votes of a table.
        const auto at = static_cast<std::size_t>(context >> (64 - std::countr_zero(size)));
        decision.votes.push_back(tables.all()[i * size + at]);
        decision.sum += decision.votes.back();
    }
    decision.yes = table::probability_of(decision.sum);
    decision.answer = decoder_->get(decision.yes);
    decisions_.push_back(decision);
    return decision.answer;
}

}  // namespace dameotb::tests
