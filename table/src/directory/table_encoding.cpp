#include <dameotb/table/directory/table_encoding.hpp>

#include <algorithm>

#include <dameotb/index/class_index.hpp>
#include <dameotb/index/quiet_positions.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/values_digest.hpp>

namespace dameotb::table {

namespace {

/// Below this a class's models take more than they save.
constexpr std::uint64_t least_positions_for_models = std::uint64_t{1} << 18;

/// Blocks of a block group with models. More make the block group longer that a probe reads, fewer make the index
/// longer. Blocks of a zstd file are block groups of their own.
constexpr std::uint32_t blocks_of_group = 64;

}  // namespace

Encoding encoding_of(const index::Material& material) {
    return index::QuietPositions::lie_in_rows(material) &&
                   index::stored_positions(material) >= least_positions_for_models
               ? Encoding::Neighbours
               : Encoding::Zstd;
}

TrainingEffort training_effort(const index::Material& material) {
    // Larger tables make larger models, which only large classes are worth.
    constexpr std::uint64_t large = std::uint64_t{1} << 24;
    return {.table_bits = index::stored_positions(material) < large ? 12 : 14, .passes = 2};
}

std::uint64_t training_positions(const index::Material& material) {
    return std::clamp<std::uint64_t>(index::class_size(material) / 4, 100'000, 1'000'000);
}

Header new_header(const TableName& table, DrawRule rule) {
    const TableKind kind = kind_of(table);
    Header header;
    header.metric = kind.metric;
    header.encoding = encoding_of(table.material);
    header.sides = kind.sides;
    header.stored = kind.sides == 2 ? StoredSides::Both : StoredSides::White;
    header.material = kind.material;
    const bool has_models = header.encoding == Encoding::Neighbours;
    header.block_positions = has_models ? block_positions : traits_of(table.metric).zstd_block_positions;
    header.group_blocks = has_models ? blocks_of_group : 1;
    header.positions_per_side = kind.positions_per_side;
    header.rule = rule;
    return header;
}

TablePlan plan_table(const Header& header, std::vector<Model> models) {
    TablePlan plan{header, std::move(models), {}};
    for (const Model& model : plan.models) {
        const std::vector<std::byte> bytes = model.to_bytes();
        plan.models_bytes.insert(plan.models_bytes.end(), bytes.begin(), bytes.end());
    }
    plan.header.models_bytes = static_cast<std::uint32_t>(plan.models_bytes.size());
    plan.header.seed = seed_of(plan.header, plan.models_bytes);
    return plan;
}

std::vector<std::byte> BlockEncoder::encode(const TablePlan& plan, std::uint64_t block_index, const BlockCodes& codes) {
    if (plan.header.encoding == Encoding::Zstd) {
        return zstd_.encode(codes.codes);
    }
    return space_.encode(plan.models[block_index / plan.header.blocks_per_side()], codes);
}

}  // namespace dameotb::table
