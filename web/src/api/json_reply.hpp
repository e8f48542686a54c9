// JSON replies, and the common form of all errors.
#pragma once

#include <chrono>
#include <stdexcept>
#include <string>

#include <dameotb/web/answers/json_writer.hpp>
#include <dameotb/web/http/message.hpp>

namespace dameotb::web {

/// Whether a client may keep an answer. Values never change, but answers that depend on which tables exist, or on
/// counting in progress, must be requested again each time.
enum class Caching { Keep, AskAgain };

[[nodiscard]] Reply json_reply(int status, const std::string& json, Caching caching);

/// Adds the header Retry-After: how long the client shall wait, rounded up to seconds.
[[nodiscard]] Reply ask_again(Reply reply, std::chrono::milliseconds after);

/// A request that is answered with an error: {"error": {"code": ..., "message": ...}}.
class RequestError : public std::runtime_error {
public:
    /// `code` is one word for programs, `message` a sentence for people. `retry_after`: when to ask again; 0: never.
    RequestError(int status, std::string code, const std::string& message, std::chrono::milliseconds retry_after = {})
        : std::runtime_error{message}, status_{status}, code_{std::move(code)}, retry_after_{retry_after} {}

    /// Writes the member "error".
    void write_to(JsonWriter& json) const;
    [[nodiscard]] Reply reply() const;

private:
    int status_;
    std::string code_;
    std::chrono::milliseconds retry_after_;
};

/// Returns the error for a request refused because the server is busy.
[[nodiscard]] RequestError busy();

/// Maps the exception being handled to the error for the client; no other code does. A damaged or unreadable table is
/// named without its directories. Requires: called in a catch block. Rethrows NeedsTurn and whatever else is no
/// std::exception; throws std::bad_alloc if there is no memory even for the error.
[[nodiscard]] RequestError current_error();

}  // namespace dameotb::web
