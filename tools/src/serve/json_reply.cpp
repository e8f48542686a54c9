// Printing JSON.
#include "serve/json_reply.hpp"

#include <filesystem>

namespace dameotb::tools::serve {

Reply json_reply(int status, const Json& body, Caching caching) {
    // A message may quote what a client sent, which need not be UTF-8.
    return {status,
            "application/json",
            body.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n",
            {{"Cache-Control", caching == Caching::Keep ? "public, max-age=3600" : "no-cache"}}};
}

Reply RequestError::reply() const {
    return json_reply(status_, {{"error", {{"code", code_}, {"message", what()}}}}, Caching::AskAgain);
}

RequestError damaged_table(const format::TablebaseError& error) {
    const std::string file = std::filesystem::path{error.path()}.filename().string();
    return {500, "damaged_table", file + " (byte " + std::to_string(error.offset_bytes()) + "): " + error.reason()};
}

}  // namespace dameotb::tools::serve
