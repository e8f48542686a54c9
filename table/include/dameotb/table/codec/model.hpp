// What a table's blocks are coded with: learnt from a sample of them, then frozen (docs/codec.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <dameotb/index/class_index.hpp>
#include <dameotb/table/format/metric.hpp>

namespace dameotb::table {

struct SideModel;

/// Positions of a block; the last one of a side to move may have fewer.
inline constexpr std::uint32_t block_positions = 2048;

/// The codes of the positions of one block.
struct BlockCodes {
    std::uint64_t first;                    ///< The index of its first position.
    std::span<const std::uint8_t> codes;    ///< dont_care_code where a capture is forced.
    std::span<const std::uint8_t> results;  ///< For distances, the .wdl's codes at the same positions; else empty.
};

/// How much a model learns from, and how large it becomes.
struct TrainingEffort {
    int table_bits = 14;  ///< 8 to 20. Each of a model's tables has 2^table_bits votes of one byte.
    int passes = 2;       ///< Over the sample. At least 1.
};

/// What the blocks of one table and side to move are coded with. Immutable; thread-safe.
class Model {
public:
    /// Learns from a sample of the blocks. Keeps the reference to the index. Deterministic: uses integers only. Takes
    /// some 20 to 70 ns per position and pass. Requires: a class with men and kings; its blocks in ascending order.
    [[nodiscard]] static Model train(const index::ClassIndex& index, Colour mover, Coding coding,
                                     std::span<const BlockCodes> sample, const TrainingEffort& effort);
    /// Reads what to_bytes wrote, and removes it from the front of `bytes`. Keeps the reference to the index. Returns
    /// nothing if the bytes are not a model. Takes some 3 ms with tables of 2^14 votes; any bytes take at most 0.2 s
    /// and 10 MiB. Requires: a class with men and kings.
    [[nodiscard]] static std::optional<Model> read(const index::ClassIndex& index, Colour mover, Coding coding,
                                                   std::span<const std::byte>& bytes);
    ~Model();
    Model(Model&&) noexcept;
    Model& operator=(Model&&) noexcept;

    [[nodiscard]] std::vector<std::byte> to_bytes() const;
    [[nodiscard]] std::size_t memory_bytes() const;
    [[nodiscard]] const index::ClassIndex& index() const { return *index_; }
    [[nodiscard]] Colour mover() const { return mover_; }
    [[nodiscard]] Coding coding() const { return coding_; }
    [[nodiscard]] const SideModel& side() const { return *side_; }

private:
    Model(const index::ClassIndex& index, Colour mover, Coding coding, std::unique_ptr<SideModel> side);

    const index::ClassIndex* index_;
    Colour mover_;
    Coding coding_;
    std::unique_ptr<SideModel> side_;
};

}  // namespace dameotb::table
