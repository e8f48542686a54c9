// What proofs are compared with: tables, of which the prover sees only those of fewer pieces.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <dameotb/proof/prover.hpp>
#include <dameotb/rules/notation.hpp>

#include "made_tables.hpp"
#include "samples.hpp"

namespace dameotb::tests {

class Truth {
public:
    /// Makes the tables of these classes and of those that they depend on; the prover sees those of `seen_pieces`.
    Truth(const std::vector<index::Material>& classes, int seen_pieces)
        : made_{index::with_dependencies(classes)}, all_{made_.path()}, seen_{made_.path(), up_to(seen_pieces)} {}

    [[nodiscard]] Wdl result(const Position& position) const { return std::get<Wdl>(all_.probe_wdl(position)); }
    [[nodiscard]] const probe::Tablebase& seen() const { return seen_; }

private:
    [[nodiscard]] static probe::TablebaseOptions up_to(int pieces) {
        probe::TablebaseOptions options;
        options.most_pieces = pieces;
        return options;
    }

    MadeTables made_;
    probe::Tablebase all_;
    probe::Tablebase seen_;
};

/// Returns the classes with this many pieces.
[[nodiscard]] inline std::vector<index::Material> classes_of(int pieces) {
    std::vector<index::Material> classes = index::build_order(pieces);
    std::erase_if(classes, [pieces](const index::Material& material) { return material.pieces() != pieces; });
    return classes;
}

/// Returns whether the result is within the bounds.
[[nodiscard]] inline bool is_true(const proof::Proof& proof, Wdl result) {
    return proof.bounds.at_least.wdl <= result && result <= proof.bounds.at_most.wdl;
}

/// Returns what was proven of a position, for INFO.
[[nodiscard]] inline std::string in_words(const Position& position, const proof::Proof& proof) {
    return rules::to_fen(position) + ": at least " + to_string(proof.bounds.at_least) + ", at most " +
           to_string(proof.bounds.at_most);
}

}  // namespace dameotb::tests
