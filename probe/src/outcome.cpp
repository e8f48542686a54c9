// The order in which players prefer outcomes, and outcomes in words.
#include <dameotb/probe/outcome.hpp>

#include <tuple>

namespace dameotb::probe {

bool is_preferred(const Outcome& a, const Outcome& b) {
    const auto key = [](const Outcome& outcome) {
        const int plies = outcome.plies.value_or(0);
        return std::tuple{opposite(outcome.wdl), !outcome.plies, outcome.wdl == rules::Wdl::Loss ? -plies : plies};
    };
    return key(a) < key(b);
}

std::string plies_text(int plies) {
    return std::to_string(plies) + (plies == 1 ? " ply" : " plies");
}

std::string to_string(const Outcome& outcome) {
    std::string text{rules::to_string(outcome.wdl)};
    if (outcome.wdl != rules::Wdl::Draw && outcome.plies) {
        text += " in " + std::to_string(*outcome.plies);
    }
    return text;
}

}  // namespace dameotb::probe
