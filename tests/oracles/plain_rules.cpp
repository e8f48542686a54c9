#include "plain_rules.hpp"

#include <algorithm>
#include <bitset>
#include <cctype>
#include <stdexcept>
#include <utility>
#include <vector>

namespace dameotb::tests {

namespace {

struct Place {
    int file = 0;
    int rank = 0;

    [[nodiscard]] bool on_board() const { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }
    [[nodiscard]] std::size_t index() const { return static_cast<std::size_t>(8 * rank + file); }
    Place& operator+=(const Place& step) {
        file += step.file;
        rank += step.rank;
        return *this;
    }
    friend Place operator+(Place place, const Place& step) { return place += step; }
    friend bool operator==(const Place&, const Place&) = default;
};

/// w, W, b, B: men and kings of White and Black; a point: vacant.
using Board = std::array<char, 64>;

bool is_king(char piece) {
    return piece == 'W' || piece == 'B';
}

constexpr std::array straight{Place{0, 1}, Place{1, 0}, Place{0, -1}, Place{-1, 0}};
constexpr std::array diagonal{Place{1, 1}, Place{1, -1}, Place{-1, -1}, Place{-1, 1}};

std::pair<Board, char> read(std::string_view fen, Misreading misreading) {
    Board board;
    board.fill('.');
    const bool in_order = misreading == Misreading::FirstSideIsWhite;
    char side = ' ';
    bool king = false;
    int part = 0;
    for (std::size_t i = 1; i < fen.size(); ++i) {
        const char c = fen[i];
        if (c == ':') {
            side = fen[++i];
            ++part;
        } else if (c == 'K') {
            king = true;
        } else if (c >= 'a' && c <= 'h' && (side == 'W' || side == 'B')) {
            const Place place{c - 'a', fen[++i] - '1'};
            const char colour = in_order ? (part == 1 ? 'W' : 'B') : side;
            board[place.index()] = king ? colour : static_cast<char>(std::tolower(colour));
            king = false;
        }
    }
    return {board, fen[0]};
}

std::string write(const Board& board, char to_move) {
    std::string fen{to_move};
    for (const char side : {'W', 'B'}) {
        fen += {':', side};
        const char* separator = "";
        for (std::size_t i = 0; i < board.size(); ++i) {
            if (std::toupper(board[i]) == side) {
                fen += separator;
                fen += is_king(board[i]) ? "K" : "";
                fen += {static_cast<char>('a' + i % 8), static_cast<char>('1' + i / 8)};
                separator = ",";
            }
        }
    }
    return fen;
}

class Moves {
public:
    Moves(const Board& board, char side, Misreading misreading)
        : board_{board},
          side_{side},
          misreading_{misreading},
          forward_{(side == 'W') != is(Misreading::WhiteGoesDown)} {}

    std::set<std::string> successors() {
        for_each_own([this](Place place) { capture(place); });
        std::set<std::string> found;
        int most = 0;
        for (const auto& [count, fen] : captures_) {
            most = std::max(most, count);
        }
        for (const auto& [count, fen] : captures_) {
            if (count == most || is(Misreading::AnyCapture)) {
                found.insert(fen);
            }
        }
        if (captures_.empty() || is(Misreading::OptionalCapture)) {
            for_each_own([&](Place place) { add_quiet(place, found); });
        }
        return found;
    }

private:
    [[nodiscard]] bool is(Misreading misreading) const { return misreading_ == misreading; }
    [[nodiscard]] char at(Place place) const { return place.on_board() ? board_[place.index()] : '#'; }
    [[nodiscard]] bool is_vacant(Place place) const { return at(place) == '.'; }
    [[nodiscard]] bool is_own(Place place) const { return std::toupper(at(place)) == side_; }
    [[nodiscard]] bool is_enemy(Place place) const { return std::isalpha(at(place)) != 0 && !is_own(place); }
    /// Where a man becomes a king. White's is rank 8, whichever way men go.
    [[nodiscard]] bool is_far_rank(Place place) const { return place.rank == (side_ == 'W' ? 7 : 0); }

    template <class Visit>
    void for_each_own(const Visit& visit) {
        for (int i = 0; i < 64; ++i) {
            const Place place{i % 8, i / 8};
            if (is_own(place)) {
                visit(place);
            }
        }
    }

    [[nodiscard]] std::string after(Board board, Place to, char piece, bool promotes) const {
        board[to.index()] = promotes && is_far_rank(to) ? side_ : piece;
        return write(board, side_ == 'W' ? 'B' : 'W');
    }

    void add_quiet(Place from, std::set<std::string>& found) const {
        const char piece = at(from);
        Board lifted = board_;
        lifted[from.index()] = '.';
        const auto add = [&](Place to) { found.insert(after(lifted, to, piece, !is(Misreading::StepsDoNotPromote))); };
        if (is_king(piece)) {
            for (const auto& steps : {straight, diagonal}) {
                for (const Place& step : steps) {
                    for (Place to = from + step; is_vacant(to) || king_passes(to); to += step) {
                        if (is_vacant(to)) {
                            add(to);
                        }
                        if (is(Misreading::ShortKings)) {
                            break;
                        }
                    }
                }
            }
            return;
        }
        for (int sideways = -1; sideways <= 1; ++sideways) {
            if (sideways != 0 && is(Misreading::StraightSteps)) {
                continue;
            }
            const Place step{sideways, forward_ ? 1 : -1};
            Place to = from + step;
            while (passes(to)) {
                to += step;
            }
            if (is_vacant(to)) {
                add(to);
            }
            if (sideways != 0 && is(Misreading::SidewaysSteps) && is_vacant(from + Place{sideways, 0})) {
                add(from + Place{sideways, 0});
            }
        }
    }

    /// Returns whether a man passes over the piece on a square.
    [[nodiscard]] bool passes(Place place) const {
        if (is_own(place)) {
            return !is(Misreading::NoLines) && (!is_king(at(place)) || is(Misreading::KingsInLines));
        }
        return is_enemy(place) && !is_king(at(place)) && is(Misreading::LinesPassEnemies);
    }

    [[nodiscard]] bool king_passes(Place place) const { return is(Misreading::KingsPassOwn) && is_own(place); }

    void capture(Place from) {
        const char piece = at(from);
        origin_ = from;
        if (!is(Misreading::OwnSquareOccupied)) {
            board_[from.index()] = '.';  // RULES 5: it may be crossed or landed on
        }
        taken_.reset();
        capture_on(from, piece, false);
        board_[from.index()] = piece;
    }

    /// Goes on from `at_now`, with the pieces in `taken_` taken. `touched`: the far rank, before.
    void capture_on(Place at_now, char piece, bool touched) {
        bool ended = true;
        const bool stops = is(Misreading::StopsOnFarRank) && !is_king(piece) && taken_.any() && is_far_rank(at_now);
        if (!stops && !(is(Misreading::OneLeap) && taken_.any())) {
            for (const Place& step : straight) {
                ended = !leap(at_now, step, piece, touched) && ended;
            }
            if (is(is_king(piece) ? Misreading::DiagonalKingCaptures : Misreading::DiagonalCaptures)) {
                for (const Place& step : diagonal) {
                    ended = !leap(at_now, step, piece, touched) && ended;
                }
            }
        }
        if (ended && taken_.any()) {
            Board board = board_;
            board[origin_.index()] = '.';
            int count = 0;
            for (std::size_t i = 0; i < 64; ++i) {
                if (taken_[i]) {
                    count += is(Misreading::KingsCountDouble) && is_king(board[i]) ? 2 : 1;
                    board[i] = '.';
                }
            }
            const char last = touched && is(Misreading::PromotesInPassing) ? side_ : piece;
            captures_.emplace(count, after(board, at_now, last, !is(Misreading::LeapsDoNotPromote)));
        }
    }

    /// Returns whether a king on its way to a capture passes over a square.
    [[nodiscard]] bool crosses(Place place) const {
        if (is_vacant(place)) {
            return !is(Misreading::OwnSquareUncrossed) || place != origin_;
        }
        return king_passes(place) || (is(Misreading::TakenPass) && place.on_board() && taken_[place.index()]);
    }

    /// Takes what can be taken in one direction, in all ways. Returns whether there was anything.
    bool leap(Place from, Place step, char piece, bool touched) {
        Place over = from + step;
        const bool reaches_far = is_king(piece) && !is(Misreading::AdjacentKingCaptures);
        while (reaches_far && crosses(over)) {
            over += step;
        }
        if (!is_enemy(over) || taken_[over.index()] ||
            (is(Misreading::ForwardCaptures) && !is_king(piece) && step.rank == (forward_ ? -1 : 1))) {
            return false;
        }
        const char enemy = at(over);
        bool any = false;
        Place first = over + step;
        if (is(Misreading::KingsLeapTwo) && is_king(piece) && is_enemy(first)) {
            first += step;
        }
        for (Place to = first; is_vacant(to); to += step) {
            any = true;
            taken_.set(over.index());
            if (is(Misreading::RemovedAtOnce)) {
                board_[over.index()] = '.';
            }
            const bool is_far = is_far_rank(to);
            capture_on(to, is_far && is(Misreading::KingInPassing) ? side_ : piece, touched || is_far);
            board_[over.index()] = enemy;
            taken_.reset(over.index());
            if (!is_king(piece) || is(Misreading::ShortLandings)) {
                break;
            }
        }
        return any;
    }

    Board board_;
    char side_;
    Misreading misreading_;
    bool forward_;
    Place origin_;
    std::bitset<64> taken_;
    std::set<std::pair<int, std::string>> captures_;  ///< Pieces taken, position.
};

}  // namespace

Misreading misreading_of(std::string_view name) {
    if (name == "none") {
        return Misreading::None;
    }
    const auto* const found = std::ranges::find(misreadings, name, &MisreadingName::name);
    if (found == misreadings.end()) {
        throw std::invalid_argument{"no such misreading: " + std::string{name}};
    }
    return found->misreading;
}

std::set<std::string> plain_successors(std::string_view fen, Misreading misreading) {
    const auto [board, side] = read(fen, misreading);
    return Moves{board, side, misreading}.successors();
}

}  // namespace dameotb::tests
