// Verifies the positions of each class in order, in parallel by parts.
#include <dameotb/analysis/verify/verify.hpp>

#include <algorithm>

#include <dameotb/index/class_index.hpp>
#include <dameotb/memory/parallel.hpp>
#include <dameotb/store/class_loader.hpp>
#include <dameotb/store/table_stream.hpp>
#include <dameotb/table/format/metric.hpp>

#include "class_verifier.hpp"

namespace dameotb::analysis {

namespace {

/// Returns the value of a .wdl code for Mismatch::stored.
Value value_of_wdl_code(std::uint8_t code) {
    return code == table::win_code ? Value::win_in(1) : code == table::loss_code ? Value::loss_in(0) : Value::draw();
}

/// Returns whether the .dtm cannot contradict the .wdl: with models it is decoded from the .wdl's results, so both
/// always agree. The .wdl need not be decoded again to compare them then.
bool results_agree(const table::OpenTable& dtm) {
    return dtm.results() != nullptr && dtm.header().stores_all_sides();
}

/// Returns the number of positions verified between two reports: whole parts, enough to keep all threads busy.
std::uint64_t chunk_size(const ClassVerifier& verifier, int threads) {
    constexpr std::uint64_t least_positions = std::uint64_t{1} << 20;
    const auto all = static_cast<std::uint64_t>(threads);
    // In a class with few slices, parts are so large that their codes take much memory.
    const std::uint64_t least_parts = verifier.part() < least_positions ? 8 * all : all;
    return verifier.part() * std::max(least_parts, least_positions / verifier.part());
}

/// Returns the first mismatch among the positions `first` to `end` - 1. Each part stops at its first mismatch, and that
/// of the first such part is returned, so the result does not depend on the number of threads.
Verified verify_chunk(ClassVerifier& verifier, const VerifiedClass& verified, std::uint64_t first, std::uint64_t end,
                      const memory::Team& team) {
    const std::uint64_t part = verifier.part();
    std::vector<Verified> found((end - first + part - 1) / part);
    const auto [memory, working_set] = verifier.memory();
    memory::parallel_for_within(memory, working_set, found.size(), team, [&](std::size_t thread, std::uint64_t i) {
        found[i] = verifier.verify(thread, verified, first + i * part, std::min(first + (i + 1) * part, end));
    });
    Verified all;
    for (Verified& one : found) {
        all.positions += one.positions;
        if (one.mismatch && !all.mismatch) {
            all.mismatch = std::move(one.mismatch);
        }
    }
    return all;
}

class Verifier {
public:
    explicit Verifier(const VerifyOptions& options)
        : options_{options}, loader_{options.directory,    options.threads, options.stop,
                                     options.memory_bytes, options.rule,    store::BeyondRule::Kept} {
        progress_.classes = static_cast<int>(options.classes.size());
        if (options.on_progress) {
            loader_.set_on_read([this](const store::ReadProgress& reading) {
                progress_.reading = reading;
                options_.on_progress(progress_);
                progress_.reading.reset();
            });
        }
    }

    VerifyReport run() {
        for (auto at = options_.classes.begin(); at != options_.classes.end(); ++at) {
            if (stop_requested()) {
                break;
            }
            begin_class(*at);
            verifier_.reset();  // before the next class allocates its memory
            verifier_ = options_.plain ? make_plain_verifier(options_) : loaded({at, options_.classes.end()});
            if (stop_requested()) {
                break;
            }
            try {
                verify_class(*at, *verifier_);
            } catch (const memory::StopRequested&) {
                report_.stopped = true;
            }
            if (report_.mismatch || report_.stopped) {
                break;
            }
        }
        return report_;
    }

private:
    /// Returns a verifier by rows of classes.front(); null if stopped. The other classes are those still to come.
    std::unique_ptr<ClassVerifier> loaded(std::span<const index::Material> classes) {
        const scores::ClassScores* own = loader_.load(classes.front(), store::Reach::MovesByRow, classes.subspan(1));
        return own == nullptr ? nullptr : make_row_verifier(*own, loader_.classes(), options_.threads);
    }

    void begin_class(const index::Material& material) {
        ++progress_.class_number;
        progress_.material = material;
        progress_.positions_done = 0;
        progress_.class_share = 0;
        progress_.positions = index::stored_positions(material);
        progress_.class_finished = false;
    }

    void verify_class(const index::Material& material, ClassVerifier& verifier) {
        const table::Metric metric = table::distances_under(options_.rule);
        const table::OpenClass open{options_.directory, material, metric};
        store::TableStream wdl{open.table(table::Metric::Wdl)};
        const bool compares_results = options_.plain || !results_agree(open.table(metric));
        const std::uint64_t positions = wdl.positions();
        VerifiedClass verified{options_.directory, open.index(),
                               PositionSample{positions, options_.sample, options_.seed}, options_.rule};
        const memory::Team team{options_.threads, options_.stop};
        const std::uint64_t chunk = chunk_size(verifier, team.threads);
        for (std::uint64_t first = 0; first < positions && !stop_requested(); first += chunk) {
            const std::uint64_t end = std::min(first + chunk, positions);
            if (compares_results) {
                verified.first_offset = first;
                verified.wdl = wdl.read(first, end, team);
            }
            Verified found = verify_chunk(verifier, verified, first, end, team);
            if (found.mismatch) {
                report_.mismatch = std::move(found.mismatch);
                return;
            }
            report_.positions += found.positions;
            progress_.positions_done = end;
            progress_.class_share = static_cast<double>(end) / static_cast<double>(positions);
            progress_.class_finished = end == positions;
            if (options_.on_progress) {
                options_.on_progress(progress_);
            }
        }
    }

    /// Returns whether the caller wants to stop. Called only while something is left to do, so that
    /// VerifyReport::stopped is right.
    bool stop_requested() {
        report_.stopped = report_.stopped || (options_.stop != nullptr && *options_.stop);
        return report_.stopped;
    }

    const VerifyOptions& options_;
    store::ClassLoader loader_;
    std::unique_ptr<ClassVerifier> verifier_;
    VerifyProgress progress_;
    VerifyReport report_;
};

}  // namespace

std::optional<Mismatch> VerifiedClass::compare(std::uint64_t offset, const probe::Outcome& stored,
                                               const probe::Outcome& expected, Wdl result) const {
    const auto path = [&](table::Metric metric) { return directory.find({index.material(), metric}).string(); };
    if (stored != expected) {
        return Mismatch{position(offset), stored, expected, path(table::distances_under(rule))};
    }
    if (wdl.empty() || *wdl_at(offset) == table::wdl_code_of(result)) {
        return std::nullopt;
    }
    const std::uint8_t code = *wdl_at(offset);
    if (!table::is_result(code)) {
        throw table::TablebaseError{path(table::Metric::Wdl), "holds " + std::to_string(code) + ", which is no result"};
    }
    return Mismatch{position(offset), probe::Outcome::of(value_of_wdl_code(code)),
                    rule.exists() ? probe::Outcome::of(result) : expected, path(table::Metric::Wdl)};
}

VerifyReport verify(const VerifyOptions& options) {
    return Verifier{options}.run();
}

std::optional<Mismatch> PartVerifier::verify(const scores::ClassScores& own,
                                             const scores::SolvedClasses& solved_classes, const ClassPart& part,
                                             const memory::Team& team) {
    if (open_ == nullptr || open_->index().material() != own.material()) {
        open_.reset();  // before the next one allocates its memory
        open_ = std::make_unique<const table::OpenClass>(directory_, own.material(), table::Metric::Wdl);
    }
    store::TableStream wdl{open_->table(table::Metric::Wdl)};
    const auto verifier = make_row_verifier(own, solved_classes, team.threads);
    const std::uint64_t positions = wdl.positions();
    const std::uint64_t steps = (positions + verifier->part() - 1) / verifier->part();
    const auto offset_at = [&](std::uint32_t number) {
        return std::min(steps * number / part.parts * verifier->part(), positions);
    };
    VerifiedClass verified{directory_, open_->index(), PositionSample{positions, {}, 0}};
    const std::uint64_t end_of_part = offset_at(part.part + 1);
    const std::uint64_t chunk = chunk_size(*verifier, team.threads);
    for (std::uint64_t first = offset_at(part.part); first < end_of_part; first += chunk) {
        team.require_going_on();
        const std::uint64_t end = std::min(first + chunk, end_of_part);
        verified.first_offset = first;
        verified.wdl = wdl.read(first, end, team);
        if (auto found = verify_chunk(*verifier, verified, first, end, team); found.mismatch) {
            return std::move(found.mismatch);
        }
    }
    return std::nullopt;
}

}  // namespace dameotb::analysis
