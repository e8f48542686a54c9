// Replies whose body is JSON, and the one form that all errors have.
#pragma once

#include <chrono>
#include <stdexcept>
#include <string>

#include <dameotb/web/http/message.hpp>
#include <dameotb/web/json/json_writer.hpp>

namespace dameotb::web {

/// Whether a client may keep an answer. It must ask again each time for an answer that depends on which tables there
/// are, or on what is being counted. Values never change.
enum class Caching { Keep, AskAgain };

/// Returns the reply with this JSON.
[[nodiscard]] Reply json_reply(int status, const std::string& json, Caching caching);

/// Returns the reply with the header Retry-After: how long the client shall wait, rounded up to seconds.
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

/// Returns the error for a request that others leave no room for.
[[nodiscard]] RequestError busy();

/// Returns the error that the exception being handled means for a client: the one place that maps them. A table that is
/// damaged or cannot be read is named without its directories. Requires: called in a catch block. Throws NeedsTurn and
/// whatever else is no std::exception on, and std::bad_alloc if there is no memory even for the error.
[[nodiscard]] RequestError current_error();

}  // namespace dameotb::web
