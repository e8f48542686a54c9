// Asks the server's site without a socket.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include <dameotb/web/requests/request_handler.hpp>

namespace dameotb::tests {

/// All classes of up to 3 pieces except KMvM.
inline const std::string good_tables = std::string{SERVE_TABLES} + "/good";
/// All classes of up to 3 pieces, also under a rule of 6 plies, under which many results change.
inline const std::string ruled_tables = std::string{SERVE_TABLES} + "/ruled";
/// The same under the rule of sites.
inline const std::string fifty_tables = std::string{SERVE_TABLES} + "/fifty";
/// A file KvK that is no table.
inline const std::string damaged_tables = std::string{SERVE_TABLES} + "/damaged";

/// Returns the command as `dameotb serve` gives it.
inline std::string command_that_makes(const index::Material& material) {
    return "dameotb gen --dir DIR --class " + material.name();
}

inline web::Reply get(web::RequestHandler& site, const std::string& path,
                      std::multimap<std::string, std::string> query = {}) {
    return site.answer({"GET", path, std::move(query), ""});
}

inline web::Reply ask(web::RequestHandler& site, const std::string& fen) {
    return get(site, "/api/v1/probe", {{"fen", fen}});
}

/// Asks for many positions, or what else is asked by a body.
inline web::Reply post(web::RequestHandler& site, const std::string& body,
                       const std::string& content_type = "application/json",
                       const std::string& path = "/api/v1/probe") {
    return site.answer(
        {.method = "POST", .path = path, .query = {}, .if_none_match = "", .content_type = content_type, .body = body});
}

inline nlohmann::json json_of(const web::Reply& reply) {
    return nlohmann::json::parse(reply.body);
}

/// Returns the header's value. Empty if the reply has no such header.
inline std::string header(const web::Reply& reply, const std::string& name) {
    for (const auto& [key, value] : reply.headers) {
        if (key == name) {
            return value;
        }
    }
    return "";
}

}  // namespace dameotb::tests
