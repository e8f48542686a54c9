// Requests and replies, independent of the protocol that carries them. All code that decides on an answer takes a
// Request and returns a Reply, so that it can be tested without a socket.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dameotb::web {

/// A decoded request. Any field may contain arbitrary bytes.
struct Request {
    std::string method;                             ///< "GET", "HEAD", ...
    std::string path;                               ///< Without host and query, percent signs decoded.
    std::multimap<std::string, std::string> query;  ///< Percent signs decoded.
    std::string if_none_match;                      ///< The header If-None-Match, or empty.
    std::optional<std::string> host{};              ///< The host of an address asked for, or the header Host.
    std::optional<std::string> origin{};            ///< The header Origin: the site whose page asks.
    std::string fetch_site{};                       ///< The header Sec-Fetch-Site, or empty.
    std::string content_type{};                     ///< The header Content-Type, or empty.
    std::string accept{};                           ///< The header Accept, or empty.
    std::string body{};                             ///< Also empty if it was not read.
    std::string path_as_sent{};                     ///< With percent signs, as links are relative to it.
};

struct Reply {
    int status = 200;
    std::string content_type;
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers;
};

}  // namespace dameotb::web
