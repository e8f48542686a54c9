// Escapes text, and writes numbers and names.
#include <dameotb/web/report/html.hpp>

#include <fmt/format.h>

namespace dameotb::web::report {

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
    const double per_cent = 100 * static_cast<double>(count) / static_cast<double>(all);
    if (count > 0 && per_cent < 0.1) {
        return "<0.1%";
    }
    if (count < all && per_cent > 99.9) {
        return ">99.9%";
    }
    return fmt::format("{:.1f}%", per_cent);
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

std::string_view colour_name(rules::Colour colour) {
    return colour == rules::Colour::White ? "White" : "Black";
}

std::string page_name(const index::Material& material) {
    return material.name() + ".html";
}

}  // namespace dameotb::web::report
