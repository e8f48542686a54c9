// Holds docs/codec.md to its word: models and blocks of its examples are those of the codec. What each decision takes,
// the reader in Python compares (tests/table/format/test_reader.py).
#include <fstream>
#include <sstream>

#include <dameotb/table/format/values_digest.hpp>

#include "blocks.hpp"
#include "catch.hpp"
#include "hex.hpp"

using namespace dameotb;
using Catch::Contains;
using table::Metric;
using table::Model;
using tests::Block;
using tests::Codes;

namespace {

using GroupBytes = std::vector<std::byte>;

const std::string& codec_document() {
    static const std::string text = [] {
        std::ifstream in{std::string{DAMEOTB_TEST_DATA} + "/../../docs/codec.md"};
        std::stringstream read;
        read << in.rdbuf();
        return read.str();
    }();
    return text;
}

/// Returns the bytes of the indented lines behind the words "NAME, N bytes:" under a heading. They must be N.
GroupBytes bytes_on_group(const std::string& heading, const std::string& name) {
    const std::size_t section = codec_document().find("\n" + heading + "\n");
    REQUIRE(section != std::string::npos);
    const std::size_t begin = codec_document().find(name + ", ", section);
    REQUIRE(begin != std::string::npos);
    std::istringstream lines{codec_document().substr(begin + name.size() + 2)};
    std::size_t size = 0;
    std::string line;
    lines >> size;
    std::getline(lines, line);
    REQUIRE(line == " bytes:");
    std::getline(lines, line);
    GroupBytes bytes;
    while (std::getline(lines, line) && line.starts_with("    ")) {
        for (std::size_t at = 4; at + 1 < line.size(); at += 2) {
            bytes.push_back(static_cast<std::byte>(std::stoul(line.substr(at, 2), nullptr, 16)));
        }
    }
    REQUIRE(bytes.size() == size);
    return bytes;
}

/// Compares an example's model and block with the solved block, and with what the writer makes.
void check_example(const std::string& heading, Colour mover, Metric metric) {
    const index::ClassIndex index{tests::class_of("KvM")};
    const Block solved = tests::solved_block(index, mover);
    const table::BlockCodes block = solved.codes(metric);
    const GroupBytes model_bytes = bytes_on_group(heading, "The model");
    const GroupBytes block_bytes = bytes_on_group(heading, "The block");
    std::span<const std::byte> rest{model_bytes};
    const auto model = Model::read(index, mover, coding_of(metric), rest);
    REQUIRE(model.has_value());
    CHECK(rest.empty());
    table::BlockSpace space;
    CHECK(std::ranges::equal(tests::decoded(space, *model, block, block_bytes), block.codes));
    CHECK(space.encode(*model, block) == block_bytes);
    CHECK(tests::trained(index, mover, metric, {solved}, {.table_bits = 8, .passes = 1}).to_bytes() == model_bytes);
}

/// Returns the model of an example, for blocks of any class: its bytes name none. Keeps the reference to the index.
Model model_on_group(const std::string& heading, const index::ClassIndex& index, Colour mover, Metric metric) {
    const GroupBytes bytes = bytes_on_group(heading, "The model");
    std::span<const std::byte> rest{bytes};
    return Model::read(index, mover, coding_of(metric), rest).value();
}

/// Returns the block group's noise: the bytes of blocks of `count` positions.
GroupBytes noise(std::uint32_t count) {
    GroupBytes bytes;
    for (std::uint32_t i = 1; i < count; ++i) {
        bytes.push_back(static_cast<std::byte>((i * i * 0x9E3779B1U) >> 24));
    }
    return bytes;
}

/// Returns the digest of codes as they are, as a manifest writes digests.
std::string digest_of(std::span<const std::uint8_t> codes) {
    table::ValuesDigest digest;
    digest.add(std::as_bytes(codes));
    return tests::to_hex(digest.finish().bytes);
}

/// Decodes noise as a block of one metric, and compares what the document says of it. Returns the codes.
Codes check_noise(const std::string& class_name, Colour mover, std::uint64_t first, std::uint32_t count, Metric metric,
                  const Codes& results) {
    const index::ClassIndex index{tests::class_of(class_name)};
    const bool is_wdl = metric == Metric::Wdl;
    const Model model =
        model_on_group(is_wdl ? "### KvM.wdl, White to move" : "### KvM.dtm, Black to move", index, mover, metric);
    table::BlockSpace space;
    const Codes of_count(count);
    const Codes codes = tests::decoded(space, model, {first, of_count, results}, noise(count));
    std::ostringstream row;
    row << "\n| " << class_name << (is_wdl ? ".wdl | " : ".dtm | ") << (mover == Colour::White ? "White" : "Black")
        << " | " << first << " | " << count << " | " << count - std::ranges::count(codes, table::dont_care_code)
        << " | ";
    CHECK_THAT(codec_document(), Contains(row.str()));
    const std::size_t begin = codec_document().find(row.str());
    CHECK_THAT(codec_document().substr(begin, codec_document().find('\n', begin + 1) - begin),
               Contains(" | `" + digest_of(codes) + "` |"));
    return codes;
}

}  // namespace

TEST_CASE("the blocks of docs/codec.md are KvM", "[codec]") {
    check_example("### KvM.wdl, White to move", Colour::White, Metric::Wdl);
    check_example("### KvM.dtm, Black to move", Colour::Black, Metric::Dtm);
}

TEST_CASE("the blocks of noise of docs/codec.md decode as it says", "[codec]") {
    const auto check = [](const std::string& class_name, Colour mover, std::uint64_t first, std::uint32_t count) {
        CAPTURE(class_name);
        check_noise(class_name, mover, first, count, Metric::Dtm,
                    check_noise(class_name, mover, first, count, Metric::Wdl, {}));
    };
    check("KKMvKK", Colour::White, 35745792, 2048);
    check("KMMvK", Colour::Black, 1974272, 8192);
    check("KMvMM", Colour::White, 1705984, 2048);
    check("KKKvM", Colour::Black, 917504, 2048);
    check("KMMvM", Colour::White, 2134016, 2048);
}
