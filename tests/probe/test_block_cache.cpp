// The block cache: what it keeps, what gives way, and that its budget is a hard bound.
#include "block_cache.hpp"

#include <algorithm>
#include <atomic>

#include "catch.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;
using namespace dameotb::test;
using probe::BlockCache;

namespace {

constexpr std::uint32_t block_values = 100;
constexpr std::uint64_t blocks = 20;

/// Counts how often it is read.
class CountingSource final : public format::ByteSource {
public:
    CountingSource(std::unique_ptr<ByteSource> source, std::atomic<int>& reads)
        : source_{std::move(source)}, reads_{reads} {}
    [[nodiscard]] std::uint64_t size_bytes() const override { return source_->size_bytes(); }
    [[nodiscard]] const std::string& name() const override { return source_->name(); }
    void read_at(std::uint64_t offset_bytes, std::span<std::byte> out) const override {
        ++reads_;
        source_->read_at(offset_bytes, out);
    }

private:
    std::unique_ptr<ByteSource> source_;
    std::atomic<int>& reads_;
};

/// A table whose block n holds the byte n, but for a last block of half the size; block 7 can be damaged.
class Table {
public:
    explicit Table(bool damaged = false) {
        const TemporaryDirectory directory;
        const format::Header header{.material = {1, 0, 1, 0},
                                    .sides = 1,
                                    .block_values = block_values,
                                    .values_per_side = blocks * block_values - block_values / 2};
        format::TableWriter writer{directory / "table", header};
        format::BlockEncoder encoder{1};
        for (std::uint64_t n = 0; n < blocks; ++n) {
            const std::vector<std::byte> values(n + 1 < blocks ? block_values : block_values / 2,
                                                static_cast<std::byte>(n));
            writer.append(encoder.encode(damaged && n == 7 ? 8 : n, values));
        }
        writer.finish();
        reader_ = std::make_unique<format::TableReader>(
            std::make_unique<CountingSource>(format::open_file(directory / "table"), reads_));
        reads_ = 0;
    }

    [[nodiscard]] const format::TableReader& reader() const { return *reader_; }
    /// Blocks read since the last call.
    [[nodiscard]] int reads() { return reads_.exchange(0); }

private:
    std::atomic<int> reads_ = 0;
    std::unique_ptr<format::TableReader> reader_;
};

bool is_block(const BlockCache::Block& block, std::uint64_t n) {
    return *block ==
           std::vector<std::byte>(n + 1 < blocks ? block_values : block_values / 2, static_cast<std::byte>(n));
}

}  // namespace

TEST_CASE("a block that is kept is not read again", "[probe]") {
    Table table;
    BlockCache cache{blocks * block_values};
    for (int time = 0; time < 3; ++time) {
        for (std::uint64_t n = 0; n < blocks; ++n) {
            CHECK(is_block(cache.get(table.reader(), n), n));
        }
        CHECK(table.reads() == (time == 0 ? static_cast<int>(blocks) : 0));
    }
}

TEST_CASE("the least recently used block gives way", "[probe]") {
    Table table;
    BlockCache cache{2 * block_values};
    const auto is_read = [&](std::uint64_t n) {
        CHECK(is_block(cache.get(table.reader(), n), n));
        return table.reads() == 1;
    };
    CHECK(is_read(0));
    CHECK(is_read(1));
    CHECK_FALSE(is_read(0));
    CHECK(is_read(2));
    CHECK_FALSE(is_read(0));
    CHECK(is_read(1));
    CHECK(is_read(2));
    CHECK(is_read(0));
}

TEST_CASE("tables do not mix", "[probe]") {
    Table one;
    Table other;
    BlockCache cache{4 * block_values};
    CHECK(is_block(cache.get(one.reader(), 3), 3));
    CHECK(is_block(cache.get(other.reader(), 3), 3));
    CHECK(one.reads() == 1);
    CHECK(other.reads() == 1);
}

TEST_CASE("the budget is a hard bound, but for one block", "[probe]") {
    Table table;
    const std::size_t budget = GENERATE(std::size_t{0}, std::size_t{99}, std::size_t{100}, std::size_t{101},
                                        std::size_t{199}, std::size_t{350}, std::size_t{1000});
    CAPTURE(budget);
    BlockCache cache{budget};
    std::vector<std::weak_ptr<const std::vector<std::byte>>> given;
    for (std::uint64_t i = 0; i < 200; ++i) {
        given.push_back(cache.get(table.reader(), i * i % blocks));
        std::size_t kept = 0;
        std::vector<const void*> seen;
        for (const auto& weak : given) {
            if (const BlockCache::Block block = weak.lock(); block && std::ranges::count(seen, block.get()) == 0) {
                seen.push_back(block.get());
                kept += block->size();
            }
        }
        REQUIRE((kept <= budget || seen.size() == 1));
        REQUIRE_FALSE(given.back().expired());
    }
}

TEST_CASE("a block that was given stays whole after it has given way", "[probe]") {
    Table table;
    BlockCache cache{block_values};
    const BlockCache::Block held = cache.get(table.reader(), 5);
    for (std::uint64_t n = 0; n < blocks; ++n) {
        (void)cache.get(table.reader(), n);
    }
    CHECK(is_block(held, 5));
}

TEST_CASE("a damaged block is an error each time, and does not disturb the others", "[probe]") {
    Table table{true};
    BlockCache cache{3 * block_values};
    for (int time = 0; time < 3; ++time) {
        CHECK_THROWS_AS(cache.get(table.reader(), 7), format::TablebaseError);
        CHECK(is_block(cache.get(table.reader(), 6), 6));
    }
    CHECK(table.reads() == 4);
}
