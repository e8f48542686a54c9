// A .dtm may store one side to move alone. The values for the other one follow from the moves.
#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "sample_tables.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using probe::Tablebase;
using table::StoredSides;

TEST_CASE("a .dtm of one side to move has the values of both", "[probe]") {
    const TableForm form{.encoding = GENERATE(table::Encoding::Zstd, table::Encoding::Neighbours),
                         .stored = GENERATE(StoredSides::White, StoredSides::Black)};
    const auto keep = GENERATE(probe::Keep::DecodedBlocks, probe::Keep::BlockGroups);
    CAPTURE(static_cast<int>(form.encoding), static_cast<int>(form.stored), static_cast<int>(keep));
    const SampleTables files{form};
    const Tablebase tables{files.path(), {.keep = keep}};
    const auto& positions = two_piece_values().positions();
    std::vector<Position> asked;
    std::vector<probe::Answer<Value>> expected;
    for (std::size_t i = 0; i < positions.size(); i += 3) {
        const Position form_of = i % 2 == 0 ? positions[i] : positions[i].flipped();
        asked.push_back(form_of);
        expected.emplace_back(two_piece_values().of(positions[i]));
        if (tables.probe_dtm(form_of) != expected.back()) {
            FAIL_CHECK(rules::to_fen(form_of));
        }
    }
    std::vector<probe::Answer<Value>> answers(asked.size());
    tables.probe_dtm(asked, answers);
    CHECK(answers == expected);
}

TEST_CASE("a draw of a side that is not stored is known from the .wdl alone", "[probe]") {
    const SampleTables files{{.stored = StoredSides::White}};
    std::filesystem::remove(files / "KvK.dtm");
    const Tablebase tables{files.path()};
    // Black's man promotes with any move.
    CHECK(tables.probe_dtm(rules::parse_position("B:WKa8:Bh2")) == probe::Answer<Value>{Value::draw()});
    const Position far = rules::parse_position("B:WKa1:Bh7");
    CHECK(tables.probe_dtm(far) == probe::Answer<Value>{two_piece_values().of(far)});
}
