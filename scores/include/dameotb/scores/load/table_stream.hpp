// Reads a table's codes from front to back, in batches that several threads decode, or all codes at once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include <dameotb/scores/threads/team.hpp>
#include <dameotb/table/directory/open_class.hpp>
#include <dameotb/table/directory/unit_reader.hpp>

namespace dameotb::scores {

/// What codes say at the places where a capture is forced. If the table has no models, finding these takes time.
enum class ForcedPlaces : std::uint8_t {
    AnyCode,  ///< table::dont_care_code, or some code.
    Open,     ///< table::dont_care_code.
};

/// Reads codes of a table at any place. Each thread needs its own object.
class PlacesReader {
public:
    /// Keeps the reference.
    explicit PlacesReader(const table::OpenTable& table, ForcedPlaces forced = ForcedPlaces::AnyCode)
        : table_{table}, forced_{forced} {}

    /// Writes the codes of a whole unit. Throws table::TablebaseError if it is damaged.
    /// Requires: codes.size() is the unit's number of places.
    void read_unit(std::uint64_t ordinal, std::span<std::uint8_t> codes);
    /// Does the same with the units `first` to `end` - 1, whose codes lie one after the other. `guard`: calls what it
    /// is given with an ordinal, which reads that unit; so it may keep what that throws.
    template <class Guard>
    void read_units(std::uint64_t first, std::uint64_t end, std::span<std::uint8_t> codes, const Guard& guard) {
        if (read_together(first, end, codes)) {
            return;
        }
        for (std::uint64_t ordinal = first; ordinal < end; ++ordinal) {
            const std::uint32_t count = table_.header().places_in_unit(ordinal);
            guard(ordinal, [&] { read_unit(ordinal, codes.first(count)); });
            codes = codes.subspan(count);
        }
    }
    /// Returns the codes of `count` numbers from `first` on with that side to move, which are valid until the next
    /// call. Throws what read_unit throws. Requires: the table stores that side, count > 0, first + count <= the
    /// index's size.
    [[nodiscard]] std::span<const std::uint8_t> read(rules::Colour mover, std::uint64_t first, std::uint32_t count);

private:
    /// Returns false if it has to be done unit by unit.
    [[nodiscard]] bool read_together(std::uint64_t first, std::uint64_t end, std::span<std::uint8_t> codes);
    void open_forced(std::uint64_t ordinal, std::span<std::uint8_t> codes);

    const table::OpenTable& table_;
    ForcedPlaces forced_;
    table::UnitReader reader_;
    std::vector<std::uint8_t> codes_;
    std::vector<std::uint64_t> marks_;
};

/// Stored places of a table are counted through: those with White to move, then those with Black to move.
class TableStream {
public:
    /// Keeps the reference.
    explicit TableStream(const table::OpenTable& table, ForcedPlaces forced = ForcedPlaces::AnyCode)
        : table_{table}, forced_{forced} {}

    [[nodiscard]] const table::OpenTable& table() const { return table_; }
    [[nodiscard]] std::uint64_t places() const {
        return table_.header().stored_sides() * table_.header().places_per_side;
    }
    /// Returns the codes of places `first` to `end` - 1, which are valid until the next call. The caller may change
    /// them. Throws table::TablebaseError for the first damaged unit, whatever the number of threads; and
    /// StopRequested.
    [[nodiscard]] std::span<std::uint8_t> read(std::uint64_t first, std::uint64_t end, const Team& team);

private:
    [[nodiscard]] std::uint64_t unit_at(std::uint64_t place) const;
    [[nodiscard]] std::uint64_t first_place(std::uint64_t unit) const;
    void decode(std::uint64_t first_unit, std::uint64_t end_unit, std::span<std::uint8_t> codes,
                const Team& team) const;

    const table::OpenTable& table_;
    ForcedPlaces forced_;
    std::vector<std::uint8_t> codes_;
};

/// Places of a batch: enough to keep all threads at work.
inline constexpr std::uint64_t places_at_a_time = std::uint64_t{1} << 24;
/// Places that one thread takes at a time.
inline constexpr std::uint64_t part_places = std::uint64_t{1} << 16;

}  // namespace dameotb::scores
