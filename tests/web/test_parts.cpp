// Parts of files: what they cover, what they are called, and checksums as the program xxhsum prints them.
#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include <dameotb/web/static_site/static_site.hpp>

#include "catch.hpp"
#include "command.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using web::static_site::FilePart;
using web::static_site::parts_of;

TEST_CASE("parts cover a file without gaps, all but the last of the size that was asked for", "[site]") {
    for (std::uint64_t bytes = 0; bytes <= 40; ++bytes) {
        for (std::uint64_t size = 1; size <= 41; ++size) {
            CAPTURE(bytes, size);
            const std::vector<FilePart> parts = parts_of("KvK.wdl", bytes, size);
            if (bytes <= size) {
                CHECK(parts.empty());
                continue;
            }
            std::uint64_t end = 0;
            for (const FilePart& part : parts) {
                CHECK(part.offset_bytes == end);
                CHECK(part.size_bytes > 0);
                CHECK((part.size_bytes == size || (&part == &parts.back() && part.size_bytes < size)));
                end += part.size_bytes;
            }
            CHECK(end == bytes);
        }
    }
}

TEST_CASE("names of parts are equally long, and sort like the parts", "[site]") {
    const auto names = [](std::uint64_t bytes) {
        const std::vector<FilePart> parts = parts_of("KvK.dtm", bytes, 10);
        CHECK(std::ranges::is_sorted(parts, {}, &FilePart::name));
        return parts.front().name + " " + parts.back().name;
    };
    CHECK(names(11) == "KvK.dtm.000 KvK.dtm.001");
    CHECK(names(10'000) == "KvK.dtm.000 KvK.dtm.999");
    CHECK(names(10'001) == "KvK.dtm.0000 KvK.dtm.1000");
    const FilePart last = parts_of("KKMvKKM.dtm", std::uint64_t{1} << 40, std::uint64_t{90} << 20).back();
    CHECK(last.name == "KKMvKKM.dtm.11650");
    CHECK(last.offset_bytes == (std::uint64_t{11650 * 90} << 20));
    CHECK(last.offset_bytes + last.size_bytes == std::uint64_t{1} << 40);
}

TEST_CASE("checksums are those of xxhsum -H128", "[site]") {
    const TemporaryDirectory directory;
    const auto line = [&](const char* name, const std::string& bytes) {
        write_file(directory / name, bytes);
        return web::static_site::checksum_line(directory / name);
    };
    std::string large;  // longer than what is read at a time
    for (std::uint32_t i = 0; i < 2'500'000; ++i) {
        large += static_cast<char>(i * 151 + (i >> 8) * 31);
    }
    CHECK(line("empty", "") == "99aa06d3014798d86001c324468d497f  empty\n");
    CHECK(line("KvK.wdl.000", "dameotb\n") == "8f83e35d029a6a90cfa8f9be15a00e3c  KvK.wdl.000\n");
    CHECK(line("large", large) == "243a0586338a1989a9834a6ffae83b39  large\n");
    CHECK_THROWS_WITH(web::static_site::checksum_line(directory / "none"), Catch::Contains("none: cannot be read"));
}

TEST_CASE("making a checksum can be stopped within a large file", "[site]") {
    const TemporaryDirectory directory;
    write_file(directory / "large", std::string(3 << 20, 'x'));
    int calls = 0;
    (void)web::static_site::checksum_line(directory / "large", [&] { ++calls; });
    CHECK(calls >= 3);
    const auto stop_at_once = [&] {
        if (--calls == 1) {
            throw std::runtime_error{"stopped"};
        }
    };
    CHECK_THROWS_WITH(web::static_site::checksum_line(directory / "large", stop_at_once), "stopped");
    CHECK(calls == 1);
}
