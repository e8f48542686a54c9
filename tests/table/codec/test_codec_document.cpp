// Holds docs/codec.md to its word: decodes the blocks of its example with the models that the block group shows, and
// compares every number that it names.
#include <fstream>
#include <iomanip>
#include <sstream>

#include <dameotb/rules/notation.hpp>
#include <dameotb/table/format/values_digest.hpp>

#include "blocks.hpp"
#include "catch.hpp"
#include "plain_block.hpp"

using namespace dameotb;
using Catch::Contains;
using table::Metric;
using table::Model;
using tests::Block;
using tests::Codes;
using tests::PlainBlock;
using tests::PlainDecision;

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

template <std::size_t count>
std::string list_of(const std::array<int, count>& relative_values) {
    std::ostringstream text;
    for (const int relative_value : relative_values) {
        text << ' ' << (relative_value == 255 ? std::string{"-"} : std::to_string(relative_value));
    }
    return text.str();
}

/// Returns a decision as the block group writes it.
std::string text_of(const PlainDecision& decision) {
    std::ostringstream text;
    text << "    position " << decision.offset << ", " << decision.question;
    if (decision.question.starts_with("candidate")) {
        text << ", guesses" << list_of(decision.guesses) << ", hints" << list_of(decision.hints);
    }
    text << ", sum " << decision.sum << ", " << decision.yes << " / 65536: " << (decision.answer ? "yes" : "no");
    for (std::size_t i = 0; i < decision.contexts.size(); ++i) {
        text << (i % 4 == 0 ? "\n        " : ", ") << std::hex << std::setfill('0') << std::setw(16)
             << decision.contexts[i] << std::dec << ": " << decision.votes[i];
    }
    text << "\n";
    return text.str();
}

/// Decodes the block group's block with the block group's model, and compares it with the solved one and with what the
/// writer makes. `shown`: the decisions that the block group names.
void check_example(const std::string& heading, Colour mover, Metric metric, const std::vector<std::size_t>& shown) {
    const index::ClassIndex index{tests::class_of("KvM")};
    const Block solved = tests::solved_block(index, mover);
    const table::BlockCodes block = solved.codes(metric);
    const GroupBytes model_bytes = bytes_on_group(heading, "The model");
    const GroupBytes block_bytes = bytes_on_group(heading, "The block");
    std::span<const std::byte> rest{model_bytes};
    const auto model = Model::read(index, mover, coding_of(metric), rest);
    REQUIRE(model.has_value());
    CHECK(rest.empty());

    PlainBlock plain{index, mover, *model, 0, static_cast<std::uint32_t>(index.size()), block.results};
    const auto codes = plain.decode(block_bytes);
    REQUIRE(codes.has_value());
    CHECK(std::ranges::equal(*codes, block.codes));
    table::BlockSpace space;
    CHECK(tests::decoded(space, *model, block, block_bytes) == *codes);
    CHECK(space.encode(*model, block) == block_bytes);
    CHECK(tests::trained(index, mover, metric, {solved}, {.table_bits = 8, .passes = 1}).to_bytes() == model_bytes);

    for (const std::size_t i : shown) {
        CHECK_THAT(codec_document(), Contains(text_of(plain.decisions().at(i))));
    }
    CHECK_THAT(codec_document(), Contains(std::to_string(plain.decisions().size()) + " decisions in all"));
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
    std::ostringstream text;
    for (const std::byte byte : digest.finish().bytes) {
        text << std::hex << std::setfill('0') << std::setw(2) << std::to_integer<int>(byte);
    }
    return text.str();
}

/// A block of noise, and the positions whose decisions the block group shows: all that are read at the position, in
/// their order.
struct NoiseBlock {
    std::string class_name;
    Colour mover;
    std::uint64_t first;
    std::uint32_t count;
    std::vector<std::uint32_t> shown_wdl;
    std::vector<std::uint32_t> shown_dtm;
};

/// Decodes noise as a block of one metric, plainly and with the codec, and compares what the block group says of it.
/// Returns the codes.
Codes check_noise(const NoiseBlock& noisy, Metric metric, const Codes& results,
                  const std::vector<std::uint32_t>& shown) {
    const index::ClassIndex index{tests::class_of(noisy.class_name)};
    const bool is_wdl = metric == Metric::Wdl;
    const Model model = model_on_group(is_wdl ? "### KvM.wdl, White to move" : "### KvM.dtm, Black to move", index,
                                       noisy.mover, metric);
    const GroupBytes bytes = noise(noisy.count);
    PlainBlock plain{index, noisy.mover, model, noisy.first, noisy.count, results};
    const Codes codes = plain.decode(bytes).value();
    table::BlockSpace space;
    CHECK(tests::decoded(space, model, {noisy.first, codes, results}, bytes) == codes);

    const std::string file = noisy.class_name + (is_wdl ? ".wdl" : ".dtm");
    const auto quiet = noisy.count - std::ranges::count(codes, table::dont_care_code);
    std::ostringstream row;
    row << "\n| " << file << " | " << (noisy.mover == Colour::White ? "White" : "Black") << " | " << noisy.first
        << " | " << noisy.count << " | " << quiet << " | " << plain.decisions().size() << " | `" << digest_of(codes)
        << "` |\n";
    CHECK_THAT(codec_document(), Contains(row.str()));
    for (const std::uint32_t offset : shown) {
        std::string text = "At position " + std::to_string(offset) + " of " + file + ", `" +
                           rules::to_fen(index.unrank(noisy.first + offset, noisy.mover)) + "`";
        CHECK_THAT(codec_document(), Contains(text));
        text.clear();
        for (const PlainDecision& decision : plain.decisions()) {
            text += decision.offset == offset ? text_of(decision) : "";
        }
        CHECK_THAT(codec_document(), Contains("\n\n" + text));
    }
    return codes;
}

}  // namespace

TEST_CASE("the .wdl block of docs/codec.md is KvM with White to move", "[codec]") {
    check_example("### KvM.wdl, White to move", Colour::White, Metric::Wdl, {0, 1, 2, 10, 11});
}

TEST_CASE("the .dtm block of docs/codec.md is KvM with Black to move", "[codec]") {
    check_example("### KvM.dtm, Black to move", Colour::Black, Metric::Dtm, {0, 1, 18, 19, 20, 21});
}

TEST_CASE("the blocks of noise of docs/codec.md decode as it says", "[codec]") {
    const std::vector<NoiseBlock> blocks{
        {"KKMvKK", Colour::White, 35745792, 2048, {1449}, {1975, 2008}},
        {"KMMvK", Colour::Black, 1974272, 8192, {8106}, {655, 6029}},
        {"KMvMM", Colour::White, 1705984, 2048, {}, {1945}},
        {"KKKvM", Colour::Black, 917504, 2048, {}, {306}},
        {"KMMvM", Colour::White, 2134016, 2048, {}, {}},
    };
    for (const NoiseBlock& noisy : blocks) {
        CAPTURE(noisy.class_name);
        const Codes results = check_noise(noisy, Metric::Wdl, {}, noisy.shown_wdl);
        check_noise(noisy, Metric::Dtm, results, noisy.shown_dtm);
    }
}
