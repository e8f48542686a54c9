// Tables in directories.
#include <dameotb/proof/prover.hpp>

#include "table_answers.hpp"

namespace dameotb::proof {

namespace {

class TablebaseAnswers final : public TableAnswers {
public:
    explicit TablebaseAnswers(const probe::Tablebase& tables) : tables_{tables} {}

    std::vector<index::Material> classes() override { return tables_.classes(); }
    probe::Answer<Wdl> probe_wdl(const Position& position, probe::WorkBudget* budget) override {
        return unless_over<probe::Answer<Wdl>>(none(position), [&] { return tables_.probe_wdl(position, budget); });
    }
    probe::Answer<Value> probe_dtm(const Position& position, probe::WorkBudget* budget) override {
        return unless_over<probe::Answer<Value>>(none(position), [&] { return tables_.probe_dtm(position, budget); });
    }
    probe::Known known(const probe::Question& question, bool by_moves, probe::WorkBudget* budget) override {
        return unless_over<probe::Known>(
            {}, [&] { return by_moves ? tables_.prove(question, budget) : tables_.probe(question, budget); });
    }
    probe::Answer<std::vector<Move>> best_line(const probe::Question& question, probe::WorkBudget* budget) override {
        return unless_over<probe::Answer<std::vector<Move>>>(none(question.fen.position),
                                                             [&] { return tables_.best_line(question, budget); });
    }

private:
    static probe::NoTable none(const Position& position) { return {index::Material::of(position).canonical()}; }
    /// Returns the answer, or `otherwise` if the budget ends meanwhile.
    template <class Found>
    static Found unless_over(Found otherwise, const auto& ask) {
        try {
            return ask();
        } catch (const probe::OutOfBudget&) {
            return otherwise;
        }
    }

    const probe::Tablebase& tables_;
};

}  // namespace

std::unique_ptr<TableAnswers> answers_of(const probe::Tablebase& tables) {
    return std::make_unique<TablebaseAnswers>(tables);
}

Prover::Prover(const probe::Tablebase& tables, std::size_t hash_bytes) : Prover{answers_of(tables), hash_bytes} {}

}  // namespace dameotb::proof
