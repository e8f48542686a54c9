// Longest chains looked up, each for all the runner's squares at once.
#include "row_capture_resolver.hpp"

#include <dameotb/rules/movegen.hpp>

namespace dameotb::gen {

using rules::Bitboard;
using rules::Colour;
using rules::Position;

Bitboard RowCaptureResolver::resolve(const Position& fixed, Colour runner, Score* cells) {
    search_.search(fixed, runner);
    const Bitboard forced = search_.forced();
    if (forced.empty()) {
        return forced;
    }
    fill(cells, forced, no_score);
    for (const RowChain& chain : search_.chains()) {
        const Bitboard runners = search_.longest(chain);
        if (runners.empty()) {
            continue;
        }
        if (chain.count() == search_.enemies()) {
            fill(cells, runners, score_at_ply(1));  // the enemy has no piece left and loses at once (RULES 7)
        } else {
            raise(fixed, runner, chain, runners, cells);
        }
    }
    return forced;
}

void RowCaptureResolver::raise(const Position& fixed, Colour runner, const RowChain& chain, Bitboard runners,
                               Score* cells) {
    Position next = fixed;
    if (chain.runner_captures) {
        next[runner].kings |= chain.to;
        next[opponent(runner)].men -= chain.taken;
        next[opponent(runner)].kings -= chain.taken;
        next.side_to_move = opponent(runner);
    } else {
        next = rules::after(fixed, {chain.from, chain.to, chain.taken});
    }
    Kings kings{{next.white().kings, next.black().kings}};
    const index::Slice slice = index::Slice::of(next);
    const bool runner_stays = !chain.runner_captures && !chain.runner_taken;
    index::Material material = index::Material::of(next);
    if (runner_stays) {
        ++(runner == Colour::White ? material.white : material.black).kings;
    }
    const SliceView& view = views_.view(material, slice);
    if (!runner_stays) {
        gen::raise(cells, runners, before_move(view.at(next.side_to_move, kings)));
    } else if (view.runs(runner)) {
        raise_before_move(cells, runners, view.row(next.side_to_move, kings, buffer_.data()));
    } else {
        const Bitboard fellows = kings[runner];
        for (const rules::Square square : runners) {
            kings[runner] = fellows | square;
            buffer_.cells[static_cast<std::size_t>(square.index())] = view.at(next.side_to_move, kings);
        }
        raise_before_move(cells, runners, buffer_.data());
    }
}

}  // namespace dameotb::gen
