// Judges statements about positions first, since they are fast; then class after class in build order, so that classes
// with fewer pieces stay loaded.
#include <dameotb/analysis/claims/judge.hpp>

#include <algorithm>

#include <dameotb/analysis/statistics/statistics.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/table/directory/table_directory.hpp>

#include "run/class_run.hpp"

namespace dameotb::claims {

namespace {

using index::Material;
using query::Lookup;

/// Returns the scope of a Count or Longest; null for a statement about single positions.
const Scope* scope_of(const Statement& statement) {
    if (const auto* count = std::get_if<Count>(&statement.what)) {
        return &count->scope;
    }
    const auto* longest = std::get_if<Longest>(&statement.what);
    return longest != nullptr ? &longest->scope : nullptr;
}

bool looks_ahead(const Statement& statement) {
    const auto* count = std::get_if<Count>(&statement.what);
    return scope_of(statement)->where.looks_ahead() || (count != nullptr && count->what.looks_ahead());
}

Example example_of(const Position& position, Lookup& lookup) {
    const auto known = lookup.known(position);
    if (known && known->plies) {
        return {position, known->value()};
    }
    return {.position = position, .value = {}, .result = known ? std::optional{known->wdl} : std::nullopt};
}

Finding find_out(const PositionIs& statement, const query::DtmFiles& files, Lookup& without_rule) {
    if (statement.rule.exists()) {
        Lookup lookup{files, statement.rule, statement.counter};
        return {.is_true = statement.what.holds(statement.position, lookup),
                .examples = {{statement.position, {}, lookup.under_rule(statement.position).value}}};
    }
    return {.is_true = statement.what.holds(statement.position, without_rule),
            .examples = {example_of(statement.position, without_rule)}};
}

Finding find_out(const LineIs& statement, Lookup& lookup) {
    Position position = statement.position;
    const auto fails = [&](const LineFailure& failure) {
        return Finding{.failure = failure, .examples = {example_of(position, lookup)}};
    };
    for (std::size_t i = 0; i < statement.moves.size(); ++i) {
        Position next;
        try {
            next = rules::after(position, rules::parse_move(position, statement.moves[i]));
        } catch (const rules::NotationError& error) {
            return fails({.move = i, .why_illegal = error.what()});
        }
        if (statement.optimal) {
            const Value best = lookup(position);
            const Value left = lookup(next).before_move();
            if (left != best) {
                return fails({.move = i, .best = best, .left = left});
            }
        }
        position = next;
    }
    if (statement.ends_game && !rules::legal_moves(position).empty()) {
        return fails({.move = statement.moves.size()});
    }
    return {.is_true = true};
}

bool is_true(const Count& count, const Tally& tally) {
    const std::uint64_t exceptions = tally.in_scope - tally.holding;
    switch (count.quantity) {
        case Quantity::All:
        case Quantity::AllBut:
            return exceptions == count.number && tally.in_scope > 0;
        case Quantity::No:
        case Quantity::Exactly:
            return tally.holding == count.number;
        case Quantity::AtLeast:
            return tally.holding >= count.number;
        case Quantity::AtMost:
            break;
    }
    return tally.holding <= count.number;
}

bool is_true(const Longest& longest, const Tally& tally) {
    if (longest.scope.rule.exists()) {
        return tally.most_rule_plies == longest.plies;
    }
    return tally.longest && tally.longest->dtm().plies() == longest.plies;
}

/// Calls visit with the statement's Count or Longest, and returns its result.
template <class Visit>
auto on_class(const Statement& statement, const Visit& visit) {
    const auto* count = std::get_if<Count>(&statement.what);
    return count != nullptr ? visit(*count) : visit(std::get<Longest>(statement.what));
}

}  // namespace

/// The jobs on the loaded class.
class Judge::ClassJudge {
public:
    ClassJudge(const analysis::ClassValues& values, const query::DtmFiles& files, std::vector<Job> jobs,
               analysis::ScanOptions options)
        : values_{values}, files_{files}, jobs_{std::move(jobs)}, options_{std::move(options)} {}

    /// Judges the statements of all jobs. Returns false if stopped.
    bool run(std::vector<Answer>& answers) {
        std::vector<Tally> tallies(jobs_.size());
        const auto tally = [](const Job& job, std::size_t, const analysis::ValueRow& row, Lookup& lookup, Tally& sum) {
            on_class(*job.statement, [&](const auto& what) { add_row(what, row, lookup, sum); });
        };
        if (!scan(tallies, tally)) {
            return false;
        }
        std::vector<Job> false_jobs;
        std::vector<Tally> false_tallies;
        for (std::size_t i = 0; i < jobs_.size(); ++i) {
            Finding& finding = finding_of(answers, jobs_[i]);
            finding.tally = tallies[i];
            finding.is_true =
                on_class(*jobs_[i].statement, [&](const auto& what) { return claims::is_true(what, tallies[i]); });
            if (!finding.is_true) {
                false_jobs.push_back(jobs_[i]);
                false_tallies.push_back(tallies[i]);
            }
        }
        jobs_ = std::move(false_jobs);
        std::vector<Examples> examples(jobs_.size());
        const auto collect = [&](const Job& job, std::size_t i, const analysis::ValueRow& row, Lookup& lookup,
                                 Examples& sum) {
            on_class(*job.statement, [&](const auto& what) { add_examples(what, false_tallies[i], row, lookup, sum); });
        };
        const bool finished = scan(examples, collect);
        for (std::size_t i = 0; i < jobs_.size(); ++i) {
            finding_of(answers, jobs_[i]).examples = examples[i].take();
        }
        return finished;
    }

private:
    static Finding& finding_of(std::vector<Answer>& answers, const Job& job) {
        return answers[job.claim].findings[job.number];
    }

    /// Calls add(job, its index, row, lookup, its sum) for each job and each row in the job's scope. Returns false if
    /// stopped.
    template <class Sum, class Add>
    bool scan(std::vector<Sum>& sums, const Add& add) const {
        struct Part {
            std::vector<Sum> sums;
            std::optional<Lookup> lookup;
        };
        for (const Colour side : both_colours) {
            std::vector<std::size_t> numbers;
            for (std::size_t i = 0; i < jobs_.size(); ++i) {
                if (std::ranges::count(scope_of(*jobs_[i].statement)->sides_to_move, side) > 0) {
                    numbers.push_back(i);
                }
            }
            if (numbers.empty()) {
                continue;
            }
            const auto visit = [&](Part& part, const analysis::ValueRow& row) {
                if (!part.lookup) {
                    part.lookup.emplace(values_, files_);
                    part.sums.resize(jobs_.size());
                }
                for (const std::size_t i : numbers) {
                    add(jobs_[i], i, row, *part.lookup, part.sums[i]);
                }
            };
            const auto take = [&](const Part& part) {
                for (std::size_t i = 0; i < part.sums.size(); ++i) {
                    sums[i].add(part.sums[i]);
                }
            };
            if (!analysis::scan<Part>(values_, side, options_, visit, take)) {
                return false;
            }
        }
        return true;
    }

    const analysis::ClassValues& values_;
    const query::DtmFiles& files_;
    std::vector<Job> jobs_;
    analysis::ScanOptions options_;
};

Judge::Judge(const std::vector<Claim>& claims, const analysis::RunOptions& options)
    : claims_{claims}, options_{options}, files_{options.directory}, answers_(claims.size()) {}

void Judge::answer_positions(const query::ProofOptions& to_prove) {
    std::optional<query::ProvedValues> proved;
    if (to_prove.time.count() > 0) {
        proved.emplace(files_.tablebase(), to_prove, options_.stop);
    }
    Lookup lookup{files_, proved ? &*proved : nullptr};
    for (std::size_t i = 0; i < claims_.size(); ++i) {
        Answer& answer = answers_[i];
        std::vector<Job> jobs;
        for (const Statement& statement : claims_[i].statements) {
            const std::size_t number = answer.findings.size();
            answer.findings.emplace_back();
            if (const Scope* scope = scope_of(statement)) {
                jobs.push_back({&statement, i, number});
                note_missing(answer, scope->material, scope->rule);
                continue;
            }
            const auto* position = std::get_if<PositionIs>(&statement.what);
            try {
                answer.findings.back() = position != nullptr ? find_out(*position, files_, lookup)
                                                             : find_out(std::get<LineIs>(statement.what), lookup);
            } catch (const table::MissingTableError& missing) {
                note_missing(answer, missing.missing().material, position != nullptr ? position->rule : DrawRule{});
            } catch (const query::NotProved& open) {
                answer.not_proved = answer.not_proved ? answer.not_proved : open.position();
            }
        }
        if (answer.missing.empty() && !answer.not_proved) {
            jobs_.insert(jobs_.end(), jobs.begin(), jobs.end());
        } else {
            answer.findings.clear();
        }
    }
}

std::vector<Material> Judge::missing() const {
    std::vector<Material> missing;
    for (const Answer& answer : answers_) {
        missing.insert(missing.end(), answer.missing.begin(), answer.missing.end());
    }
    return index::in_build_order(missing);
}

DrawRule Judge::missing_rule() const {
    const auto found = std::ranges::find_if(answers_, [](const Answer& one) { return one.missing_rule.exists(); });
    return found == answers_.end() ? DrawRule{} : found->missing_rule;
}

bool Judge::answer_classes(DrawRule rule) {
    std::vector<Job> jobs_under_rule = jobs_;
    std::erase_if(jobs_under_rule, [&](const Job& job) { return scope_of(*job.statement)->rule != rule; });
    std::vector<Material> wanted;
    for (const Job& job : jobs_under_rule) {
        wanted.push_back(scope_of(*job.statement)->material);
    }
    const std::vector<Material> classes = index::in_build_order(wanted);
    analysis::RunOptions options = options_;
    options.rule = rule;
    analysis::ClassRun run{options, classes.size()};
    const auto jobs_about = [&](const Material& material) {
        std::vector<Job> jobs = jobs_under_rule;
        std::erase_if(jobs, [&](const Job& job) { return scope_of(*job.statement)->material != material; });
        return jobs;
    };
    const auto reach_for = [](const std::vector<Job>& jobs) {
        const bool ahead = std::ranges::any_of(jobs, [](const Job& job) { return looks_ahead(*job.statement); });
        return ahead ? store::Reach::Moves : store::Reach::Values;
    };
    // The last class may come after an hour, and nothing is printed before.
    for (const Material& material : classes) {
        run.values().require_room(material, reach_for(jobs_about(material)));
    }
    for (const Material& material : classes) {
        std::vector<Job> jobs = jobs_about(material);
        if (!run.load(material, reach_for(jobs)) ||
            !ClassJudge{run.values(), files_, std::move(jobs), run.scan_options()}.run(answers_)) {
            return false;
        }
    }
    return true;
}

bool Judge::answer_classes() {
    if (options_.stop != nullptr && *options_.stop) {
        return false;  // perhaps while positions were proved
    }
    // Claims under a rule that the directory does not have are skipped.
    if (!answer_classes({}) || (files_.draw_rule().exists() && !answer_classes(files_.draw_rule()))) {
        return false;
    }
    for (Answer& answer : answers_) {
        if (answer.missing.empty() && answer.not_proved) {
            answer.verdict = Verdict::Undecided;
        } else if (answer.missing.empty()) {
            const bool all = std::ranges::all_of(answer.findings, [](const Finding& one) { return one.is_true; });
            answer.verdict = all ? Verdict::True : Verdict::False;
        }
    }
    return true;
}

void Judge::note_missing(Answer& answer, const Material& material, DrawRule rule) const {
    const bool is_other_rule = rule.exists() && files_.draw_rule() != rule;
    // A class that cannot have tables depends on others without number.
    const std::vector<Material> missing =
        !index::is_supported(material) ? std::vector{material.canonical()}
        : is_other_rule                ? index::with_dependencies({material})
                        : table::missing_tables(options_.directory, {material}, table::distances_under(rule));
    if (rule.exists() && !missing.empty()) {
        answer.missing_rule = rule;
    }
    for (const Material& needed : missing) {
        if (std::ranges::count(answer.missing, needed) == 0) {
            answer.missing.push_back(needed);
        }
    }
}

}  // namespace dameotb::claims
