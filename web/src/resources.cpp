// Resolves the conditional comments, one kind after another.
#include <dameotb/web/resources.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace dameotb::web {

namespace {

void keep_or_drop(std::string& page, const std::string& condition, bool keep) {
    const std::string before = fmt::format("<!-- {}: ", condition);
    constexpr std::string_view after = " -->";
    for (std::size_t begin = 0; (begin = page.find(before, begin)) != std::string::npos;) {
        const std::size_t end = page.find(after, begin);
        if (keep) {
            page.erase(end, after.size());
            page.erase(begin, before.size());
        } else {
            page.erase(begin, end + after.size() - begin);
        }
    }
}

}  // namespace

std::string_view report_resource(std::string_view path) {
    return std::ranges::find(report_resources(), path, &Resource::path)->bytes;
}

std::string page_for(const Resource& file, const Surroundings& around) {
    std::string page{file.bytes};
    if (file.path.ends_with(".html")) {
        keep_or_drop(page, "with server", around.server);
        keep_or_drop(page, "with report", around.report);
        keep_or_drop(page, "without report", !around.report);
        keep_or_drop(page, "with claims", around.claims);
        keep_or_drop(page, "with search", around.search);
    }
    return page;
}

}  // namespace dameotb::web
