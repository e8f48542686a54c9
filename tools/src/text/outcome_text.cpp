#include "text/outcome_text.hpp"

#include <fmt/format.h>

#include "terminal/colours.hpp"

namespace dameotb::tools {

std::string tab_separated(const probe::Outcome& outcome) {
    return fmt::format("{}\t{}", coloured(rules::to_string(outcome.wdl), tone_of(outcome.wdl)),
                       outcome.plies ? std::to_string(*outcome.plies) : "-");
}

void add_outcome(nlohmann::ordered_json& object, const probe::Outcome& outcome) {
    object["result"] = rules::to_string(outcome.wdl);
    object["plies"] = outcome.plies ? nlohmann::ordered_json(*outcome.plies) : nlohmann::ordered_json();
}

}  // namespace dameotb::tools
