// A block as the cache keeps it: its decoded bytes, and what is known so far of where in them a place's value is.
// Which places are quiet follows from the rules (docs/format.md). It is found out for all places of a span together,
// when one of them is first asked for: for a whole block that would take longer than decoding it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>

#include <dameotb/format/table_file.hpp>
#include <dameotb/index/quiet_places.hpp>

namespace dameotb::probe {

/// An open file, and, if it stores Quiet places, what tells which these are.
struct Table {
    format::TableReader reader;
    std::optional<index::QuietPlaces> quiet;
};

/// For a value that docs/format.md does not allow.
[[nodiscard]] format::TablebaseError impossible_value(const format::TableReader& table, unsigned value);

/// Lies in memory, its room, that is not its own. Empty until `decode`.
class DecodedBlock {
public:
    /// What the block takes. Requires: not a constant block.
    [[nodiscard]] static std::size_t room_bytes(const format::TableReader& table, std::uint64_t ordinal);

    /// Reads the block, from now on this one, into `room`, which is aligned to 8 bytes and has room_bytes().
    /// Requires: nobody else looks at this. Throws format::TablebaseError if the block is damaged; it must not be asked
    /// for values then.
    void decode(const Table& table, std::uint64_t ordinal, std::byte* room);

    [[nodiscard]] const Table& table() const { return *table_; }
    [[nodiscard]] std::uint64_t ordinal() const { return ordinal_; }
    [[nodiscard]] bool is(const Table& table, std::uint64_t ordinal) const {
        return table_ == &table && ordinal_ == ordinal;
    }

    /// The value of the block's place of that number. Several threads may ask at once, all with the same `learning`,
    /// which is locked for a moment the first time that a span's place is asked for.
    /// Throws format::TablebaseError if a capture is forced there, if the span has another number of values than the
    /// rules ask for, or for an impossible value.
    [[nodiscard]] unsigned value(std::uint32_t place, std::mutex& learning);

private:
    union Word;
    /// For each span a bit that says whether its words are filled in.
    using KnownSpans = std::atomic<std::uint64_t>;

    void learn_span(std::uint32_t span, std::mutex& learning);

    const Table* table_ = nullptr;
    std::uint64_t ordinal_ = 0;
    // Parts of the room. Of a table that stores All places there are values alone.
    KnownSpans* known_ = nullptr;
    Word* words_ = nullptr;            ///< One for each 64 places.
    std::uint32_t* firsts_ = nullptr;  ///< For each span how many values come before its own; and that of all.
    const std::byte* values_ = nullptr;
};

}  // namespace dameotb::probe
