// Checks the names of those who may frame pages, as a policy has no way to escape them.
#include <dameotb/web/http/frame_ancestors.hpp>

#include <charconv>

namespace dameotb::web {

namespace {

constexpr std::string_view ascii_digits = "0123456789";
constexpr std::string_view ascii_letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::string_view ascii_capitals = ascii_letters.substr(0, 26);

bool consists_of(std::string_view text, const std::string& allowed) {
    return !text.empty() && text.find_first_not_of(allowed) == std::string_view::npos;
}

bool is_scheme(std::string_view text) {
    return consists_of(text, std::string{ascii_letters}.append(ascii_digits).append("+-.")) &&
           ascii_letters.find(text.front()) != std::string_view::npos;
}

bool is_host(std::string_view text) {
    if (text.starts_with("*.")) {
        text.remove_prefix(2);
    }
    return consists_of(text, std::string{ascii_letters}.append(ascii_digits).append("-.")) && text.front() != '.' &&
           text.back() != '.' && text.find("..") == std::string_view::npos;
}

bool is_port(std::string_view text) {
    int port = 0;
    return consists_of(text, std::string{ascii_digits}) &&
           std::from_chars(text.data(), text.data() + text.size(), port).ec == std::errc{} && port > 0 && port <= 65535;
}

bool is_self(std::string_view text) {
    return text == "self" || text == "'self'";
}

/// Returns whether the text is an origin whose host may begin with `*.`.
bool is_source(std::string_view text) {
    constexpr std::string_view between = "://";
    const std::size_t scheme = text.find(between);
    if (scheme == std::string_view::npos || !is_scheme(text.substr(0, scheme))) {
        return false;
    }
    const std::string_view rest = text.substr(scheme + between.size());
    const std::size_t port = rest.find(':');
    return is_host(rest.substr(0, port)) && (port == std::string_view::npos || is_port(rest.substr(port + 1)));
}

}  // namespace

bool is_origin(std::string_view text) {
    const bool is_usual_port = (text.starts_with("https://") && text.ends_with(":443")) ||
                               (text.starts_with("http://") && text.ends_with(":80"));
    return is_source(text) && text.find('*') == std::string_view::npos && !is_usual_port &&
           text.find_first_of(ascii_capitals) == std::string_view::npos && text.find(":0") == std::string_view::npos;
}

bool is_frame_ancestor(std::string_view text) {
    return text == "*" || is_self(text) || is_source(text);
}

std::string frame_ancestors(const std::vector<std::string>& allowed) {
    std::string directive = "frame-ancestors";
    for (const std::string& one : allowed) {
        directive += ' ';
        directive += is_self(one) ? "'self'" : one;
    }
    return allowed.empty() ? directive + " 'none'" : directive;
}

}  // namespace dameotb::web
