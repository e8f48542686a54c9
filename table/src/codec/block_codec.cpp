#include <dameotb/table/codec/block_codec.hpp>

#include "block_decoding.hpp"
#include "block_listing.hpp"

namespace dameotb::table {

namespace {

/// Finds the probabilities of known decisions.
class PricedDecisions {
public:
    /// Keeps the references. Overwrites `priced`.
    PricedDecisions(const SideModel& model, std::vector<PricedDecision>& priced) : model_{model}, priced_{priced} {
        make_room();
    }

    void candidates(const ListedCandidates& listed) {
        PricedDecision* const priced = priced_.data() + before_;
        listed.for_each([&](std::size_t number, const Contexts<candidate_votes>& contexts, bool yes) {
            priced[number] = {yes, model_.candidates.probability(contexts)};
        });
        before_ += listed.numbers();
        make_room();
    }
    void row(std::size_t number, const Contexts<row_votes>& contexts, bool yes) {
        priced_[before_ + number] = {yes, model_.rows.probability(contexts)};
    }
    void escape(std::size_t number, const Contexts<escape_votes>& contexts, bool yes) {
        priced_[before_ + number] = {yes, model_.escapes.probability(contexts)};
    }
    static void escaped(bool, RelativeValue) {}

    [[nodiscard]] std::span<const PricedDecision> all() const { return std::span{priced_}.first(before_); }

private:
    void make_room() {
        if (priced_.size() < before_ + ListedCandidates::most_decisions) {
            priced_.resize(2 * before_ + ListedCandidates::most_decisions);
        }
    }

    const SideModel& model_;
    std::vector<PricedDecision>& priced_;
    std::size_t before_ = 0;
};

/// Returns whether the codes up to position `last` are values, and don't-care codes exactly where a capture is forced.
bool plain_codes_fit(CodingSpace& space, Coding coding, std::uint64_t first, std::span<const std::uint8_t> results,
                     std::span<const std::uint8_t> codes, std::uint32_t last) {
    const RelativeValueMap& map = relative_value_map(coding, false);
    const auto fits = [&](std::size_t offset, bool quiet) {
        const std::uint8_t code = codes[offset];
        if (!quiet) {
            return code == dont_care_code;
        }
        return map.code_of[map.relative_value_of[code]] == code && map.relative_value_of[code] != no_relative_value &&
               (coding == Coding::Results || result_code_of(code) == results[offset]);
    };
    space.rows.walk(first, static_cast<std::uint32_t>(codes.size()), last);
    space.rows.find_quiet();
    for (std::size_t number = 0; number < space.rows.size(); ++number) {
        const BlockRow& row = space.rows[number];
        for (const Square square : row.squares) {
            if (row.offset(square) <= last && !fits(row.offset(square), row.quiet.contains(square))) {
                return false;
            }
        }
    }
    return true;
}

/// Decodes one block after the other, position by position.
template <Coding coding>
class BlockStream {
public:
    explicit BlockStream(CodingSpace& space) : space_{space} {}

    /// Begins a block. Returns false if that has decoded it entirely; is_good() says whether successfully.
    [[nodiscard]] bool begin(const EncodedBlock& block, std::uint32_t last) {
        space_.rows.take(block.model->index(), block.model->mover());
        if (block.bytes.size() >= block.codes.size()) {
            std::ranges::copy(block.bytes.first(block.codes.size()), std::as_writable_bytes(block.codes).begin());
            good_ = good_ && block.bytes.size() == block.codes.size() &&
                    plain_codes_fit(space_, coding, block.first, block.results, block.codes, last);
            return false;
        }
        decoding_.emplace(space_, block.model->side(), block.first, block.bytes, block.results, block.codes, last);
        return find_offset();
    }
    /// Advances to the next position whose value must be read. Returns false at the block's end.
    [[nodiscard]] bool find_offset() { return decoding_->find_offset(); }
    void read_value() { decoding_->read_value(); }
    /// Returns whether all blocks so far were decoded successfully.
    [[nodiscard]] bool is_good() const { return good_; }

    [[nodiscard]] bool decode(const EncodedBlock& block, std::uint32_t last) {
        for (bool more = begin(block, last); more; more = find_offset()) {
            read_value();
        }
        return good_;
    }

private:
    CodingSpace& space_;
    std::optional<BlockDecoding<coding>> decoding_;
    bool good_ = true;
};

/// Decodes blocks, alternating between two.
template <Coding coding>
bool decode_interleaved(std::array<CodingSpace, 2>& spaces, std::span<const EncodedBlock> blocks) {
    std::array<BlockStream<coding>, 2> streams{BlockStream<coding>{spaces[0]}, BlockStream<coding>{spaces[1]}};
    // Begins blocks until one has positions to read.
    const auto begin_next = [&](BlockStream<coding>& stream) {
        while (!blocks.empty()) {
            const EncodedBlock& block = blocks.front();
            blocks = blocks.subspan(1);
            if (stream.begin(block, static_cast<std::uint32_t>(block.codes.size() - 1))) {
                return true;
            }
        }
        return false;
    };
    std::array<bool, 2> more{begin_next(streams[0]), begin_next(streams[1])};
    while (more[0] && more[1]) {
        streams[0].read_value();
        streams[1].read_value();
        more[0] = streams[0].find_offset() || begin_next(streams[0]);
        more[1] = streams[1].find_offset() || begin_next(streams[1]);
    }
    for (std::size_t i = 0; i < 2; ++i) {
        while (more[i]) {
            streams[i].read_value();
            more[i] = streams[i].find_offset();
        }
    }
    return streams[0].is_good() && streams[1].is_good();
}

}  // namespace

BlockSpace::BlockSpace() : space_{std::make_unique<std::array<CodingSpace, 2>>()} {}
BlockSpace::~BlockSpace() = default;
BlockSpace::BlockSpace(BlockSpace&&) noexcept = default;

std::vector<std::byte> BlockSpace::encode(const Model& model, const BlockCodes& block) {
    space_->front().rows.take(model.index(), model.mover());
    PricedDecisions decisions{model.side(), space_->front().priced};
    if (model.coding() == Coding::Results) {
        BlockListing<Coding::Results, PricedDecisions>{space_->front(), model.side(), decisions}.run(block.first,
                                                                                                     block.codes);
    } else {
        BlockListing<Coding::Distances, PricedDecisions>{space_->front(), model.side(), decisions}.run(block.first,
                                                                                                       block.codes);
    }
    std::vector<std::byte> out;
    RangeEncoder encoder{out};
    encoder.put(decisions.all());
    encoder.finish();
    if (out.size() >= block.codes.size()) {
        const auto plain = std::as_bytes(block.codes);
        out.assign(plain.begin(), plain.end());
    }
    return out;
}

bool BlockSpace::decode(const Model& model, std::uint64_t first, std::span<const std::byte> bytes,
                        std::span<const std::uint8_t> results, std::span<std::uint8_t> codes, std::uint32_t last) {
    const EncodedBlock block{&model, first, bytes, results, codes};
    return model.coding() == Coding::Results ? BlockStream<Coding::Results>{space_->front()}.decode(block, last)
                                             : BlockStream<Coding::Distances>{space_->front()}.decode(block, last);
}

bool BlockSpace::decode_all(std::span<const EncodedBlock> blocks) {
    if (blocks.empty()) {
        return true;
    }
    return blocks.front().model->coding() == Coding::Results ? decode_interleaved<Coding::Results>(*space_, blocks)
                                                             : decode_interleaved<Coding::Distances>(*space_, blocks);
}

}  // namespace dameotb::table
