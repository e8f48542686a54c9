// Makes constant blocks where all quiet places of a block have one value, whatever its open places would hold.
#include <dameotb/files/block_codes.hpp>

#include <algorithm>

#include <dameotb/codec/value_codes.hpp>
#include <dameotb/format/quiet_block.hpp>

namespace dameotb::files {

namespace {

constexpr std::size_t counts_bytes(std::size_t places) {
    return format::span_count_bytes * format::spans_in(static_cast<std::uint32_t>(places));
}

}  // namespace

format::EncodedBlock BlockCodesEncoder::encode(std::uint64_t ordinal, std::span<const std::uint8_t> codes) {
    const auto is_quiet = [](std::uint8_t code) { return code != codec::open_code; };
    const auto first = std::ranges::find_if(codes, is_quiet);
    if (first == codes.end()) {
        return format::EncodedBlock::constant(0);
    }
    if (std::all_of(first, codes.end(), [&](std::uint8_t code) { return code == *first || !is_quiet(code); })) {
        return format::EncodedBlock::constant(*first);
    }
    if (stored_ == format::Stored::All) {
        put_all(codes);
    } else {
        put_quiet(codes);
    }
    return encoder_.encode(ordinal, content_);
}

/// Stores all places. An open place gets the value before it, which compresses well; open places at the front get the
/// first value of a quiet place.
void BlockCodesEncoder::put_all(std::span<const std::uint8_t> codes) {
    content_.resize(codes.size());
    std::uint8_t last = *std::ranges::find_if(codes, [](std::uint8_t code) { return code != codec::open_code; });
    for (std::size_t i = 0; i < codes.size(); ++i) {
        last = codes[i] == codec::open_code ? last : codes[i];
        content_[i] = std::byte{last};
    }
}

void BlockCodesEncoder::put_quiet(std::span<const std::uint8_t> codes) {
    content_.resize(counts_bytes(codes.size()) + codes.size());
    std::size_t end = counts_bytes(codes.size());
    for (std::size_t number = 0; number * format::span_places < codes.size(); ++number) {
        const std::size_t begin = end;
        const std::size_t first = number * format::span_places;
        for (const std::uint8_t code :
             codes.subspan(first, std::min<std::size_t>(format::span_places, codes.size() - first))) {
            content_[end] = std::byte{code};
            end += code == codec::open_code ? 0 : 1;
        }
        format::set_span_count(content_, number, static_cast<std::uint32_t>(end - begin));
    }
    content_.resize(end);
}

void require_byte_values(const format::TableReader& reader) {
    if (reader.header().value_bytes != 1) {
        throw format::TablebaseError{reader.name(), "the header's width of values is not that of such a file"};
    }
}

void BlockCodesDecoder::decode(std::uint64_t ordinal, std::span<std::uint8_t> codes) {
    if (reader_.header().stored == format::Stored::Quiet) {
        spread(ordinal, codes);
        return;
    }
    if (const auto constant = reader_.constant(ordinal)) {
        std::ranges::fill(codes, static_cast<std::uint8_t>(*constant));
    } else {
        reader_.read_block(ordinal, std::as_writable_bytes(codes));
    }
    if (forced_ == ForcedPlaces::Open) {
        mark(ordinal, codes.size());
        for (std::size_t i = 0; i < codes.size(); ++i) {
            codes[i] = index::is_quiet(marks_, i) ? codes[i] : codec::open_code;
        }
    }
}

void BlockCodesDecoder::mark(std::uint64_t ordinal, std::size_t places) {
    marks_.resize((places + 63) / 64);
    quiet_.mark(ordinal * reader_.header().block_places, places, marks_);
}

void BlockCodesDecoder::spread(std::uint64_t ordinal, std::span<std::uint8_t> codes) {
    mark(ordinal, codes.size());
    const auto draw =
        static_cast<std::uint8_t>(reader_.header().metric == format::Metric::Wdl ? codec::draw_code : codec::drawn_dtm_code);
    const std::uint8_t unstored = forced_ == ForcedPlaces::Open ? codec::open_code : draw;
    std::size_t quiet = 0;
    for (const std::uint64_t word : marks_) {
        quiet += static_cast<std::size_t>(std::popcount(word));
    }
    std::size_t next = 0;
    if (const auto constant = reader_.constant(ordinal)) {
        // One value more than needed: the loop below reads a value for open places as well, even behind the last one.
        content_.assign(quiet + 1, static_cast<std::byte>(*constant));
    } else {
        content_.resize(reader_.decoded_bytes(ordinal) + 1);
        reader_.read_block(ordinal, std::span{content_}.first(content_.size() - 1));
        next = counts_bytes(codes.size());
        if (content_.size() - 1 - next != quiet) {
            throw format::TablebaseError{reader_.name(), "block " + std::to_string(ordinal) + " holds " +
                                                             std::to_string(content_.size() - 1 - next) +
                                                             " values where the rules ask for " +
                                                             std::to_string(quiet)};
        }
    }
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const bool is_stored = index::is_quiet(marks_, i);
        codes[i] = is_stored ? std::to_integer<std::uint8_t>(content_[next]) : unstored;
        next += is_stored ? 1 : 0;
    }
}

}  // namespace dameotb::files
