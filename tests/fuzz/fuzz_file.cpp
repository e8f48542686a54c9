// Takes any bytes as a table file: as they are; with right checksums of header and block index; and with the right
// number of blocks as well. The file must be refused with TablebaseError, on opening or in a block, or have as many
// values as the header or the block says. The header can be read without the rest: a file must open as one kind of
// table exactly if it opens and is of that kind.
#include <algorithm>

#include "crafted_file.hpp"

using namespace dameotb;

namespace {

/// Returns the header, if it is sound and the file has the size that it says.
std::optional<format::Header> header_alone(const fuzz::Bytes& file) {
    try {
        return format::read_header(*format::from_memory(file, "fuzz"));
    } catch (const format::TablebaseError&) {
        return std::nullopt;
    }
}

bool opens_as(const fuzz::Bytes& file, const format::TableKind& kind) {
    try {
        (void)format::TableReader{format::from_memory(file, "fuzz"), kind};
        return true;
    } catch (const format::TablebaseError&) {
        return false;
    }
}

void check_kind(const fuzz::Bytes& file, const format::Header& header) {
    format::TableKind kind{header.metric, header.material, header.sides, header.places_per_side};
    fuzz::require(opens_as(file, kind), "a file is opened as what it is");
    kind.places_per_side += 1;
    fuzz::require(!opens_as(file, kind), "a file is not opened as a table of another size");
}

void read_through(fuzz::Bytes file) {
    const std::uint64_t size = file.size();
    const auto alone = header_alone(file);
    const auto reader = fuzz::open(file);
    fuzz::require(alone || !reader, "a file that is opened has a sound header");
    if (!reader) {
        return;
    }
    const format::Header& header = reader->header();
    fuzz::require(header == *alone, "the header alone is that of the open file");
    fuzz::require(header.blocks() <= format::most_blocks(header.places()), "the block index is in proportion");
    check_kind(file, header);
    fuzz::require(reader->file_bytes() == size, "the size is the file's");
    fuzz::require(header.blocks() * tests::index_entry_bytes + tests::at::end <= size, "the block index fits the file");
    std::uint64_t places = 0;
    bool is_first_large = true;
    fuzz::Bytes out;
    for (std::uint64_t ordinal = 0; ordinal < header.blocks(); ++ordinal) {
        places += reader->places_in_block(ordinal);
        if (const auto constant = reader->constant(ordinal)) {
            fuzz::require(*constant < 1U << (8 * header.value_bytes), "a constant value is as wide as the header says");
            continue;
        }
        // Blocks may be up to 32 MiB. A large one is read only once, because that takes time.
        const bool is_large = reader->decoded_bytes(ordinal) >= (1U << 17);
        if (!is_large || is_first_large) {
            (void)fuzz::read_block(*reader, ordinal, out);
            is_first_large = is_first_large && !is_large;
        }
    }
    fuzz::require(places == header.places(), "the blocks hold all places");
}

/// Makes the number of blocks agree with the other fields, so that the reader believes those fields.
void agree_on_blocks(fuzz::Bytes& file) {
    const std::uint64_t places =
        tests::get(file, tests::at::sides, 1) * tests::get(file, tests::at::places_per_side, 8);
    const std::uint64_t block_places = std::max<std::uint64_t>(tests::get(file, tests::at::block_places, 4), 1);
    tests::put(file, tests::at::blocks, (places + block_places - 1) / block_places, 8);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span bytes = std::as_bytes(std::span{data, size});
    fuzz::Bytes file{bytes.begin(), bytes.end()};
    read_through(file);
    if (file.size() >= tests::at::end) {
        tests::seal(file);
        read_through(file);
        agree_on_blocks(file);
        tests::seal(file);
        read_through(std::move(file));
    }
    return 0;
}
