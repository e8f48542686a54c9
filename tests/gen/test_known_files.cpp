// The files of small classes are the same on every machine: they have the digests of data/manifests/le5.txt, and bytes
// that do not change. zstd itself makes other bytes, of the same values, where the byte order is big-endian.
#include <array>
#include <bit>
#include <cstdio>
#include <fstream>
#include <string>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <dameotb/gen/generate.hpp>

#include "catch.hpp"
#include "directory_contents.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;

namespace {

std::string hex(const unsigned char* bytes, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        std::array<char, 3> digits{};
        std::snprintf(digits.data(), digits.size(), "%02x", bytes[i]);
        text += digits.data();
    }
    return text;
}

/// Returns the digest of values in the header of a file (docs/format.md).
std::string values_digest(const std::string& file) {
    return hex(reinterpret_cast<const unsigned char*>(file.data()) + 64, 16);
}

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
    std::string all;
    for (const auto& [name, bytes] : tests::contents(directory.path())) {
        CAPTURE(name);
        const std::size_t dot = name.find('.');
        CHECK(values_digest(bytes) == listed_digest(name.substr(0, dot), name.substr(dot + 1)));
        all += name + '\n' + bytes;
    }
    if constexpr (std::endian::native == std::endian::big) {
        return;
    }
    XXH128_canonical_t digest;
    XXH128_canonicalFromHash(&digest, XXH3_128bits(all.data(), all.size()));
    CHECK(hex(digest.digest, sizeof digest.digest) == "390b97f5c1b98eac3ea9ee982a70d8ed");
}
