// Takes any bytes as a table file: as they are; with all checksums right; and with the right number of bytes of the
// file as well. The file must be refused with TablebaseError, on opening, in the models, the index or a block group, or
// have as many blocks as the header says, none with more bytes than positions. The header can be read without the rest:
// a file must open as one kind of table exactly if it opens and is of that kind.
#include "crafted_file.hpp"

using namespace dameotb;

namespace {

/// Returns the header, if it is sound and the file has the size that it says.
std::optional<table::Header> header_alone(const fuzz::Bytes& file) {
    try {
        return table::read_header(*table::from_memory(file, "fuzz"));
    } catch (const table::TablebaseError&) {
        return std::nullopt;
    }
}

bool opens_as(const fuzz::Bytes& file, const table::TableKind& kind) {
    try {
        (void)table::TableReader{table::from_memory(file, "fuzz"), kind};
        return true;
    } catch (const table::TablebaseError&) {
        return false;
    }
}

void check_kind(const fuzz::Bytes& file, const table::Header& header) {
    table::TableKind kind{header.metric, header.material, header.sides, header.positions_per_side};
    fuzz::require(opens_as(file, kind), "a file is opened as what it is");
    kind.positions_per_side += 1;
    fuzz::require(!opens_as(file, kind), "a file is not opened as a table of another size");
}

void read_models(const table::TableReader& reader) {
    try {
        fuzz::require(reader.read_models().size() == reader.header().models_bytes, "the models have their size");
    } catch (const table::TablebaseError&) {
    }
}

void read_through(const fuzz::Bytes& file) {
    const auto alone = header_alone(file);
    const auto reader = fuzz::open(file);
    fuzz::require(alone.has_value() == (reader != nullptr), "a file is opened exactly if its header is sound");
    if (!reader) {
        return;
    }
    const table::Header& header = reader->header();
    const fuzz::Shape shape = tests::shape_of(file);
    fuzz::require(header == *alone, "the header alone is that of the open file");
    fuzz::require(reader->file_bytes() == file.size(), "the size is the file's");
    fuzz::require(header.blocks() == shape.blocks() && header.groups() == shape.groups(),
                  "blocks and block groups are as many as the fields say");
    fuzz::require(shape.groups_begin() + 9 * shape.groups() <= file.size(), "index and block groups fit the file");
    check_kind(file, header);
    read_models(*reader);
    for (std::uint64_t group = 0; group < header.groups(); ++group) {
        if (const auto location = fuzz::locate(*reader, group)) {
            fuzz::require(location->size_bytes <= file.size() && location->size_bytes <= shape.most_group_bytes(group),
                          "a block group is no longer than the file, nor than its blocks");
            (void)fuzz::read_blocks(*reader, group);
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span bytes = std::as_bytes(std::span{data, size});
    fuzz::Bytes file{bytes.begin(), bytes.end()};
    read_through(file);
    if (file.size() >= tests::at::end) {
        tests::seal(file);
        read_through(file);
        tests::put(file, tests::at::file_bytes, file.size(), 8);
        tests::seal(file);
        read_through(file);
    }
    return 0;
}
