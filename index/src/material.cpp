// Names of classes, their order, and the classes that legal moves lead to.

#include <dameotb/index/material.hpp>

#include <algorithm>
#include <array>
#include <tuple>

namespace dameotb::index {

namespace {

constexpr int most_pieces_a_side = 16;

std::string side_name(const SideMaterial& side) {
    return std::string(side.kings, 'K') + std::string(side.men, 'M');
}

std::optional<SideMaterial> parse_side(std::string_view name) {
    const std::size_t kings = std::min(name.find_first_not_of('K'), name.size());
    const std::string_view men = name.substr(kings);
    if (name.empty() || name.size() > most_pieces_a_side || men.find_first_not_of('M') != std::string_view::npos) {
        return std::nullopt;
    }
    return SideMaterial{static_cast<std::uint8_t>(kings), static_cast<std::uint8_t>(men.size())};
}

/// Returns whether a comes before b in the build order. Captures leave fewer pieces and a promotion leaves fewer men,
/// so all classes that a class leads to come before it.
bool builds_before(const Material& a, const Material& b) {
    return std::tuple{a.pieces(), a.men(), a.name()} < std::tuple{b.pieces(), b.men(), b.name()};
}

/// Brings the classes into build order and removes duplicates.
void sort_for_building(std::vector<Material>& materials) {
    std::ranges::sort(materials, builds_before);
    materials.erase(std::unique(materials.begin(), materials.end()), materials.end());
}

/// Adds the classes that White's moves lead to.
void add_results_of_white(const Material& from, std::vector<Material>& results) {
    for (int promoted = 0; promoted <= std::min<int>(from.white.men, 1); ++promoted) {
        for (int kings = 0; kings <= from.black.kings; ++kings) {
            for (int men = 0; men <= from.black.men; ++men) {
                Material to = from;
                to.white.men = static_cast<std::uint8_t>(to.white.men - promoted);
                to.white.kings = static_cast<std::uint8_t>(to.white.kings + promoted);
                to.black.kings = static_cast<std::uint8_t>(to.black.kings - kings);
                to.black.men = static_cast<std::uint8_t>(to.black.men - men);
                if (to != from && !to.is_bare()) {
                    results.push_back(to.canonical());
                }
            }
        }
    }
}

}  // namespace

std::optional<Material> Material::parse(std::string_view name) {
    const std::size_t v = name.find('v');
    if (v == std::string_view::npos) {
        return std::nullopt;
    }
    const auto white = parse_side(name.substr(0, v));
    const auto black = parse_side(name.substr(v + 1));
    if (!white || !black) {
        return std::nullopt;
    }
    return Material{*white, *black};
}

std::string Material::name() const {
    return side_name(white) + "v" + side_name(black);
}

std::vector<Material> build_order(int max_pieces) {
    std::vector<Material> materials;
    for (int white = 1; white < max_pieces; ++white) {
        for (int black = 1; black <= std::min(white, max_pieces - white); ++black) {
            for (int white_men = 0; white_men <= white; ++white_men) {
                for (int black_men = 0; black_men <= black; ++black_men) {
                    const SideMaterial w{static_cast<std::uint8_t>(white - white_men),
                                         static_cast<std::uint8_t>(white_men)};
                    const SideMaterial b{static_cast<std::uint8_t>(black - black_men),
                                         static_cast<std::uint8_t>(black_men)};
                    materials.push_back(Material{w, b}.canonical());
                }
            }
        }
    }
    sort_for_building(materials);
    return materials;
}

std::vector<Material> direct_dependencies(const Material& material) {
    std::vector<Material> results;
    add_results_of_white(material, results);
    add_results_of_white(material.flipped(), results);
    sort_for_building(results);
    return results;
}

std::vector<Material> with_dependencies(const std::vector<Material>& materials) {
    std::vector<Material> found;
    for (const Material& material : materials) {
        found.push_back(material.canonical());
    }
    // The list grows during the loop. Each class enters it once.
    for (std::size_t i = 0; i < found.size(); ++i) {
        for (const Material& needed : direct_dependencies(found[i])) {
            if (std::ranges::find(found, needed) == found.end()) {
                found.push_back(needed);
            }
        }
    }
    sort_for_building(found);
    return found;
}

std::vector<Material> in_build_order(const std::vector<Material>& materials) {
    std::vector<Material> ordered = materials;
    std::ranges::transform(ordered, ordered.begin(), &Material::canonical);
    sort_for_building(ordered);
    return ordered;
}

// Spells out numbers of pieces.

namespace {

/// Returns "a king" or "two kings"; nothing for none.
std::string some(int count, const std::string& one, const std::string& many) {
    constexpr std::array words{"", "a", "two", "three", "four", "five", "six", "seven", "eight"};
    const auto number = static_cast<std::size_t>(count);
    if (number == 0) {
        return "";
    }
    return (number < words.size() ? words[number] : std::to_string(number)) + " " + (number == 1 ? one : many);
}

std::string side_words(const SideMaterial& side) {
    const std::string kings = some(side.kings, "king", "kings");
    const std::string men = some(side.men, "man", "men");
    return kings + (kings.empty() || men.empty() ? "" : " and ") + men;
}

}  // namespace

std::string class_words(const Material& material) {
    return side_words(material.white) + " against " + side_words(material.black);
}

}  // namespace dameotb::index
