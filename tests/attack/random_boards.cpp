// Random bitboards at the C interface. If the bits are no position, every function must refuse them. If they are one,
// its value must follow from its moves by the rules alone, and must equal the values of its mirror image and of its
// flipped image.
//   attack_boards DIRECTORY SEED POSITIONS
#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/value.hpp>

#include "random_positions.hpp"

using namespace dameotb;
using attack::Random;

namespace {

Position position_of(const dameotb_position& p) {
    return {{Pieces{Bitboard{p.white_men}, Bitboard{p.white_kings}},
             Pieces{Bitboard{p.black_men}, Bitboard{p.black_kings}}},
            p.side_to_move == DAMEOTB_WHITE ? Colour::White : Colour::Black};
}

dameotb_position position_of(const Position& p) {
    return {p.white().men.bits(), p.white().kings.bits(), p.black().men.bits(), p.black().kings.bits(),
            p.side_to_move == Colour::White ? DAMEOTB_WHITE : DAMEOTB_BLACK};
}

/// Tries one position after the other, and remembers the first error.
class Boards {
public:
    explicit Boards(const dameotb_tablebase* tables) : tables_{tables} {}

    [[nodiscard]] const std::string& wrong() const { return wrong_; }
    [[nodiscard]] unsigned long long answered() const { return answered_; }

    void check(const dameotb_position& position) {
        if (!attack::is_sound(position)) {
            check_refused(position);
            return;
        }
        const auto value = probe(position);
        if (value) {
            ++answered_;
            const Position sound = position_of(position);
            require(probe(position_of(sound.mirrored())) == value, "its mirror image has another value");
            require(probe(position_of(sound.flipped())) == value, "flipped it has another value");
            check_against_moves(position, sound, *value);
        }
        check_text(position);
    }

private:
    void require(bool holds, const char* what) {
        if (!holds && wrong_.empty()) {
            wrong_ = what;
        }
    }

    void check_refused(const dameotb_position& position) {
        dameotb_ranked_move moves[8];
        dameotb_value value;
        dameotb_rule_value under_rule;
        dameotb_bounds bounds;
        char text[DAMEOTB_FEN_SIZE];
        std::size_t count = 0;
        int wdl = 0;
        const dameotb_status expected = DAMEOTB_ILLEGAL_POSITION;
        require(dameotb_probe_wdl(tables_, &position, &wdl, nullptr) == expected, "probe_wdl takes no position");
        require(dameotb_probe_dtm(tables_, &position, &value, nullptr) == expected, "probe_dtm takes no position");
        require(dameotb_probe_bounds(tables_, &position, &bounds, nullptr) == expected,
                "probe_bounds takes no position");
        require(dameotb_probe_rule(tables_, &position, 50, 0, &under_rule, nullptr) == expected, "probe_rule takes it");
        require(dameotb_probe_root(tables_, &position, moves, 8, &count, nullptr) == expected, "probe_root takes it");
        require(dameotb_best_line(tables_, &position, moves, 8, &count, nullptr) == expected, "best_line takes it");
        // Texts take any number of pieces.
        if (attack::is_position(position)) {
            check_text(position);
        } else {
            require(dameotb_format_fen(&position, text, sizeof text, nullptr) == expected, "format_fen takes it");
        }
    }

    /// Returns the value. Empty if a table is missing. If both probes answer, they must agree.
    std::optional<Value> probe(const dameotb_position& position) {
        dameotb_value value{0, 0};
        int wdl = 0;
        const dameotb_status status = dameotb_probe_dtm(tables_, &position, &value, nullptr);
        require(status == DAMEOTB_OK || status == DAMEOTB_NO_TABLE, "probe_dtm fails");
        // A result can be known without all the tables that the distance needs, but not the other way round.
        const dameotb_status wdl_status = dameotb_probe_wdl(tables_, &position, &wdl, nullptr);
        require(wdl_status == DAMEOTB_OK || wdl_status == status, "probe_wdl fails where probe_dtm does not");
        if (status != DAMEOTB_OK) {
            return std::nullopt;
        }
        require(wdl == value.wdl, "the two probes differ in result");
        if (value.plies <= DAMEOTB_MOST_RULE_PLIES) {
            dameotb_rule_value under_rule{0, 0};
            require(dameotb_probe_rule(tables_, &position, DAMEOTB_MOST_RULE_PLIES, 0, &under_rule, nullptr) ==
                            DAMEOTB_OK &&
                        under_rule.wdl == wdl,
                    "a draw rule changes a result that is near enough");
        }
        return value.wdl == DAMEOTB_DRAW  ? Value::draw()
               : value.wdl == DAMEOTB_WIN ? Value::win_in(value.plies)
                                          : Value::loss_in(value.plies);
    }

    void check_against_moves(const dameotb_position& position, const Position& sound, Value value) {
        Value best = Value::loss_in(0);
        for (const Position& next : rules::successors(sound)) {
            const auto reply = probe(position_of(next));
            if (!reply) {
                return;
            }
            best = std::max(best, reply->before_move());
        }
        require(best == value, "its moves lead to another value");
        dameotb_ranked_move move;
        std::size_t count = 0;
        const dameotb_status status = dameotb_probe_root(tables_, &position, &move, 1, &count, nullptr);
        require(status == DAMEOTB_OK || status == DAMEOTB_BUFFER_TOO_SMALL, "probe_root fails where probes do not");
        require(count == 0 || (move.value.wdl == static_cast<int>(value.wdl()) &&
                               move.value.plies == static_cast<int>(value.dtm().plies())),
                "the best move has another value");
    }

    void check_text(const dameotb_position& position) {
        char text[DAMEOTB_FEN_SIZE];
        dameotb_position read;
        require(dameotb_format_fen(&position, text, sizeof text, nullptr) == DAMEOTB_OK, "format_fen fails");
        require(dameotb_parse_fen(text, &read, nullptr) == DAMEOTB_OK, "its text is no position");
        require(position_of(read) == position_of(position), "its text is another position");
    }

    const dameotb_tablebase* tables_;
    std::string wrong_;
    unsigned long long answered_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fprintf(stderr, "usage: %s DIRECTORY SEED POSITIONS\n", argv[0]);
        return 2;
    }
    dameotb_tablebase* tables = nullptr;
    if (dameotb_open(argv[1], nullptr, &tables, nullptr) != DAMEOTB_OK) {
        std::fprintf(stderr, "%s: %s cannot be opened\n", argv[0], argv[1]);
        return 2;
    }
    Random random{std::stoull(argv[2])};
    const unsigned long long count = std::stoull(argv[3]);
    Boards boards{tables};
    for (unsigned long long i = 0; i < count; ++i) {
        const dameotb_position p = i % 2 == 0 ? attack::any_position(random) : attack::sound_position(random, 5);
        boards.check(p);
        if (!boards.wrong().empty()) {
            std::printf("WRONG: %s: men %016llx %016llx, kings %016llx %016llx, side %d (position %llu)\n",
                        boards.wrong().c_str(), static_cast<unsigned long long>(p.white_men),
                        static_cast<unsigned long long>(p.black_men), static_cast<unsigned long long>(p.white_kings),
                        static_cast<unsigned long long>(p.black_kings), p.side_to_move, i);
            return 1;
        }
    }
    std::printf("%llu positions, %llu with a value\n", count, boards.answered());
    dameotb_close(tables);
    return 0;
}
