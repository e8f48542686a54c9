// Transient files whole, cut off and damaged. Of the journal of a scratch file with a name only whole checkpoints
// count; of a record file what is read is what was written, or nothing.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

#include <dameotb/memory/records.hpp>
#include <dameotb/memory/scratch_file.hpp>
#include <dameotb/table/directory/leftovers.hpp>
#include <dameotb/table/format/error.hpp>

#include "catch.hpp"
#include "directory_contents.hpp"
#include "samples.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;
using memory::RecordLocation;
using memory::RecordReader;
using memory::ScratchFile;

namespace {

constexpr const char* what = "pages of a test";
constexpr std::uint64_t identity = 7;

/// The pages of a file as far as a checkpoint goes: the byte that fills each.
using Pages = std::map<std::uint64_t, std::byte>;

std::vector<std::byte> page_of(std::byte fill) {
    return std::vector<std::byte>(4096, fill);
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
        for (std::size_t i = 0; i < entries.size(); i += number) {
            file.add_entries(std::span{entries}.subspan(i).first(std::min<std::size_t>(number, entries.size() - i)));
        }
        file.checkpoint(number);
    }
    return all;
}

/// Returns the number of the last checkpoint. Tests that the pages are those of it.
std::uint64_t restore(const std::filesystem::path& path, const std::vector<Pages>& all) {
    ScratchFile file{path, what};
    std::map<std::uint64_t, memory::ScratchRun> runs;
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

using Record = std::vector<std::byte>;

/// Records of several sizes, with bytes that packing makes fewer and with some that it does not.
std::vector<Record> some_records() {
    tests::Random random{tests::sample_seed};
    std::vector<Record> records;
    for (const std::size_t size : {0, 1, 100, 300}) {
        Record record(size, std::byte{7});
        for (std::size_t i = size / 2; i < size; ++i) {
            record[i] = static_cast<std::byte>(random());
        }
        records.push_back(record);
    }
    return records;
}

/// Writes a file of the records, with their positions as its table.
std::vector<RecordLocation> write_file(const std::filesystem::path& path, const std::vector<Record>& records) {
    memory::RecordWriter writer{{path, identity}};
    std::vector<RecordLocation> positions;
    for (const Record& record : records) {
        positions.push_back(writer.add(record));
    }
    Record table;
    memory::append_bytes(table, std::span{positions});
    CHECK_FALSE(std::filesystem::exists(path));
    writer.finish(table);
    CHECK(writer.size_bytes() == std::filesystem::file_size(path));
    return positions;
}

/// Tests that what can be read is right. Returns how many records are damaged; nothing if the file counts as none.
std::optional<int> damaged_records(const std::filesystem::path& path, const std::vector<Record>& records,
                                   const std::vector<RecordLocation>& positions) {
    std::optional<RecordReader> file;
    try {
        file = RecordReader::open({path, identity});
    } catch (const table::TablebaseError& error) {
        CHECK(error.is_damage());
        CHECK(RecordReader::is_whole({path, identity}));
        return static_cast<int>(records.size());
    }
    CHECK(RecordReader::is_whole({path, identity}) == file.has_value());
    if (!file) {
        const memory::RecordFile name{path, identity};
        CHECK_THROWS_AS(RecordReader{name}, table::TablebaseError);
        return std::nullopt;
    }
    std::vector<RecordLocation> found(positions.size());
    std::span<const std::byte> table = file->table();
    REQUIRE(memory::take_bytes(table, std::span{found}));
    int damaged = 0;
    for (std::size_t i = 0; i < records.size(); ++i) {
        CHECK(found[i].offset == positions[i].offset);
        Record filled(records[i].size());
        try {
            file->read(found[i], filled);
            const Record read = file->read(found[i]);
            CHECK((filled == records[i]));
            CHECK((read == records[i]));
        } catch (const table::TablebaseError& error) {
            CHECK(error.path() == path.string());
            ++damaged;
        }
    }
    return damaged;
}

}  // namespace

TEST_CASE("a journal that is cut off has the checkpoints that are whole", "[scratch]") {
    const tests::TemporaryDirectory directory;
    const std::filesystem::path made = directory.path() / "made";
    const std::vector<Pages> all = make_checkpoints(made);
    CHECK(restore(made, all) == 3);
    const std::string journal = tests::read_bytes(table::journal_of(made));
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

TEST_CASE("a scratch file that is cut off has the checkpoints of which all is there", "[scratch]") {
    const tests::TemporaryDirectory directory;
    const std::filesystem::path made = directory.path() / "made";
    const std::vector<Pages> all = make_checkpoints(made);
    std::uint64_t before = 0;
    for (std::uintmax_t size = 0; size <= std::filesystem::file_size(made); ++size) {
        CAPTURE(size);
        const std::filesystem::path path = directory.path() / "cut";
        std::filesystem::copy_file(made, path, std::filesystem::copy_options::overwrite_existing);
        std::filesystem::copy_file(table::journal_of(made), table::journal_of(path),
                                   std::filesystem::copy_options::overwrite_existing);
        std::filesystem::resize_file(path, size);
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
    const std::string journal = tests::read_bytes(table::journal_of(made));
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
        if (at < table::journal_magic.size()) {
            CHECK_THROWS_WITH(restore(path, all), Catch::Contains(table::journal_of(path).string()));
        } else {
            lost += restore(path, all) < 3 ? 1 : 0;
        }
    }
    CHECK(lost > static_cast<int>(journal.size() / 2));
}

TEST_CASE("a scratch file with a damaged byte says that its class begins anew without it", "[scratch]") {
    const tests::TemporaryDirectory directory;
    const std::filesystem::path path = directory.path() / "damaged";
    const std::vector<Pages> all = make_checkpoints(path);
    const std::string bytes = tests::read_bytes(path);
    tests::Random random{tests::sample_seed};
    INFO("seed " << tests::sample_seed);
    std::size_t refused = 0;
    for (std::size_t at = table::scratch_magic.size(); at < bytes.size(); ++at) {
        CAPTURE(at);
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ static_cast<char>(1 + random() % 255));
        write_bytes(path, damaged);
        try {
            const std::uint64_t number = restore(path, all);
            CHECK(number == 3);  // the byte belongs to no page of the checkpoint
        } catch (const memory::ScratchError& error) {
            ++refused;
            CHECK(error.is_damage());
            CHECK_THAT(error.what(), Catch::StartsWith(path.string()) &&
                                         Catch::EndsWith("is damaged: remove it to begin its class anew"));
        }
    }
    CHECK(refused > bytes.size() / 4);
    std::filesystem::remove(path);
    CHECK(restore(path, all) == 0);
}

TEST_CASE("a scratch file or a journal that somebody else made is named, and stays as it is", "[scratch]") {
    const tests::TemporaryDirectory directory;
    const std::filesystem::path scratch = directory.path() / "named";
    const std::filesystem::path path = GENERATE(false, true) ? table::journal_of(scratch) : scratch;
    const std::filesystem::path mine = directory.path() / "mine";
    write_bytes(mine, "mine");
    SECTION("a file") {
        write_bytes(path, "mine");
    }
    SECTION("a file of an older version") {
        write_bytes(path, "\x28\xb5\x2f\xfd");
    }
    SECTION("a folder") {
        std::filesystem::create_directory(path);
    }
    SECTION("a link") {
        std::filesystem::create_symlink(GENERATE(as<std::string>{}, "mine", "nowhere"), path);
    }
    SECTION("a second name of a file, even of one like those of runs") {
        write_bytes(mine, GENERATE(as<std::string>{}, "mine", std::string{table::scratch_magic},
                                   std::string{table::journal_magic}, ""));
        std::filesystem::create_hard_link(mine, path);
    }
    const std::string text = tests::read_bytes(mine);
    const auto type = std::filesystem::symlink_status(path).type();
    const auto open = [&] { const ScratchFile file{scratch, what}; };
    CHECK_THROWS_WITH(open(), Catch::Contains(path.string() + ": ") && Catch::Contains("move it elsewhere"));
    CHECK(tests::read_bytes(mine) == text);
    CHECK(std::filesystem::symlink_status(path).type() == type);
    CHECK((type != std::filesystem::file_type::regular || std::filesystem::file_size(path) == text.size()));
}

TEST_CASE("a page of a scratch file that lies where another one should is damage", "[scratch]") {
    const tests::TemporaryDirectory directory;
    ScratchFile named{directory.path() / "named", what};
    ScratchFile nameless{directory.path()};
    for (ScratchFile* const of : {&named, &nameless}) {
        const memory::ScratchRun one = of->write(page_of(std::byte{1}));
        const memory::ScratchRun two = of->write(page_of(std::byte{2}));
        REQUIRE(one.size == two.size);
        std::vector<std::byte> bytes(4096);
        memory::ScratchRun wrong = one;
        wrong.offset = two.offset;
        CHECK_THROWS_AS(of->read(wrong, bytes), memory::ScratchError);
        of->read(one, bytes);
        CHECK((bytes == page_of(std::byte{1})));
        // An older one of the same page, too.
        const memory::ScratchRun next = of->write(page_of(std::byte{3}), one);
        REQUIRE(next.offset == one.offset);
        CHECK_THROWS_AS(of->read(one, bytes), memory::ScratchError);
    }
}

TEST_CASE("a record file has what was written, and is none if it is cut off", "[scratch]") {
    const tests::TemporaryDirectory directory;
    const std::filesystem::path path = directory.path() / "records";
    const std::vector<Record> records = some_records();
    CHECK_FALSE(RecordReader::open({path, identity}));
    const std::vector<RecordLocation> positions = write_file(path, records);
    CHECK(damaged_records(path, records, positions) == 0);
    CHECK_FALSE(RecordReader::open({path, identity + 1}));
    CHECK_FALSE(RecordReader::is_whole({path, identity + 1}));
    for (std::uintmax_t size = std::filesystem::file_size(path); size-- > 0;) {
        CAPTURE(size);
        std::filesystem::resize_file(path, size);
        CHECK_FALSE(damaged_records(path, records, positions));
    }
}

TEST_CASE("a record of which a byte is wrong is never taken for another one", "[scratch]") {
    const tests::TemporaryDirectory directory;
    const std::filesystem::path path = directory.path() / "records";
    const std::vector<Record> records = some_records();
    const std::vector<RecordLocation> positions = write_file(path, records);
    const std::string bytes = tests::read_bytes(path);
    tests::Random random{tests::sample_seed};
    INFO("seed " << tests::sample_seed);
    int unseen = 0;
    for (std::size_t at = table::scratch_magic.size(); at < bytes.size(); ++at) {
        CAPTURE(at);
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ static_cast<char>(1 + random() % 255));
        write_bytes(path, damaged);
        unseen += damaged_records(path, records, positions) == 0 ? 1 : 0;
    }
    CHECK(unseen == 0);
}
