// Open tables that count how often their block groups are read.
#pragma once

#include <atomic>
#include <functional>
#include <optional>

#include "block_cache.hpp"
#include "layout.hpp"
#include "sample_tables.hpp"

namespace dameotb::tests {

/// A table of `parts`. Its file is gone as soon as it is open.
class CountedTable {
public:
    /// `wdl`: as in probe::Table.
    explicit CountedTable(const TableParts& parts, const CountedTable* wdl = nullptr)
        : index_{{{parts.header.material.white.kings, parts.header.material.white.men},
                  {parts.header.material.black.kings, parts.header.material.black.men}}} {
        const TemporaryDirectory directory;
        write_parts(directory / "table", parts);
        open(table::open_file(directory / "table"), wdl);
    }

    [[nodiscard]] probe::Table& table() const { return *table_; }
    /// Returns how many block groups were read since the last call.
    int reads() { return reads_.exchange(0); }
    /// From now on, each read of a block group is a failure.
    void lose_groups() { is_lost_ = true; }
    /// Sets a function that is called before each block group is read, in the thread that reads it. Requires: nobody
    /// reads now.
    void before_reading(std::function<void()> call) { before_reading_ = std::move(call); }

private:
    class CountingSource final : public table::ByteSource {
    public:
        CountingSource(std::unique_ptr<ByteSource> source, CountedTable& owner)
            : source_{std::move(source)},
              groups_begin_{table::layout::groups_begin(table::read_header(*source_))},
              owner_{owner} {}
        [[nodiscard]] std::uint64_t size_bytes() const override { return source_->size_bytes(); }
        [[nodiscard]] const std::string& name() const override { return source_->name(); }
        void read_at(std::uint64_t offset_bytes, std::span<std::byte> out) const override {
            if (offset_bytes >= groups_begin_) {
                owner_.begin_reading();
            }
            source_->read_at(offset_bytes, out);
        }

    private:
        std::unique_ptr<ByteSource> source_;
        std::uint64_t groups_begin_;
        CountedTable& owner_;
    };

    void open(std::unique_ptr<table::ByteSource> source, const CountedTable* wdl) {
        table::TableReader reader{std::make_unique<CountingSource>(std::move(source), *this)};
        const probe::Table* const results = wdl == nullptr ? nullptr : &wdl->table();
        open_.emplace(std::move(reader), index_, results == nullptr ? nullptr : &results->open);
        table_ = std::make_unique<probe::Table>(*open_, results);
        reads_ = 0;
    }
    void begin_reading() {
        ++reads_;
        if (before_reading_) {
            before_reading_();
        }
        if (is_lost_) {
            throw table::TablebaseError{"table", "its block groups are lost"};
        }
    }

    index::ClassIndex index_;
    std::atomic<int> reads_ = 0;
    std::atomic<bool> is_lost_ = false;
    std::function<void()> before_reading_;
    std::optional<table::OpenTable> open_;
    std::unique_ptr<probe::Table> table_;
};

}  // namespace dameotb::tests
