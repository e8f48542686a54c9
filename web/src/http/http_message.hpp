// From the HTTP library's messages to requests, and from replies to its messages.
#pragma once

#include <utility>  // Boost 1.74 forgets it

#include <boost/asio/ip/address.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include <dameotb/web/http/message.hpp>

namespace dameotb::web {

using HttpRequest = boost::beast::http::request<boost::beast::http::empty_body>;
using HttpResponse = boost::beast::http::response<boost::beast::http::string_body>;

/// Whom a bound counts: an IPv4 address, or the first 64 bits of an IPv6 address, which one client has to itself.
using ClientAddress = boost::asio::ip::address;

[[nodiscard]] ClientAddress client_at(const boost::asio::ip::address& address);

/// Whom a proxy asks for: the last address of the last header of this name, that which the proxy itself has added.
/// `otherwise` if there is none.
[[nodiscard]] ClientAddress client_in(const HttpRequest& request, const std::string& header,
                                      const ClientAddress& otherwise);

[[nodiscard]] Request request_of(const HttpRequest& request);

/// Whether it has a Host, and only one. HTTP/1.0 may leave it out.
[[nodiscard]] bool has_one_host(const HttpRequest& request);

/// `is_last`: the connection is closed after it.
[[nodiscard]] HttpResponse response_of(Reply&& reply, bool is_last);

}  // namespace dameotb::web
