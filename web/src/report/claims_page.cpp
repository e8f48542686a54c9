// Writes claims and answers as HTML. All text from a claims file is untrusted, so it is escaped.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include <dameotb/analysis/claims/wording.hpp>

#include "report/drawings.hpp"
#include "report/html.hpp"

namespace dameotb::web::report {

namespace {

using claims::Answer;
using claims::Claim;

std::string badge(claims::Verdict verdict) {
    return fmt::format("<span class=\"verdict {0}\">{0}</span>", claims::verdict_word(verdict));
}

/// Returns the identifier of a claim's section. `number`: the claim's index in the page.
std::string section_id(std::size_t number) {
    return fmt::format("claim-{}", number + 1);
}

std::string example(const claims::Example& example, const Pages& pages) {
    const Line line{example.position, example.value, {}};
    return fmt::format("<div>\n<p class=\"value\">{}</p>\n{}</div>\n",
                       example.rule_value ? claims::value_text(example) : value_heading(line), diagram({line}, pages));
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

/// Returns the missing tables of a skipped claim.
std::string skipped_words(const Answer& answer) {
    std::string names;
    for (const index::Material& material : answer.missing) {
        names += " " + material.name();
    }
    const DrawRule rule = answer.missing_rule;
    return fmt::format("<p class=\"hint\">No tables of{0}. <code>dameotb gen --class{0}{1}</code> makes them.</p>\n",
                       names, rule.exists() ? fmt::format(" --metrics wdl,dtm,dtz --plies {}", rule.plies) : "");
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

/// Returns what the file says about the claim beyond the fact that somebody claims it.
std::string_view record_words(const Claim& claim, const Answer& answer) {
    if (!claim.refuted) {
        return "";
    }
    return answer.verdict == claims::Verdict::True ? " · <b>on record as refuted, which it is not</b>"
                                                   : " · on record as refuted";
}

std::string claim_section(const Claim& claim, const Answer& answer, std::size_t number, const Pages& pages) {
    std::string items;
    for (const claims::AnsweredLine& line : claims::answered_lines(claim, answer)) {
        items += line_item(line, pages);
    }
    const std::string body = answer.verdict == claims::Verdict::Skipped
                                 ? skipped_words(answer)
                                 : fmt::format("<ul class=\"statements\">\n{}</ul>\n", items);
    return fmt::format(
        "<section class=\"card claim\" id=\"{}\">\n<h2>{} {}</h2>\n<p class=\"hint\">{} · "
        "{}:{}{}{}</p>\n{}</section>\n",
        section_id(number), badge(answer.verdict), escaped(claim.name), escaped(claim.source),
        escaped(std::filesystem::path{claim.file}.filename().string()), claim.line, record_words(claim, answer),
        class_links(claim, pages.classes), body);
}

/// Returns one entry of the contents.
std::string contents_item(const Claim& claim, const Answer& answer, std::size_t number) {
    return fmt::format("<li>{} <a href=\"#{}\">{}</a></li>\n", badge(answer.verdict), section_id(number),
                       escaped(claim.name));
}

/// Returns links to the refuted claims, for readers who look for those.
std::string refuted_list(const std::vector<Claim>& claims, const std::vector<Answer>& answers) {
    std::string items;
    for (std::size_t i = 0; i < claims.size(); ++i) {
        items += answers[i].verdict == claims::Verdict::False ? contents_item(claims[i], answers[i], i) : "";
    }
    return items.empty() ? "" : fmt::format("<h3>Refuted</h3>\n<ul>\n{}</ul>\n", items);
}

/// Returns links to all claims, under their sources.
std::string contents_list(const std::vector<Claim>& claims, const std::vector<Answer>& answers) {
    std::string lists;
    for (std::size_t i = 0; i < claims.size(); ++i) {
        if (i == 0 || claims[i].source != claims[i - 1].source) {
            lists += fmt::format("{}<h3>{}</h3>\n<ul>\n", i == 0 ? "" : "</ul>\n", escaped(claims[i].source));
        }
        lists += contents_item(claims[i], answers[i], i);
    }
    return fmt::format("<nav class=\"card contents\" aria-label=\"Claims\">\n<h2>Contents</h2>\n{}{}</ul>\n</nav>\n",
                       refuted_list(claims, answers), lists);
}

}  // namespace

std::string claims_page(const std::vector<Claim>& claims, const std::vector<Answer>& answers, const Pages& pages) {
    std::string sections;
    for (std::size_t i = 0; i < claims.size(); ++i) {
        sections += claim_section(claims[i], answers[i], i, pages);
    }
    const auto number_of = [&](claims::Verdict verdict) {
        return std::ranges::count(answers, verdict, &Answer::verdict);
    };
    Page page;
    page.title = "Claims – Dameo endgame report";
    page.description = "What is said of Dameo endings, and what the tables say of it.";
    page.contents = fmt::format(
        "<div class=\"heading\"><div><h1>Claims</h1>\n<p>What is said of these endings, checked over all positions "
        "that it is about: {} confirmed, {} refuted, {} skipped for lack of tables.</p>\n<p>A claim is refuted if at "
        "least one of its statements does not hold; positions that speak against it stand below the statement.</p>"
        "</div></div>\n{}{}",
        number_of(claims::Verdict::True), number_of(claims::Verdict::False), number_of(claims::Verdict::Skipped),
        contents_list(claims, answers), sections);
    return framed(page, pages);
}

}  // namespace dameotb::web::report
