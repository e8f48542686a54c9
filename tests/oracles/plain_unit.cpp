#include "plain_unit.hpp"

#include <algorithm>
#include <bit>

namespace dameotb::tests {

using rules::Bitboard;
using rules::Direction;
using rules::Square;

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

PlainUnit::PlainUnit(const index::ClassIndex& index, rules::Colour mover, const table::Model& model,
                     std::uint64_t first, std::uint32_t count, std::span<const std::uint8_t> results)
    : flipped_{index.material()[mover].kings == 0},
      model_{model},
      results_{results},
      around_{index, mover, first, count},
      row_kinds_(count) {}

std::optional<std::vector<std::uint8_t>> PlainUnit::decode(std::span<const std::byte> bytes) {
    if (bytes.size() >= row_kinds_.size()) {
        return plain_codes(bytes);
    }
    decoder_.emplace(bytes);
    Kind unit_kind = mixed_row;
    if (is_wdl()) {
        unit_kind = read_kind(0, "unit", {0, 0}, 0);
    }
    std::vector<std::uint8_t> codes;
    for (std::uint32_t place = 0; place < row_kinds_.size(); ++place) {
        if (is_wdl() && unit_kind == mixed_row && around_.begins_row(place)) {
            read_row_kind(place);
        }
        if (!around_.is_quiet(place)) {
            codes.push_back(dont_care_code);
            continue;
        }
        const Kind kind = unit_kind != mixed_row ? unit_kind : row_kinds_[place];
        const Grade grade = is_wdl() && kind != mixed_row ? kind : read_grade(place);
        around_.set_grade(place, grade);
        codes.push_back(code_of(grade));
    }
    return codes;
}

std::optional<std::vector<std::uint8_t>> PlainUnit::plain_codes(std::span<const std::byte> bytes) const {
    if (bytes.size() > row_kinds_.size()) {
        return std::nullopt;
    }
    std::vector<std::uint8_t> codes;
    for (std::uint32_t place = 0; place < row_kinds_.size(); ++place) {
        const int code = std::to_integer<int>(bytes[place]);
        const bool is_value = is_wdl() ? code <= 2 : code <= 252;
        const int result = code == 0 ? 1 : code % 2 == 0 ? 2 : 0;
        const bool fits =
            !around_.is_quiet(place) ? code == dont_care_code : is_value && (is_wdl() || result == results_[place]);
        if (!fits) {
            return std::nullopt;
        }
        codes.push_back(static_cast<std::uint8_t>(code));
    }
    return codes;
}

// Grades.

PlainUnit::Grade PlainUnit::grade_of(int code) const {
    if (is_wdl()) {
        return flipped_ ? 3 - code : code + 1;
    }
    const int grade = code == 0 ? 127 : code % 2 != 0 ? (code + 1) / 2 : 254 - code / 2;
    return flipped_ ? 254 - grade : grade;
}

std::uint8_t PlainUnit::code_of(Grade grade) const {
    int code = 0;
    while (grade_of(code) != grade) {
        ++code;
    }
    return static_cast<std::uint8_t>(code);
}

/// `side`: -1 for grades below a draw's, 1 for those above it, 0 for all.
PlainUnit::Candidates PlainUnit::candidates(int side) const {
    const auto possible = [&](Grade grade) {
        return grade != plain_unknown && (side == 0 || (side > 0 && grade > 127) || (side < 0 && grade < 127));
    };
    Candidates made;
    std::vector<Grade>& grades = made.grades;
    for (const Grade guess : guesses_) {
        if (possible(guess) && std::ranges::find(grades, guess) == grades.end()) {
            grades.push_back(guess);
        }
    }
    const auto mark = [&](Grade grade) {
        const auto found = std::ranges::find(grades, grade);
        return !possible(grade) ? 8 : found == grades.end() ? 7 : static_cast<int>(found - grades.begin());
    };
    std::ranges::transform(guesses_, made.guesses.begin(), mark);
    std::ranges::transform(hints_, made.hints.begin(), mark);
    const auto add = [&](Grade grade) {
        if (std::ranges::find(grades, grade) == grades.end()) {
            grades.push_back(grade);
        }
    };
    if (is_wdl()) {
        for (const table::Grade grade : model_.side().by_frequency) {
            add(grade);
        }
        return made;
    }
    for (const Grade grade : recent_[side > 0 ? 1 : 0]) {
        if (grade != 0) {
            add(grade);
        }
    }
    return made;
}

// Rows of a .wdl.

/// Returns the kind of the row in the unit that has these pieces but for the runner; 0 if there is none.
PlainUnit::Kind PlainUnit::kind_of_row(const std::optional<PlainPieces>& pieces) const {
    for (int square = 0; pieces && square < 64; ++square) {
        PlainPieces there = *pieces;
        there.runner = Square{square};
        if (const auto place = around_.place_of(there)) {
            return row_kinds_[*place];
        }
    }
    return 0;
}

PlainUnit::Kind PlainUnit::read_kind(std::uint32_t place, const std::string& what,
                                     const std::array<std::uint64_t, 2>& bytes, std::uint64_t first) {
    const auto ask = [&](std::uint64_t i) {
        return read(model_.side().rows, place, what + " " + std::to_string(i), bytes, first + i);
    };
    const auto& by_frequency = model_.side().by_frequency;
    return !ask(0) ? mixed_row : ask(1) ? by_frequency[0] : ask(2) ? by_frequency[1] : by_frequency[2];
}

/// Reads the kind of the row that begins at the place, and gives it to all its places.
void PlainUnit::read_row_kind(std::uint32_t place) {
    const PlainPieces here = around_.pieces(place);
    const std::uint32_t end = around_.end_of_row(place);
    std::uint64_t quiet = 0;
    for (std::uint32_t i = place; i < end; ++i) {
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
        read_kind(place, "row", {packed({west, fellow, last, south, slice}), packed({west, fellow, last, quiet})}, 3);
    for (std::uint32_t i = place; i < end; ++i) {
        row_kinds_[i] = kind;
    }
    last_kind_ = kind;
}

// Single places.

PlainUnit::Grade PlainUnit::read_grade(std::uint32_t place) {
    const PlainPieces here = around_.pieces(place);
    guesses_ = around_.guesses(here);
    hints_ = around_.hints(here);
    const bool is_draw = !is_wdl() && results_[place] == 1;
    return is_draw ? grade_of(0) : is_wdl() ? read_result(place) : read_distance(place);
}

PlainUnit::Grade PlainUnit::read_result(std::uint32_t place) {
    const Candidates all = candidates(0);
    const auto found = read_candidate(place, all, 2);
    add_miss(found != 0U);
    return all.grades[found.value_or(2)];
}

PlainUnit::Grade PlainUnit::read_distance(std::uint32_t place) {
    const bool above = (results_[place] == 2) != flipped_;
    const Candidates some = candidates(above ? 1 : -1);
    const auto found = read_candidate(place, some, some.grades.size());
    add_miss(found != 0U);
    const Grade grade = found ? some.grades[*found] : read_escape(place, some, above);
    remember(grade, above);
    return grade;
}

void PlainUnit::add_miss(bool missed) {
    misses_ = (7 * misses_ + (missed ? 64 : 0)) / 8;
}

/// Asks for the first `asked` candidates. Returns which one it is, if any.
std::optional<std::size_t> PlainUnit::read_candidate(std::uint32_t place, const Candidates& candidates,
                                                     std::size_t asked) {
    const std::vector<Grade>& grades = candidates.grades;
    const auto g = [&](std::size_t i) { return number(candidates.guesses[i]); };
    const auto h = [&](std::size_t i) { return number(candidates.hints[i]); };
    const std::uint64_t square = number(around_.pieces(place).runner.index());
    for (std::size_t k = 0; k < asked; ++k) {
        const std::uint64_t is_less = grades[k] < grades[0] ? 1 : 0;
        const std::uint64_t first = is_wdl() ? number(grades[0]) : 0;
        if (read(model_.side().candidates, place, "candidate " + std::to_string(k) + ": " + std::to_string(grades[k]),
                 {packed({h(0), h(1), h(2), h(3), h(4)}), packed({g(0), g(1), g(2), misses_ / 4}),
                  packed({g(0), g(1), g(2), g(3), square}), packed({g(4), g(5), g(6), h(5), h(6), h(7)})},
                 packed({k, is_less, first}))) {
            return k;
        }
    }
    return std::nullopt;
}

PlainUnit::Grade PlainUnit::read_escape(std::uint32_t place, const Candidates& candidates, bool above) {
    const auto candidate = [&](std::size_t i) {
        return number(i < candidates.grades.size() ? candidates.grades[i] : plain_unknown);
    };
    const table::EscapeTree& tree = model_.side().escape_trees[above ? 1 : 0];
    table::EscapeTree::Node node = tree.root();
    while (!node.is_leaf()) {
        node = tree.next(node, read(model_.side().escapes, place, "escape " + std::to_string(node.path),
                                    {packed({candidate(0)}), packed({candidate(0), candidate(1)})}, node.path));
    }
    return node.grade();
}

void PlainUnit::remember(Grade grade, bool above) {
    auto& recent = recent_[above ? 1 : 0];
    if (recent[0] != grade) {
        recent = {grade, recent[0]};
    }
}

template <std::size_t votes>
bool PlainUnit::read(const table::VoteTables<votes>& tables, std::uint32_t place, const std::string& question,
                     const std::array<std::uint64_t, votes>& bytes, std::uint64_t decision_bytes) {
    const std::size_t size = tables.all().size() / votes;
    PlainDecision decision{place, question, guesses_, hints_, {}, {}};
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
