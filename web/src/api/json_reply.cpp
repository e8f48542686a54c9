// Maps exceptions to errors.
#include "json_reply.hpp"

#include <filesystem>
#include <new>

#include <fmt/format.h>

#include <dameotb/rules/notation.hpp>
#include <dameotb/table/format/error.hpp>
#include <dameotb/web/http/work.hpp>
#include <dameotb/web/limits.hpp>

namespace dameotb::web {

namespace {

RequestError error_of(const table::TablebaseError& error) {
    const std::string file = std::filesystem::path{error.path()}.filename().string();
    if (!error.is_damage()) {
        return {503, "unreadable_table", file + ": " + error.reason()};
    }
    return {500, "damaged_table", fmt::format("{} (byte {}): {}", file, error.offset_bytes(), error.reason())};
}

}  // namespace

RequestError busy() {
    return {503, "busy", "the server is busy with other long answers; try again", std::chrono::seconds{1}};
}

RequestError current_error() {
    try {
        throw;
    } catch (const RequestError& error) {
        return error;
    } catch (const rules::NotationError& error) {
        return {400, "bad_position", error.what()};
    } catch (const table::TablebaseError& error) {
        return error_of(error);
    } catch (const Work::TooLong&) {
        return {422, "too_long", fmt::format("the answer is longer than {} bytes; ask for less", most_answer_bytes)};
    } catch (const probe::OutOfBudget&) {
        return {503, "took_too_long",
                fmt::format("this takes more than {} ms of processor time; ask for less at a time, or ask again: "
                            "what was read is now in memory",
                            time_of_a_turn / std::chrono::milliseconds{1}),
                std::chrono::seconds{1}};
    } catch (const std::bad_alloc&) {
        return {503, "out_of_memory", "not enough memory for this answer"};
    } catch (const std::exception&) {
        return {500, "internal_error", "the server failed to answer this"};
    }
}

Reply json_reply(int status, const std::string& json, Caching caching) {
    return {status,
            "application/json",
            json + "\n",
            {{"Cache-Control", caching == Caching::Keep ? "public, max-age=3600" : "no-cache"}}};
}

Reply ask_again(Reply reply, std::chrono::milliseconds after) {
    reply.headers.emplace_back("Retry-After", std::to_string(std::chrono::ceil<std::chrono::seconds>(after).count()));
    return reply;
}

void RequestError::write_to(JsonWriter& json) const {
    json.key("error").begin_object().member("code", code_).member("message", what()).end_object();
}

Reply RequestError::reply() const {
    JsonWriter json;
    write_to(json.begin_object());
    Reply reply = json_reply(status_, json.end_object().text(), Caching::AskAgain);
    return retry_after_ > retry_after_.zero() ? ask_again(std::move(reply), retry_after_) : reply;
}

}  // namespace dameotb::web
