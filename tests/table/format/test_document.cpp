// Holds docs/format.md to its word. Its numbering of positions is compared with index/. Its example files are taken
// from its text and compared with every number that the text names.
#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include <nlohmann/json.hpp>

#include <dameotb/index/class_index.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/table/codec/zstd_blocks.hpp>
#include <dameotb/table/format/values_digest.hpp>

#include "catch.hpp"
#include "document_numbers.hpp"
#include "sample_files.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::table;
using namespace dameotb::tests;
using Catch::Contains;
using index::ClassIndex;
using index::Material;

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
    CHECK(rows >= 8);
}

/// Returns the codes of the blocks, one after the other.
std::vector<std::uint8_t> decode_all(const Header& header, const std::vector<Bytes>& blocks) {
    std::vector<std::uint8_t> codes;
    for (std::uint64_t block_index = 0; block_index < blocks.size(); ++block_index) {
        std::vector<std::uint8_t> more(header.positions_in_block(block_index));
        REQUIRE(table::decode_zstd(blocks[block_index], more));
        codes.insert(codes.end(), more.begin(), more.end());
    }
    return codes;
}

/// Checks that the table under that heading is whole: all its checksums, the class of its name, its seed, and its
/// values, which are those of the manifest. Returns its codes.
std::vector<std::uint8_t> check_table(const std::string& class_name) {
    const std::string heading = "### " + class_name + ".dtm";
    const Bytes file = dump_under(heading);
    check_shown_bytes(heading, file);
    const TableReader reader{from_memory(file, class_name)};
    const Header& header = reader.header();
    const ClassIndex index{*Material::parse(class_name)};
    CHECK(header.positions_per_side == index.size());
    CHECK(header.seed == seed_of(header, {}));
    const std::vector<std::uint8_t> codes = decode_all(header, read_all(reader).blocks);
    REQUIRE(codes.size() == header.sides * index.size());
    Bytes values;
    for (std::uint64_t offset = 0; offset < codes.size(); ++offset) {
        const Position position = index.unrank(offset % index.size(), static_cast<Colour>(offset / index.size()));
        values.push_back(std::byte{rules::must_capture(position) ? std::uint8_t{0} : codes[offset]});
    }
    const std::string digest = to_hex(header.values.bytes);
    ValuesDigest taken;
    taken.add(values);
    CHECK(taken.finish() == header.values);
    CHECK_THAT(text_of("data/manifests/le5.txt"),
               Contains("\n" + class_name + " dtm " + std::to_string(codes.size()) + " " + digest + "\n"));
    return codes;
}

}  // namespace

TEST_CASE("positions of positions with men are where docs/format.md says", "[format]") {
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

TEST_CASE("positions of positions without men are in the order that docs/format.md says", "[format]") {
    // Numbers have no gaps (tests of index/), so their order determines them.
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const char* name : {"KvK", "KKvK", "KKKvK", "KKvKK", "KKKvKK", "KKKKvKKK", "KKKKKvKK", "KKKKKKvK"}) {
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

TEST_CASE("vectors of placements of seven kings have the indices that the index gives", "[format]") {
    CHECK_THAT(format_document(), Contains("`tests/data/placement_indices.jsonl`"));
    std::istringstream lines{text_of("tests/data/placement_indices.jsonl")};
    std::map<Material, int> placements;
    std::map<Material, ClassIndex> indices;
    for (std::string line; std::getline(lines, line);) {
        CAPTURE(line);
        const nlohmann::json vector = nlohmann::json::parse(line);
        const Position stored = index::stored_form(rules::parse_position(vector["fen"].get<std::string>()));
        const Material material = Material::of(stored);
        CHECK(indices.try_emplace(material, material).first->second.rank(stored) == vector["index"]);
        ++placements[material];
    }
    CHECK(placements == std::map<Material, int>{{*Material::parse("KKKKKKvK"), 40},
                                                {*Material::parse("KKKKKvKK"), 40},
                                                {*Material::parse("KKKKvKKK"), 40}});
}

TEST_CASE("placements without men are counted and numbered as the example of docs/format.md says", "[format]") {
    const auto grouped = [](std::uint64_t number) {
        std::string digits = std::to_string(number);
        for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) {
            digits.insert(static_cast<std::size_t>(at), ",");
        }
        return digits;
    };
    std::ostringstream row;
    row << "\n| **size**: the sum over all eight / 8 | |";
    for (const char* name : {"KKvK", "KKvKK", "KKKKvK"}) {
        row << ' ' << grouped(index::class_size(*Material::parse(name))) << " |";
    }
    CHECK_THAT(format_document(), Contains(row.str() + "\n"));

    const std::string fen = "W:WKh4,Kh5:BKf3";
    CHECK_THAT(format_document(), Contains("`" + fen + "` in KKvK:"));
    const Position position = rules::parse_position(fen);
    const ClassIndex index{*Material::parse("KKvK")};
    const auto [white, black] = document::kings_key(position);
    CHECK_THAT(format_document(), Contains("index C(3, 1) + C(4, 2) = " + std::to_string(white) + "\n"));
    CHECK_THAT(format_document(), Contains("c3 = square 18, and " + std::to_string(black) + " of those"));
    // The first key with the kings d1 and e1, and the first with the set of the next rank.
    const std::uint64_t first = index.rank(rules::parse_position("W:WKd1,Ke1:BKa1"));
    const std::uint64_t next = index.rank(rules::parse_position("W:WKa1,Kf1:BKb1"));
    const std::uint64_t number = index.rank(position);
    CHECK_THAT(format_document(), Contains(std::to_string(white) + " x C(62, 1) = " + std::to_string(first) + "\n"));
    CHECK_THAT(format_document(), Contains("the keys are the " + std::to_string(next - first) + " free squares"));
    CHECK_THAT(format_document(), Contains("place in the list " + std::to_string(number - first) + " of these"));
    std::ostringstream sum;
    sum << "placement index   " << first << " + " << number - first << " = " << number << "\n";
    CHECK_THAT(format_document(), Contains(sum.str()));
}

TEST_CASE("the lines of manifests that docs/format.md shows are those of the manifest", "[format]") {
    const std::vector<std::string> lines = lines_under("## Test your reader");
    const std::string manifest = text_of("data/manifests/le5.txt");
    const std::string indent(7, ' ');
    int shown = 0;
    for (const std::string& line : lines) {
        if (line.starts_with(indent)) {
            CHECK_THAT(manifest, Contains("\n" + line.substr(indent.size()) + "\n"));
            ++shown;
        }
    }
    CHECK(shown == 4);
    ValuesDigest of_zeros;
    of_zeros.add(Bytes(518));
    CHECK_THAT(format_document(), Contains("the digest is `" + to_hex(of_zeros.finish().bytes) + "`"));
}

TEST_CASE("the examples of docs/format.md are whole tables", "[format]") {
    CHECK(check_table("KvK") == std::vector<std::uint8_t>(518));
    const Header header = read_header(*from_memory(dump_under("### KvM.dtm"), "KvM.dtm"));
    CHECK_THAT(format_document(), Contains("    KvM dtm 3528 " + to_hex(header.values.bytes) + "\n"));
    CHECK_THAT(text_of("data/manifests/le5.txt"), Contains("\nKvM wdl 3528 " + to_hex(header.wdl.bytes) + "\n"));
}

TEST_CASE("a position's value is found as the example of docs/format.md says", "[format]") {
    const std::vector<std::uint8_t> codes = check_table("KvM");
    const Bytes file = dump_under("### KvM.dtm");
    const TableReader reader{from_memory(file, "KvM.dtm")};
    const Header& header = reader.header();

    const Position position = rules::parse_position("B:WKa6:Bg4");
    REQUIRE_FALSE(rules::must_capture(position));
    const std::uint64_t number = document::placement_number(position);
    const std::uint64_t offset = header.positions_per_side + number;
    const std::uint64_t in_block = number % header.block_positions;
    const std::uint64_t block_index = number / header.block_positions + header.blocks_per_side();
    const std::uint64_t group = block_index / header.group_blocks;
    const Shape shape = shape_of(file);
    const Range range = group_range(file, group);
    const std::uint64_t base = get(file, shape.index_block_begin(0), 8);
    const std::uint64_t block_bytes = get(file, range.begin + 1, 1);

    std::ostringstream said;
    const auto say = [&said](auto&&... parts) { (said << ... << parts); };
    say("    slice             ", number / 63, "\n");
    say("    kings' index      ", number % 63, "\n");
    say("    placement index   ", number / 63, " x 63 + ", number % 63, " = ", number, "\n");
    say("    offset            ", header.positions_per_side, " + ", number, " = ", offset, "\n");
    say("    blocks of a side  ", header.blocks_per_side(), "\n");
    say("    block index       ", number / header.block_positions, " + ", header.blocks_per_side(), " = ", block_index);
    say(", position ", in_block, " of the block\n");
    say("    block group       ", group, ", block ", block_index % header.group_blocks, " in it\n");
    say("    index block        0, at 128 + ", header.models_bytes, " + 4096 x 0 = ", shape.index_block_begin(0), "\n");
    say("    block group ", group, "     at ", base, " + ", range.begin - base, " = ", range.begin, ", ");
    say(range.end - base, " - ", range.begin - base, " = ", range.end - range.begin, " bytes\n");
    say("    block             at ", range.begin, " + 1 + 1 = ", range.begin + 2, ", ", block_bytes, " bytes\n");
    say("    value             ", int{codes[offset]}, "\n");
    CAPTURE(said.str());
    CHECK(format_document().find(said.str()) != std::string::npos);
    CHECK(range.begin + 2 + block_bytes + 8 == range.end);
}
