// Everything that the server answers: the explorer's files, the API, a report, and what all replies share. Methods,
// conditional requests and headers are handled here, once for all paths.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <dameotb/web/api/api.hpp>
#include <dameotb/web/http/message.hpp>
#include <dameotb/web/http/server_names.hpp>
#include <dameotb/web/http/work.hpp>

namespace dameotb::web {

/// Thrown if a directory contains no report. `what()` is one line that names it.
class NoReportError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// What a server may be given besides its tables.
struct RequestHandlerOptions {
    /// A directory written by `dameotb report`, whose files are read when the handler is made and served below
    /// /report/; empty for none.
    std::filesystem::path report{};
    /// Whose pages may show the server's in a frame, each as is_frame_ancestor has it; empty for nobody.
    std::vector<std::string> framed_by{};
    /// Origins whose pages may ask what only those of the server may, each as is_origin has it.
    std::vector<std::string> opened_to{};
    int most_pieces = index::most_pieces;                              ///< As for Api.
    std::optional<table::TableDirectories> statistics = std::nullopt;  ///< As for Api.
};

/// Answers every readable request. Thread-safe.
class RequestHandler {
public:
    /// Throws what the constructor of Api throws, NoReportError, and std::runtime_error if a file of the report cannot
    /// be read.
    RequestHandler(const table::TableDirectories& directory, CommandThatMakes command,
                   ServerNames names = ServerNames{}, const RequestHandlerOptions& options = {});

    /// Answers GET, HEAD and OPTIONS, and POST where the API has it; refuses all other methods. HEAD is answered as
    /// GET; the sender omits the body. The reply has all headers except Date, Content-Length and those of the
    /// connection. Content-Length is the size of the body, also for a 304, whose body is not sent either. Throws
    /// NeedsTurn if the share of work is AtOnce and the answer takes more.
    [[nodiscard]] Reply answer(const Request& request, Work work = Work{});

    /// The report's location, relative to the server's address.
    static constexpr std::string_view report_path = "/report/";

    /// Returns whether the body of a request with this head is part of the question.
    [[nodiscard]] static bool reads_body(const Request& head);

    /// Returns the reply to a request that is unreadable (400, 408, 413, 414, 431), one of too many by the same client
    /// (429), impossible to answer (500), or refused because the server is busy (503).
    [[nodiscard]] static Reply unreadable(int status);

    [[nodiscard]] const Api& api() const { return api_; }

private:
    void add_file(const std::string& path, std::string bytes);
    void add_report(const std::filesystem::path& directory);
    /// Adds what a visitor's browser searches for proofs with: the npm package, and the tables of few pieces as they
    /// are now.
    void add_search(const table::TableDirectories& directory);
    [[nodiscard]] Reply answer_or_throw(const Request& request, Work& work);
    [[nodiscard]] Reply found(const Request& request, Work& work);
    /// Returns the answer where nothing is: a page for browsers unless the path is very deep, otherwise an error in
    /// JSON.
    [[nodiscard]] Reply nothing_here(const Request& request) const;
    /// Throws RequestError if the request calls the server by a name that is not its own, or if a page of another site
    /// requests something always costly.
    void check_sender(const Request& request) const;
    [[nodiscard]] bool is_cross_site(const Request& request) const;

    ServerNames names_;
    std::string framing_;
    std::vector<std::string> opened_to_;
    Api api_;
    std::map<std::string, Reply, std::less<>> files_;
    std::string not_found_page_;
};

}  // namespace dameotb::web
