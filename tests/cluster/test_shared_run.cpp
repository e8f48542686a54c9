// What lies in a shared directory: of which run it is, what of it runs remove, and what stays.
#include <dameotb/cluster/shared_run.hpp>

#include <filesystem>
#include <fstream>

#include <sys/stat.h>

#include <dameotb/table/format/error.hpp>

#include "catch.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;
using Catch::Contains;

namespace {

namespace fs = std::filesystem;

const index::Material kmvm = index::Material::parse("KMvM").value();

void put_text(const fs::path& path, const std::string& text) {
    std::ofstream{path} << text;
}

/// Shares a file of each kind.
void share(const cluster::SharedDirectory& shared) {
    shared.write_parts(kmvm, cluster::ClassParts::by_pages(kmvm, cluster::SharedScores::All));
    shared.mark_verified(kmvm);
    shared.mark_verified(kmvm, 3);
    for (const auto& file : {shared.batch(kmvm, {3, 12}), shared.plan(kmvm), shared.groups(kmvm, 4)}) {
        memory::RecordWriter{file}.finish({});
    }
    put_text(shared.token(), "token");
    put_text(shared.digests(), "digests");
}

}  // namespace

TEST_CASE("a run keeps its identity until it ends, and another run has another one") {
    const tests::TemporaryDirectory directory;
    const fs::path path = directory.path() / "run";
    const std::uint64_t identity = cluster::begin_sharing(path);
    CHECK(cluster::begin_sharing(path) == identity);
    CHECK(cluster::shared_identity(path) == identity);
    for (const DrawRule rule : {DrawRule{}, DrawRule{50}}) {
        share(cluster::SharedDirectory{path, rule, identity});
    }
    CHECK(cluster::SharedDirectory(path, {}, identity).has_parts(kmvm));
    CHECK(cluster::SharedDirectory(path, {}, identity).parts(kmvm));
    CHECK_FALSE(cluster::SharedDirectory(path, {}, identity + 1).parts(kmvm));
    CHECK_FALSE(cluster::SharedDirectory(path, {}, identity + 1).is_verified(kmvm));
    cluster::end_sharing(path);
    CHECK_FALSE(fs::exists(path));
    CHECK(cluster::begin_sharing(path) != identity);
}

TEST_CASE("a run whose identity is cut off begins anew, and one killed as it began leaves nothing for the next one") {
    const tests::TemporaryDirectory directory;
    const fs::path path = directory.path() / "run";
    const std::uint64_t identity = cluster::begin_sharing(path);
    share(cluster::SharedDirectory{path, {}, identity});
    fs::resize_file(path / "run", GENERATE(0, 3, 30));
    CHECK_THROWS_WITH(cluster::shared_identity(path), Contains((path / "run").string()));
    CHECK(cluster::begin_sharing(path) != identity);
    CHECK(std::distance(fs::directory_iterator{path}, {}) == 1);

    fs::rename(path, directory.path() / ".run.0123456789abcdef.partial");
    (void)cluster::begin_sharing(path);
    CHECK(std::distance(fs::directory_iterator{directory.path()}, {}) == 1);
}

TEST_CASE("what no run made is neither taken for a shared directory nor removed from one") {
    const tests::TemporaryDirectory directory;
    const fs::path path = directory.path() / "run";
    const fs::path mine = directory.path() / "mine";
    fs::create_directory(mine);
    const auto is_refused = [&] {
        CHECK_THROWS_WITH(cluster::begin_sharing(path),
                          Contains(path.string() + ": ") && Contains("move it elsewhere"));
    };
    SECTION("a folder") {
        fs::create_directory(path);
        is_refused();
        put_text(path / "notes.txt", "mine");
        is_refused();
        put_text(path / "run", "mine");
        is_refused();
        CHECK(fs::file_size(path / "notes.txt") == 4);
        CHECK(fs::file_size(path / "run") == 4);
    }
    SECTION("a link") {
        fs::create_symlink(GENERATE(as<std::string>{}, "mine", "nowhere"), path);
        is_refused();
        CHECK(fs::is_symlink(path));
    }
    SECTION("a pipe") {
        REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
        is_refused();
    }
    SECTION("a file") {
        put_text(path, "mine");
        is_refused();
        CHECK(fs::file_size(path) == 4);
    }
    SECTION("something in it") {
        const cluster::SharedDirectory shared{path, {}, cluster::begin_sharing(path)};
        share(shared);
        const fs::path of_class = shared.of_class(kmvm);
        const std::vector<fs::path> kept{path / "notes.txt", path / "KvX", of_class / "pages", of_class / "12-000001",
                                         of_class / "003-0000a1"};
        for (const fs::path& one : kept) {
            put_text(one, "mine");
        }
        fs::create_directory_symlink(mine, path / "KvK");
        put_text(mine / "plan", "mine");
        cluster::end_sharing(path);
        for (const fs::path& one : kept) {
            CAPTURE(one);
            CHECK(fs::is_regular_file(one));
        }
        CHECK(fs::is_symlink(path / "KvK"));
        CHECK(fs::file_size(mine / "plan") == 4);
        CHECK(std::distance(fs::directory_iterator{of_class}, {}) == 3);
        CHECK(std::distance(fs::directory_iterator{path}, {}) == 4);
        const auto kvk = index::Material::parse("KvK").value();
        CHECK_THROWS_WITH(shared.make_directory(kvk), Contains((path / "KvK").string()));
        is_refused();
    }
}
