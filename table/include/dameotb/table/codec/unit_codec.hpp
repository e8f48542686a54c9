// Turns the codes of a unit's places into bytes, and back. Each unit is coded on its own.
#pragma once

#include <array>
#include <memory>

#include <dameotb/table/codec/model.hpp>

namespace dameotb::table {

struct CodingSpace;

/// Where a unit comes from, and where its codes go to, as UnitSpace::decode has them.
struct EncodedUnit {
    const Model* model;
    std::uint64_t first;
    std::span<const std::byte> bytes;
    std::span<const std::uint8_t> results;
    std::span<std::uint8_t> codes;
};

/// What a thread needs to code units, of any classes: some 50 to 500 KB. Finds the rows of a unit once for both
/// metrics, if they are coded one after the other. Not thread-safe.
class UnitSpace {
public:
    UnitSpace();
    ~UnitSpace();
    UnitSpace(UnitSpace&&) noexcept;

    /// Returns the unit's bytes: at most as many as it has places. Deterministic. The model says
    /// which class, side to move and metric it is.
    [[nodiscard]] std::vector<std::byte> encode(const Model& model, const UnitCodes& unit);

    /// Writes the codes of the unit of the numbers `first` to `first` + codes.size() - 1, as far as its place `last`;
    /// what it writes behind that means nothing. dont_care_code where a capture is forced. `results`: of a .dtm, the
    /// codes of the same places in the .wdl up to `last`. Gives something for any bytes and any model; returns false if
    /// the bytes are more than a unit can have, or if a value cannot be. Requires: first + codes.size() <=
    /// model.index().size(), last < codes.size() <= 65,536, `results` from `decode` of the same place.
    [[nodiscard]] bool decode(const Model& model, std::uint64_t first, std::span<const std::byte> bytes,
                              std::span<const std::uint8_t> results, std::span<std::uint8_t> codes, std::uint32_t last);

    /// Decodes whole units of one metric, which takes less time than one by one. Returns false if `decode` would for
    /// one of them.
    [[nodiscard]] bool decode_all(std::span<const EncodedUnit> units);

private:
    std::unique_ptr<std::array<CodingSpace, 2>> space_;
};

}  // namespace dameotb::table
