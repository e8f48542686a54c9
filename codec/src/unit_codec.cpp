#include <dameotb/codec/unit_codec.hpp>

#include "unit_coding.hpp"
#include "unit_listing.hpp"

namespace dameotb::codec {

namespace {

using format::Metric;

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
    static void escaped(bool, Grade) {}

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
    space.rows.find_quiet();
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
    PricedDecisions decisions{model.side(), space_->priced};
    if (model.metric() == Metric::Wdl) {
        UnitListing<Metric::Wdl, PricedDecisions>{*space_, model.side(), decisions}.run(unit.first, unit.codes);
    } else {
        UnitListing<Metric::Dtm, PricedDecisions>{*space_, model.side(), decisions}.run(unit.first, unit.codes);
    }
    std::vector<std::byte> out;
    RangeEncoder encoder{out};
    encoder.put(decisions.all());
    encoder.finish();
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
