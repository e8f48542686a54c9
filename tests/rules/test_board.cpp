// Compares squares, bitboards and directions with plain loops over files and ranks.
#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include <dameotb/rules/direction.hpp>

#include "catch.hpp"

using namespace dameotb;
using namespace dameotb::rules;

namespace {

constexpr unsigned seed = 20240607;

/// Returns the squares in the order of iteration.
std::vector<int> indices(Bitboard board) {
    std::vector<int> found;
    for (const Square square : board) {
        found.push_back(square.index());
    }
    return found;
}

/// Returns the bitboard of the squares for which `holds` is true.
template <class Holds>
Bitboard where(const Holds& holds) {
    Bitboard board;
    for (int rank = 0; rank < 8; ++rank) {
        for (int file = 0; file < 8; ++file) {
            if (holds(file, rank)) {
                board |= Square{file, rank};
            }
        }
    }
    return board;
}

/// Returns empty and full boards, single squares, and random boards from sparse to dense.
std::vector<Bitboard> sample_boards() {
    std::vector<Bitboard> boards{Bitboard{}, all_squares};
    for (int i = 0; i < Square::count; ++i) {
        boards.emplace_back(Square{i});
    }
    std::mt19937_64 random{seed};
    for (int i = 0; i < 300; ++i) {
        boards.emplace_back(i % 3 == 0 ? random() & random() & random() : i % 3 == 1 ? random() : random() | random());
    }
    return boards;
}

}  // namespace

TEST_CASE("a square is file, rank, index and name") {
    CHECK(Square{}.to_string() == "a1");
    CHECK(Square{7}.to_string() == "h1");
    CHECK(Square{8}.to_string() == "a2");
    CHECK(Square{63}.to_string() == "h8");
    std::set<std::string> names;
    for (int rank = 0; rank < 8; ++rank) {
        for (int file = 0; file < 8; ++file) {
            const Square square{file, rank};
            CHECK(square.file() == file);
            CHECK(square.rank() == rank);
            CHECK(square.index() == rank * 8 + file);
            CHECK(square == Square{square.index()});
            CHECK(square.to_string() == std::string{"abcdefgh"[file], "12345678"[rank]});
            CHECK(square.flipped() == Square{file, 7 - rank});
            CHECK(square.mirrored() == Square{7 - file, rank});
            names.insert(square.to_string());
        }
    }
    CHECK(names.size() == 64);
}

TEST_CASE("a bitboard is a set of squares") {
    CAPTURE(seed);
    const std::vector<Bitboard> boards = sample_boards();
    for (std::size_t i = 0; i < boards.size(); ++i) {
        const Bitboard a = boards[i];
        const Bitboard b = boards[(i * 7 + 1) % boards.size()];
        CAPTURE(a.bits(), b.bits());
        const auto has = [](Bitboard board, int file, int rank) { return board.contains(Square{file, rank}); };
        CHECK((a | b) == where([&](int f, int r) { return has(a, f, r) || has(b, f, r); }));
        CHECK((a & b) == where([&](int f, int r) { return has(a, f, r) && has(b, f, r); }));
        CHECK((a ^ b) == where([&](int f, int r) { return has(a, f, r) != has(b, f, r); }));
        CHECK((a - b) == where([&](int f, int r) { return has(a, f, r) && !has(b, f, r); }));
        CHECK(~a == where([&](int f, int r) { return !has(a, f, r); }));
        CHECK(a.flipped() == where([&](int f, int r) { return has(a, f, 7 - r); }));
        CHECK(a.mirrored() == where([&](int f, int r) { return has(a, 7 - f, r); }));
        CHECK(a.intersects(b) == !(a & b).empty());

        std::vector<int> members;
        for (int index = 0; index < Square::count; ++index) {
            if (((a.bits() >> index) & 1) != 0) {
                members.push_back(index);
            }
        }
        CHECK(indices(a) == members);
        CHECK(a.count() == static_cast<int>(members.size()));
        CHECK(a.empty() == members.empty());
        if (!members.empty()) {
            CHECK(a.lowest().index() == members.front());
            CHECK(a.highest().index() == members.back());
        }
    }
}

TEST_CASE("assigning operators and single squares do what the plain ones do") {
    const Bitboard a{0xF0F0U};
    const Bitboard b{0xFF00U};
    const Square square{20};
    Bitboard c = a;
    CHECK((c |= b) == (a | b));
    c = a;
    CHECK((c &= b) == (a & b));
    c = a;
    CHECK((c ^= b) == (a ^ b));
    c = a;
    CHECK((c -= b) == (a - b));
    c = a;
    CHECK((c |= square) == (a | Bitboard{square}));
    CHECK((c -= square) == a);
    CHECK((a | square) - square == a);
}

TEST_CASE("named ranks and files") {
    CHECK(rank_1 == where([](int, int rank) { return rank == 0; }));
    CHECK(rank_8 == where([](int, int rank) { return rank == 7; }));
    CHECK(file_a == where([](int file, int) { return file == 0; }));
    CHECK(file_h == where([](int file, int) { return file == 7; }));
    CHECK(all_squares.count() == 64);
}

TEST_CASE("directions: north is up the board, east towards file h") {
    const Square d4{3, 3};
    CHECK(step(d4, Direction::North)->to_string() == "d5");
    CHECK(step(d4, Direction::NorthEast)->to_string() == "e5");
    CHECK(step(d4, Direction::East)->to_string() == "e4");
    CHECK(step(d4, Direction::SouthEast)->to_string() == "e3");
    CHECK(step(d4, Direction::South)->to_string() == "d3");
    CHECK(step(d4, Direction::SouthWest)->to_string() == "c3");
    CHECK(step(d4, Direction::West)->to_string() == "c4");
    CHECK(step(d4, Direction::NorthWest)->to_string() == "c5");
    for (const Direction d : forwards) {
        CHECK(rank_step(d) == 1);
    }
    for (const Direction d : orthogonals) {
        CHECK((file_step(d) == 0) != (rank_step(d) == 0));
    }
    CHECK(std::set<Direction>(all_directions.begin(), all_directions.end()).size() == 8);
}

TEST_CASE("a cross is the four orthogonal rays and the square") {
    for (const Square square : all_squares) {
        Bitboard rays{square};
        for (const Direction d : orthogonals) {
            rays |= ray(square, d);
        }
        CHECK(cross(square) == rays);
    }
}

TEST_CASE("one of two sets is selected") {
    CHECK(select(true, file_a, rank_8) == file_a);
    CHECK(select(false, file_a, rank_8) == rank_8);
}

TEST_CASE("steps, rays and slides never wrap round the edge") {
    CAPTURE(seed);
    const std::vector<Bitboard> boards = sample_boards();
    for (const Direction d : all_directions) {
        CHECK(file_step(opposite(d)) == -file_step(d));
        CHECK(rank_step(opposite(d)) == -rank_step(d));
        for (int from = 0; from < Square::count; ++from) {
            CAPTURE(from, static_cast<int>(d));
            std::vector<Square> walk;
            int file = Square{from}.file() + file_step(d);
            int rank = Square{from}.rank() + rank_step(d);
            while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
                walk.emplace_back(file, rank);
                file += file_step(d);
                rank += rank_step(d);
            }
            const auto next = step(Square{from}, d);
            REQUIRE(next.has_value() == !walk.empty());
            Bitboard line;
            for (const Square square : walk) {
                line |= square;
                CHECK(ascends(d) == (square.index() > from));
            }
            CHECK(ray(Square{from}, d) == line);
            if (next) {
                CHECK(*next == walk.front());
                CHECK(nearest(line, d) == walk.front());
            }
            for (std::size_t i = 0; i < boards.size(); i += 5) {
                Bitboard reached;
                for (const Square square : walk) {
                    if (boards[i].contains(square)) {
                        CHECK(nearest(line & boards[i], d) == square);
                        break;
                    }
                    reached |= square;
                }
                CHECK(slide(Square{from}, d, boards[i]) == reached);
            }
        }
    }
}
