// All that the server answers: the explorer's files, the API, and what every reply has in common.
// Methods, conditional requests and headers are settled here, once for all paths.
#pragma once

#include <filesystem>
#include <map>

#include <dameotb/web/api/api.hpp>
#include <dameotb/web/http/message.hpp>
#include <dameotb/web/http/server_names.hpp>

namespace dameotb::web {

/// Thread-safe.
class Site {
public:
    /// Throws as Api does.
    Site(const std::filesystem::path& directory, CommandThatMakes command, ServerNames names = ServerNames{});

    /// GET, HEAD (as GET; who sends the reply leaves the body out) and OPTIONS; anything else is refused. The reply has
    /// all headers but Date, those of the connection and Content-Length, which is the size of the body: of a 304's too,
    /// which is not sent either.
    [[nodiscard]] Reply answer(const Request& request);

    /// What is said of a request that could not be read (400, 408, 414, 431), of one client's too many (429), or of one
    /// that could not be answered at all (500).
    [[nodiscard]] static Reply unreadable(int status);

    [[nodiscard]] const Api& api() const { return api_; }

private:
    [[nodiscard]] Reply answer_or_throw(const Request& request);
    [[nodiscard]] Reply found(const Request& request);
    /// Throws RequestError if the server is called by a name that it has not, or if a page of another site asks for
    /// what is costly.
    void check_sender(const Request& request) const;

    ServerNames names_;
    Api api_;
    std::map<std::string, Reply, std::less<>> files_;
};

}  // namespace dameotb::web
