// A check reads the block groups of all files, or decodes the files side by side, batch by batch: the digest of the
// values must match the header. Digests are computed from decoded values, with 0 where a capture is forced. A .dtm that
// stores one side to move is then loaded as a whole, with the classes that the other side's values depend on.
#include <dameotb/analysis/verify/check.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <ranges>

#include <dameotb/memory/parallel.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/store/class_loader.hpp>
#include <dameotb/store/code_source.hpp>
#include <dameotb/store/table_stream.hpp>
#include <dameotb/table/directory/open_table.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/block_group.hpp>
#include <dameotb/table/format/metric.hpp>
#include <dameotb/table/format/values_digest.hpp>

namespace dameotb::analysis {

namespace {

using table::Metric;

class ClassCheck {
public:
    ClassCheck(const index::Material& material, const ReadOptions& options, CheckDepth depth)
        : material_{material},
          options_{options},
          depth_{depth},
          team_{options.threads, options.stop},
          open_{material} {}

    ClassReport run() {
        try {
            for (const Metric metric : table::metrics) {
                open(metric);
            }
            depth_ == CheckDepth::Bytes ? read_bytes() : read_values();
            require_own_seeds();
        } catch (const memory::StopRequested&) {
            stopped_ = true;
        }
        return report();
    }

private:
    struct File {
        bool is_there = false;
        FileReport report;
        const table::OpenTable* table = nullptr;
        std::optional<store::TableStream> stream;  ///< Only while no defect has been found in the file.
        store::CodesDigest digest;
        std::span<const std::uint8_t> codes;  ///< The current batch; empty if there is no stream.
    };

    void read_bytes() {
        std::uint64_t groups = 0;
        for (const File& file : files_.all) {
            groups += file.stream ? file.table->header().groups() : 0;
        }
        std::uint64_t done = 0;
        for (const Metric metric : table::metrics) {
            if (files_[metric].stream) {
                try {
                    read_groups(files_[metric].table->reader(), [&](std::uint64_t group) {
                        if (options_.on_progress) {
                            options_.on_progress(done + group, groups);
                        }
                    });
                } catch (const table::TablebaseError& error) {
                    fail(metric, error);
                }
                done += files_[metric].table->header().groups();
            }
        }
    }

    /// Reads all block groups, and with them all index blocks. Throws table::TablebaseError for the first damaged block
    /// group.
    template <class Report>
    void read_groups(const table::TableReader& reader, const Report& report) const {
        constexpr std::uint64_t at_a_time = 4096;
        const std::uint64_t groups = reader.header().groups();
        std::vector<std::vector<std::byte>> buffers(static_cast<std::size_t>(team_.threads));
        for (std::uint64_t first = 0; first < groups; first += at_a_time) {
            const std::uint64_t end = std::min(first + at_a_time, groups);
            memory::parallel_for(end - first, team_, [&](std::size_t thread, std::uint64_t i) {
                (void)table::read_group(reader, first + i, buffers[thread]);
            });
            report(end);
        }
    }

    void read_values() {
        for (int side = 0; side < index::stored_sides(material_); ++side) {
            read_side(static_cast<Colour>(side));
        }
        for (const Metric metric : table::metrics) {
            if (files_[metric].stream && files_[metric].table->header().stores_all_sides() &&
                files_[metric].digest.finish() != files_[metric].table->header().values) {
                fail(metric,
                     {files_[metric].table->reader().name(), "its values do not match the digest in its header"});
            }
        }
    }

    /// Reads the positions with that side to move from the files that store it.
    void read_side(Colour side) {
        const std::uint64_t positions = index::stored_positions(material_);
        const std::uint64_t size = index::class_size(material_);
        const std::uint64_t before = static_cast<std::uint64_t>(side) * size;
        for (std::uint64_t first = 0; first < size && has_stream(); first += store::positions_at_a_time) {
            const std::uint64_t end = std::min(first + store::positions_at_a_time, size);
            for (const Metric metric : table::metrics) {
                read(metric, side, first, end);
            }
            for (const Metric metric : table::metrics) {
                if (needs_wdl(metric)) {
                    compare(metric, before + first);
                }
            }
            memory::parallel_for(table::metric_count, team_,
                                 [&](std::size_t, std::uint64_t i) { files_.all[i].digest.add(files_.all[i].codes); });
            if (options_.on_progress && has_stream()) {
                options_.on_progress(before + end, positions);
            }
        }
    }

    /// Fails files whose seed is not the one of their fields and models. Every other checksum depends on the seed, so
    /// nobody can change a field, seal the header again and keep the rest.
    void require_own_seeds() {
        constexpr std::uint64_t seed_offset = 56;
        for (const Metric metric : table::metrics) {
            if (!files_[metric].stream) {
                continue;
            }
            const table::TableReader& reader = files_[metric].table->reader();
            try {
                if (reader.header().seed != table::seed_of(reader.header(), reader.read_models())) {
                    fail(metric, {reader.name(), seed_offset,
                                  "the seed does not follow from the header: a field was changed, or another program "
                                  "wrote the file"});
                }
            } catch (const table::TablebaseError& error) {
                fail(metric, error);
            }
        }
    }

    [[nodiscard]] bool has_stream() const {
        return std::ranges::any_of(files_.all, [](const File& file) { return file.stream.has_value(); });
    }

    void open(Metric metric) {
        File& opened = files_[metric];
        opened.is_there = table::has_table(options_.directory, {material_, metric});
        if (!opened.is_there) {
            return;
        }
        opened.report.metric = metric;
        try {
            opened.report.file_bytes = table::open_file(path(metric))->size_bytes();
            table::TableReader reader = table::open_table(options_.directory, {material_, metric});
            opened.report.rule = reader.header().rule;
            if (has_rule(metric) && options_.rule.exists()) {
                table::require_rule(reader, options_.rule);
            }
            if (needs_wdl(metric) && open_.find(Metric::Wdl) == nullptr) {
                fail_without_wdl(metric);
                return;
            }
            opened.table = &open_.add(std::move(reader));
            opened.stream.emplace(*opened.table, store::ForcedPositions::Marked);
        } catch (const table::TablebaseError& error) {
            fail(metric, error);
        }
    }

    void read(Metric metric, Colour side, std::uint64_t first, std::uint64_t end) {
        File& from = files_[metric];
        from.codes = {};
        if (from.stream && !from.table->header().stores(side)) {
            return;
        }
        if (from.stream && from.table->results() != nullptr && !files_[Metric::Wdl].stream) {
            fail_without_wdl(metric);
        }
        if (from.stream) {
            try {
                const std::uint64_t before =
                    sides_before(from.table->header().stored, side) * index::class_size(material_);
                from.codes = from.stream->read(before + first, before + end, team_);
            } catch (const table::TablebaseError& error) {
                fail(metric, error);
            }
        }
    }

    void fail(Metric metric, const table::TablebaseError& error) {
        files_[metric].report.defect = error;
        files_[metric].stream.reset();
        files_[metric].codes = {};
    }

    void fail_without_wdl(Metric metric) {
        fail(metric, table::missing_wdl(path(metric)));
        files_[metric].report.needs_wdl = true;
    }

    /// Compares the results of the .wdl with those of a file that needs it. `first`: the batch's first position.
    void compare(Metric metric, std::uint64_t first) {
        const auto wdl = files_[Metric::Wdl].codes;
        const auto other = files_[metric].codes;
        if (wdl.empty() || other.empty()) {
            return;
        }
        const auto [in_wdl, in_other] = std::ranges::mismatch(wdl, other, {}, {}, table::result_code_at);
        if (in_wdl != wdl.end()) {
            const auto text = [](std::uint8_t result) { return std::string{to_string(table::wdl_of_code(result))}; };
            fail(Metric::Wdl, wrong_value(first + static_cast<std::uint64_t>(in_wdl - wdl.begin()),
                                          "says " + text(*in_wdl) + ", and the ." + table::extension(metric) +
                                              " says " + text(table::result_code_of(*in_other))));
        }
    }

    [[nodiscard]] table::TablebaseError wrong_value(std::uint64_t offset, const std::string& what) {
        const index::ClassIndex& index = open_.index();
        const auto mover = static_cast<Colour>(offset / index.size());
        return {path(Metric::Wdl).string(), rules::to_fen(index.unrank(offset % index.size(), mover)) + ": " + what};
    }

    [[nodiscard]] std::filesystem::path path(Metric metric) const {
        return options_.directory.find({material_, metric});
    }

    [[nodiscard]] ClassReport report() {
        ClassReport result;
        for (const File& one : files_.all) {
            if (one.is_there) {
                result.files.push_back(one.report);
            }
        }
        result.stopped = stopped_;
        return result;
    }

    const index::Material& material_;
    const ReadOptions& options_;
    CheckDepth depth_;
    memory::Team team_;
    table::OpenClass open_;
    table::PerMetric<File> files_;
    bool stopped_ = false;
};

std::string hex(const table::Digest& digest) {
    std::string text;
    for (const std::byte byte : digest.bytes) {
        std::array<char, 3> digits;
        std::snprintf(digits.data(), digits.size(), "%02x", std::to_integer<unsigned>(byte));
        text += digits.data();
    }
    return text;
}

}  // namespace

ClassReport check_class(const index::Material& material, const ReadOptions& options, CheckDepth depth) {
    return ClassCheck{material, options, depth}.run();
}

bool require_sound(const index::Material& material, const ReadOptions& options) {
    const ClassReport report = check_class(material, options);
    for (const FileReport& file : report.files) {
        if (file.defect) {
            throw table::TablebaseError{*file.defect};
        }
    }
    return !report.stopped;
}

std::optional<std::vector<TableDigest>> digest_class(const index::Material& material, const ReadOptions& options) {
    const auto has_table = [&](Metric metric) { return table::has_table(options.directory, {material, metric}); };
    if (!has_table(Metric::Wdl)) {
        throw table::missing_wdl(options.directory.find({material, Metric::Dtm}));
    }
    table::OpenClass open{material};
    struct Digested {
        Metric metric;
        std::optional<store::TableStream> stream{};  ///< Empty if a side to move is not stored.
        // Otherwise the class is loaded:
        std::unique_ptr<store::ClassLoader> loader{};
        std::optional<store::CodeSource> loaded{};
        std::vector<std::uint8_t> worked_out{};  ///< The codes of the batch then.
        store::CodesDigest digest{};
        std::span<const std::uint8_t> codes{};  ///< The current batch.
    };
    std::vector<Digested> tables;
    for (const Metric metric : table::metrics | std::views::reverse | std::views::filter(has_table)) {
        const table::OpenTable& table =
            open.open(metric, [&](const table::TableName& name) { return table::open_table(options.directory, name); });
        Digested& digested = tables.emplace_back(Digested{metric});
        if (table.header().stores_all_sides()) {
            digested.stream.emplace(table, store::ForcedPositions::Marked);
            continue;
        }
        digested.loader = std::make_unique<store::ClassLoader>(options.directory, options.threads, options.stop,
                                                               std::nullopt, table.header().rule);
        const scores::ClassScores* solved = digested.loader->load(material, store::Reach::Values);
        if (solved == nullptr) {
            return std::nullopt;
        }
        digested.loaded = store::codes_of_scores(*solved, open.index(), options.threads, open.find(Metric::Wdl));
    }
    const bool is_any_loaded =
        std::ranges::any_of(tables, [](const Digested& table) { return table.loaded.has_value(); });
    const std::uint64_t positions = index::stored_positions(material);
    for (std::uint64_t first = 0; first < positions;) {
        if (options.stop != nullptr && *options.stop) {
            return std::nullopt;
        }
        const std::uint64_t size = open.index().size();
        // Derived codes must not span both sides to move.
        const std::uint64_t end = std::min(
            {first + store::positions_at_a_time, is_any_loaded ? (first / size + 1) * size : positions, positions});
        for (Digested& table : tables) {
            if (table.stream) {
                table.codes = table.stream->read(first, end, options.threads);
            } else {
                table.worked_out.resize(end - first);
                store::read_codes(*table.loaded, static_cast<Colour>(first / size), first % size, table.worked_out,
                                  options.threads);
                table.codes = table.worked_out;
            }
        }
        memory::parallel_for(tables.size(), options.threads,
                             [&](std::size_t, std::uint64_t i) { tables[i].digest.add(tables[i].codes); });
        if (options.on_progress) {
            options.on_progress(end, positions);
        }
        first = end;
    }
    std::vector<TableDigest> digests;
    for (const Digested& table : tables) {
        digests.push_back({table.metric, positions, hex(table.digest.finish())});
    }
    return digests;
}

}  // namespace dameotb::analysis
