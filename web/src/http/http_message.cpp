// Decodes percent signs, queries and addresses, and formats dates.
#include "http_message.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <string_view>

#include <fmt/chrono.h>
#include <fmt/format.h>

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
    const std::string_view target = view(request.target());
    const std::size_t question = std::min(target.find('?'), target.size());
    return {std::string{view(request.method_string())},
            percent_decoded(target.substr(0, question)),
            query_of(target.substr(std::min(question + 1, target.size()))),
            header_of(request, "If-None-Match").value_or(""),
            header_of(request, "Host"),
            header_of(request, "Origin"),
            header_of(request, "Sec-Fetch-Site").value_or(""),
            header_of(request, "Content-Type").value_or(""),
            header_of(request, "Accept").value_or(""),
            request.body(),
            std::string{target.substr(0, question)}};
}

bool has_one_host(const HttpRequest& request) {
    const std::size_t hosts = request.count(http::field::host);
    return hosts == 1 || (hosts == 0 && request.version() < 11);
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
