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

/// Returns whether the codes up to the place `last` are values, and are open just where a capture is forced.
bool plain_codes_fit(CodingSpace& space, Metric metric, std::uint64_t first, std::span<const std::uint8_t> results,
                     std::span<const std::uint8_t> codes, std::uint32_t last) {
    const GradeMap& map = grade_map(metric, false);
    const auto fits = [&](std::size_t place, bool quiet) {
        const std::uint8_t code = codes[place];
        if (!quiet) {
            return code == open_code;
        }
        return map.code_of[map.grade_of[code]] == code && map.grade_of[code] != no_grade &&
               (metric == Metric::Wdl || wdl_code_of_dtm_code(code) == results[place]);
    };
    space.rows.walk(first, static_cast<std::uint32_t>(codes.size()), last);
    for (std::size_t number = 0; number < space.rows.size(); ++number) {
        const UnitRow& row = space.rows[number];
        for (const rules::Square square : row.squares) {
            if (row.place(square) <= last && !fits(row.place(square), row.quiet.contains(square))) {
                return false;
            }
        }
    }
    return true;
}

}  // namespace

UnitSpace::UnitSpace() : space_{std::make_unique<CodingSpace>()} {}
UnitSpace::~UnitSpace() = default;
UnitSpace::UnitSpace(UnitSpace&&) noexcept = default;

std::vector<std::byte> UnitSpace::encode(const Model& model, const UnitCodes& unit) {
    space_->rows.take(model.index(), model.mover());
    std::vector<std::byte> out;
    WrittenDecisions decisions{model.side(), out};
    const auto run = [&]<Metric metric>() {
        UnitCoding<metric, WrittenDecisions>{*space_, model.side(), decisions}.run(
            unit.first, unit.codes, unit.results, static_cast<std::uint32_t>(unit.codes.size() - 1));
    };
    model.metric() == Metric::Wdl ? run.operator()<Metric::Wdl>() : run.operator()<Metric::Dtm>();
    decisions.finish();
    if (out.size() >= unit.codes.size()) {
        const auto plain = std::as_bytes(unit.codes);
        out.assign(plain.begin(), plain.end());
    }
    return out;
}

bool UnitSpace::decode(const Model& model, std::uint64_t first, std::span<const std::byte> bytes,
                       std::span<const std::uint8_t> results, std::span<std::uint8_t> codes, std::uint32_t last) {
    space_->rows.take(model.index(), model.mover());
    if (bytes.size() >= codes.size()) {
        std::ranges::copy(bytes.first(codes.size()), std::as_writable_bytes(codes).begin());
        return bytes.size() == codes.size() && plain_codes_fit(*space_, model.metric(), first, results, codes, last);
    }
    ReadDecisions decisions{model.side(), bytes};
    const auto run = [&]<Metric metric>() {
        UnitCoding<metric, ReadDecisions>{*space_, model.side(), decisions}.run(first, codes, results, last);
    };
    model.metric() == Metric::Wdl ? run.operator()<Metric::Wdl>() : run.operator()<Metric::Dtm>();
    return true;
}

}  // namespace dameotb::codec
