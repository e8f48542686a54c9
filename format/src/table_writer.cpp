// Writes the blocks first, then the block index, then the header.
#include <stdexcept>

#include <dameotb/format/table_file.hpp>
#include <dameotb/format/temporary_file.hpp>

#include "checksum.hpp"
#include "layout.hpp"

namespace dameotb::format {

struct TableWriter::State {
    TemporaryFile file;
    Header header;
    std::uint64_t end_bytes = layout::header_bytes;
    std::vector<layout::IndexEntry> index{};
};

TableWriter::TableWriter(std::filesystem::path final_path, const Header& header)
    : state_{std::make_unique<State>(State{.file = TemporaryFile{std::move(final_path)}, .header = header})} {}

TableWriter::~TableWriter() = default;

void TableWriter::append(const EncodedBlock& block) {
    state_->file.write_at(state_->end_bytes, block.bytes);
    state_->index.push_back({static_cast<std::uint32_t>(block.bytes.size()), block.decoded_bytes, block.checksum});
    state_->end_bytes += block.bytes.size();
}

std::uint64_t TableWriter::file_bytes() const {
    return state_->end_bytes + state_->index.size() * layout::index_entry_bytes;
}

void TableWriter::finish() {
    finish([](TableReader) {});
}

void TableWriter::finish(const std::function<void(TableReader)>& check) {
    if (state_->index.size() != state_->header.blocks()) {
        throw std::logic_error{"TableWriter::finish before all blocks are appended"};
    }
    const std::vector<std::byte> index = layout::encode(state_->index);
    state_->file.write_at(state_->end_bytes, index);
    state_->file.write_at(0, layout::encode({state_->header, state_->end_bytes, checksum(index)}));
    check(TableReader{open_file(state_->file.path())});
    state_->file.commit();
}

}  // namespace dameotb::format
