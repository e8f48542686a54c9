// Blocks of all kinds of classes and values.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "blocks.hpp"
#include "samples.hpp"

namespace dameotb::tests {

/// Returns all classes with kings and men that have so many pieces at most.
[[nodiscard]] inline std::vector<index::Material> classes_up_to(int pieces) {
    std::vector<index::Material> classes;
    for (unsigned code = 0; code < 6 * 6 * 6 * 6; ++code) {
        const auto digit = [code](unsigned offset) { return static_cast<std::uint8_t>(code / offset % 6); };
        index::Material material;
        material.white = {digit(1), digit(6)};
        material.black = {digit(36), digit(216)};
        if (material.men() > 0 && material.kings() > 0 && material.white.kings + material.white.men > 0 &&
            material.black.kings + material.black.men > 0 && material.pieces() <= pieces) {
            classes.push_back(material);
        }
    }
    return classes;
}

/// Values of several kinds: like true ones, any, those at the ends, draws alone, one value, and draws but for a few.
inline const std::array<std::function<unsigned(Random&, const Position&)>, 6> kinds_of_values{
    [](Random&, const Position& position) { return invented_code(position); },
    [](Random& random, const Position&) { return static_cast<unsigned>(random() % 253); },
    [](Random& random, const Position&) {
        return static_cast<unsigned>(random() % 3 == 0 ? random() % 5 : 248 + random() % 5);
    },
    [](Random&, const Position&) { return 0U; },
    [](Random&, const Position&) { return 251U; },
    [](Random& random, const Position&) { return static_cast<unsigned>(random() % 20 == 0 ? random() % 9 : 0); },
};

/// Returns a block of one of these kinds, of `most` positions or, now and then, of a few.
[[nodiscard]] inline Block any_block(Random& random, const index::ClassIndex& index, Colour mover, std::size_t kind,
                                     std::uint64_t most) {
    const std::uint64_t count = std::min<std::uint64_t>(random() % 4 == 0 ? 1 + random() % 40 : most, index.size());
    const std::uint64_t first = random() % (index.size() - count + 1);
    return make_block(index, mover, first, count,
                      [&](const Position& position) { return kinds_of_values[kind](random, position); });
}

}  // namespace dameotb::tests
