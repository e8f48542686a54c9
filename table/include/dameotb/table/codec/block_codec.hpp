// Turns the codes of a block's positions into bytes, and back. Each block is coded on its own.
#pragma once

#include <array>
#include <memory>

#include <dameotb/table/codec/model.hpp>

namespace dameotb::table {

struct CodingSpace;

/// Where a block comes from, and where its codes go to, as BlockSpace::decode has them.
struct EncodedBlock {
    const Model* model;
    std::uint64_t first;
    std::span<const std::byte> bytes;
    std::span<const std::uint8_t> results;
    std::span<std::uint8_t> codes;
};

/// What a thread needs to code blocks, of any classes: some 50 to 500 KB. Finds the rows of a block once for all
/// metrics, if they are coded one after the other. Not thread-safe.
class BlockSpace {
public:
    BlockSpace();
    ~BlockSpace();
    BlockSpace(BlockSpace&&) noexcept;

    /// Returns the block's bytes: at most as many as it has positions. Deterministic. The model says
    /// which class, side to move and coding it is.
    [[nodiscard]] std::vector<std::byte> encode(const Model& model, const BlockCodes& block);

    /// Writes the codes of the block of the numbers `first` to `first` + codes.size() - 1, as far as its position
    /// `last`; what it writes behind that means nothing. dont_care_code where a capture is forced. `results`: of
    /// distances, the codes of the same positions in the .wdl up to `last`. Gives something for any bytes and any
    /// model; returns false if the bytes are more than a block can have, or if a value cannot be. Requires: first +
    /// codes.size() <= model.index().size(), last < codes.size() <= 65,536, `results` from `decode` of the same
    /// position.
    [[nodiscard]] bool decode(const Model& model, std::uint64_t first, std::span<const std::byte> bytes,
                              std::span<const std::uint8_t> results, std::span<std::uint8_t> codes, std::uint32_t last);

    /// Decodes whole blocks of one coding, which takes less time than one by one. Returns false if `decode` would for
    /// one of them.
    [[nodiscard]] bool decode_all(std::span<const EncodedBlock> blocks);

private:
    std::unique_ptr<std::array<CodingSpace, 2>> space_;
};

}  // namespace dameotb::table
