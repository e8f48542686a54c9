#include <dameotb/table/directory/open_table.hpp>

#include <atomic>

#include <dameotb/index/quiet_positions.hpp>

namespace dameotb::table {

namespace {

std::uint64_t next_id() {
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

/// Returns how to name a .wdl in an error of a table that needs it: `beside` if they are in one directory.
std::string words_for(const TableReader& wdl, const TableReader& table, const char* beside) {
    // The name of a table has neither separator in it. std::filesystem would be a hundredth of the WebAssembly module.
    const auto directory_of = [](const std::string& path) { return path.substr(0, path.find_last_of("/\\") + 1); };
    return directory_of(wdl.name()) == directory_of(table.name()) ? beside : wdl.name();
}

}  // namespace

bool blocks_fit(const Header& table, const Header& wdl) {
    return table.encoding != Encoding::Neighbours ||
           (wdl.encoding == Encoding::Neighbours && wdl.block_positions == table.block_positions);
}

void require_own_wdl(const TableReader& table, const TableReader& wdl) {
    if (table.header().wdl != wdl.header().values) {
        throw TablebaseError{table.name(),
                             "belongs to another .wdl than " + words_for(wdl, table, "the one beside it")};
    }
    if (!blocks_fit(table.header(), wdl.header())) {
        throw TablebaseError{table.name(),
                             "its blocks are not those of " + words_for(wdl, table, "the .wdl beside it")};
    }
}

void require_rule(const TableReader& table, DrawRule rule) {
    if (table.header().rule != rule) {
        throw TablebaseError{table.name(), "has a draw rule of " + std::to_string(table.header().rule.plies) +
                                               " plies, not of " + std::to_string(rule.plies)};
    }
}

TablebaseError rule_contradiction(const TableReader& wdl, DrawRule rule) {
    return {wdl.name(), "contradicts the results under the rule of " + std::to_string(rule.plies) + " plies"};
}

TablebaseError missing_wdl(const std::filesystem::path& table) {
    return {table.string(), "cannot be read without a good .wdl beside it"};
}

OpenTable::OpenTable(TableReader reader, const index::ClassIndex& index, const OpenTable* wdl)
    : reader_{std::move(reader)}, index_{index}, wdl_{wdl}, block_positions_{header().block_positions}, id_{next_id()} {
    for (const Colour side : both_colours) {
        first_blocks_[side] = header().block_of(side, 0);
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
    for (const Colour side : both_colours) {
        if (header().stores(side)) {
            auto model = Model::read(index, static_cast<Colour>(side), coding_of(header().metric), left);
            if (!model) {
                throw TablebaseError{reader_.name(), "its models are impossible"};
            }
            models_.push_back(std::move(*model));
        }
    }
    if (!left.empty()) {
        throw TablebaseError{reader_.name(), "there are extra bytes after its models"};
    }
}

std::size_t OpenTable::memory_bytes() const {
    std::size_t bytes = 0;
    for (const Model& model : models_) {
        bytes += model.memory_bytes();
    }
    return bytes;
}

const OpenTable& OpenClass::add(TableReader reader) {
    const Metric metric = reader.header().metric;
    const OpenTable* const wdl = needs_wdl(metric) ? find(Metric::Wdl) : nullptr;
    return tables_[metric].emplace(std::move(reader), index(), wdl);
}

const index::ClassIndex& OpenClass::index() {
    return index_ ? *index_ : index_.emplace(material_);
}

}  // namespace dameotb::table
