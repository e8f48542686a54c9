// Turns the codes of a unit's places into bytes, and back. Each unit is coded on its own.
#pragma once

#include <memory>

#include <dameotb/codec/model.hpp>

namespace dameotb::codec {

/// Encodes units of one table and side to move. Each thread needs its own object. Deterministic.
class UnitEncoder {
public:
    /// Keeps the references. Requires: a class with men and kings, and a model of it, this metric and side to move.
    UnitEncoder(const index::ClassIndex& index, rules::Colour mover, const Model& model);
    ~UnitEncoder();
    UnitEncoder(UnitEncoder&&) noexcept;

    /// Returns the unit's bytes: at most as many as it has places.
    [[nodiscard]] std::vector<std::byte> encode(const UnitCodes& unit);

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Decodes units of one table and side to move. Each thread needs its own object, which keeps some 50 to 500 KB.
class UnitDecoder {
public:
    /// Does what UnitEncoder's does.
    UnitDecoder(const index::ClassIndex& index, rules::Colour mover, const Model& model);
    ~UnitDecoder();
    UnitDecoder(UnitDecoder&&) noexcept;

    /// Writes the codes of the unit of the numbers `first` to `first` + codes.size() - 1, as far as its place `last`;
    /// what it writes behind that means nothing. open_code where a capture is forced. `results`: of a .dtm, the codes
    /// of the same places in the .wdl up to `last`. Gives something for any bytes, each code being one of the metric;
    /// returns false if the bytes are more than a unit can have. Requires: first + codes.size() <= index.size(),
    /// last < codes.size(), open_code in `results` just where a capture is forced.
    [[nodiscard]] bool decode(std::uint64_t first, std::span<const std::byte> bytes,
                              std::span<const std::uint8_t> results, std::span<std::uint8_t> codes, std::uint32_t last);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace dameotb::codec
