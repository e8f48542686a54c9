// The export of the larger module: what a search proves where no table has the result.
#include <chrono>
#include <memory>
#include <vector>

#include <dameotb/proof/prover.hpp>
#include <dameotb/web/answers/answer_json.hpp>

#include "host.hpp"
#include "module.hpp"
#include "table_answers.hpp"

namespace dameotb::js {

namespace {

probe::Known known_of(const probe::Question& question, bool by_moves) {
    RuleTables by_rule{tables, question.site};
    return by_moves ? by_rule.prove(question) : by_rule.probe(question);
}

/// The host's tables as a search asks them. Once the answer is void, nothing is known any more: what the search would
/// make of values that are not there must not stay in its memory.
class HostAnswers final : public proof::TableAnswers {
public:
    std::vector<index::Material> classes() override { return tables.classes(); }
    probe::Answer<Wdl> probe_wdl(const Position& position, probe::WorkBudget* budget) override {
        return unless_void(probe::resolve<probe::WdlProbe>(tables, position), position, budget);
    }
    probe::Answer<Value> probe_dtm(const Position& position, probe::WorkBudget* budget) override {
        return unless_void(probe::resolve<probe::DtmProbe>(tables, position), position, budget);
    }
    probe::Known known(const probe::Question& question, bool by_moves, probe::WorkBudget* budget) override {
        probe::Known known = known_of(question, by_moves);
        end_if_void(budget);
        return is_void() ? probe::Known{} : known;
    }
    /// The host asks for the line in the tables itself, a position at a time.
    probe::Answer<std::vector<Move>> best_line(const probe::Question& question, probe::WorkBudget*) override {
        return none(question.fen.position);
    }

private:
    static void end_if_void(probe::WorkBudget* budget) {
        if (is_void() && budget != nullptr) {
            budget->end();
        }
    }
    static probe::NoTable none(const Position& position) { return {index::Material::of(position).canonical()}; }
    template <class Result>
    static probe::Answer<Result> unless_void(probe::Answer<Result> answer, const Position& position,
                                             probe::WorkBudget* budget) {
        end_if_void(budget);
        return is_void() ? none(position) : answer;
    }
};

std::unique_ptr<proof::Prover> prover;

}  // namespace

}  // namespace dameotb::js

using namespace dameotb;
using namespace dameotb::js;

/// Answers like GET /api/v1/prove, but that the line ends where the tables begin. Searches for so long at most; asked
/// again, it goes on. What a void answer says is true, but with more bytes there may be more to say; it is empty if the
/// search has not begun. `plies`: of a draw rule; 0 for none. `hash_bytes`: as for Prover, from the first call on.
EXPORT("prove") const char* prove_position(std::uint32_t bytes, int plies, double milliseconds, double hash_bytes) {
    const probe::Question question = question_about(question_text(bytes), plies);
    const bool by_moves = !has_too_many_captures(question.fen.position);
    web::Answered answered{question, known_of(question.without_rule(), by_moves)};
    if (question.has_rule() && !is_void()) {
        answered.under = known_of(question, by_moves);
    }
    std::vector<Move> line;
    if (is_void()) {
        return "";
    }
    if (!answered.asked().outcome) {
        if (!prover) {
            prover =
                std::make_unique<proof::Prover>(std::make_unique<HostAnswers>(), static_cast<std::size_t>(hash_bytes));
        }
        probe::WorkBudget budget{std::chrono::duration_cast<std::chrono::nanoseconds>(
            std::chrono::duration<double, std::milli>{milliseconds})};
        const proof::Addition added =
            proof::prove_unknown(*prover, question, {.budget = &budget}, answered.known, answered.under);
        answered.proved = added.is_any;
        line = added.proof.line;
    }
    web::JsonWriter json;
    web::write_line(json, answered, line, {});
    return finished(json);
}
