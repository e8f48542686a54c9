// What is kept in memory, and how much of it, must not change an answer: every position of one piece a side, one by one
// and all at once.
#include <array>

#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "sample_tables.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using probe::Answer;
using probe::Keep;
using probe::Preload;
using probe::Tablebase;
using table::Encoding;

namespace {

/// Returns how many answers to the positions are wrong, of single probes and of probes of all at once.
int wrong_answers(const Tablebase& tables, const std::vector<Position>& positions) {
    std::vector<Answer<Wdl>> results(positions.size());
    std::vector<Answer<Value>> values(positions.size());
    tables.probe_wdl(positions, results);
    tables.probe_dtm(positions, values);
    int wrong = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const Answer<Value> value{two_piece_values().of(positions[i])};
        const Answer<Wdl> result{std::get<Value>(value).wdl()};
        wrong += values[i] != value || tables.probe_dtm(positions[i]) != value;
        wrong += results[i] != result || tables.probe_wdl(positions[i]) != result;
    }
    return wrong;
}

}  // namespace

TEST_CASE("the same answers whatever is kept, however much, and preloaded or not", "[probe]") {
    const Encoding encoding = GENERATE(Encoding::Zstd, Encoding::Neighbours);
    const SampleTables files{TableForm{.block_positions = 200, .encoding = encoding}};
    for (const Keep keep : {Keep::DecodedBlocks, Keep::BlockGroups}) {
        for (const std::size_t cache_bytes :
             {std::size_t{0}, std::size_t{1}, std::size_t{3000}, std::size_t{10000}, std::size_t{1} << 30}) {
            CAPTURE(static_cast<int>(encoding), static_cast<int>(keep), cache_bytes);
            const Tablebase tables{files.path(), {.cache_bytes = cache_bytes, .keep = keep}};
            CHECK(wrong_answers(tables, two_piece_values().positions()) == 0);
        }
        for (const Preload what : {Preload::Wdl, Preload::Dtm, Preload::Both}) {
            CAPTURE(static_cast<int>(encoding), static_cast<int>(keep), static_cast<int>(what));
            const Tablebase tables{files.path(), {.keep = keep}};
            const std::array classes{material("KvK"), material("KvM"), material("MvM")};
            REQUIRE(std::holds_alternative<probe::Preloaded>(tables.preload(classes, what)));
            CHECK(wrong_answers(tables, two_piece_values().positions()) == 0);
        }
    }
}
