// No page needs anything outside its directory, and every page is readable without the script.
#include "report/html.hpp"

#include <fmt/format.h>

#include <dameotb/table/format/header.hpp>
#include <dameotb/web/resources.hpp>

namespace dameotb::web::report {

namespace {

/// Switches the colours; hidden until the script enables it.
constexpr auto colours_button =
    "<button type=\"button\" id=\"dark-colours\" class=\"switch\" aria-label=\"Dark colours\" hidden>"
    "<svg aria-hidden=\"true\"><use href=\"#icon-dark\"/></svg></button>";

/// Returns the folder of the site that the report is part of, as "../"; empty if there is none.
std::string home_of(const Pages& pages) {
    const bool is_elsewhere = pages.explorer.find("://") != std::string::npos;
    return is_elsewhere ? "" : pages.explorer.substr(0, pages.explorer.rfind('/') + 1);
}

/// Returns where boards can be opened, and what that requires.
std::string explorer_words(const Pages& pages) {
    if (pages.explorer.empty()) {
        return "";
    }
    return fmt::format(" Boards open in <a href=\"{}\">the explorer</a>{}.", escaped(pages.explorer),
                       home_of(pages).empty() ? ", if <code>dameotb serve</code> runs there" : "");
}

/// Returns the logo and name, linked to the front page if there is one.
std::string name_of(const Pages& pages) {
    constexpr auto name = "<svg class=\"mark\" aria-hidden=\"true\"><use href=\"#wk\"/></svg>Dameo";
    const std::string home = home_of(pages);
    return home.empty() ? name : fmt::format("<a class=\"home\" href=\"{}index.html\">{}</a>", home, name);
}

}  // namespace

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            case '\'':
                result += "&#39;";
                break;
            default:
                result += c;
        }
    }
    return result;
}

std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3;) {
        at -= 3;
        text.insert(at, ",");
    }
    return text;
}

std::string share_text(std::uint64_t count, std::uint64_t all) {
    if (count > 0 && 1000 * count < all) {
        return "<0.1%";
    }
    if (count < all && 1000 * count > 999 * all) {
        return ">99.9%";
    }
    const std::uint64_t per_mille = (2000 * count + all) / (2 * all);  // in integers: rounded alike everywhere
    return fmt::format("{}.{}%", per_mille / 10, per_mille % 10);
}

std::string placements_text(std::uint64_t count) {
    return grouped(count) + (count == 1 ? " placement" : " placements");
}

std::string bytes_text(std::uint64_t bytes) {
    const auto number = static_cast<double>(bytes);
    if (bytes < 1000) {
        return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s");
    }
    return bytes < 1'000'000 ? fmt::format("{:.1f} kB", number / 1e3) : fmt::format("{:.1f} MB", number / 1e6);
}

std::string_view colour_name(Colour colour) {
    return colour == Colour::White ? "White" : "Black";
}

std::string page_name(const index::Material& material) {
    return material.name() + ".html";
}

std::string framed(const Page& page, const Pages& pages) {
    std::string links =
        pages.explorer.empty() ? "" : fmt::format("<a href=\"{}\">Explorer</a>", escaped(pages.explorer));
    const std::string home = home_of(pages);
    links += home.empty() ? "" : fmt::format("<a href=\"{}rules.html\">Rules</a>", home);
    links += page.is_index ? "" : "<a href=\"index.html\">Classes</a>";
    links += pages.has_claims ? "<a href=\"claims.html\">Claims</a>" : "";
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"description\" content=\"{}\">\n"
        "<title>{}</title>\n<link rel=\"icon\" href=\"favicon.svg\" type=\"image/svg+xml\">\n"
        "<link rel=\"stylesheet\" href=\"common.css\">\n"
        "<link rel=\"stylesheet\" href=\"dark.css\" media=\"(prefers-color-scheme: dark)\">\n"
        "<link rel=\"stylesheet\" href=\"report.css\">\n<script src=\"colours.js\"></script>\n"
        "<script defer src=\"report.js\"></script>\n</head>\n<body>\n\n{}\n<header class=\"top\">\n"
        "  <p class=\"name\">{} <span>endgame report</span></p>\n  <nav "
        "aria-label=\"Pages\">{}{}</nav>\n</header>\n\n<main>\n{}</main>\n\n"
        "<footer>\n  <p>Counts are of placements, those that are symmetric to each other counted each. Distances are "
        "in plies to the end of the game, with best play.{}</p>\n"
        "  <p>dameotb {}, file format {}, rules {}</p>\n</footer>\n</body>\n</html>\n",
        escaped(page.description), escaped(page.title), report_resource("/drawings.html"), name_of(pages), links,
        colours_button, page.contents, explorer_words(pages), DAMEOTB_VERSION, table::format_version,
        table::rules_version);
}

}  // namespace dameotb::web::report
