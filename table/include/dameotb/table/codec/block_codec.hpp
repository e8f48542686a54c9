// Turns the codes of a block's positions into bytes and back. Each block is coded independently.
#pragma once

#include <array>
#include <memory>

#include <dameotb/table/codec/model.hpp>

namespace dameotb::table {

struct CodingSpace;

/// An encoded block and where its codes go; the members are as in BlockSpace::decode.
struct EncodedBlock {
    const Model* model;
    std::uint64_t first;
    std::span<const std::byte> bytes;
    std::span<const std::uint8_t> results;
    std::span<std::uint8_t> codes;
};

/// What a thread needs to code blocks of any class: some 50 to 500 KB. Finds the rows of a block once for all metrics
/// that are coded consecutively. Not thread-safe.
class BlockSpace {
public:
    BlockSpace();
    ~BlockSpace();
    BlockSpace(BlockSpace&&) noexcept;

    /// Returns the block's bytes: at most as many as it has positions. Deterministic. The model determines class, side
    /// to move and coding.
    [[nodiscard]] std::vector<std::byte> encode(const Model& model, const BlockCodes& block);

    /// Writes the codes of the block of the indices `first` to `first` + codes.size() - 1, up to its position `last`;
    /// codes after that are meaningless. dont_care_code where a capture is forced. `results`: for distances, the codes
    /// of the same positions in the .wdl up to `last`. Accepts any bytes and any model; returns false if there are more
    /// bytes than a block can have, or if a value is impossible. Requires: first + codes.size() <=
    /// model.index().size(), last < codes.size() <= 65,536, `results` from `decode` of the same position.
    [[nodiscard]] bool decode(const Model& model, std::uint64_t first, std::span<const std::byte> bytes,
                              std::span<const std::uint8_t> results, std::span<std::uint8_t> codes, std::uint32_t last);

    /// Decodes whole blocks of one coding, faster than one by one. Returns false if `decode` would for any of them.
    [[nodiscard]] bool decode_all(std::span<const EncodedBlock> blocks);

private:
    std::unique_ptr<std::array<CodingSpace, 2>> space_;
};

}  // namespace dameotb::table
