// Spells out numbers of pieces.
#include <dameotb/index/class_words.hpp>

#include <array>

namespace dameotb::index {

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
