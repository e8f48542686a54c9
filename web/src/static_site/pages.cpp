// Assembles the site from the files in the program.
#include <dameotb/web/static_site/static_site.hpp>

#include <algorithm>
#include <filesystem>
#include <set>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fmt/format.h>

#include <dameotb/web/resources.hpp>

namespace dameotb::web::static_site {

namespace {

/// Returns whether a server file is about the server, or replaced in a site.
bool is_of_server(std::string_view path) {
    return path == "/api.html" || path == "/not_found.html" || path == "/server.js" || path == "/answers.js" ||
           path.starts_with("/api/");
}

/// Returns the address without the folder: a policy names hosts.
std::string host_of(const std::string& address) {
    const std::size_t scheme = address.find("://");
    return scheme == std::string::npos ? "" : address.substr(0, address.find('/', scheme + 3));
}

/// The server's policy, except that the module must be compiled and tables may be elsewhere.
std::string policy(const SiteParts& parts) {
    const std::string host = host_of(parts.tables);
    return fmt::format(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'{}{}; worker-src 'self'; base-uri 'none'; form-action 'none'",
        host.empty() ? "" : " ", host);
}

/// Returns the page with `elements` inserted after the first one in its head.
std::string with_meta(std::string page, const std::string& elements) {
    constexpr std::string_view first = "<meta charset=\"utf-8\">\n";
    return page.insert(page.find(first) + first.size(), elements);
}

/// Returns the service worker that keeps the pages for offline use, with the files it keeps from the beginning. The
/// version changes with any of these files, so that browsers fetch the new ones.
std::string offline_worker(std::string_view script, const std::vector<SiteFile>& files, const SiteParts& parts) {
    std::string names;
    for (const char* name : {"index.html", "claims.html", "colours.js", "common.css", "dark.css", "favicon.svg",
                             "report.css", "report.js"}) {
        names += parts.claims || name != std::string_view{"claims.html"} ? fmt::format("  \"report/{}\",\n", name) : "";
    }
    XXH64_hash_t version = 0;
    for (const SiteFile& file : files) {
        // The module for proofs is kept only once it was used.
        names += file.name.ends_with("-prove.wasm") ? "" : fmt::format("  \"{}\",\n", file.name);
        version = XXH3_64bits_withSeed(file.bytes.data(), file.bytes.size(), version);
    }
    return fmt::format("const version = \"{:016x}\";\nconst files = [\n{}];\n{}", version, names, script);
}

/// Adds a module and all that it imports, as names in the site.
void add_modules(const std::vector<SiteFile>& files, const std::string& name, std::set<std::string>& modules) {
    const auto file = std::ranges::find(files, name, &SiteFile::name);
    if (file == files.end() || !modules.insert(name).second) {
        return;
    }
    constexpr std::string_view from = " from \"";
    const std::filesystem::path folder = std::filesystem::path{name}.parent_path();
    for (std::size_t at = 0; (at = file->bytes.find(from, at)) != std::string::npos;) {
        at += from.size();
        const std::string imported = file->bytes.substr(at, file->bytes.find('"', at) - at);
        add_modules(files, (folder / imported).lexically_normal().generic_string(), modules);
    }
}

/// Returns elements that make a browser fetch all modules of a page at once: it would otherwise discover them one
/// import at a time, a round trip each. The WebAssembly module is first, since it takes longest.
std::string preloads(const std::vector<SiteFile>& files, const std::string& page) {
    constexpr std::string_view script = "<script type=\"module\" src=\"";
    const std::size_t at = page.find(script) + script.size();
    std::set<std::string> modules;
    add_modules(files, page.substr(at, page.find('"', at) - at), modules);
    std::string elements =
        "<link rel=\"preload\" as=\"fetch\" type=\"application/wasm\" crossorigin href=\"dameotb/dameotb.wasm\">\n";
    for (const std::string& module : modules) {
        elements += fmt::format("<link rel=\"modulepreload\" href=\"{}\">\n", module);
    }
    return elements;
}

}  // namespace

bool has_package() {
    return !package_resources().empty();
}

std::string with_policy(std::string page, const SiteParts& parts) {
    return with_meta(std::move(page),
                     fmt::format("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n", policy(parts)));
}

std::vector<SiteFile> site_pages(const SiteParts& parts) {
    const Surroundings around{.server = false, .report = true, .claims = parts.claims};
    std::vector<SiteFile> files;
    std::string_view worker;
    for (const Resource& resource : explorer_resources()) {
        if (resource.path == "/offline.js") {
            worker = resource.bytes;
        } else if (!is_of_server(resource.path)) {
            files.push_back({std::string{resource.path.substr(1)}, page_for(resource, around)});
        }
    }
    files.push_back({"answers.js", "export * from \"./files.js\";\n"});
    for (const Resource& resource : package_resources()) {
        files.push_back({"dameotb" + std::string{resource.path}, std::string{resource.bytes}});
    }
    const std::string tables = fmt::format("<meta name=\"tables\" content=\"{}\">\n", parts.tables);
    for (SiteFile& file : files) {
        if (file.name.ends_with(".html")) {
            file.bytes = with_policy(with_meta(file.bytes, tables + preloads(files, file.bytes)), parts);
        }
    }
    files.push_back({"offline.js", offline_worker(worker, files, parts)});
    return files;
}

}  // namespace dameotb::web::static_site
