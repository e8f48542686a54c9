#include <dameotb/store/load/table_writing.hpp>

#include <algorithm>

#include <dameotb/format/page.hpp>
#include <dameotb/store/threads/parallel.hpp>

namespace dameotb::store {

namespace {

using rules::Colour;

/// A unit of the sample that models are trained on. Owns its codes.
struct SampleUnit {
    std::uint64_t first;
    std::vector<std::uint8_t> wdl;
    std::vector<std::uint8_t> dtm;

    [[nodiscard]] codec::UnitCodes codes(format::Metric metric) const {
        return BothCodes{wdl, dtm}.unit(metric, first);
    }
};

/// Returns one unit of each of `count` equal parts of the units, at a scattered spot of the part.
std::vector<SampleUnit> sample_units(const index::ClassIndex& index, Colour mover, std::uint64_t count,
                                     const CodesOf& codes, const Team& team) {
    const std::uint64_t units = (index.size() + codec::unit_places - 1) / codec::unit_places;
    count = std::clamp<std::uint64_t>(count, 1, units);
    std::vector<SampleUnit> sample(count);
    parallel_for(count, team, [&](std::size_t thread, std::uint64_t i) {
        const std::uint64_t begin = i * units / count;
        const std::uint64_t part = (i + 1) * units / count - begin;
        const std::uint64_t first = (begin + i * 0x9E3779B97F4A7C15U % part) * codec::unit_places;
        const auto places =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(index.size() - first, codec::unit_places));
        const BothCodes both = codes(thread, mover, first, places);
        sample[i] = {first, {both.wdl.begin(), both.wdl.end()}, {both.dtm.begin(), both.dtm.end()}};
    });
    return sample;
}

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
            const BothCodes both = codes_(thread, mover, first, header.places_in_unit(ordinal));
            for (std::size_t k = 0; k < plans_.size(); ++k) {
                units[k].push_back(encoder_.encode(*plans_[k], ordinal, both.unit(plans_[k]->header.metric, first)));
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
};

}  // namespace

std::vector<files::TablePlan> plan_tables(std::span<const TableToWrite> tables, const index::ClassIndex& index,
                                          const CodesOf& codes, const Team& team) {
    const index::Material& material = index.material();
    const auto sides = static_cast<std::size_t>(index::stored_sides(material));
    std::vector<std::vector<codec::Model>> models(tables.size());
    if (files::encoding_of(material) == format::Encoding::Neighbours) {
        const std::uint64_t units = files::training_places(material) / codec::unit_places;
        std::vector<std::vector<SampleUnit>> samples;
        for (std::size_t side = 0; side < sides; ++side) {
            samples.push_back(sample_units(index, static_cast<Colour>(side), units, codes, team));
        }
        // The slowest ones, those of the last table, come first.
        std::vector<std::optional<codec::Model>> trained(tables.size() * sides);
        parallel_for(trained.size(), team, [&](std::size_t, std::uint64_t i) {
            const std::size_t at = trained.size() - 1 - i;
            const format::Metric metric = tables[at / sides].name.metric;
            std::vector<codec::UnitCodes> sample;
            for (const SampleUnit& unit : samples[at % sides]) {
                sample.push_back(unit.codes(metric));
            }
            trained[at] = codec::Model::train(index, static_cast<Colour>(at % sides), metric, sample,
                                              files::training_effort(material));
        });
        for (std::size_t at = 0; at < trained.size(); ++at) {
            models[at / sides].push_back(std::move(*trained[at]));
        }
    }
    std::vector<files::TablePlan> plans;
    for (std::size_t i = 0; i < tables.size(); ++i) {
        plans.push_back(files::plan_table(tables[i].name, std::move(models[i]), tables[i].values, tables[i].wdl));
    }
    return plans;
}

void append_pages(std::span<const files::TablePlan* const> plans, std::span<format::TableWriter* const> writers,
                  const CodesOf& codes, const Team& team) {
    // Batches keep all threads at work, and little more than a few pages in memory.
    const std::uint64_t at_a_time = 16 * static_cast<std::uint64_t>(team.threads);
    const std::uint64_t pages = plans.front()->header.pages();
    std::vector<PageEncoder> encoders;
    for (int i = 0; i < team.threads; ++i) {
        encoders.emplace_back(plans, codes);
    }
    for (std::uint64_t first = 0; first < pages; first += at_a_time) {
        std::vector<std::vector<std::vector<std::byte>>> encoded(std::min(at_a_time, pages - first));
        parallel_for(encoded.size(), team, [&](std::size_t thread, std::uint64_t i) {
            encoded[i] = encoders[thread].encode(thread, first + i);
        });
        for (const auto& page : encoded) {
            for (std::size_t k = 0; k < writers.size(); ++k) {
                writers[k]->append(page[k]);
            }
        }
    }
}

}  // namespace dameotb::store
