// Tests reading through files: every damaged file is named, and no other. Digests tell what files hold, not how they
// hold it.
#include <dameotb/analysis/verify/check.hpp>
#include <dameotb/table/directory/table_directory.hpp>

#include <set>

#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "directory_contents.hpp"
#include "hex.hpp"
#include "plain_files.hpp"
#include "sampling.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

using namespace dameotb;
using analysis::ClassReport;
using analysis::TableDigest;
using Catch::Contains;
using Catch::StartsWith;
using table::Metric;
using tests::class_of;

namespace {

constexpr unsigned seed = 20261123;

/// Classes with random values. These tests do not depend on whether the values are right.
class RandomTables {
public:
    RandomTables() {
        std::mt19937_64 random{seed};
        for (const char* name : {"KMvK", "KvM", "MvM"}) {
            tests::PlainTable table{class_of(name)};
            for (std::vector<Value>& side : table.values) {
                for (Value& value : side) {
                    const auto plies = static_cast<int>(random() % 90);
                    value = plies < 30 ? Value::draw() : plies % 2 == 0 ? Value::loss_in(plies) : Value::win_in(plies);
                }
            }
            tables_.emplace(class_of(name), std::move(table));
        }
    }

    [[nodiscard]] tests::PlainTable& table(const index::Material& material) { return tables_.at(material); }
    [[nodiscard]] std::map<index::Material, tests::PlainTable>& all() { return tables_; }

private:
    std::map<index::Material, tests::PlainTable> tables_;
};

RandomTables& sample() {
    static RandomTables tables;
    return tables;
}

/// A directory with the files of these classes. Positions of forced captures hold noise.
struct RandomFiles {
    RandomFiles() {
        for (auto& entry : sample().all()) {
            tests::write_file(directory.path(), entry.second, Metric::Wdl);
            tests::write_file(directory.path(), entry.second, Metric::Dtm);
        }
        options.directory = directory.path();
        options.threads = GENERATE(1, 3);
    }

    [[nodiscard]] std::string path(const std::string& file) const { return (directory.path() / file).string(); }

    [[nodiscard]] ClassReport check(const std::string& name) const {
        return analysis::check_class(class_of(name), options, depth);
    }
    /// Returns what is wrong with the class's .wdl and .dtm file. Requires: both files exist.
    [[nodiscard]] std::pair<std::string, std::string> problems(const std::string& name) const {
        const ClassReport report = check(name);
        REQUIRE(report.files.size() == 2);
        REQUIRE(report.files[0].metric == Metric::Wdl);
        REQUIRE(report.files[1].metric == Metric::Dtm);
        return {report.files[0].problem(), report.files[1].problem()};
    }
    [[nodiscard]] std::vector<TableDigest> digests(const std::string& name) const {
        return analysis::digest_class(class_of(name), options).value();
    }

    /// Writes a file again with changed bytes. Its header tells of the true values all the same.
    template <class Change>
    void rewrite(const std::string& name, Metric metric, Change change, std::uint32_t block_positions = 1000) const {
        tests::PlainTable& table = sample().table(class_of(name));
        std::vector<std::uint8_t> bytes = tests::position_bytes(table, metric);
        change(bytes);
        const table::Header header =
            tests::header_of(table.index, metric, tests::true_values(table, metric), block_positions);
        tests::write_values(path(name + "." + table::extension(metric)), header, bytes);
    }

    tests::TemporaryDirectory directory;
    analysis::ReadOptions options;
    analysis::CheckDepth depth = analysis::CheckDepth::Values;
};

Position sample_position(const std::string& name, std::uint64_t offset) {
    const index::ClassIndex& index = sample().table(class_of(name)).index;
    return index.unrank(offset % index.size(), static_cast<Colour>(offset / index.size()));
}

/// Returns the checksum of the values, with 0 where a capture is forced. Uses the rules, one position after the other.
std::string plain_digest(const std::string& name, Metric metric) {
    std::vector<std::uint8_t> bytes = tests::position_bytes(sample().table(class_of(name)), metric);
    for (std::uint64_t offset = 0; offset < bytes.size(); ++offset) {
        bytes[offset] = rules::must_capture(sample_position(name, offset)) ? std::uint8_t{0} : bytes[offset];
    }
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
    return tests::to_hex(std::as_bytes(std::span{canonical.digest}));
}

}  // namespace

TEST_CASE("check: files that are whole are good, whatever they hold at forced captures") {
    RandomFiles files;
    files.depth = GENERATE(analysis::CheckDepth::Bytes, analysis::CheckDepth::Values);
    for (const auto& entry : sample().all()) {
        const std::string name = entry.first.name();
        CAPTURE(name);
        CHECK(files.problems(name) == std::pair<std::string, std::string>{});
        const ClassReport report = files.check(name);
        CHECK(report.files[1].file_bytes == std::filesystem::file_size(files.path(name + ".dtm")));
        CHECK_FALSE(report.stopped);
    }
    CHECK(files.check("KKvK").files.empty());
    std::filesystem::remove(files.path("KMvK.dtm"));
    REQUIRE(files.check("KMvK").files.size() == 1);
    CHECK(files.check("KMvK").files[0].problem().empty());
    std::filesystem::remove(files.path("KvM.wdl"));
    REQUIRE(files.check("KvM").files.size() == 1);
    CHECK(files.check("KvM").files[0].problem() ==
          files.path("KvM.dtm") + ": cannot be read without a good .wdl beside it");
    CHECK_FALSE(files.check("KvM").files[0].is_bad());
}

TEST_CASE("check: the first damaged block group is named, and the other file is read") {
    RandomFiles files;
    files.depth = GENERATE(analysis::CheckDepth::Bytes, analysis::CheckDepth::Values);
    const std::uintmax_t size = std::filesystem::file_size(files.path("KMvK.dtm"));
    tests::flip_byte(files.path("KMvK.dtm"), size / 3);
    tests::flip_byte(files.path("KMvK.dtm"), size / 2);
    const auto [wdl, dtm] = files.problems("KMvK");
    CHECK(wdl.empty());
    CHECK_THAT(dtm, StartsWith(files.path("KMvK.dtm") + " (byte ") && Contains("is damaged"));
    const auto offset = std::stoull(dtm.substr(dtm.find("(byte ") + 6));
    CHECK(offset <= size / 3);
    CHECK(offset + 3200 > size / 3);
    CHECK(files.problems("KvM") == std::pair<std::string, std::string>{});
    CHECK_THROWS_AS(files.digests("KMvK"), table::TablebaseError);
}

TEST_CASE("check: header, index, length and identity") {
    RandomFiles files;
    files.depth = GENERATE(analysis::CheckDepth::Bytes, analysis::CheckDepth::Values);
    const std::string path = files.path("KvM.wdl");
    SECTION("header") {
        tests::flip_byte(files.path("KvM.wdl"), 30);
        CHECK_THAT(files.problems("KvM").first, Contains("the header is damaged"));
    }
    SECTION("index") {
        tests::flip_byte(files.path("KvM.wdl"), 130);
        CHECK_THAT(files.problems("KvM").first, Contains("index block 0 is damaged"));
    }
    SECTION("too short") {
        std::filesystem::resize_file(path, 20);
        CHECK_THAT(files.problems("KvM").first, Contains("too short to be a table"));
    }
    SECTION("another metric") {
        std::filesystem::copy_file(files.path("KvM.dtm"), path, std::filesystem::copy_options::overwrite_existing);
        CHECK_THAT(files.problems("KvM").first, Contains("the header's metric does not match this table"));
    }
    SECTION("another class") {
        std::filesystem::copy_file(files.path("MvM.wdl"), path, std::filesystem::copy_options::overwrite_existing);
        CHECK_THAT(files.problems("KvM").first, Contains("the header's material does not match this table"));
    }
    SECTION("a directory") {
        std::filesystem::remove(path);
        std::filesystem::create_directory(path);
        CHECK_THAT(files.problems("KvM").first, Contains("is a directory"));
    }
    CHECK_THAT(files.problems("KvM").first, StartsWith(path));
    // The .dtm is not to blame, and its header names the .wdl that it needs.
    CHECK_FALSE(files.check("KvM").files[1].is_bad());
}

TEST_CASE("check: every quiet position at which the .wdl says something else, and no other") {
    const RandomFiles files;
    const std::uint64_t positions = tests::position_bytes(sample().table(class_of("KMvK")), Metric::Wdl).size();
    std::set<bool> seen;
    for (std::uint64_t offset = 5; offset < positions; offset += positions / (tests::sampled ? 5 : 20)) {
        CAPTURE(offset);
        files.rewrite("KMvK", Metric::Wdl,
                      [offset](auto& bytes) { bytes[offset] = static_cast<std::uint8_t>((bytes[offset] + 1) % 3); });
        const Position position = sample_position("KMvK", offset);
        const bool forced = rules::must_capture(position);
        seen.insert(forced);
        const auto [wdl, dtm] = files.problems("KMvK");
        CHECK(dtm.empty());
        if (forced) {
            CHECK(wdl.empty());
        } else {
            CHECK_THAT(wdl, StartsWith(files.path("KMvK.wdl") + ": " + rules::to_fen(position) + ": says ") &&
                                Contains(", and the .dtm says "));
        }
    }
    CHECK(seen.size() == 2);
}

TEST_CASE("check: a value that is no result, with and without a .dtm") {
    const RandomFiles files;
    std::uint64_t offset = 0;
    while (rules::must_capture(sample_position("KvM", offset))) {
        ++offset;
    }
    files.rewrite("KvM", Metric::Wdl, [offset](auto& bytes) { bytes[offset] = 3; });
    if (GENERATE(false, true)) {
        std::filesystem::remove(files.path("KvM.dtm"));
    }
    CHECK(files.check("KvM").files[0].problem() == files.path("KvM.wdl") + ": block 0 has an impossible value");
}

TEST_CASE("check: every byte of a file counts") {
    RandomFiles files;
    files.depth = analysis::CheckDepth::Bytes;
    for (const char* name : {"KMvK.wdl", "MvM.dtm"}) {
        const std::uintmax_t size = std::filesystem::file_size(files.path(name));
        for (std::uintmax_t offset = 0; offset < size; offset += 1 + size / 200) {
            CAPTURE(name, offset);
            tests::flip_byte(files.path(name), offset);
            const auto [wdl, dtm] = files.problems(std::string{name}.substr(0, std::string{name}.find('.')));
            CHECK_FALSE((wdl.empty() && dtm.empty()));
            tests::flip_byte(files.path(name), offset);
        }
    }
}

TEST_CASE("check: values that are not those of the header's digest") {
    const RandomFiles files;
    tests::PlainTable& table = sample().table(class_of("KMvK"));
    tests::ToldValues told = tests::true_values(table, Metric::Dtm);
    told.own.bytes[0] ^= std::byte{1};
    tests::write_values(files.path("KMvK.dtm"), tests::header_of(table.index, Metric::Dtm, told),
                        tests::position_bytes(table, Metric::Dtm));
    CHECK(files.problems("KMvK") ==
          std::pair<std::string, std::string>{
              "", files.path("KMvK.dtm") + ": its values do not match the digest in its header"});
}

TEST_CASE("check and digest stop when asked, and report how far they are") {
    RandomFiles files;
    std::vector<std::uint64_t> done;
    files.options.on_progress = [&done](std::uint64_t so_far, std::uint64_t all) {
        CHECK(so_far <= all);
        done.push_back(so_far);
    };
    (void)files.digests("KMvK");
    (void)files.check("KMvK");
    files.depth = analysis::CheckDepth::Bytes;
    (void)files.check("KMvK");
    CHECK(done.size() == 5);
    CHECK(done[3] < done[4]);
    done.resize(3);
    const std::uint64_t positions = tests::position_bytes(sample().table(class_of("KMvK")), Metric::Wdl).size();
    CHECK(done == std::vector<std::uint64_t>{positions, positions / 2, positions});
    const std::atomic<bool> stop = true;
    files.options.stop = &stop;
    CHECK(files.check("KMvK").stopped);
    CHECK_FALSE(analysis::digest_class(class_of("KMvK"), files.options).has_value());
}

TEST_CASE("digest: the checksum of the values, 0 at forced captures") {
    const RandomFiles files;
    for (auto& [material, table] : sample().all()) {
        CAPTURE(material.name());
        const std::vector<TableDigest> digests = files.digests(material.name());
        REQUIRE(digests.size() == 2);
        CHECK(digests[0].metric == Metric::Dtm);
        CHECK(digests[1].metric == Metric::Wdl);
        for (const TableDigest& digest : digests) {
            CHECK(digest.values == tests::position_bytes(table, digest.metric).size());
            CHECK(digest.xxh3 == plain_digest(material.name(), digest.metric));
        }
    }
}

TEST_CASE("digest: blocks and forced captures do not show, every other value does") {
    const RandomFiles files;
    const std::string before = files.digests("KvM")[0].xxh3;
    for (const std::uint32_t block_positions : {77U, 1024U, 1U << 16}) {
        CAPTURE(block_positions);
        files.rewrite(
            "KvM", Metric::Dtm, [](const auto&) {}, block_positions);
        CHECK(files.digests("KvM")[0].xxh3 == before);
    }
    std::set<bool> seen;
    const std::uint64_t positions = files.digests("KvM")[0].values;
    for (std::uint64_t offset = 3; offset < positions; offset += positions / 60) {
        CAPTURE(offset);
        files.rewrite("KvM", Metric::Dtm, [offset](auto& bytes) { bytes[offset] ^= 2; });
        const bool forced = rules::must_capture(sample_position("KvM", offset));
        seen.insert(forced);
        CHECK((files.digests("KvM")[0].xxh3 == before) == forced);
    }
    CHECK(seen.size() == 2);
}
