// Prints JSON, and maps exceptions to errors.
#include "json_reply.hpp"

#include <filesystem>
#include <new>

namespace dameotb::web {

RequestError error_of(const table::TablebaseError& error) {
    const std::string file = std::filesystem::path{error.path()}.filename().string();
    if (!error.is_damage()) {
        return {503, "unreadable_table", file + ": " + error.reason()};
    }
    return {500, "damaged_table", file + " (byte " + std::to_string(error.offset_bytes()) + "): " + error.reason()};
}

RequestError busy() {
    return {503, "busy", "other long answers are being made; ask again", std::chrono::seconds{1}};
}

Reply json_reply(int status, const Json& body, Caching caching) {
    // A message may quote what a client sent, and that need not be UTF-8.
    return {status,
            "application/json",
            body.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n",
            {{"Cache-Control", caching == Caching::Keep ? "public, max-age=3600" : "no-cache"}}};
}

void append(Json& array, Json element, Work& work) {
    work.add_bytes(element.dump(-1, ' ', false, Json::error_handler_t::replace).size() + 1);
    array.push_back(std::move(element));
}

Reply ask_again(Reply reply, std::chrono::milliseconds after) {
    reply.headers.emplace_back("Retry-After", std::to_string(std::chrono::ceil<std::chrono::seconds>(after).count()));
    return reply;
}

Json RequestError::json() const {
    return {{"code", code_}, {"message", what()}};
}

Reply RequestError::reply() const {
    Reply reply = json_reply(status_, {{"error", json()}}, Caching::AskAgain);
    return retry_after_ > retry_after_.zero() ? ask_again(std::move(reply), retry_after_) : reply;
}

Reply reply_or_error(const std::function<Reply()>& work) {
    try {
        return work();
    } catch (const RequestError& error) {
        return error.reply();
    } catch (const table::TablebaseError& error) {
        return error_of(error).reply();
    } catch (const std::bad_alloc&) {
        return RequestError{503, "out_of_memory", "not enough memory for this answer"}.reply();
    } catch (const std::exception&) {
        return RequestError{500, "internal_error", "the server failed to answer this"}.reply();
    }
}

}  // namespace dameotb::web
