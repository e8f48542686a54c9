// Decodes percent signs, queries and addresses, and formats dates.
#include "http_message.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <string_view>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <boost/beast/core/string.hpp>

namespace dameotb::web {

namespace {

namespace http = boost::beast::http;
using boost::asio::ip::address_v6;

std::string_view view(boost::beast::string_view text) {
    return {text.data(), text.size()};
}

/// Decodes percent signs. One that is not followed by two hexadecimal digits is kept as it is.
std::string percent_decoded(std::string_view text) {
    std::string decoded;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned char byte = 0;
        const std::string_view digits = text.substr(i + 1, 2);
        if (text[i] == '%' && digits.size() == 2 &&
            std::from_chars(digits.data(), digits.data() + 2, byte, 16).ptr == digits.data() + 2) {
            decoded += static_cast<char>(byte);
            i += 2;
        } else {
            decoded += text[i];
        }
    }
    return decoded;
}

std::string form_decoded(std::string text) {
    std::ranges::replace(text, '+', ' ');
    return percent_decoded(text);
}

std::multimap<std::string, std::string> query_of(std::string_view text) {
    std::multimap<std::string, std::string> query;
    while (!text.empty()) {
        const std::string_view field = text.substr(0, text.find('&'));
        text.remove_prefix(std::min(field.size() + 1, text.size()));
        const std::size_t equals = std::min(field.find('='), field.size());
        if (!field.empty()) {
            query.emplace(form_decoded(std::string{field.substr(0, equals)}),
                          form_decoded(std::string{field.substr(std::min(equals + 1, field.size()))}));
        }
    }
    return query;
}

std::optional<std::string> header_of(const HttpRequest& request, std::string_view name) {
    const auto found = request.find(boost::beast::string_view{name.data(), name.size()});
    return found == request.end() ? std::nullopt : std::optional{std::string{view(found->value())}};
}

/// What a request asks for.
struct Target {
    std::string_view path;                 ///< With the query. Of CONNECT, and of OPTIONS *, it is no path.
    std::optional<std::string_view> host;  ///< Counts in place of the header.
};

/// Takes the target of a request apart: a path, `*`, or an address, as clients send it that are told that the server is
/// a proxy (RFC 9112, 3.2). Nothing if it is none of these.
std::optional<Target> target_of(const HttpRequest& request) {
    const std::string_view target = view(request.target());
    if (target.starts_with('/') || request.method() == http::verb::connect ||
        (target == "*" && request.method() == http::verb::options)) {
        return Target{target, std::nullopt};
    }
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (boost::beast::iequals({target.data(), std::min(target.size(), scheme.size())},
                                  {scheme.data(), scheme.size()})) {
            const std::string_view rest = target.substr(scheme.size());
            const std::size_t end = std::min(rest.find_first_of("/?"), rest.size());
            return end == 0 ? std::nullopt : std::optional{Target{rest.substr(end), rest.substr(0, end)}};
        }
    }
    return std::nullopt;
}

}  // namespace

ClientAddress client_at(const boost::asio::ip::address& address) {
    if (!address.is_v6()) {
        return address;
    }
    const address_v6 whole = address.to_v6();
    if (whole.is_v4_mapped()) {
        return boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, whole);
    }
    address_v6::bytes_type bytes = whole.to_bytes();
    std::fill(bytes.begin() + 8, bytes.end(), 0);
    return address_v6{bytes};
}

ClientAddress client_in(const HttpRequest& request, const std::string& header, const ClientAddress& otherwise) {
    const auto [begin, end] = request.equal_range(header);
    if (begin == end) {
        return otherwise;
    }
    auto last = begin;
    for (auto next = begin; next != end; ++next) {
        last = next;
    }
    std::string_view value = view(last->value());
    value.remove_prefix(value.rfind(',') + 1);  // npos + 1 is 0
    value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
    boost::system::error_code error;
    const auto address = boost::asio::ip::make_address(std::string{value}, error);
    return error ? otherwise : client_at(address);
}

Request request_of(const HttpRequest& request) {
    const Target target = target_of(request).value_or(Target{});
    const std::size_t question = std::min(target.path.find('?'), target.path.size());
    // An address may end with the host, or have the query right after it.
    const std::string path{question > 0 ? target.path.substr(0, question) : "/"};
    return {std::string{view(request.method_string())},
            percent_decoded(path),
            query_of(target.path.substr(std::min(question + 1, target.path.size()))),
            header_of(request, "If-None-Match").value_or(""),
            target.host ? std::optional{std::string{*target.host}} : header_of(request, "Host"),
            header_of(request, "Origin"),
            header_of(request, "Sec-Fetch-Site").value_or(""),
            header_of(request, "Content-Type").value_or(""),
            header_of(request, "Accept").value_or(""),
            request.body(),
            path};
}

bool is_well_formed(const HttpRequest& request) {
    const std::size_t hosts = request.count(http::field::host);
    return (hosts == 1 || (hosts == 0 && request.version() < 11)) && target_of(request).has_value();
}

HttpResponse response_of(Reply&& reply, bool is_last) {
    HttpResponse response;
    response.result(static_cast<unsigned>(reply.status));
    response.set(http::field::date, fmt::format("{:%a, %d %b %Y %T} GMT", fmt::gmtime(std::time(nullptr))));
    if (!reply.content_type.empty()) {
        response.set(http::field::content_type, reply.content_type);
    }
    for (const auto& [name, value] : reply.headers) {
        response.insert(name, value);
    }
    response.content_length(reply.body.size());
    response.keep_alive(!is_last);
    response.body() = std::move(reply.body);
    return response;
}

}  // namespace dameotb::web
