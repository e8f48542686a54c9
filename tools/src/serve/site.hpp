// All that the server answers: the explorer's files, the API, and what every reply has in common.
// Methods, conditional requests and headers are settled here, once for all paths.
#pragma once

#include <filesystem>
#include <map>

#include "serve/api.hpp"
#include "serve/message.hpp"

namespace dameotb::tools::serve {

/// Thread-safe.
class Site {
public:
    /// Throws as Api does.
    explicit Site(const std::filesystem::path& directory);

    /// GET, HEAD (as GET; who sends the reply leaves the body out) and OPTIONS; anything else is refused. The reply has
    /// all headers but those of the connection and Content-Length, which is the size of the body: of a 304's too, which
    /// is not sent either.
    [[nodiscard]] Reply answer(const Request& request);

    /// What is said of a request that could not be read (400, 408, 414, 431), or not be answered at all (500).
    [[nodiscard]] static Reply unreadable(int status);

    [[nodiscard]] const Api& api() const { return api_; }

private:
    [[nodiscard]] Reply found(const Request& request);

    Api api_;
    std::map<std::string, Reply, std::less<>> files_;
};

}  // namespace dameotb::tools::serve
