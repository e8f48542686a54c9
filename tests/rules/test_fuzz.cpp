// Seeded random mutations of FENs and moves. Nothing may crash, and whatever is read must print to something that reads
// equal.
#include <random>

#include "catch.hpp"
#include "moves.hpp"
#include "samples.hpp"
#include "vectors.hpp"

using namespace dameotb;

namespace {

constexpr std::string_view alphabet = "WBKGPAHFabcdefgh0123456789:,-x+ \t\n";

/// Returns the text with one to four characters replaced, put in, taken out or swapped. Sometimes any byte is used.
std::string mutate(std::string text, tests::Random& random) {
    for (auto edits = 1 + random() % 4; edits > 0; --edits) {
        const std::size_t at = random() % (text.size() + 1);
        const char c = random() % 8 == 0 ? static_cast<char>(random()) : alphabet[random() % alphabet.size()];
        switch (random() % 4) {
            case 0:
                text.insert(at, 1, c);
                break;
            case 1:
                text.erase(at, 1 + random() % 3);
                break;
            case 2:
                text.replace(at, 1, 1, c);
                break;
            default:
                text.insert(at, text.substr(random() % (text.size() + 1), random() % 6));
        }
    }
    return text;
}

const tests::Vector& any_vector(tests::Random& random) {
    return tests::vectors()[random() % tests::vectors().size()];
}

}  // namespace

TEST_CASE("fuzz: mutated FENs are refused, or read as a position that prints and reads again") {
    tests::Random random{tests::sample_seed};
    int read = 0;
    int refused = 0;
    for (int i = 0; i < 200000; ++i) {
        const std::string text = mutate(any_vector(random).fen, random);
        CAPTURE(tests::sample_seed, i, text);
        try {
            const rules::Fen fen = rules::parse_fen(text);
            ++read;
            REQUIRE_FALSE(defect(fen.position));
            const rules::Fen again = rules::parse_fen(rules::to_fen(fen));
            REQUIRE(again.position == fen.position);
            REQUIRE(again.halfmove_clock == fen.halfmove_clock);
            REQUIRE(again.fullmove_number == fen.fullmove_number);
        } catch (const rules::NotationError&) {
            ++refused;
        }
    }
    CHECK(read > 1000);
    CHECK(refused > 1000);
}

TEST_CASE("fuzz: mutated moves are refused, or read as a legal move that prints and reads again") {
    tests::Random random{tests::sample_seed};
    int read = 0;
    int refused = 0;
    for (int i = 0; i < 2000; ++i) {
        const Position position = rules::parse_position(any_vector(random).fen);
        const std::vector<Move> legal = rules::legal_moves(position);
        for (int j = 0; j < 20 && !legal.empty(); ++j) {
            const std::string text = mutate(rules::to_text(position, legal[random() % legal.size()]), random);
            CAPTURE(tests::sample_seed, rules::to_fen(position), text);
            try {
                const Move move = rules::parse_move(position, text);
                ++read;
                REQUIRE(std::find(legal.begin(), legal.end(), move) != legal.end());
                REQUIRE(rules::parse_move(position, rules::to_text(position, move)) == move);
            } catch (const rules::NotationError&) {
                ++refused;
            }
        }
    }
    CHECK(read > 100);
    CHECK(refused > 1000);
}
