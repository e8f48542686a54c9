// The bytes of a block group (docs/format.md, "Block groups"): the sizes of its blocks, the blocks, and a checksum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <dameotb/table/format/error.hpp>
#include <dameotb/table/format/header.hpp>

namespace dameotb::table {

/// Returns the bytes of the block group with that index. Deterministic: equal input gives equal bytes. Thread-safe.
/// Requires: number < header.groups(); as many blocks as the block group has, none with more bytes than it has
/// positions.
[[nodiscard]] std::vector<std::byte> encode_group(const Header& header, std::uint64_t number,
                                                  std::span<const std::vector<std::byte>> blocks);

/// Returns whether the bytes end with the checksum that encode_group gives this block group. Thread-safe. Requires:
/// number < header.groups().
[[nodiscard]] bool is_sealed(const Header& header, std::uint64_t number, std::span<const std::byte> group);

/// A view of a block group. Does not own the bytes and does not allocate. All const members are thread-safe.
class BlockGroup {
public:
    /// Checks the sizes of the blocks but not the block group's checksum: TableReader::read_group does that. Throws
    /// TablebaseError that names the file `name` unless the sizes are possible and fill the block group exactly.
    /// Requires: number < header.groups(); `bytes` outlive the view.
    BlockGroup(const Header& header, std::uint64_t number, std::span<const std::byte> bytes, const std::string& name);

    /// Returns the number of blocks: 1 to 64.
    [[nodiscard]] std::uint32_t blocks() const { return blocks_; }
    /// Returns the bytes of a block, possibly none. Adds up the sizes of the blocks before it. Requires: i < blocks().
    [[nodiscard]] std::span<const std::byte> block(std::uint32_t i) const;

private:
    [[nodiscard]] std::uint32_t size_of(std::uint32_t i) const;

    std::span<const std::byte> bytes_;
    std::uint32_t blocks_;
    std::uint32_t size_bits_ = 0;  ///< Bits per size.
};

class TableReader;

/// Reads a block group into `buffer` and checks its checksum and sizes. Returns a view of it. Throws TablebaseError.
/// Requires: number < reader.header().groups().
[[nodiscard]] BlockGroup read_group(const TableReader& reader, std::uint64_t number, std::vector<std::byte>& buffer);

}  // namespace dameotb::table
