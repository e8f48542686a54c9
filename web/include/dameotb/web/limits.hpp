// The server's bounds (docs/http-api.md, "Limits"). Those of one question hold in the npm package, too.
#pragma once

#include <chrono>
#include <cstddef>

namespace dameotb::web {

// Of one question.
inline constexpr std::size_t most_batch_positions = 1000;  ///< Positions that are asked for at once.
inline constexpr std::size_t most_game_moves = 5000;       ///< Of a text of games, those of variations included.
/// The moves of a position are listed only if there are at most this many ways to capture: chains of leaps that cannot
/// go on, in any order of stops. To list them takes some 20 ms then; with many kings on a full board it can take
/// minutes. No position of 12 pieces is known that has a fifth of it.
inline constexpr int most_capture_chains = 100'000;
/// A list of more takes a turn. The most found with up to 8 pieces are 448.
inline constexpr int many_capture_chains = 1000;
inline constexpr int most_random_tries = 20'000;  ///< For a random position, if the work allows it.
/// Classes of at most this many pieces are searched through if no try is right. That takes some milliseconds; of 4
/// pieces it would take half a second.
inline constexpr int most_searched_pieces = 3;
/// Statistics of larger classes are not counted: it would take hours, and more memory than a server should use.
inline constexpr int most_counted_pieces = 5;

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
inline constexpr std::size_t worker_threads = 16;           ///< How many requests are answered at a time.
inline constexpr std::size_t most_threads_of_a_client = 8;  ///< How many of them may be of one client.

// What answering a request may take (work.hpp). A request is tried at once, and if that is not enough, in a turn: both
// together and what is done between two looks at the clock stay below 0.3 s of a processor.
inline constexpr std::chrono::milliseconds time_at_once{10};     ///< Of a processor.
inline constexpr std::chrono::milliseconds time_of_a_turn{200};  ///< Of a processor.
inline constexpr std::chrono::milliseconds answer_time{5000};    ///< Either, by the clock on the wall.
inline constexpr std::size_t bytes_at_once = std::size_t{64} << 10;
inline constexpr std::size_t most_answer_bytes = 1'000'000;  ///< Of an answer of the API.
inline constexpr std::size_t most_turns = 4;                 ///< At a time, and one of a client.
inline constexpr std::chrono::milliseconds turn_wait{1000};  ///< For a turn; then 503.

/// Bodies that are being read and answers that are not taken yet, of all clients together.
inline constexpr std::size_t most_held_bytes = std::size_t{16} << 20;
/// Of the units of tables that are kept. With what is held for clients (docs/http-api.md, "Memory") the process keeps
/// below 100 MB.
inline constexpr std::size_t cache_bytes = std::size_t{32} << 20;

}  // namespace dameotb::web
