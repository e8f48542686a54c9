// Writes models and pages, an index page each time it is full, and the header at the end.
#include <stdexcept>

#include <dameotb/format/table_file.hpp>
#include <dameotb/format/temporary_file.hpp>

#include "checksum.hpp"
#include "layout.hpp"

namespace dameotb::format {

struct TableWriter::State {
    TemporaryFile file;
    Header header;
    std::uint64_t models_checksum = 0;
    std::uint64_t end_bytes = 0;
    std::uint64_t pages = 0;
    std::uint64_t index_pages = 0;        ///< Written ones.
    std::vector<std::byte> index_page{};  ///< The next one, as far as its entries are known. Empty if there are none.
};

TableWriter::TableWriter(std::filesystem::path final_path, const Header& header, std::span<const std::byte> models)
    : state_{std::make_unique<State>(State{.file = TemporaryFile{std::move(final_path)},
                                           .header = header,
                                           .models_checksum = checksum(models, header.seed),
                                           .end_bytes = layout::pages_begin(header)})} {
    state_->file.write_at(layout::header_bytes, models);
}

TableWriter::~TableWriter() = default;

void TableWriter::append(std::span<const std::byte> page) {
    State& state = *state_;
    if (state.pages == state.header.pages()) {
        throw std::logic_error{"TableWriter::append after all pages are appended"};
    }
    state.file.write_at(state.end_bytes, page);
    const auto put = [&index_page = state.index_page](std::uint64_t value, std::size_t bytes) {
        index_page.resize(index_page.size() + bytes);
        layout::put(std::span{index_page}.last(bytes), value);
    };
    if (state.index_page.empty()) {
        put(state.end_bytes, layout::index_page_offset_bytes);
    }
    state.end_bytes += page.size();
    put(state.end_bytes - layout::get(std::span{state.index_page}.first(layout::index_page_offset_bytes)),
        layout::index_entry_bytes);
    ++state.pages;
    if (state.pages % layout::index_page_entries == 0 || state.pages == state.header.pages()) {
        put(checksum(state.index_page, layout::index_page_seed(state.header, state.index_pages)),
            layout::checksum_bytes);
        state.file.write_at(layout::index_page_begin(state.header, state.index_pages), state.index_page);
        state.index_page.clear();
        ++state.index_pages;
    }
}

std::uint64_t TableWriter::file_bytes() const {
    return state_->end_bytes;
}

void TableWriter::finish() {
    finish([](TableReader) {});
}

void TableWriter::finish(const std::function<void(TableReader)>& check) {
    if (state_->pages != state_->header.pages()) {
        throw std::logic_error{"TableWriter::finish before all pages are appended"};
    }
    state_->file.write_at(0, layout::encode({state_->header, state_->end_bytes, state_->models_checksum}));
    check(TableReader{open_file(state_->file.path())});
    state_->file.commit();
}

}  // namespace dameotb::format
