// Converts the HTTP library's messages to requests, and replies to its messages.
#pragma once

#include <utility>  // Boost 1.74 does not include it

#include <boost/asio/ip/address.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include <dameotb/web/http/message.hpp>

namespace dameotb::web {

using HttpRequest = boost::beast::http::request<boost::beast::http::string_body>;
using HttpResponse = boost::beast::http::response<boost::beast::http::string_body>;

/// The client that limits apply to: an IPv4 address, or the first 64 bits of an IPv6 address, which belong to one
/// client.
using ClientAddress = boost::asio::ip::address;

[[nodiscard]] ClientAddress client_at(const boost::asio::ip::address& address);

/// Returns the client that a proxy asks for: the last address in the last header of this name, which the proxy itself
/// has added. Returns `otherwise` if there is none.
[[nodiscard]] ClientAddress client_in(const HttpRequest& request, const std::string& header,
                                      const ClientAddress& otherwise);

/// Returns whether the request has exactly one Host, which HTTP/1.0 may omit, and asks for a path or an address.
[[nodiscard]] bool is_well_formed(const HttpRequest& request);

/// Requires: is_well_formed.
[[nodiscard]] Request request_of(const HttpRequest& request);

/// Returns the reply as a message of the HTTP library. `is_last`: the connection is closed after it.
[[nodiscard]] HttpResponse response_of(Reply&& reply, bool is_last);

}  // namespace dameotb::web
