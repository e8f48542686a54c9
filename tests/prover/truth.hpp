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
    /// The prover sees the tables of up to `seen_pieces`.
    Truth(const std::filesystem::path& directory, int seen_pieces)
        : all_{directory}, seen_{directory, up_to(seen_pieces)} {}

    [[nodiscard]] Value value(const Position& position) const { return std::get<Value>(all_.probe_dtm(position)); }
    [[nodiscard]] Wdl result(const Position& position) const { return value(position).wdl(); }
    [[nodiscard]] const probe::Tablebase& seen() const { return seen_; }

private:
    [[nodiscard]] static probe::TablebaseOptions up_to(int pieces) {
        probe::TablebaseOptions options;
        options.most_pieces = pieces;
        return options;
    }

    probe::Tablebase all_;
    probe::Tablebase seen_;
};

/// Truth, and its tables: those of some classes and of all that they depend on.
struct MadeTruth {
    MadeTruth(const std::vector<index::Material>& classes, int seen_pieces)
        : made{index::with_dependencies(classes)}, truth{made.path(), seen_pieces} {}

    MadeTables made;
    Truth truth;
};

/// Returns the classes with this many pieces.
[[nodiscard]] inline std::vector<index::Material> classes_of(int pieces) {
    std::vector<index::Material> classes = index::build_order(pieces);
    std::erase_if(classes, [pieces](const index::Material& material) { return material.pieces() != pieces; });
    return classes;
}

/// Returns the values of all classes of four pieces; the prover sees the tables of three.
[[nodiscard]] inline const Truth& four_pieces() {
    static const MadeTruth made{classes_of(4), 3};
    return made.truth;
}

/// Returns whether the value is within the bounds. Of those of a won or lost game, one may have the most plies.
[[nodiscard]] inline bool is_true(const probe::OutcomeBounds& bounds, Value value) {
    const auto& [at_least, at_most] = bounds;
    const bool is_within = at_least.wdl <= value.wdl() && value.wdl() <= at_most.wdl;
    const auto most_plies = at_least.wdl == Wdl::Win ? at_least.plies : at_most.plies;
    const bool is_decisive = at_least.wdl == at_most.wdl && at_least.wdl != Wdl::Draw;
    return is_within && (!is_decisive || !most_plies || value.dtm().plies() <= *most_plies);
}

/// Returns what was proven of a position, for INFO.
[[nodiscard]] inline std::string in_words(const Position& position, const proof::Proof& proof) {
    return rules::to_fen(position) + ": at least " + to_string(proof.bounds.at_least) + ", at most " +
           to_string(proof.bounds.at_most);
}

}  // namespace dameotb::tests
