#include <dameotb/store/load/table_writing.hpp>

#include <algorithm>
#include <array>
#include <memory>

#include <dameotb/codec/value_codes.hpp>
#include <dameotb/format/page.hpp>
#include <dameotb/store/threads/parallel.hpp>

namespace dameotb::store {

namespace {

using format::Metric;
using format::Side;
using format::StoredSides;
using rules::Colour;

/// Codes of some places as the codec takes them, in either metric.
class PlaceCodes {
public:
    /// Keeps the view of the metric's codes. From those of a .dtm the results follow.
    void take(std::span<const std::uint8_t> codes, Metric metric) {
        codes_ = codes;
        results_.resize(metric == Metric::Dtm ? codes.size() : 0);
        std::ranges::transform(codes.first(results_.size()), results_.begin(), codec::wdl_code_at);
    }
    /// `first`: the number of the first place. Requires: the metric that was taken, or Wdl.
    [[nodiscard]] codec::UnitCodes unit(Metric metric, std::uint64_t first) const {
        const std::span<const std::uint8_t> results = results_.empty() ? codes_ : results_;
        return metric == Metric::Wdl ? codec::UnitCodes{first, results, {}} : codec::UnitCodes{first, codes_, results};
    }

private:
    std::span<const std::uint8_t> codes_;
    std::vector<std::uint8_t> results_;
};

/// A unit of a sample. Owns its codes.
class SampleUnit {
public:
    SampleUnit() = default;
    SampleUnit(std::uint64_t first, std::span<const std::uint8_t> codes, Metric metric)
        : first_{first}, owned_{codes.begin(), codes.end()} {
        codes_.take(owned_, metric);
    }
    SampleUnit(SampleUnit&&) noexcept = default;  // the views stay valid
    SampleUnit& operator=(SampleUnit&&) noexcept = default;
    [[nodiscard]] std::uint64_t first() const { return first_; }
    [[nodiscard]] codec::UnitCodes codes(Metric metric) const { return codes_.unit(metric, first_); }

private:
    std::uint64_t first_ = 0;
    std::vector<std::uint8_t> owned_;
    PlaceCodes codes_;
};

using Sample = std::vector<SampleUnit>;

/// Makes the plans of some tables of one class.
class TablePlanner {
public:
    TablePlanner(std::span<const TableToWrite> tables, const index::ClassIndex& index, const CodesOf& codes,
                 const Team& team)
        : tables_{tables},
          index_{index},
          codes_{codes},
          team_{team},
          sides_{static_cast<std::size_t>(index::stored_sides(index.material()))},
          has_models_{files::encoding_of(index.material()) == format::Encoding::Neighbours} {}

    std::vector<files::TablePlan> run() {
        if (has_models_) {
            train();
        }
        std::vector<files::TablePlan> plans;
        for (std::size_t table = 0; table < tables_.size(); ++table) {
            if (sides_ == 1) {
                plans.push_back(plan(table, StoredSides::White));
            } else if (const auto stored = tables_[table].stored) {
                plans.push_back(plan(table, *stored));
            } else {
                plans.push_back(smaller(plan(table, StoredSides::White), plan(table, StoredSides::Black)));
            }
        }
        return plans;
    }

private:
    [[nodiscard]] bool may_store(std::size_t table, std::size_t side) const {
        return sides_ == 1 || !tables_[table].stored || has_side(*tables_[table].stored, static_cast<Side>(side));
    }

    /// Takes the samples of both sides, and trains the models of all sides that a table may store.
    void train() {
        const std::uint64_t units = files::training_places(index_.material()) / codec::unit_places;
        for (std::size_t side = 0; side < sides_; ++side) {
            samples_[side] = sample(static_cast<Colour>(side), codec::unit_places, units);
        }
        models_.resize(tables_.size() * sides_);
        // The slowest ones, those of the last table, come first.
        parallel_for(models_.size(), team_, [&](std::size_t, std::uint64_t i) {
            const std::size_t at = models_.size() - 1 - i;
            const std::size_t side = at % sides_;
            if (!may_store(at / sides_, side)) {
                return;
            }
            const Metric metric = tables_[at / sides_].name.metric;
            std::vector<codec::UnitCodes> units_of_side;
            for (const SampleUnit& unit : samples_[side]) {
                units_of_side.push_back(unit.codes(metric));
            }
            models_[at] = codec::Model::train(index_, static_cast<Colour>(side), metric, units_of_side,
                                              files::training_effort(index_.material()));
        });
    }

    /// Returns one unit of each of `count` equal parts of the units, at a scattered spot of the part.
    [[nodiscard]] Sample sample(Colour mover, std::uint32_t unit_places, std::uint64_t count) const {
        const std::uint64_t units = (index_.size() + unit_places - 1) / unit_places;
        count = std::clamp<std::uint64_t>(count, 1, units);
        Sample taken(count);
        parallel_for_within(
            codes_.memory(), codes_.intake_of(unit_places), count, team_, [&](std::size_t thread, std::uint64_t i) {
                const std::uint64_t begin = i * units / count;
                const std::uint64_t part = (i + 1) * units / count - begin;
                const std::uint64_t first = (begin + i * 0x9E3779B97F4A7C15U % part) * unit_places;
                const auto places =
                    static_cast<std::uint32_t>(std::min<std::uint64_t>(index_.size() - first, unit_places));
                taken[i] = SampleUnit{first, codes_.at(thread, mover, first, places), codes_.metric};
            });
        return taken;
    }

    /// Takes the models that the plan needs.
    [[nodiscard]] files::TablePlan plan(std::size_t table, StoredSides stored) {
        std::vector<codec::Model> models;
        for (std::size_t side = 0; side < sides_ && has_models_; ++side) {
            if (has_side(stored, static_cast<Side>(side))) {
                models.push_back(std::move(*models_[table * sides_ + side]));
            }
        }
        const TableToWrite& wanted = tables_[table];
        return files::plan_table(wanted.name, stored, std::move(models), wanted.values, wanted.wdl);
    }

    /// Returns the plan of the table that takes less, by the samples. White's, if there is no difference.
    [[nodiscard]] files::TablePlan smaller(files::TablePlan white, files::TablePlan black) {
        return size_of(black) < size_of(white) ? std::move(black) : std::move(white);
    }

    /// Returns about how many bytes the models and units of a table of one side to move take.
    [[nodiscard]] std::uint64_t size_of(const files::TablePlan& plan) {
        const format::Header& header = plan.header;
        const auto mover = static_cast<Colour>(header.side_of(0));
        Sample& units = samples_[static_cast<std::size_t>(mover)];
        if (units.empty()) {
            units = sample(mover, header.unit_places, most_sampled_units);
        }
        files::UnitEncoder encoder;
        std::uint64_t bytes = 0;
        for (const SampleUnit& unit : units) {
            const std::uint64_t ordinal = header.unit_of(header.side_of(0), unit.first());
            bytes += encoder.encode(plan, ordinal, unit.codes(header.metric)).size();
        }
        return header.models_bytes + bytes * header.units() / units.size();
    }

    /// Of a class without models, to find out which side takes less.
    static constexpr std::uint64_t most_sampled_units = 16;

    std::span<const TableToWrite> tables_;
    const index::ClassIndex& index_;
    const CodesOf& codes_;
    const Team& team_;
    std::size_t sides_;
    bool has_models_;
    std::array<Sample, 2> samples_;                    ///< By side to move; empty if not taken.
    std::vector<std::optional<codec::Model>> models_;  ///< By table and side to move.
};

/// Encodes one page of each table.
class PageEncoder {
public:
    PageEncoder(std::span<const files::TablePlan* const> plans, const CodesOf& codes) : plans_{plans}, codes_{codes} {}

    [[nodiscard]] std::vector<std::vector<std::byte>> encode(std::size_t thread, std::uint64_t page) {
        const format::Header& header = plans_.front()->header;
        std::vector<std::vector<std::vector<std::byte>>> units(plans_.size());
        for (std::uint32_t i = 0; i < header.units_in_page(page); ++i) {
            const std::uint64_t ordinal = page * header.page_units + i;
            const auto mover = static_cast<Colour>(header.side_of(ordinal));
            const std::uint64_t first = header.first_of(ordinal);
            unit_.take(codes_.at(thread, mover, first, header.places_in_unit(ordinal)), codes_.metric);
            for (std::size_t k = 0; k < plans_.size(); ++k) {
                units[k].push_back(encoder_.encode(*plans_[k], ordinal, unit_.unit(plans_[k]->header.metric, first)));
            }
        }
        std::vector<std::vector<std::byte>> pages;
        for (std::size_t k = 0; k < plans_.size(); ++k) {
            pages.push_back(format::encode_page(plans_[k]->header, page, units[k]));
        }
        return pages;
    }

private:
    std::span<const files::TablePlan* const> plans_;
    const CodesOf& codes_;
    files::UnitEncoder encoder_;
    PlaceCodes unit_;
};

}  // namespace

std::vector<files::TablePlan> plan_tables(std::span<const TableToWrite> tables, const index::ClassIndex& index,
                                          const CodesOf& codes, const Team& team) {
    return TablePlanner{tables, index, codes, team}.run();
}

void encode_pages(std::span<const files::TablePlan* const> plans, const PageRange& range, const CodesOf& codes,
                  const Team& team, const TakePage& take, WorkCount* count) {
    // Batches keep all threads at work, and little more than a few pages in memory.
    const std::uint64_t at_a_time = 16 * static_cast<std::uint64_t>(team.threads);
    const std::uint64_t page_places =
        std::uint64_t{plans.front()->header.page_units} * plans.front()->header.unit_places;
    std::vector<PageEncoder> encoders;
    for (int i = 0; i < team.threads; ++i) {
        encoders.emplace_back(plans, codes);
    }
    for (std::uint64_t first = range.first; first < range.end; first += at_a_time) {
        std::vector<std::vector<std::vector<std::byte>>> encoded(std::min(at_a_time, range.end - first));
        parallel_for_within(codes.memory(), codes.intake_of(page_places), encoded.size(), team,
                            [&](std::size_t thread, std::uint64_t i) {
                                encoded[i] = encoders[thread].encode(thread, first + i);
                                if (count != nullptr) {
                                    count->add(thread, page_places * plans.size());
                                }
                            });
        for (const auto& pages_of_tables : encoded) {
            for (std::size_t k = 0; k < plans.size(); ++k) {
                take(k, pages_of_tables[k]);
            }
        }
    }
}

void append_pages(std::span<const files::TablePlan* const> plans, std::span<format::TableWriter* const> writers,
                  const CodesOf& codes, const Team& team, WorkCount* count) {
    encode_pages(
        plans, {0, plans.front()->header.pages()}, codes, team,
        [&](std::size_t table, const std::vector<std::byte>& page) { writers[table]->append(page); }, count);
}

}  // namespace dameotb::store
