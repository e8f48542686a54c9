// Takes the end of an input as the text of a range, which must be refused or print and read again; and its beginning as
// a query, which is asked of all positions of two pieces. What row by row is found must be what the plain definitions
// of the predicates say, position by position.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <dameotb/analysis/query/search.hpp>

#include "fuzz_target.hpp"
#include "two_piece_tables.hpp"

using namespace dameotb;

namespace {

using query::IntRange;

void read_range(std::string_view text) {
    const auto range = IntRange::parse(text);
    fuzz::require(!(range && IntRange::is_reversed(text)), "a range is not reversed");
    fuzz::require(!IntRange::expected_instead(text).empty(), "there are words for any text");
    if (range) {
        fuzz::require(range->least >= 0 && range->least <= range->most, "a range is not empty");
        const std::string printed =
            std::to_string(range->least) + "-" + (range->most == IntRange{}.most ? "" : std::to_string(range->most));
        fuzz::require(IntRange::parse(printed) == range, "a printed range reads equal");
    }
}

/// Returns no range, or one of small numbers, which may be empty.
std::optional<IntRange> take_range(fuzz::Input& input) {
    const std::uint32_t least = input.take(1);
    const std::uint32_t most = input.take(1);
    if (least == 0) {
        return std::nullopt;
    }
    IntRange range{.least = static_cast<int>(least - 1)};
    if (most != 255) {
        range.most = static_cast<int>(most);
    }
    return range;
}

template <class T>
void take_choice(fuzz::Input& input, std::optional<T>& choice, std::uint32_t choices, int first = 0) {
    const std::uint32_t number = input.take(1) % (choices + 1);
    if (number > 0) {
        choice = static_cast<T>(static_cast<int>(number) - 1 + first);
    }
}

query::Query take_query(fuzz::Input& input) {
    query::Query query;
    take_choice(input, query.result, 3, -1);
    query.plies = take_range(input);
    query.longest = input.take(1) % 4 == 1;
    take_choice(input, query.side_to_move, 2);
    take_choice(input, query.zugzwang, 2);
    take_choice(input, query.capture, 2);
    query.winning_moves = take_range(input);
    query.best_moves = take_range(input);
    query.unique_solution = input.take(1) % 4 == 1;
    const std::uint32_t placed = input.take(1);
    if (placed >= 128) {
        Pieces& side = query.placed[placed & 1];
        (((placed & 2) != 0) ? side.kings : side.men) =
            Bitboard{Square{static_cast<int>(placed >> 2 & 7), static_cast<int>(input.take(1) & 7)}};
    }
    return query;
}

void ask(const query::Query& query) {
    static const std::vector<index::Material> classes{*index::Material::parse("KvK"), *index::Material::parse("KvM"),
                                                      *index::Material::parse("MvM")};
    static const query::DtmFiles files{fuzz::two_piece_tables()};
    query::Lookup lookup{files};
    const std::vector<query::ValueRange> ranges = query::value_ranges(query);
    const query::Matcher matcher{query, ranges};
    const auto end = query::search(query, classes, {.directory = fuzz::two_piece_tables()}, [&](const auto& found) {
        fuzz::require(found.value == lookup(found.position), "a found position has its value");
        fuzz::require(query::contains(ranges, found.value), "its value is in the ranges");
        fuzz::require(matcher.matches(found.position, lookup), "it answers by the definitions");
        fuzz::require(query::image_with_placed(query, found.position).has_value(), "an image has the squares");
        return true;
    });
    fuzz::require(end == query::SearchEnd::Complete, "the search goes on to its end");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input{data, size};
    const query::Query query = take_query(input);
    const auto rest = input.rest();
    read_range({reinterpret_cast<const char*>(rest.data()), rest.size()});
    ask(query);
    return 0;
}
