// Outcomes in words.
#include <dameotb/probe/outcome.hpp>

namespace dameotb::probe {

std::string plies_text(int plies) {
    return std::to_string(plies) + (plies == 1 ? " ply" : " plies");
}

std::string to_string(const Outcome& outcome) {
    std::string text{to_string(outcome.wdl)};
    if (outcome.wdl != Wdl::Draw && outcome.plies) {
        text += " in " + std::to_string(*outcome.plies);
    }
    return text;
}

}  // namespace dameotb::probe
