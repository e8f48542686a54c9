// Verification by rows of classes that their fewer kings lead, as those with more than 6 pieces. No such class is small
// enough for a test, so a smaller one gets an index of that kind.
#include "verify/class_verifier.hpp"

#include <map>

#include <dameotb/gen/run/class_solver.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/scores/row/row_values.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>
#include <dameotb/store/code_source.hpp>

#include "catch.hpp"
#include "plain_tables.hpp"
#include "samples.hpp"
#include "sampling.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;
using tests::class_of;

namespace {

/// KKKvKK, the classes it leads to, and the codes of its .wdl.
class LedByBlack {
public:
    LedByBlack() {
        for (const index::Material& material : index::with_dependencies({material_})) {
            auto solved = gen::solve_class(material, smaller_, {2, {}, nullptr});
            if (material == material_) {
                std::copy_n(solved->scores_from(0, solved->size()), solved->size(), own_.cells_from(0, own_.size()));
                for (const Colour mover : both_colours) {
                    std::vector<std::uint8_t> codes(index_.size());
                    store::read_codes(store::codes_of_scores(*solved, index_, 2), mover, 0, codes, 2);
                    for (const std::uint8_t code : codes) {
                        wdl_.push_back(code == table::dont_care_code ? table::draw_code
                                                                     : table::wdl_code_of(result_of(code)));
                    }
                }
            } else {
                smaller_.add(std::move(solved));
            }
        }
    }

    /// Bounds the memory of its scores by what verification needs.
    void set_bound() {
        const memory::WorkingSet needed = scores::working_set_of_rows(material_);
        memory_.set_bound(scores::metadata_bytes(material_) + needed.per_task);
        memory_.make_room(needed.per_task, 2);
    }

    [[nodiscard]] const index::ClassIndex& index() const { return index_; }
    [[nodiscard]] std::vector<std::uint8_t>& wdl() { return wdl_; }
    [[nodiscard]] const memory::ScoreMemory& memory() const { return memory_; }

    /// Writes the score of a position to all cells that hold it.
    void set(const Position& position, scores::Score score) {
        const scores::SliceLayout& layout = own_.layout();
        scores::Score* const cells = own_.scores(position.side_to_move, index::SliceId{});
        const Bitboard kings = position[layout.pivot()].kings;
        for (const Square pivot : kings) {
            layout.for_each_image(kings - pivot, position[opponent(layout.pivot())].kings, [&](const auto& image) {
                cells[std::size_t{image.row} * scores::SliceLayout::row_cells +
                      static_cast<std::size_t>(dameotb::index::apply(image.symmetry, pivot).index())] = score;
            });
        }
    }
    [[nodiscard]] scores::Score score(const Position& position) const {
        return own_.view(index::Slice{}, position.side_to_move).at(position);
    }

    /// Returns the room that verification asks for.
    [[nodiscard]] std::uint64_t room() const {
        return analysis::make_row_verifier(own_, smaller_, 1, index_.leader())->memory().second.least();
    }

    /// Returns the first mismatch of the parts from the one with `first` on, or of every `step`-th of them.
    [[nodiscard]] std::optional<analysis::Mismatch> verify(std::uint64_t first, std::uint64_t end,
                                                           std::uint64_t step = 1) {
        const auto verifier = analysis::make_row_verifier(own_, smaller_, 1, index_.leader());
        analysis::VerifiedClass verified{directory_.path(), index_, {2 * index_.size(), {}, 0}};
        verified.wdl = wdl_;
        const std::uint64_t part = verifier->part();
        for (first = first / part * part; first < end; first += step * part) {
            memory_.make_room(verifier->memory().second.per_task, 1);
            if (auto found = verifier->verify(0, verified, first, std::min(first + part, 2 * index_.size()));
                found.mismatch) {
                return std::move(found.mismatch);
            }
        }
        return std::nullopt;
    }

private:
    [[nodiscard]] static Wdl result_of(std::uint8_t code) {
        const scores::Score score = store::score_of(code);
        return static_cast<Wdl>((score > 0) - (score < 0));
    }

    index::Material material_ = class_of("KKKvKK");
    index::ClassIndex index_{material_, Colour::Black};
    tests::TemporaryDirectory directory_;
    memory::ScoreMemory memory_{memory::ScoreMemory::no_bound / 4, directory_.path()};
    scores::SolvedClasses smaller_;
    scores::ClassScores own_{material_, &memory_};
    std::vector<std::uint8_t> wdl_;
};

}  // namespace

TEST_CASE("a class that its fewer kings lead is verified by rows, with only those that it needs in memory") {
    LedByBlack verified;
    const std::uint64_t all = 2 * verified.index().size();
    CHECK(verified.room() == 0);  // all is in memory
    verified.set_bound();
    CHECK(verified.room() > 0);
    CHECK_FALSE(verified.verify(0, all, 50));
    CHECK(verified.memory().overrun_bytes() == 0);
    CHECK(verified.memory().scratch_bytes() > 0);
}

TEST_CASE("a wrong score or result is found in a class that its fewer kings lead") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    LedByBlack verified;
    const std::uint64_t all = 2 * verified.index().size();

    for (int tried = 0; tried < (tests::sampled ? 1 : 2);) {
        const std::uint64_t offset = random() % all;
        const Position position = verified.index().unrank(offset % verified.index().size(),
                                                          static_cast<Colour>(offset / verified.index().size()));
        if (rules::must_capture(position)) {
            continue;
        }
        ++tried;
        CAPTURE(rules::to_fen(position));
        // A wrong result in the .wdl is found where it is.
        std::uint8_t& code = verified.wdl()[offset];
        const std::uint8_t right = code;
        code = right == table::draw_code ? table::win_code : table::draw_code;
        const auto in_wdl = verified.verify(offset, offset + 1);
        REQUIRE(in_wdl);
        CHECK(in_wdl->position == position);
        CHECK(in_wdl->file.ends_with(".wdl"));
        code = right;

        // A wrong score shows there, also by the .wdl, or first where a move leads to it.
        const scores::Score score = verified.score(position);
        verified.set(position, score == scores::score_at_ply(1) ? scores::score_at_ply(0) : scores::score_at_ply(1));
        const auto found = verified.verify(0, all);
        REQUIRE(found);
        const auto number = verified.index().rank(position);
        const bool is_there =
            verified.index().rank(found->position) == number && found->position.side_to_move == position.side_to_move;
        const auto moves = rules::quiet_moves(found->position);
        CHECK((is_there || std::ranges::any_of(moves, [&](const Move& move) {
                   const Position next = rules::after(found->position, move);
                   return next.side_to_move == position.side_to_move && verified.index().rank(next) == number;
               })));
        verified.set(position, score);
    }
}
