// Pages of scores that come and go, against plain arrays that stay.
#include <dameotb/memory/score_pages.hpp>

#include <array>
#include <cstring>
#include <numeric>
#include <random>
#include <span>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <dameotb/table/format/error.hpp>

#include "catch.hpp"
#include "directory_contents.hpp"
#include "file_size_limit.hpp"
#include "sampling.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;
using Catch::Contains;
using memory::ScoreMemory;
using memory::ScorePages;
using Use = ScorePages::Use;

namespace {

constexpr std::uint64_t no_bound = ~std::uint64_t{0} / 2;

/// Pages of some slices, and what they must hold.
struct Array {
    Array(ScoreMemory* memory, std::uint64_t slice_count, std::uint64_t slice_cells)
        : slices{slice_count},
          cells{slice_cells},
          pages{memory, slices * cells, cells},
          plain(slices * cells),
          metadata{ScorePages::metadata_bytes(slices * cells, cells)} {}

    /// Returns the first slice of a part of the array.
    [[nodiscard]] std::span<std::int8_t> expected(std::uint64_t slice, std::uint64_t count = 1) {
        return std::span{plain}.subspan(slice * cells, count * cells);
    }
    [[nodiscard]] bool is_right(std::uint64_t slice, std::uint64_t count = 1) {
        const auto right = expected(slice, count);
        pages.load(slice * cells, right.size(), Use::Read);
        return std::memcmp(pages.data() + slice * cells, right.data(), right.size()) == 0;
    }
    /// Writes to a part of a slice, both here and there.
    void write(std::uint64_t slice, std::mt19937& random) {
        const std::uint64_t from = random() % cells;
        const auto part = expected(slice).subspan(from, random() % (cells - from) + 1);
        // One value for all compresses well, and values of their own do not.
        const auto value = static_cast<std::int8_t>(random());
        const bool alike = random() % 2 == 0;
        std::ranges::generate(part, [&] { return alike ? value : static_cast<std::int8_t>(random()); });
        pages.load(slice * cells, cells, Use::Write);
        std::ranges::copy(part, pages.data() + slice * cells + from);
    }

    std::uint64_t slices;
    std::uint64_t cells;
    ScorePages pages;
    std::vector<std::int8_t> plain;
    std::uint64_t metadata;
};

std::mt19937 random_of(std::uint64_t round, std::uint64_t i) {
    return std::mt19937{static_cast<unsigned>(round * 100'003 + i)};
}

/// Slices smaller than a page, of one page, of pages and a half, and of many pages.
const std::vector<std::uint64_t> sizes{64, 960, 4096, 5000, 129'024, 1 << 17, 300'000};

}  // namespace

TEST_CASE("the bytes of a run are those of the most pages that such a run can lie in") {
    for (const std::uint64_t together : {1, 3, 64, 960, 4096, 5000, 12'288, 129'024, 131'072, 300'000, 524'288}) {
        const std::uint64_t page = ScorePages::bytes_of_run(1, together);
        for (const std::uint64_t count :
             {std::uint64_t{1}, together, 2 * together, 3 * together, 7 * together, 64 * together, together + 1}) {
            CAPTURE(together, page, count);
            std::uint64_t most = 0;
            for (std::uint64_t i = 0; i < page; ++i) {  // then the page begins like the first one
                const std::uint64_t first = i * together;
                most = std::max(most, (first + count - 1) / page - first / page + 1);
            }
            CHECK(ScorePages::bytes_of_run(count, together) == most * page);
        }
    }
}

TEST_CASE("pages that come and go hold what was written, and no more of them are there than the bound allows") {
    const std::uint64_t cells = GENERATE(from_range(sizes));
    const int threads = GENERATE(1, 2, 3);
    const std::uint64_t slices = std::clamp<std::uint64_t>((1 << 21) / cells, 12, 120);
    CAPTURE(cells, threads, slices);
    const tests::TemporaryDirectory scratch;
    ScoreMemory memory{no_bound, scratch.path()};
    {
        std::array<Array, 2> arrays{Array{&memory, slices, cells}, Array{&memory, slices, cells}};
        const std::uint64_t each = 2 * ScorePages::bytes_of_run(cells, cells);
        // No more than what all threads need, and then some more.
        const std::uint64_t least =
            arrays[0].metadata + arrays[1].metadata + each * static_cast<std::uint64_t>(threads);
        std::atomic<std::uint64_t> most_used = 0;
        std::atomic<std::uint64_t> wrong = 0;
        const std::uint64_t rounds = tests::sampled ? 2 : 3;
        for (std::uint64_t round = 0; round < rounds; ++round) {
            memory.set_bound(least + 4 * each * round);
            memory.make_room(0, threads);
            Array& to_write = arrays[round % 2];
            Array& to_read = arrays[1 - round % 2];
            // Slices of both arrays in other orders, so that threads meet in the same pages.
            memory::parallel_for_within(&memory, {each, no_bound}, slices, threads, [&](std::size_t, std::uint64_t i) {
                std::mt19937 random = random_of(round, i);
                const std::uint64_t written = i * 7 % slices;
                if (std::gcd(slices, std::uint64_t{7}) == 1 && random() % 3 != 0) {
                    wrong += to_write.is_right(written) ? 0 : 1;
                    to_write.write(written, random);
                }
                wrong += to_read.is_right(random() % slices) ? 0 : 1;
                std::uint64_t used = memory.used_bytes();
                std::uint64_t most = most_used;
                while (used > most && !most_used.compare_exchange_weak(most, used)) {
                }
                wrong += used > memory.bound_bytes() ? 1 : 0;
            });
        }
        CHECK(wrong == 0);
        CHECK(memory.overrun_bytes() == 0);
        CHECK(most_used > arrays[0].metadata + arrays[1].metadata);
        CHECK(memory.scratch_bytes() > 0);
        // At last all of both.
        memory.set_bound(no_bound);
        memory.make_room(0, 1);
        CHECK(arrays[0].is_right(0, slices));
        CHECK(arrays[1].is_right(0, slices));
        CHECK(tests::contents(scratch.path()).empty());
    }
    CHECK(memory.used_bytes() == 0);
    CHECK(memory.scratch_bytes() == 0);
    CHECK(tests::contents(scratch.path()).empty());
}

TEST_CASE("a loop for whose calls together there is room takes one epoch") {
    const tests::TemporaryDirectory scratch;
    ScoreMemory memory{1 << 20, scratch.path()};
    const int threads = GENERATE(1, 2);
    const std::uint32_t before = memory.epoch();
    std::atomic<int> calls = 0;
    memory::parallel_for_within(&memory, {1 << 20, 1 << 20}, 1000, threads,
                                [&](std::size_t, std::uint64_t) { ++calls; });
    CHECK(calls == 1000);
    CHECK(memory.epoch() == before + 1);
    // With too little for even one call, each call is an epoch for each thread.
    calls = 0;
    memory::parallel_for_within(&memory, {1 << 21, 1 << 30}, 10, 1, [&](std::size_t, std::uint64_t) {
        ++calls;
        CHECK(memory.epoch() == before + 1 + static_cast<std::uint32_t>(calls));
    });
    CHECK(calls == 10);
}

TEST_CASE("as many threads work as there is room for calls") {
    constexpr std::uint64_t each = 4096;
    constexpr std::uint64_t slices = 64;
    constexpr int threads = 4;
    const tests::TemporaryDirectory scratch;
    ScoreMemory memory{no_bound, scratch.path()};
    Array array{&memory, slices, each};
    CHECK(array.is_right(0, slices));  // what is in memory can go
    const memory::WorkingSet working_set{each, slices * each};
    for (const int room : {63, 5, 4, 3, 2, 1, 0}) {
        CAPTURE(room);
        memory.set_bound(array.metadata + static_cast<std::uint64_t>(room) * each);
        const int expected = std::clamp(room, 1, threads);
        CHECK(memory.tasks_at_a_time(working_set, threads) == expected);
        std::atomic<std::uint64_t> calls = 0;
        std::atomic<std::uint64_t> wrong = 0;
        memory::parallel_for_within(&memory, working_set, slices, threads, [&](std::size_t thread, std::uint64_t i) {
            ++calls;
            wrong += array.is_right(i) && thread < static_cast<std::size_t>(expected) ? 0 : 1;
        });
        CHECK(calls == slices);
        CHECK(wrong == 0);
        CHECK((room == 0 || memory.overrun_bytes() == 0));
        memory.set_bound(no_bound);
        memory.make_room(0, 1);
    }
    memory.set_bound(array.metadata + slices * each);
    CHECK(memory.tasks_at_a_time(working_set, threads) == threads);
    CHECK(memory.tasks_at_a_time({slices * each, slices * each}, threads) == threads);  // all calls have room together
}

TEST_CASE("only what was written is kept in the scratch, and again only if it changed") {
    const tests::TemporaryDirectory scratch;
    ScoreMemory memory{no_bound, scratch.path()};
    Array array{&memory, 8, 4096};
    const auto all_away = [&] {
        memory.set_bound(0);
        memory.make_room(0, 1);
        CHECK(memory.used_bytes() == array.metadata);
        memory.set_bound(no_bound);
    };
    CHECK(memory.used_bytes() == array.metadata);
    CHECK(array.is_right(0, 8));
    CHECK(memory.used_bytes() == array.metadata + 8 * 4096);
    all_away();
    CHECK(memory.scratch_bytes() == 0);

    std::mt19937 random{1};
    array.write(3, random);
    all_away();
    const std::uint64_t once = memory.scratch_bytes();
    CHECK(once > 0);
    CHECK(array.is_right(0, 8));
    all_away();
    CHECK(memory.scratch_bytes() == once);

    // What takes no more than before is written to the same place.
    memory.make_room(0, 1);
    std::ranges::fill(array.expected(3), std::int8_t{7});
    array.pages.load(3 * 4096, 4096, Use::Write);
    std::ranges::fill_n(array.pages.data() + 3 * 4096, 4096, std::int8_t{7});
    all_away();
    CHECK(memory.scratch_bytes() == once);
    CHECK(array.is_right(0, 8));
}

TEST_CASE("pages that were used least recently go first, and no more than are asked for") {
    const tests::TemporaryDirectory scratch;
    ScoreMemory memory{no_bound, scratch.path()};
    Array array{&memory, 64, 4096};
    for (std::uint64_t slice = 0; slice < 64; ++slice) {
        memory.make_room(0, 1);
        CHECK(array.is_right(63 - slice));
    }
    memory.set_bound(array.metadata + 64 * 4096);
    memory.make_room(16 * 4096, 1);
    const std::uint64_t left = (memory.used_bytes() - array.metadata) / 4096;
    CHECK(left <= 48);
    CHECK(left >= 40);
    // Those of the last epochs are still there: asking for them takes nothing.
    CHECK(array.is_right(0, left));
    CHECK(memory.used_bytes() == array.metadata + left * 4096);
    CHECK(array.is_right(left));
    CHECK(memory.used_bytes() == array.metadata + (left + 1) * 4096);
}

TEST_CASE("without a memory all scores are there") {
    ScorePages pages{nullptr, 100'000, 64};
    CHECK(pages.memory() == nullptr);
    pages.load(5, 1000, Use::Write);
    CHECK(std::all_of(pages.data(), pages.data() + 100'000, [](std::int8_t score) { return score == 0; }));
    pages.data()[99'999] = 1;
    int calls = 0;
    memory::parallel_for_within(nullptr, {1, 1}, 10, 1, [&](std::size_t, std::uint64_t) { ++calls; });
    CHECK(calls == 10);
}

namespace {

/// Fails to make room, and then goes on with the scores as if nothing had been.
template <class Fail>
void check_failure(ScoreMemory& memory, const Fail& fail) {
    {
        Array array{&memory, 512, 4096};
        std::mt19937 random{2};
        memory.make_room(0, 1);
        for (std::uint64_t slice = 0; slice < array.slices; ++slice) {
            array.write(slice, random);
        }
        memory.set_bound(array.metadata + 16 * 4096);
        fail();
        memory.set_bound(no_bound);
        CHECK(array.is_right(0, array.slices));
        CHECK(memory.used_bytes() == array.metadata + 512 * 4096);
    }
    CHECK(memory.used_bytes() == 0);
}

}  // namespace

TEST_CASE("a scratch that cannot be written is an error that names it, and no score is lost") {
    const tests::TemporaryDirectory directory;
    const int threads = GENERATE(1, 2);
    SECTION("no such directory") {
        ScoreMemory memory{no_bound, directory / "none"};
        check_failure(memory, [&] {
            try {
                memory.make_room(0, threads);
                FAIL("no error");
            } catch (const table::TablebaseError& error) {
                CHECK_THAT(error.what(), Contains((directory / "none").string()));
                CHECK_FALSE(error.is_damage());
            }
        });
    }
    SECTION("a full disk") {
        ScoreMemory memory{no_bound, directory.path()};
        check_failure(memory, [&] {
            const tests::FileSizeLimit limit{100'000};
            try {
                memory.make_room(0, threads);
                FAIL("no error");
            } catch (const table::TablebaseError& error) {
                CHECK_THAT(error.what(), Contains(directory.path().string()) && Contains("scratch"));
                CHECK_FALSE(error.is_damage());
            }
        });
    }
    SECTION("a team that is asked to stop") {
        ScoreMemory memory{no_bound, directory.path()};
        const std::atomic<bool> stop = true;
        check_failure(memory, [&] {
            CHECK_THROWS_AS(memory.make_room(0, memory::Team{threads, &stop}), memory::StopRequested);
        });
    }
    CHECK(tests::contents(directory.path()).empty());
}

namespace {

/// Opens the nameless file that this process has in the directory, once more. For there is no other way to it.
table::FileDescriptor open_scratch(const std::filesystem::path& directory, int flags) {
    for (const auto& entry : std::filesystem::directory_iterator{"/proc/self/fd"}) {
        std::error_code error;
        const auto target = std::filesystem::read_symlink(entry.path(), error);
        if (!error && target.string().starts_with(directory.string() + "/")) {
            return table::FileDescriptor{::open(entry.path().c_str(), flags | O_CLOEXEC)};
        }
    }
    return {};
}

}  // namespace

TEST_CASE("a scratch that cannot be read, or holds something else, is an error") {
    const tests::TemporaryDirectory scratch;
    ScoreMemory memory{no_bound, scratch.path()};
    Array array{&memory, 8, 4096};
    std::mt19937 random{3};
    for (std::uint64_t slice = 0; slice < 8; ++slice) {
        array.write(slice, random);
    }
    memory.set_bound(0);
    memory.make_room(0, 1);
    memory.set_bound(no_bound);
    const bool cut = GENERATE(false, true);
    if (cut) {
        REQUIRE(open_scratch(scratch.path(), O_WRONLY | O_TRUNC).is_open());
    } else {
        const table::FileDescriptor file = open_scratch(scratch.path(), O_RDWR);
        REQUIRE(file.is_open());
        for (std::uint64_t at = 0; at < memory.scratch_bytes(); at += 10) {
            char byte = 0;
            REQUIRE(::pread(file.get(), &byte, 1, static_cast<off_t>(at)) == 1);
            byte = static_cast<char>(byte ^ 1);
            REQUIRE(::pwrite(file.get(), &byte, 1, static_cast<off_t>(at)) == 1);
        }
    }
    for (const std::uint64_t slice : {0, 7, 0}) {
        try {
            (void)array.is_right(slice);
            FAIL("no error");
        } catch (const table::TablebaseError& error) {
            CHECK_THAT(error.what(), Contains(scratch.path().string()) && Contains("scratch file"));
        }
    }
}

TEST_CASE("nothing is left in the scratch of a process that was killed") {
    const tests::TemporaryDirectory scratch;
    int ready[2];
    REQUIRE(::pipe(ready) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        ScoreMemory memory{0, scratch.path()};
        Array array{&memory, 64, 4096};
        std::mt19937 random{4};
        for (std::uint64_t slice = 0; slice < 64; ++slice) {
            array.write(slice, random);
        }
        memory.make_room(0, 1);
        const char byte = memory.scratch_bytes() > 64 && open_scratch(scratch.path(), O_RDONLY).is_open() ? 'y' : 'n';
        (void)!::write(ready[1], &byte, 1);
        for (;;) {
            ::pause();
        }
    }
    char byte = 0;
    CHECK(::read(ready[0], &byte, 1) == 1);
    CHECK(byte == 'y');
    CHECK(tests::contents(scratch.path()).empty());
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    ::close(ready[0]);
    ::close(ready[1]);
    CHECK(tests::contents(scratch.path()).empty());
}
