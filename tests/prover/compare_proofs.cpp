// Compares what proofs say with tables that the prover does not see: all positions of classes, or a random sample of
// them. By hand: it takes minutes to hours.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <dameotb/index/class_index.hpp>

#include "truth.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using index::Material;

namespace {

/// What is asked for.
struct Asked {
    std::string directory;
    std::vector<std::string> classes;
    int pieces = 4;
    int seen_pieces = 3;
    std::uint64_t count = 0;
    std::uint64_t seed = 1;
    std::uint64_t nodes = 1'000;
    std::uint64_t hash_mib = 1024;
    std::uint64_t certificate_every = 0;
};

/// Proves positions, and compares them with the tables.
class Comparison {
public:
    explicit Comparison(const Asked& asked)
        : asked_{asked}, truth_{asked.directory, asked.seen_pieces}, prover_{truth_.seen(), asked.hash_mib << 20} {}

    /// Throws std::runtime_error if what is proven, or its certificate, is false.
    void compare(const Position& position) {
        const proof::Proof proof = prover_.prove({{position}}, {.nodes = asked_.nodes});
        const Value value = truth_.value(position);
        if (!is_true(proof.bounds, value)) {
            throw std::runtime_error{in_words(position, proof) + ", and it is a " +
                                     to_string(probe::Outcome::of(value))};
        }
        ++positions_;
        nodes_ += proof.nodes;
        decided_ += proof.is_decided();
        const bool is_any = proof.bounds != probe::OutcomeBounds{};
        one_side_ += is_any && !proof.is_decided();
        if (asked_.certificate_every > 0 && is_any && positions_ % asked_.certificate_every == 0) {
            check_certificate(position, value, proof);
        }
    }

    /// Prints what was counted since the last time.
    void print(const std::string& name) {
        std::cout << fmt::format(
                         "{:<8} {:>11} positions, decided {:>11}, one side {:>9}, nothing {:>9}, nodes {:>12}, "
                         "certificates {:>6}, none false",
                         name, positions_, decided_, one_side_, positions_ - decided_ - one_side_, nodes_,
                         certificates_)
                  << std::endl;
        positions_ = decided_ = one_side_ = nodes_ = certificates_ = 0;
    }

private:
    void check_certificate(const Position& position, Value value, const proof::Proof& proof) {
        const auto certificate = prover_.certificate(position, {.nodes = 10'000'000});
        if (!certificate) {
            throw std::runtime_error{in_words(position, proof) + ", without a certificate"};
        }
        const auto checked = proof::check(proof::parse_certificate(proof::to_text(*certificate)), truth_.seen());
        if (!is_true(checked.bounds, value) || checked.bounds.at_least.wdl != proof.bounds.at_least.wdl ||
            checked.bounds.at_most.wdl != proof.bounds.at_most.wdl) {
            throw std::runtime_error{in_words(position, proof) + ", and its certificate says otherwise"};
        }
        ++certificates_;
    }

    const Asked& asked_;
    Truth truth_;
    proof::Prover prover_;
    std::uint64_t positions_ = 0;
    std::uint64_t decided_ = 0;
    std::uint64_t one_side_ = 0;
    std::uint64_t nodes_ = 0;
    std::uint64_t certificates_ = 0;
};

/// Compares every position that a table of the class stores.
void compare_all(Comparison& comparison, const Material& material) {
    const index::ClassIndex index{material};
    for (int side = 0; side < index::stored_sides(material); ++side) {
        for (std::uint64_t number = 0; number < index.size(); ++number) {
            comparison.compare(index.unrank(number, static_cast<Colour>(side)));
        }
    }
    comparison.print(material.name());
}

/// Compares random positions, each of a random class.
void compare_some(Comparison& comparison, const std::vector<Material>& classes, const Asked& asked) {
    Random random{asked.seed};
    for (std::uint64_t i = 0; i < asked.count; ++i) {
        comparison.compare(random_position(random, classes[random() % classes.size()]));
    }
    comparison.print(fmt::format("seed {}", asked.seed));
}

}  // namespace

int main(int argc, char** argv) try {
    CLI::App app{"Compares what proofs say with tables that the prover does not see"};
    Asked asked;
    app.add_option("--dir", asked.directory, "Directory of the table files")->required();
    app.add_option("--pieces", asked.pieces, "Classes of so many pieces; default: 4");
    app.add_option("--seen", asked.seen_pieces, "The prover sees tables of up to so many; default: 3");
    app.add_option("--count", asked.count, "So many random positions; default: all that the tables store");
    app.add_option("--seed", asked.seed, "Chooses the positions; default: 1");
    app.add_option("--nodes", asked.nodes, "The most work for each; default: 1000");
    app.add_option("--hash", asked.hash_mib, "Memory of the prover in MiB; default: 1024");
    app.add_option("--certificates", asked.certificate_every, "Check the certificate of each Nth, if it has one");
    app.add_option("class", asked.classes, "Only these classes, as in KKMvKM");
    CLI11_PARSE(app, argc, argv);
    std::vector<Material> classes = classes_of(asked.pieces);
    if (!asked.classes.empty()) {
        std::erase_if(classes, [&](const Material& material) {
            return std::ranges::find(asked.classes, material.name()) == asked.classes.end();
        });
    }
    Comparison comparison{asked};
    if (asked.count > 0) {
        compare_some(comparison, classes, asked);
    } else {
        for (const Material& material : classes) {
            compare_all(comparison, material);
        }
    }
    return EXIT_SUCCESS;
} catch (const std::exception& error) {
    std::cerr << "compare_proofs: " << error.what() << "\n";
    return EXIT_FAILURE;
}
