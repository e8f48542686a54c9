#include <dameotb/table/codec/unit_codec.hpp>

#include "unit_decoding.hpp"
#include "unit_listing.hpp"

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

/// Returns whether the codes up to the place `last` are values, and are open just where a capture is forced.
bool plain_codes_fit(CodingSpace& space, Metric metric, std::uint64_t first, std::span<const std::uint8_t> results,
                     std::span<const std::uint8_t> codes, std::uint32_t last) {
    const GradeMap& map = grade_map(metric, false);
    const auto fits = [&](std::size_t place, bool quiet) {
        const std::uint8_t code = codes[place];
        if (!quiet) {
            return code == dont_care_code;
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

/// Decodes units one after the other, place by place.
template <Metric metric>
class Turn {
public:
    explicit Turn(CodingSpace& space) : space_{space} {}

    /// Begins a unit. Returns false if it has been decoded already: is_good() says how.
    [[nodiscard]] bool begin(const EncodedUnit& unit, std::uint32_t last) {
        space_.rows.take(unit.model->index(), unit.model->mover());
        if (unit.bytes.size() >= unit.codes.size()) {
            std::ranges::copy(unit.bytes.first(unit.codes.size()), std::as_writable_bytes(unit.codes).begin());
            good_ = good_ && unit.bytes.size() == unit.codes.size() &&
                    plain_codes_fit(space_, metric, unit.first, unit.results, unit.codes, last);
            return false;
        }
        decoding_.emplace(space_, unit.model->side(), unit.first, unit.bytes, unit.results, unit.codes, last);
        return find_place();
    }
    /// Goes on to the next place whose value has to be read. Returns false at the unit's end.
    [[nodiscard]] bool find_place() { return decoding_->find_place(); }
    void read_value() { decoding_->read_value(); }
    /// Returns whether all units so far could be decoded.
    [[nodiscard]] bool is_good() const { return good_; }

    [[nodiscard]] bool decode(const EncodedUnit& unit, std::uint32_t last) {
        for (bool more = begin(unit, last); more; more = find_place()) {
            read_value();
        }
        return good_;
    }

private:
    CodingSpace& space_;
    std::optional<UnitDecoding<metric>> decoding_;
    bool good_ = true;
};

/// Decodes units, two at a time.
template <Metric metric>
bool decode_in_turns(std::array<CodingSpace, 2>& spaces, std::span<const EncodedUnit> units) {
    std::array<Turn<metric>, 2> turns{Turn<metric>{spaces[0]}, Turn<metric>{spaces[1]}};
    // Begins units until one has places to read.
    const auto begin_next = [&](Turn<metric>& turn) {
        while (!units.empty()) {
            const EncodedUnit& unit = units.front();
            units = units.subspan(1);
            if (turn.begin(unit, static_cast<std::uint32_t>(unit.codes.size() - 1))) {
                return true;
            }
        }
        return false;
    };
    std::array<bool, 2> more{begin_next(turns[0]), begin_next(turns[1])};
    while (more[0] && more[1]) {
        turns[0].read_value();
        turns[1].read_value();
        more[0] = turns[0].find_place() || begin_next(turns[0]);
        more[1] = turns[1].find_place() || begin_next(turns[1]);
    }
    for (std::size_t i = 0; i < 2; ++i) {
        while (more[i]) {
            turns[i].read_value();
            more[i] = turns[i].find_place();
        }
    }
    return turns[0].is_good() && turns[1].is_good();
}

}  // namespace

UnitSpace::UnitSpace() : space_{std::make_unique<std::array<CodingSpace, 2>>()} {}
UnitSpace::~UnitSpace() = default;
UnitSpace::UnitSpace(UnitSpace&&) noexcept = default;

std::vector<std::byte> UnitSpace::encode(const Model& model, const UnitCodes& unit) {
    space_->front().rows.take(model.index(), model.mover());
    PricedDecisions decisions{model.side(), space_->front().priced};
    if (model.metric() == Metric::Wdl) {
        UnitListing<Metric::Wdl, PricedDecisions>{space_->front(), model.side(), decisions}.run(unit.first, unit.codes);
    } else {
        UnitListing<Metric::Dtm, PricedDecisions>{space_->front(), model.side(), decisions}.run(unit.first, unit.codes);
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
    const EncodedUnit unit{&model, first, bytes, results, codes};
    return model.metric() == Metric::Wdl ? Turn<Metric::Wdl>{space_->front()}.decode(unit, last)
                                         : Turn<Metric::Dtm>{space_->front()}.decode(unit, last);
}

bool UnitSpace::decode_all(std::span<const EncodedUnit> units) {
    if (units.empty()) {
        return true;
    }
    return units.front().model->metric() == Metric::Wdl ? decode_in_turns<Metric::Wdl>(*space_, units)
                                                        : decode_in_turns<Metric::Dtm>(*space_, units);
}

}  // namespace dameotb::table
