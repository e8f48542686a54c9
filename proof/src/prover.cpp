// Asks both questions in turns, for longer and longer: does one side win, does the other.
#include <dameotb/proof/prover.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <dameotb/rules/bare_side.hpp>
#include <dameotb/rules/movegen.hpp>

#include "certificate_builder.hpp"
#include "closed_set.hpp"
#include "search.hpp"
#include "table_answers.hpp"

namespace dameotb::proof {

namespace {

/// The parts of the memory, in sixteenths, that are for closed sets, and for the length of a proof.
constexpr std::size_t part_for_sets = 3;
constexpr std::size_t part_for_length = 1;

/// Returns what numbers that are facts say of the result for a side.
probe::OutcomeBounds bounds_from(const BothNumbers& facts, Colour side) {
    const Numbers wins = facts[side];
    const Numbers loses = facts[opponent(side)];
    const Wdl least = wins.is_proved() ? Wdl::Win : loses.is_disproved() ? Wdl::Draw : Wdl::Loss;
    const Wdl most = loses.is_proved() ? Wdl::Loss : wins.is_disproved() ? Wdl::Draw : Wdl::Win;
    return {probe::Outcome::of(least), probe::Outcome::of(most)};
}

/// Writes into the bounds of a decided game that it ends in at most so many plies.
void add_plies(probe::OutcomeBounds& bounds, int plies) {
    (bounds.at_least.wdl == Wdl::Win ? bounds.at_least : bounds.at_most).plies = plies;
}

/// Returns what of bounds without a draw rule holds under it. It only makes draws of wins: who wins without it has a
/// draw at least, and who has a draw keeps it. `ends_in_time`: whether a win ends before the rule can make it a draw.
probe::OutcomeBounds under_rule(const probe::OutcomeBounds& bounds, bool ends_in_time) {
    Wdl at_least = bounds.at_least.wdl;
    Wdl at_most = bounds.at_most.wdl;
    if (!ends_in_time) {
        at_least = std::min(at_least, Wdl::Draw);
        at_most = std::max(at_most, Wdl::Draw);
    }
    return {probe::Outcome::of(at_least), probe::Outcome::of(at_most)};
}

/// Returns in how many plies at most a win has to end, if it is to be one by the rules of the question.
int most_plies_of_win(const probe::Question& question) {
    const rules::SiteRules& site = question.site;
    const Position& root = question.fen.position;
    // Later on the way to a win, king against king comes from a capture or a promotion, with counter 0.
    if (site.lone_kings_plies > 0 && rules::is_king_against_king(root)) {
        return 0;
    }
    const int plies = probe::plies_before_draw(site.draw_rule, question.counter(), root);
    return std::min(site.draws_before_loss ? plies - 1 : plies, Path::most_plies);
}

/// Returns the bound that says more. `sign`: 1 for at_least, -1 for at_most.
probe::Outcome tighter(const probe::Outcome& a, const probe::Outcome& b, int sign) {
    const int of_a = static_cast<int>(a.wdl) * sign;
    const int of_b = static_cast<int>(b.wdl) * sign;
    if (of_a != of_b || !a.plies || !b.plies) {
        return of_a != of_b ? (of_a > of_b ? a : b) : (a.plies ? a : b);
    }
    // Of what is good for the side that the bound favours it is the soonest, of what is bad the latest.
    return (*a.plies < *b.plies) == (of_a > 0) ? a : b;
}

/// What is lost is mostly little.
constexpr std::uint64_t nodes_to_search_again = 100'000;

}  // namespace

bool add_proof(probe::Known& known, const Proof& proof) {
    const probe::OutcomeBounds before = known.limits();
    known.bounds = {tighter(before.at_least, proof.bounds.at_least, 1),
                    tighter(before.at_most, proof.bounds.at_most, -1)};
    if (const auto outcome = known.bounds->outcome()) {
        known.outcome = outcome;
    }
    return known.bounds != before;
}

void set_proven(probe::RankedMove& move, const probe::Question& question, Wdl result) {
    move.outcome = probe::Outcome::of(result);
    // A rule only makes draws.
    if (!move.without && (!question.has_rule() || result != Wdl::Draw)) {
        move.without = move.outcome;
    }
}

std::optional<std::size_t> add_proof(std::vector<probe::RankedMove>& moves, const probe::Question& question,
                                     const Proof& proof) {
    if (!proof.is_decided() || proof.line.empty()) {
        return std::nullopt;
    }
    const Position& position = question.fen.position;
    const Position wanted = rules::after(position, proof.line.front());
    const auto best = std::ranges::find_if(
        moves, [&](const probe::RankedMove& move) { return rules::after(position, move.move) == wanted; });
    if (!best->outcome) {
        set_proven(*best, question, proof.bounds.at_least.wdl);
    }
    const auto& first = moves.front().outcome;
    if (first && probe::preference(*first) <= probe::preference(*best->outcome)) {
        return std::nullopt;
    }
    const auto number = static_cast<std::size_t>(best - moves.begin());
    std::rotate(moves.begin(), best, best + 1);
    return number;
}

struct Prover::State {
    State(std::unique_ptr<TableAnswers> table_answers, std::size_t bytes)
        : tables{std::move(table_answers)},
          table{bytes - bytes / 16 * (part_for_sets + part_for_length)},
          set{table, search, bytes / 16 * part_for_sets},
          builder{table, search, leaves,
                  [this](const Position& position, Colour side, Effort& effort) {
                      return answer(position, side, nodes_to_search_again, effort);
                  }},
          bytes_for_length{bytes / 16 * part_for_length},
          bytes_for_certificate{bytes / 4} {}

    /// Searches until both questions are answered by facts, or the effort is over; asked again, from there on. Writes
    /// each fact when it is found.
    void answer(const Position& root, Effort& effort, BothNumbers& facts);
    /// Searches for a while whether one side wins. Returns the answer if it is a fact, else that it is open.
    Numbers answer(const Position& root, Colour attacker, std::uint64_t nodes, Effort& effort);
    /// Returns what the facts about a position rest on.
    std::optional<Certificate> certificate(const Position& position, Effort& effort);
    /// Appends moves of the winner's proof, as far as it is remembered. Returns the position that they lead to.
    Position follow_proof(Position position, Colour winner, std::vector<Move>& line);
    /// Returns the plies of the shortest win; nothing if the effort is over before it is found, or it takes more than
    /// `most`. `known`: those of a win, if they are known.
    std::optional<int> shortest(const Position& root, Colour winner, std::optional<int> known, int most,
                                Effort& effort);
    /// Appends moves of the shortest win, and of the longest defence, and returns the position that they lead to.
    Position follow_shortest(Position position, Colour winner, int plies, std::vector<Move>& line, Effort& effort);
    /// Appends best play by the tables, if they have the position.
    void follow_tables(const Position& position, std::vector<Move>& line, probe::WorkBudget* budget);
    /// Returns a move that resets the counter of the draw rule, so that the mover's win after it, which is proved, is
    /// in time.
    [[nodiscard]] std::optional<Move> winning_reset(const probe::Question& question, Effort& effort);
    /// Returns the moves that Proof says.
    [[nodiscard]] std::vector<Move> line(const Position& root, const BothNumbers& facts, probe::WorkBudget* budget);
    /// Returns what is known after a move.
    [[nodiscard]] Numbers after(const Position& position, const Move& move, Colour attacker) {
        const Position next = rules::after(position, move);
        return search.look_up(next, Key::of(next), attacker, nullptr);
    }

    /// Which of the two questions about a position is searched, and for how many nodes.
    struct Turn {
        Position root;
        Colour attacker;
        std::uint64_t nodes = 256;
        std::uint64_t left = nodes;
    };

    std::unique_ptr<TableAnswers> tables;
    Leaves leaves{*tables};
    std::optional<Turn> turn;
    PositionTable table;
    Search search{table, leaves};
    ClosedSet set;
    CertificateBuilder builder;
    std::size_t bytes_for_length;
    std::size_t bytes_for_certificate;
};

Numbers Prover::State::answer(const Position& root, Colour attacker, std::uint64_t nodes, Effort& effort) {
    const std::uint64_t end = effort.nodes + std::min(nodes, effort.left());
    while (effort.nodes < end && !effort.is_over()) {
        const Numbers found = search.run(root, attacker, end - effort.nodes, effort);
        if (found.is_fact()) {
            return found;
        }
        if (found.is_conjecture() && set.settle(root, attacker, ClosedSet::no_limit, effort)) {
            return Numbers::disproved();
        }
    }
    // Where the search wanders among few positions, it may take long to see that there is no way out of them.
    const std::uint64_t few = nodes / 8;
    return set.settle(root, attacker, few, effort) ? Numbers::disproved() : Numbers{};
}

void Prover::State::answer(const Position& root, Effort& effort, BothNumbers& facts) {
    for (const Colour attacker : both_colours) {
        const Numbers known = table.find(Key::of(root), attacker);
        facts[attacker] = known.is_fact() ? known : Numbers{};
    }
    if (!turn || turn->root != root) {
        turn = Turn{root, root.side_to_move};
    }
    while ((facts[0].is_open() || facts[1].is_open()) && !effort.is_over()) {
        const Colour attacker = turn->attacker;
        if (facts[attacker].is_open()) {
            const std::uint64_t nodes_before = effort.nodes;
            facts[attacker] = answer(root, attacker, turn->left, effort);
            turn->left -= std::min(turn->left, effort.nodes - nodes_before);
        }
        if (facts[attacker].is_proved()) {
            facts[opponent(attacker)] = Numbers::disproved();
        }
        if (turn->left > 0 && facts[attacker].is_open() && effort.is_over()) {
            return;
        }
        turn->attacker = opponent(attacker);
        turn->nodes += turn->attacker == root.side_to_move ? turn->nodes / 2 : 0;
        turn->left = turn->nodes;
    }
}

Position Prover::State::follow_proof(Position position, Colour winner, std::vector<Move>& line) {
    Numbers at = search.look_up(position, Key::of(position), winner, nullptr);
    while (at.is_proved() && at.plies() > 0) {
        const bool wins = position.side_to_move == winner;
        const std::vector<Move> moves = rules::legal_moves(position);
        const Move* best = nullptr;
        Numbers best_numbers;
        for (const Move& move : moves) {
            const Numbers numbers = after(position, move, winner);
            const bool is_better =
                numbers.is_proved() && (best == nullptr || (wins ? numbers.plies() < best_numbers.plies()
                                                                 : numbers.plies() > best_numbers.plies()));
            if (is_better) {
                best = &move;
                best_numbers = numbers;
            }
        }
        // What was lost and proved again may have got a longer proof.
        if (best == nullptr || best_numbers.plies() >= at.plies()) {
            break;
        }
        line.push_back(*best);
        position = rules::after(position, *best);
        at = best_numbers;
    }
    return position;
}

std::optional<int> Prover::State::shortest(const Position& root, Colour winner, std::optional<int> known, int most,
                                           Effort& effort) {
    // A win takes an odd number of plies from a position in which the winner moves, and an even one otherwise.
    for (int plies = root.side_to_move == winner ? 1 : 0; plies <= most; plies += 2) {
        if (plies == known) {
            return known;
        }
        const Numbers found = search.run_within(root, winner, plies, effort.left(), effort);
        if (found.is_proved()) {
            return plies;
        }
        if (!found.is_disproved()) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

Position Prover::State::follow_shortest(Position position, Colour winner, int plies, std::vector<Move>& line,
                                        Effort& effort) {
    for (; !leaves.result(position, effort.budget); --plies) {
        // The defender makes a move after which the win takes all of the plies that are left.
        const bool wins = position.side_to_move == winner;
        const std::vector<Move> moves = rules::legal_moves(position);
        const auto best = std::ranges::find_if(moves, [&](const Move& move) {
            const int left = wins ? plies - 1 : plies - 3;
            const Position next = rules::after(position, move);
            const Numbers found =
                left < 0 ? Numbers::disproved() : search.run_within(next, winner, left, effort.left(), effort);
            return wins ? found.is_proved() : found.is_disproved();
        });
        if (best == moves.end()) {
            break;
        }
        line.push_back(*best);
        position = rules::after(position, *best);
    }
    return position;
}

void Prover::State::follow_tables(const Position& position, std::vector<Move>& line, probe::WorkBudget* budget) {
    if (leaves.may_have(position)) {
        const auto rest = tables->best_line({{position}}, budget);
        if (const auto* known = std::get_if<std::vector<Move>>(&rest)) {
            line.insert(line.end(), known->begin(), known->end());
        }
    }
}

std::optional<Move> Prover::State::winning_reset(const probe::Question& question, Effort& effort) {
    const Position& root = question.fen.position;
    for (const Move& move : rules::legal_moves(root)) {
        if (!rules::is_zeroing(root, move) || !after(root, move, root.side_to_move).is_proved()) {
            continue;
        }
        const probe::Question next{question.position_after(move), question.site};
        const auto win = builder.win(next.fen.position, root.side_to_move, bytes_for_length, effort);
        if (win && win->plies && *win->plies <= most_plies_of_win(next)) {
            return move;
        }
    }
    return std::nullopt;
}

std::vector<Move> Prover::State::line(const Position& root, const BothNumbers& facts, probe::WorkBudget* budget) {
    std::vector<Move> moves;
    for (const Colour winner : both_colours) {
        if (facts[winner].is_proved()) {
            follow_tables(follow_proof(root, winner, moves), moves, budget);
            return moves;
        }
    }
    const Colour other = opponent(root.side_to_move);
    if (facts[other].is_disproved()) {
        for (const Move& move : rules::legal_moves(root)) {
            if (after(root, move, other).is_disproved()) {
                return {move};
            }
        }
    }
    return {};
}

Prover::Prover(std::unique_ptr<TableAnswers> tables, std::size_t hash_bytes)
    : state_{std::make_unique<State>(std::move(tables), hash_bytes)} {}
Prover::~Prover() = default;
Prover::Prover(Prover&&) noexcept = default;
Prover& Prover::operator=(Prover&&) noexcept = default;

Proof Prover::prove(const probe::Question& question, const Limits& limits) {
    State& state = *state_;
    const Position& root = question.fen.position;
    const std::uint64_t probes_before = state.leaves.probes();
    Effort effort{.most_nodes = limits.nodes, .budget = limits.budget};
    BothNumbers facts;
    std::optional<int> plies;
    bool is_shortest = false;
    const int most_plies = question.has_rule() ? most_plies_of_win(question) : Path::most_plies;
    const auto ends_in_time = [&] { return plies && *plies <= most_plies; };
    Proof proof;
    const bool is_searched = !is_beyond_reach(root);
    const probe::Known known = state.tables->known(question, question.has_rule() && is_searched, limits.budget);
    if (known.outcome) {
        proof.bounds = known.limits();
        const auto line = state.tables->best_line(question, limits.budget);
        if (const auto* moves = std::get_if<std::vector<Move>>(&line)) {
            proof.line = *moves;
        }
        return proof;
    }
    if (is_searched) {
        state.answer(root, effort, facts);
    }
    proof.line = state.line(root, facts, limits.budget);
    for (const Colour winner : both_colours) {
        if (facts[winner].is_proved()) {
            if (const auto win = state.builder.win(root, winner, state.bytes_for_length, effort)) {
                plies = win->plies;
            }
            if (question.has_rule() ? !ends_in_time() : limits.shortest) {
                if (const auto least = state.shortest(root, winner, plies, most_plies, effort)) {
                    plies = least;
                    is_shortest = true;
                    proof.line.clear();
                    const Position end = state.follow_shortest(root, winner, *least, proof.line, effort);
                    state.follow_tables(end, proof.line, limits.budget);
                }
            }
        }
    }
    bool is_in_time = ends_in_time();
    if (question.has_rule() && !is_in_time && (facts[0].is_proved() || facts[1].is_proved())) {
        const auto reset = facts[root.side_to_move].is_proved() ? state.winning_reset(question, effort) : std::nullopt;
        is_in_time = reset.has_value();
        if (reset) {
            proof.line = {*reset};
            const Position end = state.follow_proof(rules::after(root, *reset), root.side_to_move, proof.line);
            state.follow_tables(end, proof.line, limits.budget);
        } else {
            proof.line.resize(std::min<std::size_t>(proof.line.size(), 1));  // the rest would go past the draw
        }
    }
    probe::OutcomeBounds bounds = bounds_from(facts, root.side_to_move);
    if (is_shortest) {
        bounds.at_least.plies = bounds.at_most.plies = plies;
    } else if (plies) {
        add_plies(bounds, *plies);
    }
    proof.bounds = question.has_rule() ? under_rule(bounds, is_in_time) : bounds;
    proof.nodes = effort.nodes;
    proof.probes = state.leaves.probes() - probes_before;
    return proof;
}

Addition prove_unknown(Prover& prover, const probe::Question& question, const Limits& limits, probe::Known& known,
                       std::optional<probe::Known>& under) {
    Addition added;
    if (!known.outcome) {
        added.proof = prover.prove(question.without_rule(), limits);
        added.is_any = add_proof(known, added.proof);
    }
    // The search above has found out what can be used here.
    if (under && !under->outcome) {
        added.proof = prover.prove(question, limits);
        added.is_any = add_proof(*under, added.proof) || added.is_any;
    }
    return added;
}

std::optional<Certificate> Prover::State::certificate(const Position& position, Effort& effort) {
    const auto known = [&](Colour side) { return search.look_up(position, Key::of(position), side, effort.budget); };
    // A game that is over was never searched.
    const bool is_over = rules::has_no_move(position);
    for (const Colour side : both_colours) {
        if (known(side).is_proved() || (is_over && side != position.side_to_move)) {
            auto win = builder.win(position, side, bytes_for_certificate, effort);
            return win ? std::optional{Certificate{position, {std::move(win->claim)}}} : std::nullopt;
        }
    }
    Certificate certificate{position};
    for (const Colour side : both_colours) {
        if (known(side).is_disproved()) {
            auto claim = builder.no_win(position, side, bytes_for_certificate, effort);
            if (!claim) {
                return std::nullopt;
            }
            certificate.claims.push_back(std::move(*claim));
        }
    }
    return certificate.claims.empty() ? std::nullopt : std::optional{std::move(certificate)};
}

std::optional<Certificate> Prover::certificate(const Position& position, const Limits& limits) {
    State& state = *state_;
    Effort effort{.most_nodes = limits.nodes, .budget = limits.budget};
    if (auto certificate = state.certificate(position, effort)) {
        return certificate;
    }
    if (effort.is_over()) {
        return std::nullopt;
    }
    // It may rest on what was found out about other positions, of which too much was lost.
    const auto facts = state.table.find(Key::of(position));
    state.table.clear();
    state.turn.reset();
    for (const Colour side : both_colours) {
        if (facts && (*facts)[side].is_fact() && !(*facts)[opponent(side)].is_proved()) {
            (void)state.answer(position, side, limits.nodes, effort);
        }
    }
    auto certificate = state.certificate(position, effort);
    for (const Colour side : both_colours) {
        if (facts && (*facts)[side].is_fact()) {
            state.table.store(Key::of(position), side, (*facts)[side], 1);  // if there was no time to find it again
        }
    }
    return certificate;
}

}  // namespace dameotb::proof
