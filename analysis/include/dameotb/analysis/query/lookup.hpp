// Values of single positions that play can reach: from the class in memory, otherwise from the files, or by proof.
#pragma once

#include <optional>
#include <utility>
#include <variant>

#include <dameotb/analysis/query/proved_values.hpp>
#include <dameotb/analysis/values/value_reader.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/table/directory/table_directory.hpp>

namespace dameotb::query {

/// The .dtm files of directories, and their .dtz files. Thread-safe.
class DtmFiles {
public:
    /// Throws table::TablebaseError if a directory cannot be read.
    explicit DtmFiles(table::TableDirectories directory) : directory_{std::move(directory)}, tablebase_{directory_} {}

    /// Returns the value for the side to move. Throws table::MissingTableError, and table::TablebaseError for a damaged
    /// file.
    [[nodiscard]] Value value(const Position& position) const {
        return found(tablebase_.probe_dtm(position), table::Metric::Dtm);
    }

    /// A position's value under a draw rule, with counter 0, and its result without the rule.
    struct UnderRule {
        RuleValue value;
        Wdl without_rule;
    };
    /// Returns that from the .dtz and .wdl files. Throws table::MissingTableError, also for files of another rule, and
    /// table::TablebaseError for a damaged file. Requires: the rule exists.
    [[nodiscard]] UnderRule under_rule(const Position& position, DrawRule rule) const {
        if (draw_rule() != rule) {
            throw table::MissingTableError{directory_, index::Material::of(position).canonical(), table::Metric::Dtz};
        }
        return {found(tablebase_.probe_dtz(position), table::Metric::Dtz),
                found(tablebase_.probe_wdl(position), table::Metric::Wdl)};
    }
    /// Returns the draw rule of the .dtz files, if there are any.
    [[nodiscard]] DrawRule draw_rule() const { return tablebase_.draw_rule(); }
    [[nodiscard]] const probe::Tablebase& tablebase() const { return tablebase_; }

private:
    template <class T>
    [[nodiscard]] T found(const probe::Answer<T>& answer, table::Metric metric) const {
        if (const auto* missing = std::get_if<probe::NoTable>(&answer)) {
            throw table::MissingTableError{directory_, missing->material, metric};
        }
        return std::get<T>(answer);
    }

    table::TableDirectories directory_;
    probe::Tablebase tablebase_;
};

/// Finds the value of any position that play can reach. Not thread-safe: use one object per thread.
class Lookup {
public:
    /// Looks up values in the files. What they do not have is proved, if `proved` is not null. Keeps the references.
    explicit Lookup(const DtmFiles& files, ProvedValues* proved = nullptr) : files_{&files}, proved_{proved} {}
    /// Looks up values under the rule, with that counter, in the files. Keeps the reference.
    Lookup(const DtmFiles& files, DrawRule rule, int counter) : files_{&files}, rule_{rule}, counter_{counter} {}
    /// Looks up values in the loaded class and those loaded with it, otherwise in the files. Keeps both references.
    /// Valid until another class is loaded.
    Lookup(const analysis::ClassValues& values, const DtmFiles& files) : files_{&files}, loaded_{values} {}

    /// Returns the value for the side to move. Throws what DtmFiles::value throws, or ProvedValues::value.
    [[nodiscard]] Value operator()(const Position& position) {
        if (proved_ != nullptr) {
            return proved_->value(position);
        }
        const auto value = loaded_ ? (*loaded_)(position) : std::nullopt;
        return value ? *value : files_->value(position);
    }

    /// Returns the result for the side to move, which may be proved sooner than the value. Throws as operator() does.
    [[nodiscard]] Wdl result(const Position& position) {
        return proved_ != nullptr ? proved_->result(position) : (*this)(position).wdl();
    }

    /// Returns what is known without another search: the value, or a result that was proved.
    [[nodiscard]] std::optional<probe::Outcome> known(const Position& position) {
        if (proved_ != nullptr) {
            return proved_->known(position);
        }
        try {
            return probe::Outcome::of((*this)(position));
        } catch (const table::MissingTableError&) {
            return std::nullopt;
        }
    }

    /// Returns the value under the rule, a draw if the counter is too great for a win or a loss, and the result without
    /// the rule. Throws what DtmFiles::under_rule throws. Requires: a lookup under a rule.
    [[nodiscard]] DtmFiles::UnderRule under_rule(const Position& position) const {
        DtmFiles::UnderRule found = files_->under_rule(position, rule_);
        if (found.value.with(counter_, rule_) == Wdl::Draw) {
            found.value = {};
        }
        return found;
    }

    /// Returns ValueReader::quiet_move_counts. Requires: a lookup in a loaded class.
    [[nodiscard]] std::pair<Bitboard, scores::MoveCounts> quiet_move_counts(const analysis::ValueRow& row,
                                                                            Bitboard squares) {
        return loaded_->quiet_move_counts(row, squares);
    }

private:
    const DtmFiles* files_;
    ProvedValues* proved_ = nullptr;
    std::optional<analysis::ValueReader> loaded_;
    DrawRule rule_{};
    int counter_ = 0;
};

}  // namespace dameotb::query
