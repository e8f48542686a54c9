// Parses names, ports and addresses in Host headers.
#include <dameotb/web/http/server_names.hpp>

#include <algorithm>
#include <array>
#include <optional>

#include <arpa/inet.h>

namespace dameotb::web {

namespace {

/// The bytes of an address. An IPv4 address is stored as its IPv4-mapped IPv6 address.
using Address = std::array<unsigned char, 16>;

constexpr Address all_v4{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr Address all_v6{};
constexpr Address loopback_v6{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

std::optional<Address> address_of(const std::string& text) {
    Address address = all_v4;
    if (inet_pton(AF_INET, text.c_str(), address.data() + 12) == 1 ||
        inet_pton(AF_INET6, text.c_str(), address.data()) == 1) {
        return address;
    }
    return {};
}

std::string in_small_letters(std::string_view text) {
    std::string small{text};
    std::ranges::transform(small, small.begin(), [](char c) { return 'A' <= c && c <= 'Z' ? c - 'A' + 'a' : c; });
    return small;
}

/// Returns the part of a Host header before the port, without the brackets of an IPv6 address; empty if the text is no
/// Host.
std::string name_in(std::string_view host) {
    const bool is_bracketed = host.starts_with('[');
    const std::size_t end = host.find(is_bracketed ? ']' : ':');
    const std::string_view name = host.substr(0, end).substr(is_bracketed ? 1 : 0);
    const std::string_view rest = host.substr(std::min(end, host.size()));
    const std::string_view port = is_bracketed && !rest.empty() ? rest.substr(1) : rest;
    const bool is_good = (!is_bracketed || !rest.empty()) && (port.empty() || port.front() == ':') &&
                         port.find_first_not_of("0123456789", 1) == std::string_view::npos &&
                         name.find('\0') == std::string_view::npos;
    return is_good ? in_small_letters(name) : "";
}

}  // namespace

bool is_loopback(std::string_view host) {
    const std::string name{host};
    const auto address = address_of(name);
    return name == "localhost" ||
           (address && (*address == loopback_v6 ||
                        (std::equal(all_v4.begin(), all_v4.begin() + 12, address->begin()) && (*address)[12] == 127)));
}

bool is_server_name(std::string_view text) {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789-_.";
    return (!text.empty() && in_small_letters(text).find_first_not_of(allowed) == std::string::npos) ||
           address_of(std::string{text}).has_value();
}

ServerNames::ServerNames(std::string_view listens_to, const std::vector<std::string>& more)
    : names_{in_small_letters(listens_to)} {
    for (const std::string& name : more) {
        names_.push_back(in_small_letters(name));
    }
    const auto address = address_of(names_.front());
    listens_to_all_ = address == all_v4 || address == all_v6;
    listens_to_loopback_ = is_loopback(names_.front());
}

bool ServerNames::accept(std::string_view host) const {
    const std::string name = name_in(host);
    if (name.empty()) {
        return false;
    }
    if (std::ranges::find(names_, name) != names_.end()) {
        return true;
    }
    const auto address = address_of(name);
    return ((listens_to_all_ || listens_to_loopback_) && is_loopback(name)) || (listens_to_all_ && address);
}

bool ServerNames::accept_origin(std::string_view origin) const {
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (origin.starts_with(scheme)) {
            return accept(origin.substr(scheme.size()));
        }
    }
    return false;
}

}  // namespace dameotb::web
