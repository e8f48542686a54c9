// The server's bounds (docs/http-api.md, "Limits").
#pragma once

#include <chrono>
#include <cstddef>

namespace dameotb::web {

inline constexpr std::size_t most_request_bytes = 8192;         ///< Request line and headers.
inline constexpr std::chrono::milliseconds request_time{3000};  ///< From a request's first byte to its last.
inline constexpr std::chrono::milliseconds reply_time{10000};   ///< To take the whole reply.
inline constexpr std::chrono::milliseconds idle_time{5000};     ///< Until a request begins.
inline constexpr std::chrono::milliseconds drain_time{500};     ///< For what is sent after the last reply.
inline constexpr int most_requests_a_connection = 1000;         ///< Then it is closed.

inline constexpr std::size_t most_connections = 512;  ///< Half of the descriptors that systems commonly allow.
/// Connections of one client or, behind a proxy, requests of one client that are answered at a time.
inline constexpr std::size_t most_of_a_client = 32;
inline constexpr int worker_threads = 16;  ///< Requests that are answered at a time.

}  // namespace dameotb::web
