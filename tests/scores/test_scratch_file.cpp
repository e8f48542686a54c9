// The journal of a scratch file with a name, whole, cut off and damaged: only whole checkpoints count.
#include <fstream>
#include <iterator>
#include <map>

#include <dameotb/scores/memory/scratch_file.hpp>
#include <dameotb/table/directory/leftovers.hpp>

#include "catch.hpp"
#include "samples.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;
using scores::ScratchFile;

namespace {

constexpr const char* what = "pages of a test";

/// The pages of a file as far as a checkpoint goes: the byte that fills each.
using Pages = std::map<std::uint64_t, std::byte>;

std::vector<std::byte> page_of(std::byte fill) {
    return std::vector<std::byte>(4096, fill);
}

std::string read_bytes(const std::filesystem::path& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

void write_bytes(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream{path, std::ios::binary} << bytes;
}

/// Returns what each checkpoint has, by its number; 0 has nothing.
std::vector<Pages> make_checkpoints(const std::filesystem::path& path) {
    ScratchFile file{path, what};
    std::vector<Pages> all(1);
    for (std::uint64_t number = 1; number <= 3; ++number) {
        std::vector<ScratchFile::Entry> entries;
        all.push_back(all.back());
        for (std::uint64_t page = 0; page < 4 * number; page += number) {
            const auto fill = static_cast<std::byte>(16 * number + page);
            entries.push_back({page, file.write(page_of(fill))});
            all.back()[page] = fill;
        }
        file.checkpoint(number, entries);
    }
    return all;
}

/// Returns the number of the last checkpoint. Tests that the pages are those of it.
std::uint64_t restore(const std::filesystem::path& path, const std::vector<Pages>& all) {
    ScratchFile file{path, what};
    std::map<std::uint64_t, scores::ScratchRun> runs;
    const std::uint64_t number = file.restore([&](const ScratchFile::Entry& entry) { runs[entry.page] = entry.run; });
    REQUIRE(number < all.size());
    CHECK(runs.size() == all[number].size());
    for (const auto& [page, run] : runs) {
        std::vector<std::byte> bytes(4096);
        file.read(run, bytes);
        CHECK((bytes == page_of(all[number].at(page))));
    }
    return number;
}

}  // namespace

TEST_CASE("a journal that is cut off has the checkpoints that are whole", "[scratch]") {
    const tests::TemporaryDirectory directory;
    const std::filesystem::path made = directory.path() / "made";
    const std::vector<Pages> all = make_checkpoints(made);
    CHECK(restore(made, all) == 3);
    const std::string journal = read_bytes(table::journal_of(made));
    std::uint64_t before = 0;
    for (std::size_t size = 0; size <= journal.size(); ++size) {
        CAPTURE(size);
        const std::filesystem::path path = directory.path() / "cut";
        std::filesystem::copy_file(made, path, std::filesystem::copy_options::overwrite_existing);
        write_bytes(table::journal_of(path), journal.substr(0, size));
        const std::uint64_t number = restore(path, all);
        CHECK((number == before || number == before + 1));
        before = number;
    }
    CHECK(before == 3);
}

TEST_CASE("a journal with a damaged byte has no checkpoint that was not made", "[scratch]") {
    const tests::TemporaryDirectory directory;
    const std::filesystem::path made = directory.path() / "made";
    const std::vector<Pages> all = make_checkpoints(made);
    const std::string journal = read_bytes(table::journal_of(made));
    tests::Random random{tests::sample_seed};
    INFO("seed " << tests::sample_seed);
    int lost = 0;
    for (std::size_t at = 0; at < journal.size(); ++at) {
        CAPTURE(at);
        const std::filesystem::path path = directory.path() / "damaged";
        std::filesystem::copy_file(made, path, std::filesystem::copy_options::overwrite_existing);
        std::string damaged = journal;
        damaged[at] = static_cast<char>(damaged[at] ^ static_cast<char>(1 + random() % 255));
        write_bytes(table::journal_of(path), damaged);
        lost += restore(path, all) < 3 ? 1 : 0;
    }
    CHECK(lost > static_cast<int>(journal.size() / 2));
}
