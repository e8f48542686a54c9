// Replies whose body is JSON, and the one form that all errors have.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

#include <dameotb/web/http/message.hpp>

namespace dameotb::web {

using Json = nlohmann::ordered_json;

/// How long a client may keep an answer. Those that hang on which tables there are, or on what is being counted, are
/// asked for again each time; values never change.
enum class Caching { Keep, AskAgain };

[[nodiscard]] Reply json_reply(int status, const Json& body, Caching caching);

/// A request that is answered with an error: {"error": {"code": ..., "message": ...}}.
class RequestError : public std::runtime_error {
public:
    /// `code` is one word for programs, `message` a sentence for people.
    RequestError(int status, std::string code, const std::string& message)
        : std::runtime_error{message}, status_{status}, code_{std::move(code)} {}

    [[nodiscard]] Reply reply() const;

private:
    int status_;
    std::string code_;
};

/// What `work` returns; where it throws, the error that says so. A table that is damaged or cannot be read is named
/// without the directories above it. Throws std::bad_alloc if there is no memory even for that.
[[nodiscard]] Reply reply_or_error(const std::function<Reply()>& work);

}  // namespace dameotb::web
