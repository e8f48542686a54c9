// Serves files by exact path, and sets the headers that restrict browsers and other sites.
#include <dameotb/web/requests/request_handler.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <fstream>
#include <stdexcept>
#include <string_view>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fmt/format.h>

#include <dameotb/web/http/frame_ancestors.hpp>
#include <dameotb/web/limits.hpp>
#include <dameotb/web/resources.hpp>

#include "api/json_reply.hpp"

namespace dameotb::web {

namespace {

/// The page may load scripts, styles and data only from the server itself, and may contain no inline ones. Who may
/// frame it comes last.
constexpr auto page_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; ";
constexpr auto data_policy = "default-src 'none'; frame-ancestors 'none'";
/// That of the script that searches for proofs in the visitor's browser, which has a policy of its own there.
constexpr auto worker_policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";
constexpr std::string_view worker_path = "/prove_worker.js";
constexpr std::string_view package_path = "/dameotb";
constexpr std::string_view tables_path = "/tables/";
/// All tables of up to so many pieces take 4.3 MB.
constexpr int most_pieces_searched = 4;
constexpr std::string_view health_path = "/health";
/// The page for an address where nothing is, which is no address itself.
constexpr std::string_view not_found_path = "/not_found.html";
/// The most folders that this page's links lead out of. Each makes every link longer, so without a bound a short
/// request would have a very long answer.
constexpr std::ptrdiff_t most_folders = 8;

const char* allowed_methods(std::string_view path) {
    return Api::takes_post(path) ? "GET, HEAD, OPTIONS, POST" : "GET, HEAD, OPTIONS";
}

/// Returns whether pages of other sites must not request the path in a visitor's browser, whatever the answer takes:
/// counting continues in its own thread, and random positions are for those who play here.
bool is_always_costly(std::string_view path) {
    if (!path.starts_with(Api::prefix)) {
        return false;
    }
    path.remove_prefix(Api::prefix.size());
    return path.starts_with("stats/") || path == "random";
}

RequestError cross_site() {
    return {403, "cross_site", "pages of other sites may not ask for this, which is costly"};
}

constexpr std::string_view unknown_type = "application/octet-stream";

std::string content_type(std::string_view path) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> types{{
        {".html", "text/html; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".svg", "image/svg+xml"},
        {".json", "application/json"},
        {".wasm", "application/wasm"},
    }};
    for (const auto& [ending, type] : types) {
        if (path.ends_with(ending)) {
            return std::string{type};
        }
    }
    return std::string{unknown_type};
}

/// Returns the bytes of a regular file; nothing if it is none, or cannot be read.
std::optional<std::string> read_file(const std::filesystem::path& path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) {
        return std::nullopt;
    }
    std::ifstream file{path, std::ios::binary};
    std::string bytes{std::istreambuf_iterator<char>{file}, {}};
    return file ? std::optional{std::move(bytes)} : std::nullopt;
}

std::string entity_tag(const std::string& body) {
    return fmt::format("\"{:016x}\"", XXH3_64bits(body.data(), body.size()));
}

/// Returns whether `header` names the tag. It is a list of tags, or *.
bool matches(std::string_view header, std::string_view tag) {
    return header == "*" || header.find(tag) != std::string_view::npos;
}

/// Returns whether programs ask here: pages of other sites may read the answer, also that there is none. PlayStrategy's
/// page asks one address about all of its games.
bool is_for_programs(std::string_view path) {
    return Api::has(path) || path.starts_with("/playstrategy/");
}

void open_to_others(Reply& reply) {
    reply.headers.emplace_back("Access-Control-Allow-Origin", "*");
    reply.headers.emplace_back("Access-Control-Expose-Headers", "ETag, Retry-After");
}

/// `framing`: the directive of pages that says who may frame them. Data is framed by nobody.
void add_common_headers(const std::string& path, Reply& reply, const std::string& framing) {
    reply.headers.emplace_back("X-Content-Type-Options", "nosniff");
    reply.headers.emplace_back("Referrer-Policy", "no-referrer");
    reply.headers.emplace_back("Content-Security-Policy", reply.content_type.starts_with("text/html")
                                                              ? page_policy + framing
                                                              : (path == worker_path ? worker_policy : data_policy));
    if (is_for_programs(path)) {
        open_to_others(reply);
    }
}

/// Redirects from /report to /report/, since the links of a report's pages are relative. So is this one: the server may
/// be below any address. Browsers ask again each time: a server started later may have no report.
Reply redirect_to_report() {
    const std::string location{RequestHandler::report_path.substr(1)};
    return {301,
            "text/plain; charset=utf-8",
            fmt::format("the report is at {}\n", location),
            {{"Location", location}, {"Cache-Control", "no-cache"}}};
}

/// Returns how many folders a relative link leads out of, as browsers see it.
std::ptrdiff_t folders_of(const Request& request) {
    const std::string& path = request.path_as_sent.empty() ? request.path : request.path_as_sent;
    return std::max<std::ptrdiff_t>(std::ranges::count(path, '/') - 1, 0);
}

/// Returns the page with links that lead out of so many folders: the server may be below any address.
std::string with_links_from(std::ptrdiff_t folders, std::string page) {
    std::string up;
    for (; folders > 0; --folders) {
        up += "../";
    }
    for (const std::string_view link : {" href=\"", " src=\""}) {
        for (std::size_t at = 0; (at = page.find(link, at)) != std::string::npos;) {
            at += link.size();
            if (page[at] != '#') {
                page.insert(at, up);
            }
        }
    }
    return page;
}

Reply options_reply(const std::string& path) {
    Reply reply;
    reply.headers = {{"Allow", allowed_methods(path)}};
    if (Api::has(path)) {
        reply.headers.emplace_back("Access-Control-Allow-Methods", allowed_methods(path));
        reply.headers.emplace_back("Access-Control-Allow-Headers", "Content-Type, If-None-Match");
        reply.headers.emplace_back("Access-Control-Max-Age", "86400");
    }
    return reply;
}

}  // namespace

RequestHandler::RequestHandler(const table::TableDirectories& directory, CommandThatMakes command, ServerNames names,
                               const RequestHandlerOptions& options)
    : names_{std::move(names)},
      framing_{frame_ancestors(options.framed_by)},
      opened_to_{options.opened_to},
      api_{directory, std::move(command), options.most_pieces, options.statistics} {
    const std::filesystem::path& report = options.report;
    if (!report.empty()) {
        add_report(report);
    }
    if (!package_resources().empty()) {
        add_search(directory);
    }
    const Surroundings around{.server = true,
                              .report = !report.empty(),
                              .claims = files_.contains(std::string{report_path} + "claims.html"),
                              .search = !package_resources().empty()};
    for (const Resource& resource : explorer_resources()) {
        if (resource.path == not_found_path) {
            not_found_page_ = page_for(resource, around);
        } else {
            add_file(std::string{resource.path}, page_for(resource, around));
        }
    }
    files_["/"] = files_.at("/index.html");
}

void RequestHandler::add_file(const std::string& path, std::string bytes) {
    files_[path] = {200, content_type(path), std::move(bytes), {{"Cache-Control", "no-cache"}}};
}

void RequestHandler::add_search(const table::TableDirectories& directory) {
    for (const Resource& resource : package_resources()) {
        add_file(fmt::format("{}{}", package_path, resource.path), std::string{resource.bytes});
    }
    JsonWriter list;
    list.begin_object().key("files").begin_array();
    for (const index::Material& material : api_.classes()) {
        for (const table::Metric metric : {table::Metric::Wdl, table::Metric::Dtm}) {
            const table::TableName table{material, metric};
            if (material.pieces() > most_pieces_searched) {
                continue;
            }
            // One that cannot be read is missing here: whoever asks the API about it is told.
            if (auto bytes = read_file(directory.find(table))) {
                list.begin_object().member("name", table.file_name()).member("bytes", bytes->size()).end_object();
                add_file(fmt::format("{}{}", tables_path, table.file_name()), *std::move(bytes));
            }
        }
    }
    add_file(fmt::format("{}tables.json", tables_path), list.end_array().end_object().text());
}

void RequestHandler::add_report(const std::filesystem::path& directory) {
    namespace fs = std::filesystem;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator{directory, error}) {
        const std::string name = entry.path().filename().string();
        if (entry.is_regular_file() && content_type(name) != unknown_type) {
            auto bytes = read_file(entry.path());
            if (!bytes) {
                throw std::runtime_error{entry.path().string() + ": cannot be read"};
            }
            add_file(std::string{report_path} + name, *std::move(bytes));
        }
    }
    const auto index = files_.find(std::string{report_path} + "index.html");
    if (index == files_.end()) {
        throw NoReportError{directory.string() + ": no report here"};
    }
    files_[std::string{report_path}] = index->second;
}

Reply RequestHandler::answer(const Request& request, Work work) {
    Reply reply;
    try {
        reply = answer_or_throw(request, work);
    } catch (const probe::OutOfBudget&) {
        if (work.share() == Work::Share::AtOnce && !is_cross_site(request)) {
            throw NeedsTurn{};
        }
        reply = (is_cross_site(request) ? cross_site() : current_error()).reply();
    } catch (...) {
        reply = current_error().reply();
    }
    if (reply.status == 200 && !reply.body.empty() && request.method != "POST") {
        const std::string tag = entity_tag(reply.body);
        reply.headers.emplace_back("ETag", tag);
        reply.status = matches(request.if_none_match, tag) ? 304 : 200;
    }
    add_common_headers(request.path, reply, framing_);
    return reply;
}

Reply RequestHandler::answer_or_throw(const Request& request, Work& work) {
    check_sender(request);
    if (request.method == "GET" || request.method == "HEAD") {
        return found(request, work);
    }
    if (request.method == "OPTIONS") {
        return options_reply(request.path);
    }
    if (reads_body(request)) {
        return api_.answer(request, work);
    }
    const auto* const allowed = allowed_methods(request.path);
    Reply reply =
        RequestError{405, "method_not_allowed", fmt::format("only these are answered here: {}", allowed)}.reply();
    reply.headers.emplace_back("Allow", allowed);
    return reply;
}

void RequestHandler::check_sender(const Request& request) const {
    if (request.host && !names_.accept(*request.host)) {
        throw RequestError{421, "wrong_host",
                           fmt::format("this server is not {}; to allow that name, start it with --server-name",
                                       request.host->empty() ? "a host without a name" : *request.host)};
    }
    if (is_cross_site(request) && is_always_costly(request.path)) {
        throw cross_site();
    }
}

bool RequestHandler::is_cross_site(const Request& request) const {
    if (request.origin && std::ranges::find(opened_to_, *request.origin) != opened_to_.end()) {
        return false;
    }
    // Not every page request has an Origin, and not every browser sends Sec-Fetch-Site.
    return request.fetch_site == "cross-site" || (request.origin && !names_.accept_origin(*request.origin));
}

bool RequestHandler::reads_body(const Request& head) {
    return head.method == "POST" && Api::takes_post(head.path);
}

Reply RequestHandler::unreadable(int status) {
    const auto words = [status] {
        switch (status) {
            case 408:
                return fmt::format("the request was not complete within {} seconds",
                                   request_time / std::chrono::seconds{1});
            case 413:
                return fmt::format("the body is longer than {} bytes", most_body_bytes);
            case 414:
            case 431:
                return fmt::format("request line and headers are longer than {} bytes", most_request_bytes);
            case 429:
                return fmt::format("more than {} connections, or requests at a time, of one client", most_of_a_client);
            case 500:
                return std::string{"the server failed to answer this"};
            default:
                return std::string{
                    "this request cannot be read: expected HTTP/1.1 with a method such as GET, a path, and one Host"};
        }
    };
    const auto* const code = status == 500 ? "internal_error" : status == 429 ? "too_many_requests" : "bad_request";
    Reply reply = status == 503 ? busy().reply() : RequestError{status, code, words()}.reply();
    if (status == 429) {
        reply.headers.emplace_back("Retry-After", "1");
    }
    add_common_headers("", reply, frame_ancestors({}));
    open_to_others(reply);  // whatever the path, it reveals only why the request was refused
    return reply;
}

Reply RequestHandler::found(const Request& request, Work& work) {
    if (const auto file = files_.find(request.path); file != files_.end()) {
        return file->second;
    }
    if (request.path == report_path.substr(0, report_path.size() - 1) && files_.contains(report_path)) {
        return redirect_to_report();
    }
    if (Api::has(request.path)) {
        return api_.answer(request, work);
    }
    if (request.path == health_path) {
        return json_reply(200, R"({"status":"ok"})", Caching::AskAgain);
    }
    return nothing_here(request);
}

Reply RequestHandler::nothing_here(const Request& request) const {
    if (is_for_programs(request.path)) {
        return RequestError{404, "not_found", "nothing here; of PlayStrategy's games, this server knows dameo"}.reply();
    }
    const std::ptrdiff_t folders = folders_of(request);
    Reply reply = request.accept.find("text/html") != std::string::npos && folders <= most_folders
                      ? Reply{404,
                              "text/html; charset=utf-8",
                              with_links_from(folders, not_found_page_),
                              {{"Cache-Control", "no-cache"}}}
                      : RequestError{404, "not_found", "nothing here; the explorer is at /explorer.html"}.reply();
    reply.headers.emplace_back("Vary", "Accept");
    return reply;
}

}  // namespace dameotb::web
