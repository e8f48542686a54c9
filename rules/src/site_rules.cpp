#include <dameotb/rules/site_rules.hpp>

#include <algorithm>
#include <charconv>
#include <system_error>

namespace dameotb::rules {

std::optional<SiteRules> parse_site_rules(std::string_view word) {
    const auto* const site = std::ranges::find(all_site_rules, word, &SiteRules::name);
    if (site != all_site_rules.end()) {
        return *site;
    }
    int plies = 0;
    const char* const word_end = word.data() + word.size();
    const auto [end, error] = std::from_chars(word.data(), word_end, plies);
    if (error != std::errc{} || end != word_end || plies < 1 || plies > most_rule_plies) {
        return std::nullopt;
    }
    return SiteRules{.name = {}, .draw_rule = {plies}};
}

}  // namespace dameotb::rules
