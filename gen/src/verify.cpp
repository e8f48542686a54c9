// Goes through the positions of each class in their order, in parallel by parts, and compares.
#include <dameotb/gen/verify.hpp>

#include <algorithm>

#include <dameotb/gen/full_table.hpp>
#include <dameotb/rules/movegen.hpp>

#include "parallel.hpp"
#include "value_codes.hpp"
#include "whole_table.hpp"

namespace dameotb::gen {

namespace {

using rules::Colour;
using rules::Position;
using rules::Value;

/// The value that the successors' values give. Requires: no capture is on.
Value expected_value(const FullTables& tables, const Position& position) {
    Value best = Value::loss_in(0);
    for (const rules::Move& move : rules::quiet_moves(position)) {
        best = std::max(best, tables.value(rules::after(position, move)).before_move());
    }
    return best;
}

/// What Mismatch::stored says for a code of a .wdl file.
Value value_of_wdl_code(std::uint8_t code) {
    return code == wdl_code_of(rules::Wdl::Win)    ? Value::win_in(1)
           : code == wdl_code_of(rules::Wdl::Loss) ? Value::loss_in(0)
                                                   : Value::draw();
}

class Verifier {
public:
    explicit Verifier(const VerifyOptions& options) : options_{options}, tables_{options.directory, options.threads} {
        progress_.classes = static_cast<int>(options.classes.size());
    }

    VerifyReport run() {
        for (auto at = options_.classes.begin(); at != options_.classes.end(); ++at) {
            if (stop_requested()) {
                break;
            }
            tables_.keep_only({at, options_.classes.end()});
            check_class(*at);
            if (report_.mismatch) {
                break;
            }
        }
        return report_;
    }

private:
    void check_class(const index::Material& material) {
        const FullTable& table = tables_.load(material);
        const std::vector<std::uint8_t> wdl =
            read_whole_table(options_.directory, table.index(), format::Metric::Wdl, options_.threads);
        ++progress_.class_number;
        progress_.material = material;
        progress_.positions_done = 0;
        progress_.positions = wdl.size();
        progress_.class_finished = false;
        for (std::uint64_t first = 0; first < wdl.size() && !stop_requested(); first += chunk) {
            const std::uint64_t end = std::min<std::uint64_t>(first + chunk, wdl.size());
            report_.mismatch = check_chunk(table, wdl, first, end);
            if (report_.mismatch) {
                return;
            }
            report_.positions += end - first;
            progress_.positions_done = end;
            progress_.class_finished = end == wdl.size();
            if (options_.on_progress) {
                options_.on_progress(progress_);
            }
        }
    }

    /// True once the caller wants an end while there is something left to do.
    bool stop_requested() {
        report_.stopped = report_.stopped || (options_.stop != nullptr && *options_.stop);
        return report_.stopped;
    }

    /// Places `first` to `end - 1` in the file. The parts are of one size whatever the number of threads, each stops
    /// at its first mismatch, and the first part's counts.
    std::optional<Mismatch> check_chunk(const FullTable& table, const std::vector<std::uint8_t>& wdl,
                                        std::uint64_t first, std::uint64_t end) const {
        std::vector<std::optional<Mismatch>> found((end - first + part - 1) / part);
        parallel_for(found.size(), options_.threads, [&](std::size_t, std::uint64_t i) {
            const std::uint64_t part_end = std::min(first + (i + 1) * part, end);
            for (std::uint64_t place = first + i * part; place < part_end && !found[i]; ++place) {
                found[i] = check_position(table, wdl[place], place);
            }
        });
        const auto earliest = std::ranges::find_if(found, [](const auto& mismatch) { return mismatch.has_value(); });
        return earliest == found.end() ? std::nullopt : *earliest;
    }

    [[nodiscard]] std::optional<Mismatch> check_position(const FullTable& table, std::uint8_t wdl_code,
                                                         std::uint64_t place) const {
        const auto side = static_cast<Colour>(place / table.index().size());
        const std::uint64_t number = place % table.index().size();
        const Position position = table.index().unrank(number, side);
        if (rules::must_capture(position)) {
            return std::nullopt;
        }
        const Value stored = table.value(side, number);
        const Value expected = expected_value(tables_, position);
        if (stored != expected) {
            return Mismatch{position, stored, expected, path(table, format::Metric::Dtm)};
        }
        if (wdl_code == wdl_code_of(expected.wdl())) {
            return std::nullopt;
        }
        if (wdl_code > wdl_code_of(rules::Wdl::Win)) {
            throw format::TablebaseError{path(table, format::Metric::Wdl),
                                         "holds " + std::to_string(wdl_code) + ", which is no result"};
        }
        return Mismatch{position, value_of_wdl_code(wdl_code), expected, path(table, format::Metric::Wdl)};
    }

    [[nodiscard]] std::string path(const FullTable& table, format::Metric metric) const {
        return table_path(options_.directory, table.index().material(), metric).string();
    }

    static constexpr std::uint64_t chunk = std::uint64_t{1} << 20;
    static constexpr std::uint64_t part = 1024;

    const VerifyOptions& options_;
    FullTables tables_;
    VerifyProgress progress_;
    VerifyReport report_;
};

}  // namespace

VerifyReport verify(const VerifyOptions& options) {
    return Verifier{options}.run();
}

}  // namespace dameotb::gen
