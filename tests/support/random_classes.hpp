// Classes in the solver's memory with random values. For tests of code that only looks values up and combines them.
#pragma once

#include <map>
#include <random>

#include <dameotb/index/class_index.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/scores/captures/capture_resolver.hpp>

#include "table_codes.hpp"

namespace dameotb::tests {

/// Returns all sides to move that a class has in its index.
inline table::StoredSides all_sides(const index::Material& material) {
    return index::stored_sides(material) == 2 ? table::StoredSides::Both : table::StoredSides::White;
}

/// Quiet positions have random values. Forced captures have the values that follow from them.
struct RandomClasses {
    /// Makes the classes and all classes that they depend on.
    RandomClasses(const std::vector<index::Material>& materials, std::mt19937_64& random) {
        for (const index::Material& material : index::with_dependencies(materials)) {
            const auto sides = static_cast<std::size_t>(index::stored_sides(material));
            TableCodes& its_codes = codes[material];
            its_codes.resize(sides * index::ClassIndex{material}.size());
            for (std::uint8_t& code : its_codes) {
                code = static_cast<std::uint8_t>(random() % (scores::longest_plies + 2));
            }
            auto solved = from_codes(material, all_sides(material), its_codes, solved_classes, 2);
            by_class[material] = solved.get();
            solved_classes.add(std::move(solved));
        }
    }

    /// Returns the score that the class has. Requires: no side is without pieces.
    [[nodiscard]] scores::Score score(const Position& p) const { return solved_classes.score(p); }

    scores::SolvedClasses solved_classes;
    std::map<index::Material, const scores::ClassScores*> by_class;
    std::map<index::Material, TableCodes> codes;
};

}  // namespace dameotb::tests
