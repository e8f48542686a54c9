// What a search asks of tables, wherever they lie.
#pragma once

#include <memory>
#include <vector>

#include <dameotb/probe/tablebase.hpp>

namespace dameotb::proof {

/// Each question is that of probe::Tablebase, and throws what that throws. One that cannot be answered yet ends the
/// budget, if it has one, and says that there is no table: asked again later, it may have an answer.
class TableAnswers {
public:
    TableAnswers() = default;
    virtual ~TableAnswers() = default;
    TableAnswers(const TableAnswers&) = delete;
    TableAnswers& operator=(const TableAnswers&) = delete;

    [[nodiscard]] virtual std::vector<index::Material> classes() = 0;
    [[nodiscard]] virtual probe::Answer<Wdl> probe_wdl(const Position& position, probe::WorkBudget* budget) = 0;
    [[nodiscard]] virtual probe::Answer<Value> probe_dtm(const Position& position, probe::WorkBudget* budget) = 0;
    /// What Tablebase::probe says, or `prove`, which goes through all moves.
    [[nodiscard]] virtual probe::Known known(const probe::Question& question, bool by_moves,
                                             probe::WorkBudget* budget) = 0;
    [[nodiscard]] virtual probe::Answer<std::vector<Move>> best_line(const probe::Question& question,
                                                                     probe::WorkBudget* budget) = 0;
};

/// The tables must outlive the answers.
[[nodiscard]] std::unique_ptr<TableAnswers> answers_of(const probe::Tablebase& tables);

}  // namespace dameotb::proof
