// Holds docs/format.md to its word. Its numbering of places is compared with index/. Its example file is taken from its
// text and compared with every number that the text names.
#include <algorithm>
#include <fstream>
#include <sstream>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <dameotb/index/class_index.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "document_numbers.hpp"
#include "sample_files.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::format;
using namespace dameotb::tests;
using Catch::Contains;
using index::ClassIndex;
using index::Material;
using rules::Position;

namespace {

std::string text_of(const std::string& path) {
    std::ifstream in{std::string{DAMEOTB_TEST_DATA} + "/../../" + path};
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

const std::string& format_document() {
    static const std::string text = text_of("docs/format.md");
    return text;
}

/// Returns the lines under a heading, up to the next heading.
std::vector<std::string> lines_under(const std::string& heading) {
    std::istringstream section{format_document().substr(format_document().find("\n" + heading + "\n"))};
    std::vector<std::string> lines;
    std::string line;
    std::getline(section, line);
    std::getline(section, line);
    while (std::getline(section, line) && !line.starts_with('#')) {
        lines.push_back(line);
    }
    return lines;
}

/// Returns the bytes whose hexadecimal digits are in the text, whatever stands between them.
Bytes bytes_in(std::string text) {
    std::erase_if(text, [](char c) { return std::string_view{"0123456789abcdef"}.find(c) == std::string_view::npos; });
    REQUIRE(text.size() % 2 == 0);
    return from_hex(text);
}

/// Returns the bytes of the dump under that heading: indented lines of an offset, two blanks and up to 16 bytes.
Bytes dump_under(const std::string& heading) {
    constexpr std::size_t indent = 4;
    constexpr std::size_t bytes_begin = indent + 8 + 2;
    Bytes bytes;
    for (const std::string& line : lines_under(heading)) {
        const std::string offset = line.substr(std::min(line.size(), indent), 8);
        const bool is_dump = line.starts_with("    ") && offset.starts_with("00000") && line.size() > bytes_begin;
        if (is_dump) {
            REQUIRE(std::stoull(offset, nullptr, 16) == bytes.size());
            const Bytes more = bytes_in(line.substr(bytes_begin));
            bytes.insert(bytes.end(), more.begin(), more.end());
        }
    }
    return bytes;
}

/// Compares the bytes in the table under that heading, "| offset | `bytes`, `bytes` | ... |", with the file's.
void check_shown_bytes(const std::string& heading, const Bytes& file) {
    int rows = 0;
    for (const std::string& line : lines_under(heading)) {
        const std::size_t begin = line.find('`');
        const std::size_t end = line.find(" | ", begin);
        if (line.starts_with("| ") && end != std::string::npos) {
            CAPTURE(line);
            const std::size_t offset = std::stoull(line.substr(2));
            const Bytes shown = bytes_in(line.substr(begin, end - begin));
            REQUIRE_FALSE(shown.empty());
            REQUIRE(offset + shown.size() <= file.size());
            CHECK(to_hex(shown) == to_hex(std::span{file}.subspan(offset, shown.size())));
            ++rows;
        }
    }
    CHECK(rows >= 7);
}

/// Returns for each place of a class whether it is quiet, by the rules alone.
std::vector<bool> quiet_places(const ClassIndex& index) {
    std::vector<bool> quiet;
    for (const auto mover : {rules::Colour::White, rules::Colour::Black}) {
        for (std::uint64_t number = 0; number < index.size(); ++number) {
            quiet.push_back(!rules::must_capture(index.unrank(number, mover)));
        }
    }
    return quiet;
}

std::string digest(const Bytes& values) {
    const XXH128_hash_t hash = XXH3_128bits(values.data(), values.size());
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, hash);
    return to_hex(std::as_bytes(std::span{canonical.digest}));
}

}  // namespace

TEST_CASE("places of positions with men are where docs/format.md says", "[format]") {
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const Material& material : index::build_order(6)) {
        if (material.men() == 0) {
            continue;
        }
        CAPTURE(material.name());
        const ClassIndex index{material};
        for (int i = 0; i < 400; ++i) {
            const Position position = tests::random_position(random, material);
            CAPTURE(rules::to_fen(position));
            REQUIRE(document::placement_number(position) == index.rank(position));
        }
    }
}

TEST_CASE("places of positions without men are in the order that docs/format.md says", "[format]") {
    // Numbers have no gaps (tests of index/), so their order determines them.
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const char* name : {"KvK", "KKvK", "KKKvK", "KKvKK", "KKKvKK"}) {
        CAPTURE(name);
        const ClassIndex index{*Material::parse(name)};
        std::vector<std::pair<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t>> keys_and_numbers;
        for (int i = 0; i < 2000; ++i) {
            const Position position = tests::random_position(random, index.material());
            keys_and_numbers.emplace_back(document::kings_key(position), index.rank(position));
        }
        std::sort(keys_and_numbers.begin(), keys_and_numbers.end());
        for (std::size_t i = 1; i < keys_and_numbers.size(); ++i) {
            const auto& [key, number] = keys_and_numbers[i];
            const auto& [key_before, number_before] = keys_and_numbers[i - 1];
            REQUIRE((key == key_before ? number == number_before : number > number_before));
        }
    }
}

TEST_CASE("the example of docs/format.md is a whole table", "[format]") {
    const Bytes file = dump_under("### KvM.dtm");
    REQUIRE(file.size() == 371);
    check_shown_bytes("### KvM.dtm", file);
    const TableReader reader{from_memory(file, "KvM.dtm")};
    const ClassIndex index{*Material::parse("KvM")};
    CHECK(reader.header() == Header{.metric = Metric::Dtm,
                                    .material = {1, 0, 0, 1},
                                    .sides = 2,
                                    .value_bytes = 1,
                                    .stored = Stored::Quiet,
                                    .block_places = 524288,
                                    .places_per_side = index.size()});
    const std::vector<bool> quiet = quiet_places(index);
    const std::vector<Block> blocks = read_blocks(reader);
    // The digest is that of the manifest, which is compared with what `dameotb gen` makes.
    Bytes values;
    for (std::uint64_t place = 0; place < quiet.size(); ++place) {
        values.push_back(quiet[place] ? std::byte(value_at(reader.header(), blocks, quiet, place)) : std::byte{0});
    }
    const std::string line = "KvM dtm 3528 " + digest(values) + "\n";
    CHECK_THAT(format_document(), Contains("    " + line));
    CHECK_THAT(text_of("manifests/le5.txt"), Contains("\n" + line));
}

TEST_CASE("a position's value is found as the example of docs/format.md says", "[format]") {
    const Bytes file = dump_under("### KvM.dtm");
    const TableReader reader{from_memory(file, "KvM.dtm")};
    const Header& header = reader.header();
    const Block block = read_blocks(reader).front();
    const ClassIndex index{*Material::parse("KvM")};
    const std::vector<bool> quiet = quiet_places(index);

    std::ostringstream said;
    const auto say = [&said](auto&&... parts) { (said << ... << parts); };
    const Position position = rules::parse_position("B:WKa6:Bg4");
    const std::uint64_t number = document::placement_number(position);
    const std::uint64_t place = header.places_per_side + number;
    REQUIRE(quiet[place]);
    const std::uint64_t span = place / 1024;
    say("    slice             ", number / 63, "\n");
    say("    kings' number     ", number % 63, "\n");
    say("    placement number  ", number / 63, " x 63 + ", number % 63, " = ", number, "\n");
    say("    place             ", header.places_per_side, " + ", number, " = ", place, "\n");
    say("    block             ", place / header.block_places, ", place ", place % header.block_places, " in it\n");
    say("    span              ", span, ", place ", place % 1024, " in it\n");
    std::uint64_t before = 0;
    say("    values before it  ");
    for (std::uint64_t i = 0; i < span; ++i) {
        before += get(block.decoded, 2 * i, 2);
        say(i == 0 ? "" : " + ", get(block.decoded, 2 * i, 2));
    }
    const std::uint64_t in_span =
        static_cast<std::uint64_t>(std::count(quiet.begin() + static_cast<std::ptrdiff_t>(span * 1024),
                                              quiet.begin() + static_cast<std::ptrdiff_t>(place), true));
    say(" in spans before it, ", in_span, " in its own\n");
    const std::uint64_t offset = 8 + before + in_span;
    say("    decoded byte      8 + ", before, " + ", in_span, " = ", offset, "\n");
    say("    value             ", get(block.decoded, offset, 1), "\n");
    CHECK(get(block.decoded, offset, 1) == value_at(header, {block}, quiet, place));
    CAPTURE(said.str());
    CHECK(format_document().find(said.str()) != std::string::npos);

    std::ostringstream counts;
    counts << "    " << to_hex(std::span{block.decoded}.first(8)) << "  counts: ";
    for (std::size_t i = 0; i < 4; ++i) {
        counts << (i == 0 ? "" : " + ") << get(block.decoded, 2 * i, 2);
    }
    counts << " = " << std::count(quiet.begin(), quiet.end(), true) << " quiet places\n";
    CHECK_THAT(format_document(), Contains(counts.str()));
    CHECK_THAT(format_document(), Contains("decodes to " + std::to_string(block.decoded.size()) + " bytes"));
}

TEST_CASE("the constant block of docs/format.md is one", "[format]") {
    const Bytes file = dump_under("### KvK.dtm");
    REQUIRE(file.size() == 80);
    check_shown_bytes("### KvK.dtm", file);
    const TableReader reader{from_memory(file, "KvK.dtm")};
    CHECK(reader.header().places() == ClassIndex{*Material::parse("KvK")}.size());
    CHECK(read_blocks(reader) == std::vector{Block{0, {}}});
}
