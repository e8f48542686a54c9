// A small table for tests of the block cache. It counts how often it is read.
#pragma once

#include <atomic>
#include <functional>

#include "block_cache.hpp"
#include "temporary_directory.hpp"

namespace dameotb::tests {

/// A table in which block n holds the byte n. The last block has half the size. Block 7 can be damaged.
class CountedTable {
public:
    static constexpr std::uint32_t block_places = 100;
    static constexpr std::uint64_t blocks = 20;
    static constexpr std::uint64_t values = blocks * block_places - block_places / 2;

    explicit CountedTable(bool damaged = false) {
        const TemporaryDirectory directory;
        const format::Header header{
            .material = {1, 0, 1, 0}, .sides = 1, .block_places = block_places, .places_per_side = values};
        format::TableWriter writer{directory / "table", header};
        format::BlockEncoder encoder{1};
        for (std::uint64_t n = 0; n < blocks; ++n) {
            const std::vector<std::byte> bytes(n + 1 < blocks ? block_places : block_places / 2,
                                               static_cast<std::byte>(n));
            writer.append(encoder.encode(damaged && n == 7 ? 8 : n, bytes));
        }
        writer.finish();
        table_ = std::make_unique<probe::Table>(probe::Table{
            format::TableReader{std::make_unique<CountingSource>(format::open_file(directory / "table"), *this)}, {}});
        reads_ = 0;
    }

    [[nodiscard]] const probe::Table& table() const { return *table_; }
    /// Returns how many blocks were read since the last call.
    int reads() { return reads_.exchange(0); }
    /// Sets a function that is called before each block is read, in the thread that reads it. Requires: nobody reads
    /// now.
    void before_reading(std::function<void()> call) { before_reading_ = std::move(call); }

private:
    class CountingSource final : public format::ByteSource {
    public:
        CountingSource(std::unique_ptr<ByteSource> source, CountedTable& owner)
            : source_{std::move(source)}, owner_{owner} {}
        [[nodiscard]] std::uint64_t size_bytes() const override { return source_->size_bytes(); }
        [[nodiscard]] const std::string& name() const override { return source_->name(); }
        void read_at(std::uint64_t offset_bytes, std::span<std::byte> out) const override {
            ++owner_.reads_;
            if (owner_.before_reading_) {
                owner_.before_reading_();
            }
            source_->read_at(offset_bytes, out);
        }

    private:
        std::unique_ptr<ByteSource> source_;
        CountedTable& owner_;
    };

    std::atomic<int> reads_ = 0;
    std::function<void()> before_reading_;
    std::unique_ptr<probe::Table> table_;
};

}  // namespace dameotb::tests
