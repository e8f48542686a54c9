// Certificates of proofs hold; what was changed in them proves nothing false.
#include <dameotb/proof/certificate.hpp>

#include <algorithm>
#include <string>

#include <dameotb/rules/movegen.hpp>

#include "catch.hpp"
#include "sampling.hpp"
#include "temporary_directory.hpp"
#include "truth.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using Catch::Contains;
using proof::Certificate;
using proof::CertificateError;
using proof::Claim;

namespace {

/// Returns what a certificate proves, or why it proves nothing.
std::variant<probe::OutcomeBounds, std::string> checked(const Certificate& certificate,
                                                        const probe::Tablebase& tables) {
    try {
        return proof::check(certificate, tables).bounds;
    } catch (const CertificateError& error) {
        return error.what();
    }
}

/// Proves random positions, and calls visit(position, proof, certificate) for each of which something is proven.
template <class Visit>
void for_each_certificate(int count, const Visit& visit) {
    INFO("seed " << sample_seed);
    Random random{sample_seed};
    const std::vector<index::Material> classes = classes_of(4);
    proof::Prover prover{four_pieces().seen()};
    while (count > 0) {
        const Position position = random_position(random, classes[random() % classes.size()]);
        const proof::Proof proof = prover.prove({{position}}, {.nodes = 2000});
        if (proof.bounds == probe::OutcomeBounds{}) {
            continue;
        }
        INFO(in_words(position, proof));
        const auto certificate = prover.certificate(position, {.nodes = 10'000'000});
        REQUIRE(certificate.has_value());
        visit(position, proof, *certificate);
        --count;
    }
}

/// Returns a certificate changed at random.
Certificate changed(Certificate certificate, Random& random) {
    Claim& claim = certificate.claims[random() % certificate.claims.size()];
    const auto any = [&] {
        return claim.positions.begin() + static_cast<std::ptrdiff_t>(random() % claim.positions.size());
    };
    switch (claim.positions.empty() ? 4 + random() % 3 : random() % 7) {
        case 0:
            claim.positions.erase(any());
            break;
        case 1:
            std::iter_swap(any(), any());
            break;
        case 2:
            any()->side_to_move = opponent(any()->side_to_move);
            break;
        case 3: {
            Pieces& pieces = (*any())[static_cast<Colour>(random() % 2)];
            pieces.kings = Bitboard{pieces.kings.bits() << 1} - pieces.men;
            break;
        }
        case 4:
            claim.wins = !claim.wins;
            break;
        case 5:
            claim.side = opponent(claim.side);
            break;
        default:
            certificate.position.side_to_move = opponent(certificate.position.side_to_move);
            break;
    }
    return certificate;
}

bool is_sound(const Certificate& certificate) {
    return std::ranges::all_of(certificate.claims, [](const Claim& claim) {
        return std::ranges::all_of(claim.positions,
                                   [](const Position& position) { return dameotb::is_sound(position); });
    });
}

}  // namespace

TEST_CASE("certificates prove what was proven, from the same tables", "[proof]") {
    int wins = 0;
    int draws = 0;
    const int count = sampled ? 100 : 1000;
    for_each_certificate(count,
                         [&](const Position& position, const proof::Proof& proof, const Certificate& certificate) {
                             CHECK(certificate.position == position);
                             const auto result = checked(certificate, four_pieces().seen());
                             INFO(proof::to_text(certificate));
                             REQUIRE(std::holds_alternative<probe::OutcomeBounds>(result));
                             const auto& bounds = std::get<probe::OutcomeBounds>(result);
                             REQUIRE(is_true(bounds, four_pieces().value(position)));
                             CHECK(bounds.at_least.wdl == proof.bounds.at_least.wdl);
                             CHECK(bounds.at_most.wdl == proof.bounds.at_most.wdl);
                             CHECK(proof::read_file(proof::to_file(certificate)) == certificate);
                             wins += bounds.at_least.wdl == bounds.at_most.wdl && bounds.at_least.wdl != Wdl::Draw;
                             draws += certificate.claims.size() == 2;
                         });
    CHECK(wins > count / 10);
    CHECK(draws > count / 50);
}

TEST_CASE("a changed certificate proves nothing false", "[proof]") {
    Random random{sample_seed};
    int refused = 0;
    const int count = sampled ? 50 : 500;
    constexpr int changes = 20;
    for_each_certificate(count, [&](const Position&, const proof::Proof&, const Certificate& certificate) {
        for (int i = 0; i < changes; ++i) {
            const Certificate other = changed(certificate, random);
            if (!dameotb::is_sound(other.position) || !is_sound(other)) {
                ++refused;  // no FEN has it
                continue;
            }
            const auto result = checked(other, four_pieces().seen());
            if (const auto* bounds = std::get_if<probe::OutcomeBounds>(&result)) {
                INFO(proof::to_text(other));
                REQUIRE(is_true(*bounds, four_pieces().value(other.position)));
            } else {
                ++refused;
            }
        }
    });
    // What is left is true in another way: a position that the proof did not need, an order that is as good.
    CHECK(refused > count * changes / 2);
}

TEST_CASE("a circle is no win, and a draw", "[proof]") {
    const TemporaryDirectory empty;
    const probe::Tablebase no_tables{empty.path()};
    // Kings that step to and fro.
    const Certificate draw = [&] {
        proof::Prover prover{no_tables};
        const Position position = rules::parse_position("W:WKa1:BKc8");
        REQUIRE(prover.prove({{position}}, {.nodes = 500'000}).is_decided());
        return prover.certificate(position, {.nodes = 500'000}).value();
    }();
    REQUIRE(draw.claims.size() == 2);
    CHECK(std::get<probe::OutcomeBounds>(checked(draw, no_tables)).outcome() == probe::Outcome::of(Wdl::Draw));
    for (const Claim& claim : draw.claims) {
        Certificate win{draw.position, {{opponent(claim.side), true, claim.positions}}};
        CHECK_THAT(std::get<std::string>(checked(win, no_tables)), Contains("it does not follow that"));
        std::ranges::reverse(win.claims[0].positions);
        CHECK_THAT(std::get<std::string>(checked(win, no_tables)), Contains("it does not follow that"));
    }
}

TEST_CASE("a game that is over has a certificate, with and without a table", "[proof]") {
    const TemporaryDirectory empty;
    const probe::Tablebase no_tables{empty.path()};
    for (const char* fen : {"B:WKa1,b1,Ka5:Ba2", "W:WKa1,b1,a2,b2:Bh8,g8,f8,e8", "B:WKa1:B"}) {
        INFO(fen);
        const Position position = rules::parse_position(fen);
        const bool is_over = rules::legal_moves(position).empty();
        for (const probe::Tablebase* tables : {&no_tables, &four_pieces().seen()}) {
            proof::Prover prover{*tables};
            const probe::OutcomeBounds bounds = prover.prove({{position}}, {.nodes = 1000}).bounds;
            const auto certificate = prover.certificate(position, {.nodes = 1000});
            REQUIRE((bounds.at_most.wdl == Wdl::Loss) == is_over);
            REQUIRE((!is_over || certificate));
            if (certificate) {
                CHECK(std::get<probe::OutcomeBounds>(checked(*certificate, *tables)).at_most.wdl == bounds.at_most.wdl);
            }
        }
    }
}

TEST_CASE("texts that are no certificates are refused, and it is said why", "[proof]") {
    const auto refusal = [](const std::string& text) -> std::string {
        try {
            (void)proof::parse_certificate(text);
        } catch (const CertificateError& error) {
            return error.what();
        }
        return "";
    };
    const std::string head = "dameotb-certificate 1\nposition W:WKa1:BKc8\n";
    const std::string whole = head + "white does not win\nW:WKa1:BKc8\nB:WKa1:BKc7\nend\n";
    CHECK(refusal(whole).empty());
    CHECK(proof::to_text(proof::parse_certificate(whole)) == whole);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        CAPTURE(size);
        CHECK_FALSE(refusal(whole.substr(0, size)).empty());
    }
    CHECK_THAT(refusal("x\n"), Contains("not a certificate"));
    CHECK(refusal("dameotb-certificate 1\nW:WKa1:BKc8\n") == "line 2: \"position\" and a FEN expected");
    CHECK_THAT(refusal("dameotb-certificate 1\nposition W:WKa9:BKc8\n"), Contains("line 2: ") && Contains("a9"));
    CHECK(refusal(head + "W:WKa1:BKc8\n") == "line 3: a claim expected, such as \"white wins\"");
    CHECK_THAT(refusal(head + "white wins\nwhite will win\n"), Contains("line 4: "));
    CHECK_THAT(refusal(head + "white wins\nW:Wa8:BKc8\n"), Contains("line 4: "));
    CHECK(refusal(whole + "\n") == "line 7: more after \"end\"");
    CHECK(std::get<std::string>(checked(proof::parse_certificate(head + "end\n"), four_pieces().seen())) ==
          "it claims nothing");
}

TEST_CASE("a certificate is not followed through more captures than anybody could", "[proof]") {
    std::string kings;
    for (const char* square : {"b2", "d2", "f2", "b4", "d4", "f4", "b6", "d6", "f6", "c3", "e3", "c5", "e5", "g5"}) {
        kings += std::string{kings.empty() ? "" : ","} + "K" + square;
    }
    const Position position = rules::parse_position("W:WKa1,Kh8,Ka8,Kh1:B" + kings);
    const Certificate certificate{position, {{Colour::White, true, {position}}}};
    CHECK(!std::get<std::string>(checked(certificate, four_pieces().seen())).empty());
}

TEST_CASE("files that are damaged are refused", "[proof]") {
    INFO("seed " << sample_seed);
    Random random{sample_seed};
    for_each_certificate(5, [&](const Position&, const proof::Proof&, const Certificate& certificate) {
        const std::string file = proof::to_file(certificate);
        for (int i = 0; i < 200; ++i) {
            std::string damaged = file;
            damaged[random() % damaged.size()] ^= static_cast<char>(1U << random() % 8);
            if (i % 4 == 0) {
                damaged.resize(random() % file.size());
            }
            // A bit of the frame's header may mean nothing.
            const auto read = [&]() -> std::optional<Certificate> {
                try {
                    return proof::read_file(damaged);
                } catch (const CertificateError&) {
                    return std::nullopt;
                }
            }();
            CHECK(read.value_or(certificate) == certificate);
        }
        CHECK_THROWS_AS(proof::read_file(file + "x"), CertificateError);
    });
}
