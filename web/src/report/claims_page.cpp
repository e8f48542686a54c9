// Writes claims and answers as HTML. All text from a claims file was written by somebody else, so it is escaped.
#include <dameotb/web/report/claims_page.hpp>

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include <dameotb/analysis/claims/wording.hpp>
#include <dameotb/web/report/html.hpp>

#include "diagram.hpp"
#include "frame.hpp"

namespace dameotb::web::report {

namespace {

using claims::Answer;
using claims::Claim;

/// Returns the CSS class for a verdict. The colours are those of results: win if the claim is as expected, draw if it
/// was skipped, loss if it is not as expected.
std::string_view verdict_class(const Claim& claim, const Answer& answer) {
    return answer.verdict == claims::Verdict::Skipped ? "draw" : claims::is_as_expected(claim, answer) ? "win" : "loss";
}

std::string example(const claims::Example& example, const Pages& pages) {
    const Line line{example.position, example.value, {}};
    return fmt::format("<div>\n<p class=\"value\">{}</p>\n{}</div>\n", value_heading(line), diagram({line}, pages));
}

std::string line_item(const claims::AnsweredLine& line, const Pages& pages) {
    std::string examples;
    for (const claims::Example& counterexample : line.examples) {
        examples += example(counterexample, pages);
    }
    return fmt::format("<li><code>{}</code> <span class=\"found\"><b>{}</b>: {}</span>{}</li>\n", escaped(line.text),
                       line.is_true ? "true" : "false", escaped(line.found),
                       examples.empty() ? "" : fmt::format("\n<div class=\"boards small\">\n{}</div>\n", examples));
}

/// Returns the missing tables of a claim that was skipped.
std::string skipped_words(const Answer& answer) {
    std::string names;
    for (const index::Material& material : answer.missing) {
        names += " " + material.name();
    }
    return fmt::format("<p class=\"hint\">No tables of{}.</p>\n", names);
}

/// Returns links to the classes that the statements are about.
std::string class_links(const Claim& claim, const std::vector<index::Material>& classes) {
    std::vector<index::Material> about;
    for (const claims::Statement& statement : claim.statements) {
        const auto* count = std::get_if<claims::Count>(&statement.what);
        const auto* longest = std::get_if<claims::Longest>(&statement.what);
        if (count != nullptr || longest != nullptr) {
            const index::Material& material = count != nullptr ? count->scope.material : longest->scope.material;
            if (std::ranges::count(classes, material) > 0 && std::ranges::count(about, material) == 0) {
                about.push_back(material);
            }
        }
    }
    std::string links;
    for (const index::Material& material : about) {
        links += fmt::format(" · <a href=\"{}\">{}</a>", page_name(material), material.name());
    }
    return links;
}

std::string claim_section(const Claim& claim, const Answer& answer, const Pages& pages) {
    std::string items;
    for (const claims::AnsweredLine& line : claims::answered_lines(claim, answer)) {
        items += line_item(line, pages);
    }
    const std::string body = answer.verdict == claims::Verdict::Skipped
                                 ? skipped_words(answer)
                                 : fmt::format("<ul class=\"statements\">\n{}</ul>\n", items);
    return fmt::format(
        "<section class=\"card claim\">\n<h2><span class=\"verdict {}\">{}</span> {}</h2>\n<p class=\"hint\">{} · "
        "{}:{}{}</p>\n{}</section>\n",
        verdict_class(claim, answer), claims::verdict_word(claim, answer), escaped(claim.name), escaped(claim.source),
        escaped(std::filesystem::path{claim.file}.filename().string()), claim.line, class_links(claim, pages.classes),
        body);
}

}  // namespace

std::string claims_page(const std::vector<Claim>& claims, const std::vector<Answer>& answers, const Pages& pages) {
    std::string sections;
    std::size_t expected = 0;
    std::size_t skipped = 0;
    for (std::size_t i = 0; i < claims.size(); ++i) {
        sections += claim_section(claims[i], answers[i], pages);
        expected += claims::is_as_expected(claims[i], answers[i]) ? 1 : 0;
        skipped += answers[i].verdict == claims::Verdict::Skipped ? 1 : 0;
    }
    Page page;
    page.title = "Claims – Dameo endgame report";
    page.description = "What is said of Dameo endings, and what the tables say of it.";
    page.contents = fmt::format(
        "<div class=\"heading\"><div><h1>Claims</h1>\n<p>What is said of these endings, checked over all positions "
        "that "
        "it is about. A claim on record as false is refuted if it is. {} as said, {} not, {} skipped for want of "
        "tables.</p></div></div>\n{}",
        expected, claims.size() - expected - skipped, skipped, sections);
    return framed(page, pages);
}

}  // namespace dameotb::web::report
