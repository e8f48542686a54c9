#include <dameotb/table/directory/open_table.hpp>

#include <atomic>

#include <dameotb/index/quiet_positions.hpp>

namespace dameotb::table {

namespace {

std::uint64_t next_id() {
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

}  // namespace

bool blocks_fit(const Header& dtm, const Header& wdl) {
    return dtm.encoding != Encoding::Neighbours ||
           (wdl.encoding == Encoding::Neighbours && wdl.block_positions == dtm.block_positions);
}

void require_own_wdl(const TableReader& dtm, const TableReader& wdl) {
    if (dtm.header().wdl != wdl.header().values) {
        throw TablebaseError{dtm.name(), "belongs to another .wdl than the one beside it"};
    }
    if (!blocks_fit(dtm.header(), wdl.header())) {
        throw TablebaseError{dtm.name(), "its blocks are not those of the .wdl beside it"};
    }
}

OpenTable::OpenTable(TableReader reader, const index::ClassIndex& index, const OpenTable* wdl)
    : reader_{std::move(reader)}, index_{index}, wdl_{wdl}, block_positions_{header().block_positions}, id_{next_id()} {
    for (const auto side : {rules::Colour::White, rules::Colour::Black}) {
        first_blocks_[static_cast<std::size_t>(side)] = header().block_of(side, 0);
    }
    if (wdl_ != nullptr) {
        require_own_wdl(reader_, wdl_->reader());
    }
    if (header().encoding != Encoding::Neighbours) {
        return;
    }
    if (!index::QuietPositions::lie_in_rows(index.material())) {
        throw TablebaseError{reader_.name(), "a class without men, or of men alone, cannot have its encoding"};
    }
    const std::vector<std::byte> bytes = reader_.read_models();
    std::span<const std::byte> left{bytes};
    for (const auto side : {rules::Colour::White, rules::Colour::Black}) {
        if (header().stores(side)) {
            auto model = Model::read(index, static_cast<rules::Colour>(side), coding_of(header().metric), left);
            if (!model) {
                throw TablebaseError{reader_.name(), "its models are impossible"};
            }
            models_.push_back(std::move(*model));
        }
    }
    if (!left.empty()) {
        throw TablebaseError{reader_.name(), "there is more behind its models"};
    }
}

BlockRange OpenTable::range_of(std::uint64_t block_index) const {
    return {static_cast<rules::Colour>(header().side_of(block_index)), header().first_of(block_index),
            header().positions_in_block(block_index)};
}

std::size_t OpenTable::memory_bytes() const {
    std::size_t bytes = 0;
    for (const Model& model : models_) {
        bytes += model.memory_bytes();
    }
    return bytes;
}

}  // namespace dameotb::table
