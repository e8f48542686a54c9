#include "plain_unit.hpp"

#include <algorithm>
#include <bit>

namespace dameotb::tests {

using rules::Bitboard;
using rules::Direction;
using rules::Square;

namespace {

constexpr int open_code = 255;
constexpr int mixed_row = 4;
constexpr std::uint64_t step_of_decisions = 0xD6E8FEB86659FD93;

std::uint64_t mixed(std::uint64_t a, std::uint64_t salt) {
    return (a ^ salt * 0xC2B2AE3D27D4EB4F) * 0x9E3779B97F4A7C15;
}

std::uint64_t number(int value) {
    return static_cast<std::uint64_t>(value);
}

/// Returns the square of the lowest king; 64 for none.
std::uint64_t lowest(Bitboard kings) {
    return kings.empty() ? 64 : number(kings.lowest().index());
}

}  // namespace

PlainUnit::PlainUnit(const index::ClassIndex& index, rules::Colour mover, const codec::Model& model,
                     std::uint64_t first, std::uint32_t count, std::span<const std::uint8_t> results)
    : flipped_{index.material()[mover].kings == 0},
      model_{model},
      results_{results},
      around_{index, mover, first, count},
      places_(count) {}

std::optional<std::vector<std::uint8_t>> PlainUnit::decode(std::span<const std::byte> bytes) {
    if (bytes.size() >= places_.size()) {
        return plain_codes(bytes);
    }
    decoder_.emplace(bytes);
    Kind unit_kind = mixed_row;
    if (is_wdl()) {
        unit_kind = read_kind(0, "unit", {0, 0, 0, 0}, std::uint64_t{1} << 60);
    }
    std::vector<std::uint8_t> codes;
    for (std::uint32_t place = 0; place < places_.size(); ++place) {
        if (is_wdl() && unit_kind == mixed_row && around_.begins_row(place)) {
            read_row_kind(place);
        }
        if (!around_.is_quiet(place)) {
            codes.push_back(open_code);
            continue;
        }
        const Kind kind = unit_kind != mixed_row ? unit_kind : places_[place].row_kind;
        const Grade grade = is_wdl() && kind != mixed_row ? kind : read_grade(place);
        around_.set_grade(place, grade);
        codes.push_back(code_of(grade));
    }
    return codes;
}

std::optional<std::vector<std::uint8_t>> PlainUnit::plain_codes(std::span<const std::byte> bytes) const {
    if (bytes.size() > places_.size()) {
        return std::nullopt;
    }
    std::vector<std::uint8_t> codes;
    for (std::uint32_t place = 0; place < places_.size(); ++place) {
        const int code = std::to_integer<int>(bytes[place]);
        const bool is_value = is_wdl() ? code <= 2 : code <= 252;
        const int result = code == 0 ? 1 : code % 2 == 0 ? 2 : 0;
        const bool fits =
            !around_.is_quiet(place) ? code == open_code : is_value && (is_wdl() || result == results_[place]);
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
    const int grade = code == 0 ? 127 : code % 2 != 0 ? (code + 1) / 2 : 255 - code / 2;
    return flipped_ ? 255 - grade : grade;
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
        return grade != plain_unknown &&
               (side == 0 || (side > 0 && grade > grade_of(0)) || (side < 0 && grade < grade_of(0)));
    };
    Candidates made;
    std::vector<Grade>& grades = made.grades;
    for (const Grade guess : guesses_) {
        if (possible(guess) && std::ranges::find(grades, guess) == grades.end() && grades.size() < 4) {
            grades.push_back(guess);
        }
    }
    made.guessed = grades.size();
    const auto marks = [&](const PlainGuesses& compared) {
        Pattern pattern{};
        for (std::size_t i = 0; i < 8; ++i) {
            const auto found = std::ranges::find(grades, compared[i]);
            pattern[i] = !possible(compared[i])  ? 5
                         : found == grades.end() ? 4
                                                 : static_cast<int>(found - grades.begin());
        }
        return pattern;
    };
    made.guesses = marks(guesses_);
    made.hints = marks(hints_);
    const auto add = [&](Grade grade) {
        if (std::ranges::find(grades, grade) == grades.end()) {
            grades.push_back(grade);
        }
    };
    if (is_wdl()) {
        for (const codec::Grade grade : model_.side().by_frequency) {
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

/// Returns what was right at the square beside the runner: 8 off the board, 0 where nothing was asked in this row.
int PlainUnit::hits_at(const PlainPieces& pieces, Direction direction) const {
    const auto square = rules::step(pieces.runner, direction);
    if (!square) {
        return 8;
    }
    PlainPieces there = pieces;
    there.runner = *square;
    const auto place = around_.place_of(there);
    return place ? places_[*place].hits : 0;
}

// Rows of a .wdl.

/// Returns the kind of the row in the unit that has these pieces but for the runner; 0 if there is none.
PlainUnit::Kind PlainUnit::kind_of_row(const std::optional<PlainPieces>& pieces) const {
    for (int square = 0; pieces && square < 64; ++square) {
        PlainPieces there = *pieces;
        there.runner = Square{square};
        if (const auto place = around_.place_of(there)) {
            return places_[*place].row_kind;
        }
    }
    return 0;
}

PlainUnit::Kind PlainUnit::read_kind(std::uint32_t place, const std::string& what,
                                     const std::array<std::uint64_t, 4>& contexts, std::uint64_t step) {
    const auto ask = [&](std::uint64_t i) {
        std::array<std::uint64_t, 4> salted = contexts;
        for (std::uint64_t& context : salted) {
            context += (i + 1) * step;
        }
        return read(model_.side().rows, place, what + " " + std::to_string(i), salted);
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
    const std::uint64_t coarse = misses_ / 4;
    const Kind kind =
        read_kind(place, "row",
                  {mixed(fellow + (west << 8) + (south << 16) + (slice << 24) + (last << 32), 11),
                   mixed(quiet + (last << 8) + (west << 16) + (fellow << 24), 12),
                   mixed(lowest(here.waiting) + (lowest(here.fellows) << 8) + (fellow << 16) + (west << 24), 13),
                   mixed(coarse + (slice << 8) + (west << 16) + (last << 24), 14)},
                  step_of_decisions);
    for (std::uint32_t i = place; i < end; ++i) {
        places_[i].row_kind = kind;
    }
    last_kind_ = kind;
    if (kind != mixed_row) {
        misses_ /= 2;
    }
}

// Single places.

PlainUnit::Grade PlainUnit::read_grade(std::uint32_t place) {
    const PlainPieces here = around_.pieces(place);
    guesses_ = around_.guesses(here);
    hints_ = around_.hints(here);
    const bool is_draw = !is_wdl() && results_[place] == 1;
    const Grade grade = is_draw ? grade_of(0) : is_wdl() ? read_result(place, here) : read_distance(place, here);
    places_[place].hits =
        (guesses_[0] == grade ? 1 : 0) + (guesses_[1] == grade ? 2 : 0) + (guesses_[4] == grade ? 4 : 0);
    return grade;
}

PlainUnit::Grade PlainUnit::read_result(std::uint32_t place, const PlainPieces& pieces) {
    const Candidates all = candidates(0);
    const auto found = read_candidate(place, pieces, all, 2, number(all.grades[0]), lowest(pieces.waiting));
    add_miss(found != 0U);
    return all.grades[found.value_or(2)];
}

PlainUnit::Grade PlainUnit::read_distance(std::uint32_t place, const PlainPieces& pieces) {
    const bool above = (results_[place] == 2) != flipped_;
    const Candidates some = candidates(above ? 1 : -1);
    const Grade first = some.grades.empty() ? plain_unknown : some.grades[0];
    const auto found = read_candidate(place, pieces, some, some.grades.size(), above ? 1 : 2, number(first));
    add_miss(found != 0U);
    const Grade grade = found ? some.grades[*found] : read_escape(place, some, above);
    if (!found || *found >= some.guessed) {
        remember(grade, above);
    }
    return grade;
}

void PlainUnit::add_miss(bool missed) {
    misses_ = (7 * misses_ + 4 + (missed ? 63 : 0)) / 8;
}

/// Asks for the first `asked` candidates. Returns which one it is, if any.
std::optional<std::size_t> PlainUnit::read_candidate(std::uint32_t place, const PlainPieces& pieces,
                                                     const Candidates& candidates, std::size_t asked,
                                                     std::uint64_t kind, std::uint64_t peculiar) {
    const auto& [grades, guessed, guesses, hints] = candidates;
    const auto guess_at = [&](std::size_t i) { return number(guesses[i]) << (8 * i); };
    const auto hint_at = [&](std::size_t i) { return number(hints[i]) << (8 * i); };
    const std::uint64_t close = guess_at(0) + guess_at(1) + guess_at(5);
    const std::array<std::uint64_t, 6> contexts{
        mixed(close + guess_at(2) + guess_at(3) + guess_at(6), 1),
        mixed(hint_at(0) + hint_at(1) + hint_at(2) + hint_at(3) + hint_at(4) + guess_at(7), 2),
        mixed(close + (std::uint64_t{misses_ / 4} << 16) + (number(hits_at(pieces, Direction::West)) << 24) +
                  (number(hits_at(pieces, Direction::South)) << 32),
              3),
        mixed(close + (number(pieces.runner.index()) << 16), 4),
        mixed(number(guesses[2]) + (number(guesses[3]) << 8) + (number(guesses[4]) << 16) + hint_at(5) + hint_at(6) +
                  hint_at(7),
              5),
        mixed(close + (peculiar << 16), 6)};
    for (std::size_t k = 0; k < asked; ++k) {
        const auto compared = [&](std::size_t i) { return grades[k] < grades[i] ? 1U : 2U; };
        const std::uint64_t rank = k < guessed ? k : 4 + k - guessed;
        const std::uint64_t decision =
            9 * (8 * kind + rank) + 3 * (k == 0 ? 0 : compared(0)) + (k < 2 ? 0 : compared(k - 1));
        std::array<std::uint64_t, 6> salted = contexts;
        for (std::uint64_t& context : salted) {
            context += (decision + 1) * step_of_decisions;
        }
        if (read(model_.side().candidates, place, "candidate " + std::to_string(k) + ": " + std::to_string(grades[k]),
                 salted)) {
            return k;
        }
    }
    return std::nullopt;
}

PlainUnit::Grade PlainUnit::read_escape(std::uint32_t place, const Candidates& candidates, bool above) {
    const auto candidate = [&](std::size_t i) {
        return number(i < candidates.grades.size() ? candidates.grades[i] : plain_unknown);
    };
    const std::uint64_t bound = number(guesses_[0]);
    const std::uint64_t waiting = number(guesses_[1]);
    const std::array<std::uint64_t, 3> contexts{mixed(waiting, 21), mixed(bound + (waiting << 8), 22),
                                                mixed(candidate(0) + (candidate(1) << 8), 23)};
    const codec::EscapeTree& tree = model_.side().escape_trees[above ? 1 : 0];
    codec::EscapeTree::Node node = tree.root();
    while (!node.is_leaf()) {
        std::array<std::uint64_t, 3> salted = contexts;
        for (std::uint64_t& context : salted) {
            context += (2 * node.path + (above ? 1 : 0)) * step_of_decisions;
        }
        node = tree.next(node, read(model_.side().escapes, place, "escape " + std::to_string(node.path), salted));
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
bool PlainUnit::read(const codec::VoteTables<votes>& tables, std::uint32_t place, const std::string& question,
                     const std::array<std::uint64_t, votes>& contexts) {
    const std::size_t size = tables.all().size() / votes;
    PlainDecision decision{place, question, guesses_, hints_, {contexts.begin(), contexts.end()}, {}};
    for (std::size_t i = 0; i < votes; ++i) {
        // The upper bits of the context: as many as count the votes of a table.
        const auto at = static_cast<std::size_t>(contexts[i] >> (64 - std::countr_zero(size)));
        decision.votes.push_back(tables.all()[i * size + at]);
        decision.sum += decision.votes.back();
    }
    decision.yes = codec::probability_of(decision.sum);
    decision.answer = decoder_->get(decision.yes);
    decisions_.push_back(decision);
    return decision.answer;
}

}  // namespace dameotb::tests
