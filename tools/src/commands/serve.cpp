// dameotb serve: serves the explorer in the browser, and its JSON API.
#include <chrono>
#include <iostream>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <malloc.h>

#include <fmt/format.h>

#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/terminal/browser.hpp>
#include <dameotb/terminal/display.hpp>
#include <dameotb/terminal/errors.hpp>
#include <dameotb/terminal/interrupt.hpp>
#include <dameotb/terminal/machine.hpp>
#include <dameotb/web/http/frame_ancestors.hpp>
#include <dameotb/web/http/http_server.hpp>
#include <dameotb/web/requests/request_handler.hpp>

#include "messages/error_messages.hpp"
#include "options/command_line.hpp"

namespace dameotb::tools {

namespace {

struct ServeOptions {
    table::TableDirectories directory;
    int most_pieces = index::most_pieces;
    std::string host = "127.0.0.1";
    int port = 8080;
    std::vector<std::string> server_names;
    std::vector<std::string> framed_by;
    std::vector<std::string> opened_to;
    std::string client_header;
    std::string report;
    std::string kept;  ///< Directory; empty: that of the tables.
    bool opens = false;
};

/// Keeps the heap small: all threads share one heap, and large freed blocks return to the system. Otherwise glibc gives
/// each thread its own heap, which keeps growing. Requires: no other thread exists yet.
void keep_heap_small() {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

std::string url(const std::string& host, int port) {
    const bool is_ipv6 = host.find(':') != std::string::npos;
    return is_ipv6 ? fmt::format("http://[{}]:{}/", host, port) : fmt::format("http://{}:{}/", host, port);
}

/// Returns the addresses to open: that of --host or, if the server listens on all, those that lead here.
std::vector<std::string> urls(const std::string& host, int port) {
    const bool all_v4 = host == "0.0.0.0";
    if (!all_v4 && host != "::") {
        return {url(host, port)};
    }
    std::vector<std::string> found{url("localhost", port)};
    for (const std::string& address : terminal::machine_addresses()) {
        if (!all_v4 || address.find(':') == std::string::npos) {
            found.push_back(url(address, port));
        }
    }
    return found;
}

/// A check of --frame-ancestors.
std::string frame_ancestor(const std::string& text) {
    return web::is_frame_ancestor(text)
               ? ""
               : fmt::format(
                     "write an origin such as https://club.example (without a path or a / at its end), self or *, "
                     "not '{}'",
                     text);
}

/// A check of --allow-origin.
std::string origin(const std::string& text) {
    return web::is_origin(text)
               ? ""
               : fmt::format(
                     "write an origin as browsers send it, such as https://club.example (in small letters, without a "
                     "path, a / at its end or the usual port), not '{}'",
                     text);
}

/// Returns why the text is no name of the server; empty if it is one.
std::string server_name(const std::string& text) {
    return web::is_server_name(text) ? ""
                                     : fmt::format(
                                           "write a name or an address, as in tables.example, without scheme, port or "
                                           "path, not '{}'",
                                           text);
}

int bind(web::HttpServer& server, const ServeOptions& options) {
    try {
        return server.bind(options.host, options.port);
    } catch (const web::BindError& error) {
        throw terminal::UserError{
            fmt::format("{}{}", error.what(),
                        error.is_taken() ? ": choose another with --port, or any free one with --port 0" : "")};
    }
}

web::RequestHandler open_site(const ServeOptions& options) {
    const auto command = [](const index::Material& material) { return command_that_makes("DIR", {material}); };
    try {
        return web::RequestHandler{options.directory,
                                   command,
                                   web::ServerNames{options.host, options.server_names},
                                   {options.report, options.framed_by, options.opened_to, options.most_pieces,
                                    kept_directories(options.kept, options.directory)}};
    } catch (const web::NoReportError& error) {
        throw terminal::UserError{fmt::format("{} (make one with: dameotb report --dir {} --out {} --explorer /)",
                                              error.what(), options.directory.string(), options.report)};
    }
}

int run_serve(const ServeOptions& options) {
    using namespace web;
    keep_heap_small();
    RequestHandler site = open_site(options);
    HttpServer server{
        {.answer = [&site](const Request& request, Work work) { return site.answer(request, std::move(work)); },
         .reads_body = RequestHandler::reads_body,
         .unreadable = RequestHandler::unreadable,
         .client_header = options.client_header}};
    const terminal::Interrupts interrupts;
    const std::vector<std::string> addresses = urls(options.host, bind(server, options));
    if (!is_loopback(options.host)) {
        terminal::print_notice(
            "WARNING: this server can be reached from OTHER MACHINES, without password or encryption");
    }
    if (const auto duplicates = table::duplicates_of(table::placed_tables(options.directory)); !duplicates.empty()) {
        terminal::print_notice(
            fmt::format("{} file{} not used, since a directory before has one of the same name (see: dameotb check "
                        "--dir {})",
                        duplicates.size(), duplicates.size() == 1 ? " is" : "s are", options.directory.string()));
    }
    const std::string& first = addresses.front();
    std::cout << fmt::format("{}\nexplorer: {}explorer.html\n", fmt::join(addresses, "\n"), first)
              << (options.report.empty()
                      ? ""
                      : fmt::format("report:   {}{}\n", first, RequestHandler::report_path.substr(1)))
              << fmt::format("API:      {}api/v1/openapi.json\n{} classes of tables; Ctrl-C stops\n", first,
                             site.api().classes().size());
    if (terminal::has_output()) {  // a server can do without
        terminal::flush_output();
    }
    std::thread serving{[&server] { server.run(); }};
    std::optional<terminal::BrowserStart> browser;
    if (options.opens) {
        browser.emplace(first);
    }
    while (!interrupts.flag()) {
        if (browser && browser->has_failed()) {
            terminal::print_notice(fmt::format("no browser could be opened (xdg-open): open {} yourself", first));
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{50});
    }
    server.stop();
    serving.join();
    throw interrupts.stopped();
}

}  // namespace

void add_serve(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<ServeOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "serve", "Show the tables in a browser, and answer programs over HTTP",
        R"(Serves the explorer (a page with a board) and a JSON API until it is stopped, and prints their addresses, the
front page first.
Only programs on this machine can reach it unless --host says otherwise. Restart it to serve tables that
were made while it ran. Statistics of a class are counted when somebody asks for them, and kept in a file
beside the tables if that can be written; `dameotb stats --keep` counts them all beforehand.
)",
        R"(  dameotb serve --dir tables --open
  dameotb serve --dir tables --port 0
  dameotb report --dir tables --out site --explorer /
  dameotb serve --dir tables --report site
  curl 'http://127.0.0.1:8080/api/v1/probe?fen=W:WKa7,Kh8:BKa1'
)");
    add_directories_option(subcommand, options->directory);
    add_most_pieces_option(subcommand, options->most_pieces);
    subcommand->add_flag("--open", options->opens, "Also open the front page in a browser");
    subcommand
        ->add_option(
            "--host", options->host,
            "Address to listen on; default 127.0.0.1, this machine only; 0.0.0.0: all addresses of this machine")
        ->type_name("HOST");
    subcommand->add_option("--port", options->port, "Port to listen on; default 8080, 0 picks a free one")
        ->type_name("PORT")
        ->transform(whole_number(0, 65535));
    subcommand
        ->add_option("--server-name", options->server_names,
                     "Another name that clients may use for the server, such as that of a proxy in front of it; can be "
                     "repeated")
        ->type_name("NAME")
        ->check(server_name);
    subcommand
        ->add_option("--frame-ancestors", options->framed_by,
                     "Who may show the pages in a frame: an origin such as https://club.example, self for pages of "
                     "this server, or * for all; can be repeated, or several with commas. Default: nobody")
        ->type_name("ORIGIN")
        ->delimiter(',')
        ->check(frame_ancestor);
    subcommand
        ->add_option("--allow-origin", options->opened_to,
                     "A site such as https://club.example whose pages may ask for what is costly, too: searches for "
                     "proofs, statistics, random positions; can be repeated, or several with commas. Default: only "
                     "the pages of this server")
        ->type_name("ORIGIN")
        ->delimiter(',')
        ->check(origin);
    subcommand
        ->add_option(
            "--client-header", options->client_header,
            "Behind a proxy: the header in which it names the client, such as X-Forwarded-For; the last address in "
            "it counts. Make sure that only the proxy can reach the server")
        ->type_name("NAME");
    subcommand
        ->add_option(
            "--report", options->report,
            "Directory of a report (`dameotb report`) to serve below /report/; its claims are linked at the top of "
            "the explorer")
        ->type_name("DIR")
        ->check(named);
    add_stats_directory_option(subcommand, options->kept);
    on_chosen(subcommand, chosen, options, run_serve);
}

}  // namespace dameotb::tools
