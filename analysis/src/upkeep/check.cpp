// Reads both files side by side, batch by batch. All places are compared first, which takes little time. Only if some
// place of a part differs, it is found out where in that part a capture is forced.
#include <dameotb/analysis/check.hpp>

#include <algorithm>
#include <array>
#include <mutex>

#include <dameotb/files/table_directory.hpp>
#include <dameotb/codec/value_codes.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/store/load/table_stream.hpp>
#include <dameotb/store/threads/parallel.hpp>

namespace dameotb::analysis {

namespace {

using format::Metric;

/// A batch of the .wdl's values, and of the .dtm's if there is one.
struct Batch {
    std::uint64_t first_place;
    std::span<const std::uint8_t> wdl;
    std::span<const std::uint8_t> dtm;

    [[nodiscard]] Batch part(std::uint64_t offset, std::uint64_t count) const {
        return {first_place + offset, wdl.subspan(offset, count), dtm.empty() ? dtm : dtm.subspan(offset, count)};
    }
    /// Returns whether the .wdl's value is no result, or not that of the .dtm.
    [[nodiscard]] bool is_wrong(std::size_t i) const {
        return dtm.empty() ? !codec::is_result(wdl[i]) : wdl[i] != codec::wdl_code_of_dtm_code(dtm[i]);
    }
    [[nodiscard]] bool has_wrong() const {
        bool wrong = false;
        for (std::size_t i = 0; i < wdl.size(); ++i) {
            wrong |= is_wrong(i);
        }
        return wrong;
    }
};

class ClassCheck {
public:
    ClassCheck(const index::Material& material, const ReadOptions& options)
        : material_{material}, options_{options}, team_{options.threads, options.stop} {}

    ClassReport run() {
        try {
            read_through();
        } catch (const store::StopRequested&) {
            stopped_ = true;
        }
        return report();
    }

private:
    struct File {
        bool is_there = false;
        FileReport report;
        std::optional<store::TableStream> stream;  ///< Only while nothing is wrong with the file.
    };

    void read_through() {
        open(Metric::Wdl);
        open(Metric::Dtm);
        if (!file(Metric::Wdl).stream && !file(Metric::Dtm).stream) {
            return;
        }
        const index::QuietPlaces quiet{*index_};
        for (std::uint64_t first = 0; first < quiet.places(); first += store::places_at_a_time) {
            const std::uint64_t end = std::min(first + store::places_at_a_time, quiet.places());
            compare({first, read(Metric::Wdl, first, end), read(Metric::Dtm, first, end)}, quiet);
            if (!file(Metric::Wdl).stream && !file(Metric::Dtm).stream) {
                break;
            }
            if (options_.on_progress) {
                options_.on_progress(end, quiet.places());
            }
        }
    }

    [[nodiscard]] File& file(Metric metric) { return files_.at(static_cast<std::size_t>(metric)); }

    void open(Metric metric) {
        File& opened = file(metric);
        opened.is_there = files::has_table(options_.directory, {material_, metric});
        if (!opened.is_there) {
            return;
        }
        opened.report.metric = metric;
        try {
            opened.report.file_bytes =
                format::open_file(files::table_path(options_.directory, {material_, metric}))->size_bytes();
            format::TableReader reader = store::open_byte_table(options_.directory, {material_, metric});
            if (!index_) {
                index_.emplace(material_);
            }
            opened.stream.emplace(std::move(reader), *index_);
        } catch (const format::TablebaseError& error) {
            fail(metric, error);
        }
    }

    /// Returns the codes of places `first` to `end` - 1; none if the file is not there or is bad.
    std::span<const std::uint8_t> read(Metric metric, std::uint64_t first, std::uint64_t end) {
        File& from = file(metric);
        if (!from.stream) {
            return {};
        }
        try {
            return from.stream->read(first, end, team_);
        } catch (const format::TablebaseError& error) {
            fail(metric, error);
            return {};
        }
    }

    void fail(Metric metric, const format::TablebaseError& error) {
        file(metric).report.defect = error;
        file(metric).stream.reset();
    }

    void compare(const Batch& batch, const index::QuietPlaces& quiet) {
        const std::uint64_t size = batch.wdl.size();
        std::mutex mutex;
        std::uint64_t first_wrong = size;
        store::parallel_for(
            (size + store::part_places - 1) / store::part_places, team_, [&](std::size_t, std::uint64_t i) {
                const std::uint64_t begin = i * store::part_places;
                const Batch part = batch.part(begin, std::min(store::part_places, size - begin));
                if (!part.has_wrong()) {
                    return;
                }
                std::array<std::uint64_t, store::part_places / 64> marks;
                quiet.mark(part.first_place, part.wdl.size(), std::span{marks}.first((part.wdl.size() + 63) / 64));
                for (std::size_t k = 0; k < part.wdl.size(); ++k) {
                    if (part.is_wrong(k) && index::is_quiet(marks, k)) {
                        const std::lock_guard lock{mutex};
                        first_wrong = std::min(first_wrong, begin + k);
                        return;
                    }
                }
            });
        if (first_wrong < size) {
            fail(Metric::Wdl, disagreement(batch, first_wrong));
        }
    }

    [[nodiscard]] format::TablebaseError disagreement(const Batch& batch, std::uint64_t at) const {
        const std::uint64_t place = batch.first_place + at;
        const auto mover = static_cast<rules::Colour>(place / index_->size());
        std::string text = rules::to_fen(index_->unrank(place % index_->size(), mover)) + ": ";
        const std::uint8_t code = batch.wdl[at];
        if (!codec::is_result(code)) {
            text += "holds " + std::to_string(code) + ", which is no result";
        } else {
            text += "says " + std::string{rules::to_string(codec::wdl_of_code(code))} + ", and the .dtm says " +
                    std::string{rules::to_string(codec::value_of_dtm_code(batch.dtm[at]).wdl())};
        }
        return {files::table_path(options_.directory, {material_, Metric::Wdl}).string(), text};
    }

    [[nodiscard]] ClassReport report() {
        ClassReport result;
        for (const File& one : files_) {
            if (one.is_there) {
                result.files.push_back(one.report);
            }
        }
        result.stopped = stopped_;
        return result;
    }

    const index::Material& material_;
    const ReadOptions& options_;
    store::Team team_;
    std::array<File, 2> files_;
    std::optional<index::ClassIndex> index_;
    bool stopped_ = false;
};

}  // namespace

ClassReport check_class(const index::Material& material, const ReadOptions& options) {
    return ClassCheck{material, options}.run();
}

bool require_sound(const index::Material& material, const ReadOptions& options) {
    const ClassReport report = check_class(material, options);
    for (const FileReport& file : report.files) {
        if (file.defect) {
            throw format::TablebaseError{*file.defect};
        }
    }
    return !report.stopped;
}

}  // namespace dameotb::analysis
