// The files of small classes are the same on every machine: they have the digests of data/manifests/le5.txt, and bytes
// that do not change. zstd itself makes other bytes, of the same values, where the byte order is big-endian.
#include <bit>
#include <cstddef>
#include <fstream>
#include <span>
#include <string>

#include <dameotb/gen/run/generate.hpp>
#include <dameotb/table/format/values_digest.hpp>

#include "catch.hpp"
#include "directory_contents.hpp"
#include "hex.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;

namespace {

/// Returns the digest that the manifest has.
std::string listed_digest(const std::string& class_name, const std::string& metric) {
    std::ifstream manifest{DAMEOTB_TEST_DATA "/../../data/manifests/le5.txt"};
    for (std::string line; std::getline(manifest, line);) {
        if (line.starts_with(class_name + ' ' + metric + ' ')) {
            return line.substr(line.rfind(' ') + 1);
        }
    }
    return {};
}

}  // namespace

TEST_CASE("files of small classes have known digests and bytes") {
    const tests::TemporaryDirectory directory;
    gen::GenerateOptions options;
    options.directory = directory.path();
    options.threads = 1;
    options.classes = index::with_dependencies({index::Material::parse("KMvK").value()});
    REQUIRE(gen::generate(options) == gen::GenerateResult::Complete);
    table::ValuesDigest all;
    for (const auto& [name, bytes] : tests::contents(directory.path())) {
        CAPTURE(name);
        const std::size_t dot = name.find('.');
        const auto file = std::as_bytes(std::span{bytes});
        // The header has the digest of the values there: docs/format.md.
        CHECK(tests::to_hex(file.subspan(64, 16)) == listed_digest(name.substr(0, dot), name.substr(dot + 1)));
        const std::string heading = name + '\n';
        all.add(std::as_bytes(std::span{heading}));
        all.add(file);
    }
    if constexpr (std::endian::native == std::endian::little) {
        CHECK(tests::to_hex(all.finish().bytes) == "390b97f5c1b98eac3ea9ee982a70d8ed");
    }
}
