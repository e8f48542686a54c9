#include "plain_answer.hpp"

#include <stdexcept>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/rules/site_rules.hpp>

namespace dameotb::tests {

namespace {

std::optional<std::string> over(const rules::Fen& fen, std::string_view site, bool blocked, Misreading misreading) {
    const std::optional<rules::SiteRules> found = rules::parse_site_rules(site);
    if (!found || found->name.empty()) {
        throw std::invalid_argument{"no such site: " + std::string{site}};
    }
    const int counter = fen.halfmove_clock.value_or(0);
    const bool limit = found->draw_rule.plies > 0 && counter >= found->draw_rule.plies;
    const bool lone_kings = rules::is_king_against_king(fen.position);
    if (blocked && !(limit && found->draws_before_loss)) {
        return misreading == Misreading::BlockedIsDraw ? "draw" : "loss";
    }
    const bool lone_draw = lone_kings && ((found->lone_kings_plies > 0 && counter >= found->lone_kings_plies) ||
                                          (site == "abstractplay" && !rules::must_capture(fen.position)));
    return limit || lone_draw ? std::optional<std::string>{"draw"} : std::nullopt;
}

}  // namespace

PlainAnswer plain_answer(const std::string& fen, std::string_view site, Misreading misreading) {
    std::set<std::string> successors = plain_successors(fen, misreading);
    const bool blocked = successors.empty();
    return {std::move(successors), over(rules::parse_fen(fen), site, blocked, misreading)};
}

}  // namespace dameotb::tests
