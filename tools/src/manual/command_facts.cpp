// Reads the facts from CLI11's objects by their public functions.
#include "manual/command_facts.hpp"

#include <algorithm>

namespace dameotb::tools {

namespace {

std::string one_line(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
}

/// Returns the words of "any|full". Empty if the text is no list of words, as "DIR" or "N|N-M".
std::vector<std::string> listed_words(const std::string& value) {
    const bool is_list = value.find('|') != std::string::npos &&
                         std::ranges::all_of(value, [](char c) { return c == '|' || (c >= 'a' && c <= 'z'); });
    return is_list ? CLI::detail::split(value, '|') : std::vector<std::string>{};
}

ArgumentFacts facts_of_argument(const CLI::Option& option) {
    ArgumentFacts facts;
    for (const std::string& name : option.get_snames()) {
        facts.names.push_back("-" + name);
    }
    for (const std::string& name : option.get_lnames()) {
        facts.names.push_back("--" + name);
    }
    const bool takes_value = option.get_items_expected_max() > 0;
    if (takes_value) {
        facts.value = option.get_positional() ? option.get_name(true) : option.get_type_name();
        facts.words = listed_words(facts.value);
    }
    facts.description = one_line(option.get_description());
    facts.required = option.get_required();
    facts.repeated = option.get_items_expected_max() > 1;
    facts.offer = facts.value == "DIR"    ? Offer::Directories
                  : facts.value == "FILE" ? Offer::Files
                  : facts.words.empty()   ? Offer::Nothing
                                          : Offer::Words;
    return facts;
}

}  // namespace

CommandFacts facts_of(const CLI::App& app) {
    CommandFacts facts;
    facts.name = app.get_name();
    facts.summary = one_line(app.get_description());
    facts.details = app.get_footer();
    const auto cut_off = [&facts](std::string_view heading) {
        const std::size_t place = facts.details.find(heading);
        std::string rest;
        if (place != std::string::npos) {
            rest = facts.details.substr(place + heading.size());
            facts.details.resize(place);
        }
        return rest;
    };
    facts.exit_status = cut_off(exit_status_heading);
    facts.examples = cut_off(examples_heading);
    for (const CLI::Option* option : app.get_options()) {
        (option->get_positional() ? facts.places : facts.options).push_back(facts_of_argument(*option));
    }
    for (const CLI::App* subcommand : app.get_subcommands([](const CLI::App*) { return true; })) {
        facts.subcommands.push_back(facts_of(*subcommand));
    }
    return facts;
}

}  // namespace dameotb::tools
