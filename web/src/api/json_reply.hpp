// Replies whose body is JSON, and the one form that all errors have.
#pragma once

#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

#include <dameotb/table/format/error.hpp>
#include <dameotb/web/http/message.hpp>
#include <dameotb/web/http/work.hpp>

namespace dameotb::web {

using Json = nlohmann::ordered_json;

/// Whether a client may keep an answer. It must ask again each time for an answer that depends on which tables there
/// are, or on what is being counted. Values never change.
enum class Caching { Keep, AskAgain };

[[nodiscard]] Reply json_reply(int status, const Json& body, Caching caching);

/// Returns the reply with the header Retry-After: how long the client shall wait, rounded up to seconds.
[[nodiscard]] Reply ask_again(Reply reply, std::chrono::milliseconds after);

/// Appends an element to an array of the answer, and counts its bytes (Work::add_bytes).
void append(Json& array, Json element, Work& work);

/// A request that is answered with an error: {"error": {"code": ..., "message": ...}}.
class RequestError : public std::runtime_error {
public:
    /// `code` is one word for programs, `message` a sentence for people. `retry_after`: when to ask again; 0: never.
    RequestError(int status, std::string code, const std::string& message, std::chrono::milliseconds retry_after = {})
        : std::runtime_error{message}, status_{status}, code_{std::move(code)}, retry_after_{retry_after} {}

    /// Returns {"code": ..., "message": ...}.
    [[nodiscard]] Json json() const;
    [[nodiscard]] Reply reply() const;

private:
    int status_;
    std::string code_;
    std::chrono::milliseconds retry_after_;
};

/// Returns the error for a request that others leave no room for.
[[nodiscard]] RequestError busy();

/// Returns the error for a table that is damaged or cannot be read. It names the table without its directories.
[[nodiscard]] RequestError error_of(const table::TablebaseError& error);

/// Returns what `work` returns. If `work` throws, returns the error reply for the exception. A table that is damaged or
/// cannot be read is named without its directories. Throws std::bad_alloc if there is no memory even for the error
/// reply.
[[nodiscard]] Reply reply_or_error(const std::function<Reply()>& work);

}  // namespace dameotb::web
