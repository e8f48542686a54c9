// What a client asks and what it gets, without the protocol that carries them.
// Everything that decides an answer takes and returns these, so that it can be tested without a socket.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dameotb::web {

/// One request as the protocol's reader has decoded it. Any field may hold any bytes.
struct Request {
    std::string method;                             ///< "GET", "HEAD", ...
    std::string path;                               ///< Percent signs decoded, without the query.
    std::multimap<std::string, std::string> query;  ///< Percent signs decoded.
    std::string if_none_match;                      ///< That header, or empty.
    std::optional<std::string> host{};              ///< Header Host. Only HTTP/1.0 may leave it out.
    std::optional<std::string> origin{};            ///< Header Origin: the site whose page asks.
    std::string fetch_site{};                       ///< Header Sec-Fetch-Site, or empty.
};

struct Reply {
    int status = 200;
    std::string content_type;
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers;
};

}  // namespace dameotb::web
