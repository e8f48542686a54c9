#include <dameotb/scores/load/table_writing.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <ranges>
#include <tuple>

#include <dameotb/scores/threads/parallel.hpp>
#include <dameotb/table/codec/value_codes.hpp>
#include <dameotb/table/format/page.hpp>

namespace dameotb::scores {

namespace {

using rules::Colour;
using table::Metric;
using table::StoredSides;

/// Codes of some places as the codec takes them, in either metric.
class PlaceCodes {
public:
    /// Keeps the view of the metric's codes. From those of a .dtm the results follow.
    void take(std::span<const std::uint8_t> codes, Metric metric) {
        codes_ = codes;
        results_.resize(metric == Metric::Dtm ? codes.size() : 0);
        std::ranges::transform(codes.first(results_.size()), results_.begin(), table::wdl_code_at);
    }
    /// `first`: the number of the first place. Requires: the metric that was taken, or Wdl.
    [[nodiscard]] table::UnitCodes unit(Metric metric, std::uint64_t first) const {
        const std::span<const std::uint8_t> results = results_.empty() ? codes_ : results_;
        return metric == Metric::Wdl ? table::UnitCodes{first, results, {}} : table::UnitCodes{first, codes_, results};
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
    [[nodiscard]] table::UnitCodes codes(Metric metric) const { return codes_.unit(metric, first_); }

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
          has_models_{table::encoding_of(index.material()) == table::Encoding::Neighbours} {}

    std::vector<table::TablePlan> run() {
        if (has_models_) {
            train();
        }
        std::vector<table::TablePlan> plans;
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
        return sides_ == 1 || !tables_[table].stored ||
               has_side(*tables_[table].stored, static_cast<rules::Colour>(side));
    }

    /// Takes the samples of both sides, and trains the models of all sides that a table may store.
    void train() {
        const std::uint64_t units = table::training_places(index_.material()) / table::unit_places;
        for (std::size_t side = 0; side < sides_; ++side) {
            samples_[side] = sample(static_cast<Colour>(side), table::unit_places, units);
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
            std::vector<table::UnitCodes> units_of_side;
            for (const SampleUnit& unit : samples_[side]) {
                units_of_side.push_back(unit.codes(metric));
            }
            models_[at] = table::Model::train(index_, static_cast<Colour>(side), metric, units_of_side,
                                              table::training_effort(index_.material()));
        });
    }

    /// Returns one unit of each of `count` equal parts of the units, at a scattered spot of the part.
    [[nodiscard]] Sample sample(Colour mover, std::uint32_t unit_places, std::uint64_t count) const {
        const std::uint64_t units = (index_.size() + unit_places - 1) / unit_places;
        count = std::clamp<std::uint64_t>(count, 1, units);
        Sample taken(count);
        parallel_for_within(codes_.memory(), codes_.working_set_of(unit_places), count, team_,
                            [&](std::size_t thread, std::uint64_t i) {
                                const std::uint64_t begin = i * units / count;
                                const std::uint64_t part = (i + 1) * units / count - begin;
                                const std::uint64_t first = (begin + i * 0x9E3779B97F4A7C15U % part) * unit_places;
                                const auto places = static_cast<std::uint32_t>(
                                    std::min<std::uint64_t>(index_.size() - first, unit_places));
                                taken[i] = SampleUnit{first, codes_.at(thread, mover, first, places), codes_.metric};
                            });
        return taken;
    }

    /// Takes the models that the plan needs.
    [[nodiscard]] table::TablePlan plan(std::size_t table, StoredSides stored) {
        std::vector<table::Model> models;
        for (std::size_t side = 0; side < sides_ && has_models_; ++side) {
            if (has_side(stored, static_cast<rules::Colour>(side))) {
                models.push_back(std::move(*models_[table * sides_ + side]));
            }
        }
        const TableToWrite& wanted = tables_[table];
        return table::plan_table(wanted.name, stored, std::move(models), wanted.values, wanted.wdl);
    }

    /// Returns the plan of the table that takes less, by the samples. White's, if there is no difference.
    [[nodiscard]] table::TablePlan smaller(table::TablePlan white, table::TablePlan black) {
        return size_of(black) < size_of(white) ? std::move(black) : std::move(white);
    }

    /// Returns about how many bytes the models and units of a table of one side to move take.
    [[nodiscard]] std::uint64_t size_of(const table::TablePlan& plan) {
        const table::Header& header = plan.header;
        const auto mover = static_cast<Colour>(header.side_of(0));
        Sample& units = samples_[static_cast<std::size_t>(mover)];
        if (units.empty()) {
            units = sample(mover, header.unit_places, most_sampled_units);
        }
        table::UnitEncoder encoder;
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
    std::vector<std::optional<table::Model>> models_;  ///< By table and side to move.
};

/// Returns the place at which a page begins; of one behind the last, the place at which that ends.
std::uint64_t page_begin(const table::Header& header, std::uint64_t page) {
    const std::uint64_t ordinal = page * header.page_units;
    const auto side_begin = [&](rules::Colour side) {
        return static_cast<std::uint64_t>(side) * header.places_per_side;
    };
    return ordinal < header.units() ? side_begin(header.side_of(ordinal)) + header.first_of(ordinal)
                                    : side_begin(header.side_of(header.units() - 1)) + header.places_per_side;
}

/// Returns how many pages end at the place or before.
std::uint64_t pages_up_to(const table::Header& header, std::uint64_t place) {
    const auto pages = std::views::iota(std::uint64_t{0}, header.pages());
    return static_cast<std::uint64_t>(
        std::ranges::partition_point(pages, [&](std::uint64_t page) { return page_begin(header, page + 1) <= place; }) -
        pages.begin());
}

/// Tables of which the pages with one number hold the same places, and how far they are.
struct PageGroup {
    std::vector<std::size_t> tables;  ///< Their places among the plans.
    const table::Header& header;      ///< Of one of them.
    std::uint64_t next = 0;           ///< The page to be made next.
    std::uint64_t end = 0;            ///< Behind the last one.
};

std::vector<PageGroup> groups_of(std::span<const table::TablePlan> plans, const PlaceRange& range) {
    const auto cut = [](const table::Header& header) {
        return std::tuple{header.unit_places, header.page_units, header.stored};
    };
    std::vector<PageGroup> groups;
    for (std::size_t table = 0; table < plans.size(); ++table) {
        const table::Header& header = plans[table].header;
        if (groups.empty() || cut(groups.back().header) != cut(header)) {
            groups.push_back({{}, header, pages_up_to(header, range.first), pages_up_to(header, range.end)});
        }
        groups.back().tables.push_back(table);
    }
    return groups;
}

/// The codes of some places in a row.
class CodeWindow {
public:
    CodeWindow(const CodesOf& codes, std::uint64_t places_per_side, std::uint64_t first)
        : codes_{codes}, places_per_side_{places_per_side}, first_{first} {}

    /// Returns the place behind the last one.
    [[nodiscard]] std::uint64_t end() const { return first_ + window_.size(); }
    /// Requires: the window has these places.
    [[nodiscard]] std::span<const std::uint8_t> at(std::uint64_t first, std::uint64_t count) const {
        return std::span{window_}.subspan(first - first_, count);
    }
    /// Makes the codes up to that place.
    void extend(std::uint64_t end, const Team& team) {
        std::uint64_t from = this->end();
        window_.resize(end - first_);
        while (from < end) {
            const std::uint64_t side = from / places_per_side_;
            const std::uint64_t until = std::min(end, (side + 1) * places_per_side_);
            read_codes(codes_, static_cast<Colour>(side), from - side * places_per_side_,
                       std::span{window_}.subspan(from - first_, until - from), team);
            from = until;
        }
    }
    /// Drops the codes before that place.
    void drop_before(std::uint64_t place) {
        window_.erase(window_.begin(), window_.begin() + static_cast<std::ptrdiff_t>(place - first_));
        first_ = place;
    }

private:
    const CodesOf& codes_;
    std::uint64_t places_per_side_;
    std::uint64_t first_;
    std::vector<std::uint8_t> window_;
};

/// Encodes pages of tables that are cut alike, those with one number together. Each thread needs its own object.
class PageEncoder {
public:
    explicit PageEncoder(std::span<const table::TablePlan> plans) : plans_{plans} {}

    /// Returns a page of each table.
    [[nodiscard]] std::vector<std::vector<std::byte>> encode(const PageGroup& group, std::uint64_t page,
                                                             const CodeWindow& codes, Metric metric) {
        const table::Header& header = group.header;
        std::vector<std::vector<std::vector<std::byte>>> units(group.tables.size());
        for (std::uint32_t i = 0; i < header.units_in_page(page); ++i) {
            const std::uint64_t ordinal = page * header.page_units + i;
            const std::uint64_t first = header.first_of(ordinal);
            const auto side = static_cast<std::uint64_t>(header.side_of(ordinal));
            unit_.take(codes.at(side * header.places_per_side + first, header.places_in_unit(ordinal)), metric);
            for (std::size_t k = 0; k < units.size(); ++k) {
                const table::TablePlan& plan = plans_[group.tables[k]];
                units[k].push_back(encoder_.encode(plan, ordinal, unit_.unit(plan.header.metric, first)));
            }
        }
        std::vector<std::vector<std::byte>> pages;
        for (std::size_t k = 0; k < units.size(); ++k) {
            pages.push_back(table::encode_page(plans_[group.tables[k]].header, page, units[k]));
        }
        return pages;
    }

private:
    std::span<const table::TablePlan> plans_;
    table::UnitEncoder encoder_;
    PlaceCodes unit_;
};

/// Makes the pages of a range, chunk by chunk.
class PlacesEncoder {
public:
    PlacesEncoder(std::span<const table::TablePlan> plans, const PlaceRange& range, const CodesOf& codes,
                  const Team& team, const PlaceSinks& take, WorkCount* count)
        : range_{range},
          metric_{codes.metric},
          team_{team},
          take_{take},
          count_{count},
          groups_{groups_of(plans, range)},
          window_{codes, plans.front().header.places_per_side, std::min(range.first, first_needed(range.end))} {
        for (int i = 0; i < team.threads; ++i) {
            encoders_.emplace_back(plans);
        }
    }

    void run() {
        const std::uint64_t chunk = chunk_places * static_cast<std::uint64_t>(team_.threads);
        for (std::uint64_t first = range_.first; first < range_.end; first = window_.end()) {
            window_.extend(std::min(range_.end, first + chunk), team_);
            encode(first);
            window_.drop_before(first_needed(window_.end()));
        }
    }

private:
    struct Job {
        const PageGroup* group;
        std::uint64_t page;
        std::vector<std::vector<std::byte>> made{};
    };

    /// Enough to keep a thread at work, and little in memory: 16 pages with models.
    static constexpr std::uint64_t chunk_places = std::uint64_t{1} << 21;

    /// Returns the first place that some page to come has, or that place if none begins before.
    [[nodiscard]] std::uint64_t first_needed(std::uint64_t place) const {
        for (const PageGroup& group : groups_) {
            if (group.next < group.end) {
                place = std::min(place, page_begin(group.header, group.next));
            }
        }
        return place;
    }

    /// Takes the window's codes from that place on, and makes all pages that end in the window.
    void encode(std::uint64_t first) {
        std::vector<Job> jobs;
        for (PageGroup& group : groups_) {
            for (const std::uint64_t end = pages_up_to(group.header, window_.end()); group.next < end; ++group.next) {
                jobs.push_back({&group, group.next});
            }
        }
        const std::size_t sinks = take_.codes.size();
        parallel_for(sinks + jobs.size(), team_, [&](std::size_t thread, std::uint64_t i) {
            if (i < sinks) {
                take_.codes[i](window_.at(first, window_.end() - first));
                return;
            }
            Job& job = jobs[i - sinks];
            job.made = encoders_[thread].encode(*job.group, job.page, window_, metric_);
            if (count_ != nullptr) {
                const table::Header& header = job.group->header;
                count_->add(thread,
                            job.made.size() * (page_begin(header, job.page + 1) - page_begin(header, job.page)));
            }
        });
        for (const Job& job : jobs) {
            for (std::size_t k = 0; k < job.made.size(); ++k) {
                take_.page(job.group->tables[k], job.made[k]);
            }
        }
    }

    PlaceRange range_;
    Metric metric_;
    Team team_;
    const PlaceSinks& take_;
    WorkCount* count_;
    std::vector<PageGroup> groups_;
    CodeWindow window_;
    std::vector<PageEncoder> encoders_;
};

}  // namespace

std::vector<table::TablePlan> plan_tables(std::span<const TableToWrite> tables, const index::ClassIndex& index,
                                          const CodesOf& codes, const Team& team) {
    return TablePlanner{tables, index, codes, team}.run();
}

PlaceRange all_places(std::span<const table::TablePlan> plans) {
    PlaceRange all{~std::uint64_t{0}, 0};
    for (const table::TablePlan& plan : plans) {
        all.first = std::min(all.first, page_begin(plan.header, 0));
        all.end = std::max(all.end, page_begin(plan.header, plan.header.pages()));
    }
    return all;
}

void encode_places(std::span<const table::TablePlan> plans, const PlaceRange& range, const CodesOf& codes,
                   const Team& team, const PlaceSinks& take, WorkCount* count) {
    PlacesEncoder{plans, range, codes, team, take, count}.run();
}

void append_pages(const table::TablePlan& plan, table::TableWriter& writer, const CodesOf& codes, const Team& team) {
    const std::span plans{&plan, 1};
    encode_places(plans, all_places(plans), codes, team,
                  {[&](std::size_t, const std::vector<std::byte>& page) { writer.append(page); }});
}

}  // namespace dameotb::scores
