#include <dameotb/codec/unit_codec.hpp>

#include "unit_coding.hpp"

namespace dameotb::codec {

namespace {

using format::Metric;

/// Decisions that are known, and go into a range encoder.
class WrittenDecisions {
public:
    static constexpr bool decodes = false;

    WrittenDecisions(const SideModel& model, std::vector<std::byte>& out) : model_{model}, encoder_{out} {}

    bool candidate(const Contexts<candidate_votes>& contexts, bool actual) {
        return put(model_.candidates.probability(contexts), actual);
    }
    bool row(const Contexts<row_votes>& contexts, bool actual) {
        return put(model_.rows.probability(contexts), actual);
    }
    bool escape(const Contexts<escape_votes>& contexts, bool actual) {
        return put(model_.escapes.probability(contexts), actual);
    }
    void escaped(bool, Grade) {}
    void finish() { encoder_.finish(); }

private:
    bool put(Probability yes, bool actual) {
        encoder_.put(actual, yes);
        return actual;
    }

    const SideModel& model_;
    RangeEncoder encoder_;
};

/// Decisions that come from a range decoder.
class ReadDecisions {
public:
    static constexpr bool decodes = true;

    ReadDecisions(const SideModel& model, std::span<const std::byte> in) : model_{model}, decoder_{in} {}

    bool candidate(const Contexts<candidate_votes>& contexts, bool) {
        return decoder_.get(model_.candidates.probability(contexts));
    }
    bool row(const Contexts<row_votes>& contexts, bool) { return decoder_.get(model_.rows.probability(contexts)); }
    bool escape(const Contexts<escape_votes>& contexts, bool) {
        return decoder_.get(model_.escapes.probability(contexts));
    }

private:
    const SideModel& model_;
    RangeDecoder decoder_;
};

}  // namespace

struct UnitEncoder::State {
    template <Metric metric>
    void encode(const UnitCodes& unit, std::vector<std::byte>& out) {
        WrittenDecisions decisions{model.side(), out};
        UnitCoding<metric, WrittenDecisions>{space, model.side(), decisions}.run(
            unit.first, unit.codes, unit.results, static_cast<std::uint32_t>(unit.codes.size() - 1));
        decisions.finish();
    }

    const Model& model;
    CodingSpace space;
};

UnitEncoder::UnitEncoder(const index::ClassIndex& index, rules::Colour mover, const Model& model)
    : state_{std::make_unique<State>(State{model, CodingSpace{index, mover}})} {}
UnitEncoder::~UnitEncoder() = default;
UnitEncoder::UnitEncoder(UnitEncoder&&) noexcept = default;

std::vector<std::byte> UnitEncoder::encode(const UnitCodes& unit) {
    std::vector<std::byte> out;
    if (state_->model.metric() == Metric::Wdl) {
        state_->encode<Metric::Wdl>(unit, out);
    } else {
        state_->encode<Metric::Dtm>(unit, out);
    }
    if (out.size() >= unit.codes.size()) {
        const auto plain = std::as_bytes(unit.codes);
        out.assign(plain.begin(), plain.end());
    }
    return out;
}

struct UnitDecoder::State {
    template <Metric metric>
    void decode(std::uint64_t first, std::span<const std::byte> bytes, std::span<const std::uint8_t> results,
                std::span<std::uint8_t> codes, std::uint32_t last) {
        ReadDecisions decisions{model.side(), bytes};
        UnitCoding<metric, ReadDecisions>{space, model.side(), decisions}.run(first, codes, results, last);
    }

    const Model& model;
    CodingSpace space;
};

UnitDecoder::UnitDecoder(const index::ClassIndex& index, rules::Colour mover, const Model& model)
    : state_{std::make_unique<State>(State{model, CodingSpace{index, mover}})} {}
UnitDecoder::~UnitDecoder() = default;
UnitDecoder::UnitDecoder(UnitDecoder&&) noexcept = default;

bool UnitDecoder::decode(std::uint64_t first, std::span<const std::byte> bytes, std::span<const std::uint8_t> results,
                         std::span<std::uint8_t> codes, std::uint32_t last) {
    if (bytes.size() > codes.size()) {
        return false;
    }
    if (bytes.size() == codes.size()) {
        std::ranges::copy(bytes, std::as_writable_bytes(codes).begin());
    } else if (state_->model.metric() == Metric::Wdl) {
        state_->decode<Metric::Wdl>(first, bytes, results, codes, last);
    } else {
        state_->decode<Metric::Dtm>(first, bytes, results, codes, last);
    }
    return true;
}

}  // namespace dameotb::codec
