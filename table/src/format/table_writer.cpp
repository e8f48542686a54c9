// Writes models and block groups, each index block once it is full, and the header last.
#include <stdexcept>

#include <dameotb/table/format/table_file.hpp>
#include <dameotb/table/format/temporary_file.hpp>
#include <dameotb/table/format/values_digest.hpp>

#include "checksum.hpp"
#include "layout.hpp"

namespace dameotb::table {

struct TableWriter::State {
    TemporaryFile file;
    Header header;
    std::uint64_t models_checksum = 0;
    std::uint64_t end_bytes = 0;
    std::uint64_t groups = 0;
    std::uint64_t index_blocks = 0;        ///< Those written.
    std::vector<std::byte> index_block{};  ///< The next one, with its entries so far. Empty if there are none.

    void require_all_groups(const char* member) const {
        if (groups != header.groups()) {
            throw std::logic_error{std::string{"TableWriter::"} + member + " before all block groups are appended"};
        }
    }
    /// Recomputes the checksum at the end of this part of the file. `bytes`: a buffer of the part's size. Throws
    /// TablebaseError if the old checksum does not match: damaged bytes must not be sealed.
    void reseal(std::uint64_t begin, std::vector<std::byte>& bytes, std::uint64_t old_seed,
                std::uint64_t new_seed) const {
        file.read_at(begin, bytes);
        if (!ends_with_checksum(bytes, old_seed)) {
            throw TablebaseError{file.path().string(), begin, "written data is damaged"};
        }
        const auto seal = std::span{bytes}.last(layout::checksum_bytes);
        const auto sealed = std::span{bytes}.first(bytes.size() - seal.size());
        layout::put(seal, checksum(sealed, new_seed));
        file.write_at(begin + sealed.size(), seal);
    }
    /// Recomputes the checksums of an index block and its block groups, which have the seed of the header `before`.
    /// Thread-safe.
    void reseal_index_block(const Header& before, std::uint64_t number) const {
        std::vector<std::byte> block(layout::index_block_bytes(layout::entries_in_index_block(header, number)));
        reseal(layout::index_block_begin(header, number), block, layout::index_block_seed(before, number),
               layout::index_block_seed(header, number));
        const std::span<const std::byte> entries = std::span{block}.first(block.size() - layout::checksum_bytes);
        const std::uint64_t first = layout::get(entries.first(layout::index_block_offset_bytes));
        std::uint64_t begin = first;
        std::uint64_t group_index = number * layout::index_block_entries;
        std::vector<std::byte> group;
        for (std::size_t at = layout::index_block_offset_bytes; at < entries.size(); at += layout::index_entry_bytes) {
            const std::uint64_t end = first + layout::get(entries.subspan(at, layout::index_entry_bytes));
            group.resize(end - begin);
            reseal(begin, group, layout::group_seed(before, group_index), layout::group_seed(header, group_index));
            begin = end;
            ++group_index;
        }
    }
};

TableWriter::TableWriter(std::filesystem::path final_path, const Header& header, std::span<const std::byte> models)
    : state_{std::make_unique<State>(State{.file = TemporaryFile{std::move(final_path)},
                                           .header = header,
                                           .models_checksum = checksum(models, header.seed),
                                           .end_bytes = layout::groups_begin(header)})} {
    state_->file.write_at(layout::header_bytes, models);
}

TableWriter::~TableWriter() = default;

void TableWriter::append(std::span<const std::byte> group) {
    State& state = *state_;
    if (state.groups == state.header.groups()) {
        throw std::logic_error{"TableWriter::append after all block groups are appended"};
    }
    state.file.write_at(state.end_bytes, group);
    const auto put = [&index_block = state.index_block](std::uint64_t value, std::size_t bytes) {
        index_block.resize(index_block.size() + bytes);
        layout::put(std::span{index_block}.last(bytes), value);
    };
    if (state.index_block.empty()) {
        put(state.end_bytes, layout::index_block_offset_bytes);
    }
    state.end_bytes += group.size();
    put(state.end_bytes - layout::get(std::span{state.index_block}.first(layout::index_block_offset_bytes)),
        layout::index_entry_bytes);
    ++state.groups;
    if (state.groups % layout::index_block_entries == 0 || state.groups == state.header.groups()) {
        put(checksum(state.index_block, layout::index_block_seed(state.header, state.index_blocks)),
            layout::checksum_bytes);
        state.file.write_at(layout::index_block_begin(state.header, state.index_blocks), state.index_block);
        state.index_block.clear();
        ++state.index_blocks;
    }
}

void TableWriter::reseal(const Digest& values, const Digest& wdl, const ForEachPart& for_each_part) {
    State& state = *state_;
    state.require_all_groups("reseal");
    const Header before = state.header;
    state.header.values = values;
    state.header.wdl = wdl;
    std::vector<std::byte> models(state.header.models_bytes);
    state.file.read_at(layout::header_bytes, models);
    state.header.seed = seed_of(state.header, models);
    state.models_checksum = checksum(models, state.header.seed);
    for_each_part(state.index_blocks, [&](std::uint64_t number) { state.reseal_index_block(before, number); });
}

std::uint64_t TableWriter::file_bytes() const {
    return state_->end_bytes;
}

void TableWriter::finish() {
    finish([](TableReader) {});
}

void TableWriter::finish(const std::function<void(TableReader)>& check) {
    state_->require_all_groups("finish");
    state_->file.write_at(0, layout::encode({state_->header, state_->end_bytes, state_->models_checksum}));
    check(TableReader{open_file(state_->file.path())});
    state_->file.commit();
}

}  // namespace dameotb::table
