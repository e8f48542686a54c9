// A run must leave the same bytes in its directory with any number of threads, in one run or in several.
#include <dameotb/gen/run/generate.hpp>

#include "catch.hpp"
#include "directory_contents.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;
using tests::contents;

namespace {

gen::GenerateResult generate(const std::filesystem::path& directory, const std::vector<std::string>& names,
                             int threads = 1) {
    gen::GenerateOptions options;
    options.directory = directory;
    options.threads = threads;
    std::vector<index::Material> classes;
    for (const std::string& name : names) {
        classes.push_back(index::Material::parse(name).value());
    }
    options.classes = index::with_dependencies(classes);
    return gen::generate(options);
}

const std::vector<std::string> three_pieces{"KKvK", "KMvK", "MMvK", "KKvM", "KMvM", "MMvM"};

}  // namespace

TEST_CASE("the bytes of a run do not depend on the number of threads") {
    const tests::TemporaryDirectory one;
    const tests::TemporaryDirectory two;
    CHECK(generate(one.path(), three_pieces, 1) == gen::GenerateResult::Complete);
    CHECK(generate(two.path(), three_pieces, 2) == gen::GenerateResult::Complete);
    CHECK(contents(one.path()).size() == 18);
    CHECK(contents(one.path()) == contents(two.path()));
}

// The second run reads what the first one wrote: classes with kings, with men, and with both.
TEST_CASE("a run that builds on an earlier one's files leaves the bytes of one run") {
    const tests::TemporaryDirectory at_once;
    const tests::TemporaryDirectory in_two;
    generate(at_once.path(), three_pieces);
    generate(in_two.path(), {"MvM", "KvK", "KvM"});
    CHECK(contents(in_two.path()).size() == 6);
    generate(in_two.path(), three_pieces);
    CHECK(contents(at_once.path()) == contents(in_two.path()));

    std::filesystem::remove(in_two / "MMvM.wdl");
    std::filesystem::remove(in_two / "KKvK.dtm");
    generate(in_two.path(), three_pieces);
    CHECK(contents(at_once.path()) == contents(in_two.path()));
}

TEST_CASE("a run that is stopped leaves no file that counts") {
    const tests::TemporaryDirectory directory;
    const std::atomic<bool> stop = true;
    gen::GenerateOptions options;
    options.directory = directory.path();
    options.classes = index::build_order(2);
    options.stop = &stop;
    CHECK(gen::generate(options) == gen::GenerateResult::Stopped);
    CHECK(contents(directory.path()).empty());
}
