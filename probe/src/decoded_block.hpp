// A block as the cache keeps it: its decoded bytes, and what is known so far about where in them a place's value is.
// The rules tell which places are quiet (docs/format.md). This is worked out for all places of a span together, when
// one of them is first asked for. To work it out for a whole block would take longer than decoding the block.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>

#include <dameotb/format/table_file.hpp>
#include <dameotb/index/quiet_places.hpp>

namespace dameotb::probe {

/// An open file. If it stores Quiet places, also the object that tells which places these are.
struct Table {
    format::TableReader reader;
    std::optional<index::QuietPlaces> quiet;
};

/// Returns the error for a value that docs/format.md does not allow.
[[nodiscard]] format::TablebaseError impossible_value(const format::TableReader& table, unsigned value);

/// A decoded block. Its data lie in memory that it does not own, its room. Empty until `decode`.
class DecodedBlock {
public:
    /// Returns how many bytes of room the block takes. Requires: not a constant block.
    [[nodiscard]] static std::size_t room_bytes(const format::TableReader& table, std::uint64_t ordinal);

    /// Reads a block into `room` and decodes it; from now on this object is that block. `room` is aligned to 8 bytes
    /// and has room_bytes() bytes. Requires: no other thread looks at this object. Throws format::TablebaseError if the
    /// block is damaged; then the object must not be asked for values.
    void decode(const Table& table, std::uint64_t ordinal, std::byte* room);

    [[nodiscard]] const Table& table() const { return *table_; }
    [[nodiscard]] std::uint64_t ordinal() const { return ordinal_; }
    [[nodiscard]] bool is(const Table& table, std::uint64_t ordinal) const {
        return table_ == &table && ordinal_ == ordinal;
    }

    /// Returns the value at a place, which is counted from the block's first place. Several threads may ask at once,
    /// all with the same `learning`. It is locked for a moment when a place of a span is asked for the first time.
    /// Throws format::TablebaseError if a capture is forced there, if the span has another number of values than the
    /// rules ask for, or for an impossible value.
    [[nodiscard]] unsigned value(std::uint32_t place, std::mutex& learning);

private:
    union Word;
    /// One bit for each span, which says whether the span's words are filled in.
    using KnownSpans = std::atomic<std::uint64_t>;

    void learn_span(std::uint32_t span, std::mutex& learning);

    const Table* table_ = nullptr;
    std::uint64_t ordinal_ = 0;
    // What lies in the room, in this order. For a table that stores All places there are only values.
    KnownSpans* known_ = nullptr;
    Word* words_ = nullptr;            ///< One for each 64 places.
    std::uint32_t* firsts_ = nullptr;  ///< How many values come before those of each span; at the end, all values.
    const std::byte* values_ = nullptr;
};

}  // namespace dameotb::probe
