// How the writer encodes tables: which encoding a class gets, how its file is cut, and the bytes of its blocks.
#pragma once

#include <cstdint>
#include <vector>

#include <dameotb/table/codec/block_codec.hpp>
#include <dameotb/table/codec/zstd_blocks.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/header.hpp>

namespace dameotb::table {

/// Returns the encoding that tables of the class get: that of neighbours, where positions lie in rows and are so many
/// that models pay.
[[nodiscard]] Encoding encoding_of(const index::Material& material);

/// Returns how models of the class are trained.
[[nodiscard]] TrainingEffort training_effort(const index::Material& material);
/// Returns how many positions of each side to move a model is trained on.
[[nodiscard]] std::uint64_t training_positions(const index::Material& material);

/// The header of a table that is to be written, with its models. Immutable.
struct TablePlan {
    Header header;
    std::vector<Model> models;            ///< One for each stored side; none if the encoding is zstd.
    std::vector<std::byte> models_bytes;  ///< The same, as the file has them.
};

/// Returns the header with which a table is planned. It stores all sides to move; its digests are zeros, for those that
/// are found while it is written. Requires: a rule if has_rule(table.metric).
[[nodiscard]] Header new_header(const TableName& table, DrawRule rule = {});
/// Returns the plan of a table: the header with these models, and the seed that follows. Requires: a model for each
/// stored side if the encoding needs them.
[[nodiscard]] TablePlan plan_table(const Header& header, std::vector<Model> models);

/// Encodes blocks. Each thread needs its own object.
class BlockEncoder {
public:
    /// Returns the block's bytes, for encode_group. Quicker if both metrics of a block follow each other.
    [[nodiscard]] std::vector<std::byte> encode(const TablePlan& plan, std::uint64_t block_index,
                                                const BlockCodes& codes);

private:
    BlockSpace space_;
    ZstdEncoder zstd_;
};

}  // namespace dameotb::table
