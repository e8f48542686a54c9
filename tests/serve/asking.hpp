// Asking the server's site without a socket.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "serve/site.hpp"

namespace dameotb::tests {

/// All classes of up to 3 pieces but KMvM.
inline const std::string good_tables = std::string{SERVE_TABLES} + "/good";
/// A KvK that is no table.
inline const std::string damaged_tables = std::string{SERVE_TABLES} + "/damaged";

inline tools::serve::Reply get(tools::serve::Site& site, const std::string& path,
                               std::multimap<std::string, std::string> query = {}) {
    return site.answer({"GET", path, std::move(query), ""});
}

inline tools::serve::Reply ask(tools::serve::Site& site, const std::string& fen) {
    return get(site, "/api/v1/probe", {{"fen", fen}});
}

inline nlohmann::json json_of(const tools::serve::Reply& reply) {
    return nlohmann::json::parse(reply.body);
}

/// Empty if the reply has no such header.
inline std::string header(const tools::serve::Reply& reply, const std::string& name) {
    for (const auto& [key, value] : reply.headers) {
        if (key == name) {
            return value;
        }
    }
    return "";
}

}  // namespace dameotb::tests
