// Holds docs/codec.md to its word: decodes the units of its example with the models that the page shows, and compares
// every number that it names.
#include <fstream>
#include <iomanip>
#include <sstream>

#include "catch.hpp"
#include "plain_tables.hpp"
#include "plain_unit.hpp"
#include "units.hpp"

using namespace dameotb;
using Catch::Contains;
using rules::Colour;
using table::Metric;
using table::Model;
using tests::PlainDecision;
using tests::PlainUnit;
using tests::Unit;

namespace {

using PageBytes = std::vector<std::byte>;

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
PageBytes bytes_on_page(const std::string& heading, const std::string& name) {
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
    PageBytes bytes;
    while (std::getline(lines, line) && line.starts_with("    ")) {
        for (std::size_t at = 4; at + 1 < line.size(); at += 2) {
            bytes.push_back(static_cast<std::byte>(std::stoul(line.substr(at, 2), nullptr, 16)));
        }
    }
    REQUIRE(bytes.size() == size);
    return bytes;
}

/// Returns the whole of KvM for one side to move, solved plainly.
Unit solved_unit(const index::ClassIndex& index, Colour mover) {
    tests::PlainTables tables{{index.material()}};
    return tests::make_units(index, mover,
                             [&](const rules::Position& position) { return tests::dtm_byte(tables.value(position)); })
        .front();
}

template <std::size_t count>
std::string list_of(const std::array<int, count>& grades) {
    std::ostringstream text;
    for (const int grade : grades) {
        text << ' ' << (grade == 255 ? std::string{"-"} : std::to_string(grade));
    }
    return text.str();
}

/// Returns a decision as the page writes it.
std::string text_of(const PlainDecision& decision) {
    std::ostringstream text;
    text << "    place " << decision.place << ", " << decision.question;
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

/// Decodes the page's unit with the page's model, and compares it with the solved one and with what the writer makes.
/// `shown`: the decisions that the page names.
void check_example(const std::string& heading, Colour mover, Metric metric, const std::vector<std::size_t>& shown) {
    const index::ClassIndex index{tests::class_of("KvM")};
    const Unit solved = solved_unit(index, mover);
    const table::UnitCodes unit = solved.codes(metric);
    const PageBytes model_bytes = bytes_on_page(heading, "The model");
    const PageBytes unit_bytes = bytes_on_page(heading, "The unit");
    std::span<const std::byte> rest{model_bytes};
    const auto model = Model::read(index, mover, metric, rest);
    REQUIRE(model.has_value());
    CHECK(rest.empty());

    PlainUnit plain{index, mover, *model, 0, static_cast<std::uint32_t>(index.size()), unit.results};
    const auto codes = plain.decode(unit_bytes);
    REQUIRE(codes.has_value());
    CHECK(std::ranges::equal(*codes, unit.codes));
    table::UnitSpace space;
    CHECK(tests::decoded(space, *model, unit, unit_bytes) == *codes);
    CHECK(space.encode(*model, unit) == unit_bytes);
    CHECK(tests::trained(index, mover, metric, {solved}, {.table_bits = 8, .passes = 1}).to_bytes() == model_bytes);

    for (const std::size_t i : shown) {
        CHECK_THAT(codec_document(), Contains(text_of(plain.decisions().at(i))));
    }
    CHECK_THAT(codec_document(), Contains(std::to_string(plain.decisions().size()) + " decisions in all"));
}

}  // namespace

TEST_CASE("the .wdl unit of docs/codec.md is KvM with White to move", "[codec]") {
    check_example("### KvM.wdl, White to move", Colour::White, Metric::Wdl, {0, 1, 2, 10, 11});
}

TEST_CASE("the .dtm unit of docs/codec.md is KvM with Black to move", "[codec]") {
    check_example("### KvM.dtm, Black to move", Colour::Black, Metric::Dtm, {0, 1, 18, 19, 20, 21});
}
