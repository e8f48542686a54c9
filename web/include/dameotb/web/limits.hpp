// The server's limits (docs/http-api.md, "Limits"). Those on one question also apply in the npm package.
#pragma once

#include <chrono>
#include <cstddef>

namespace dameotb::web {

// On one question.
inline constexpr std::size_t most_batch_positions = 1000;  ///< Positions requested at once.
inline constexpr std::size_t most_game_moves = 5000;       ///< In a text of games, including variations.
/// The moves of a position are listed only if it has at most this many maximal capture chains, counting every order of
/// stops. Listing them then takes some 20 ms; with many kings on a full board there can be far more. No position of 12
/// pieces is known to have a fifth of this.
inline constexpr int most_capture_chains = 100'000;
/// Listing more takes a turn. The most found with up to 8 pieces are 448.
inline constexpr int many_capture_chains = 1000;
inline constexpr int most_random_tries = 20'000;  ///< For a random position, if its work limit permits.
/// Classes of at most this many pieces are searched completely if no try succeeds. That takes some milliseconds; for 4
/// pieces it would take half a second.
inline constexpr int most_searched_pieces = 3;
/// Statistics of larger classes are not counted: that would take hours, and more memory than a server should use.
inline constexpr int most_counted_pieces = 5;

inline constexpr std::size_t most_request_bytes = 8192;                 ///< Request line and headers.
inline constexpr std::size_t most_body_bytes = std::size_t{128} << 10;  ///< Of a request whose body is read.
inline constexpr std::chrono::milliseconds request_time{3000};          ///< From a request's first byte to its last.
inline constexpr std::chrono::milliseconds reply_time{10000};           ///< For the client to receive the whole reply.
inline constexpr std::chrono::milliseconds idle_time{5000};             ///< Until a request begins.
inline constexpr std::chrono::milliseconds drain_time{500};  ///< For data that the client sends after the last reply.
inline constexpr int most_requests_a_connection = 1000;      ///< Then the connection is closed.

inline constexpr std::size_t most_connections = 512;  ///< Half of the file descriptors that systems commonly allow.
/// Connections per client. Behind a proxy: requests of one client answered at the same time.
inline constexpr std::size_t most_of_a_client = 32;
inline constexpr std::size_t worker_threads = 16;           ///< Requests answered at the same time.
inline constexpr std::size_t most_threads_of_a_client = 8;  ///< How many of them may be from one client.

// Limits on the work of one answer (work.hpp). A request is tried at once and, if that does not suffice, in a turn.
// Both together, plus what is done between two looks at the clock, take less than 0.3 s of processor time.
inline constexpr std::chrono::milliseconds time_at_once{10};         ///< Of processor time.
inline constexpr std::chrono::milliseconds time_of_a_turn{200};      ///< Of processor time.
inline constexpr std::chrono::milliseconds time_to_prove{120};       ///< Of that of a turn, for the search of /prove.
inline constexpr std::size_t bytes_to_prove = std::size_t{2} << 20;  ///< For the positions of such a search.
inline constexpr std::chrono::milliseconds answer_time{5000};        ///< Either, in wall-clock time.
inline constexpr std::size_t bytes_at_once = std::size_t{64} << 10;
inline constexpr std::size_t most_answer_bytes = 1'000'000;  ///< Of an answer of the API.
inline constexpr std::size_t most_turns = 4;                 ///< Concurrent ones, one per client.
inline constexpr std::chrono::milliseconds turn_wait{1000};  ///< For a turn; then 503.

/// Bodies being read and answers not yet received, of all clients together.
inline constexpr std::size_t most_held_bytes = std::size_t{16} << 20;
/// For cached blocks. With what is held for clients (docs/http-api.md, "Memory") the process stays below 100 MB.
inline constexpr std::size_t cache_bytes = std::size_t{32} << 20;

}  // namespace dameotb::web
