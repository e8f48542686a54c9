// The server's bounds (docs/http-api.md, "Limits").
#pragma once

#include <chrono>
#include <cstddef>

namespace dameotb::web {

inline constexpr std::size_t most_request_bytes = 8192;                 ///< Request line and headers.
inline constexpr std::size_t most_body_bytes = std::size_t{128} << 10;  ///< Of a request whose body is read.
inline constexpr std::chrono::milliseconds request_time{3000};          ///< From a request's first byte to its last.
inline constexpr std::chrono::milliseconds reply_time{10000};           ///< For the client to take the whole reply.
inline constexpr std::chrono::milliseconds idle_time{5000};             ///< Until a request begins.
inline constexpr std::chrono::milliseconds drain_time{500};  ///< For what the client sends after the last reply.
inline constexpr int most_requests_a_connection = 1000;      ///< After that many, the connection is closed.

inline constexpr std::size_t most_connections = 512;  ///< Half of the file descriptors that systems commonly allow.
/// How many connections one client may have. Behind a proxy: how many requests of one client are answered at a time.
inline constexpr std::size_t most_of_a_client = 32;
inline constexpr int worker_threads = 16;  ///< How many requests are answered at a time.

}  // namespace dameotb::web
