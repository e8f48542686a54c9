// A slice is found by its index and advancement, a page by its index.
#include "shared_class.hpp"

#include <algorithm>
#include <mutex>

#include <dameotb/memory/parallel.hpp>

namespace dameotb::cluster {

namespace {

/// The most open files per class. A process may have a thousand in all.
constexpr std::size_t most_open = 24;

/// For each side to move; in a symmetric class also those of the colour-flipped image.
std::uint32_t versions_of_slice(const index::Material& material) {
    return material.is_symmetric() ? 4 : 2;
}

BatchItems items_of(const index::Material& material, std::uint64_t cells, std::span<const index::SliceId> ids) {
    BatchItems items;
    items.base = ids.front().value();
    items.scores = cells;
    items.versions = versions_of_slice(material);
    items.numbers.reserve(ids.size());
    for (const index::SliceId id : ids) {
        items.numbers.push_back(static_cast<std::uint32_t>(id.value() - items.base));
    }
    return items;
}

}  // namespace

SharedClass::SharedClass(const index::Material& material, SharedDirectory directory, ClassParts parts, SeenBy seen_by)
    : material_{material},
      directory_{std::move(directory)},
      parts_{std::move(parts)},
      seen_by_{seen_by},
      slices_{material.white.men, material.black.men},
      cells_{scores::SliceLayout{material}.cells()} {}

std::uint64_t SharedClass::run() const {
    return parts_.is_by_levels() ? cells_ : parts_.page;
}

void SharedClass::fetch(std::uint64_t first, std::span<std::int8_t> scores) {
    read(first, scores);
    if (seen_by_ == SeenBy::Others) {
        std::ranges::transform(scores, scores.begin(), [rule = directory_.rule()](scores::Score score) {
            return scores::after_reset(score, rule);
        });
    }
}

void SharedClass::read(std::uint64_t first, std::span<std::int8_t> scores) {
    if (!parts_.is_by_levels()) {
        const std::uint64_t page = first / parts_.page;
        open(parts_.of_pages(page / parts_.pages_of_batch))->read(0, page % parts_.pages_of_batch, scores);
        return;
    }
    const std::uint64_t number = first / cells_;
    const auto side = static_cast<std::uint32_t>(number / slices_.count());
    const index::SliceId id{number % slices_.count()};
    const index::Slice slice = slices_.unrank(id);
    const index::SliceId written = material_.is_symmetric() ? std::min(id, slices_.locate(slice.flipped()).id) : id;
    const auto file = open(parts_.of_slice(written, slice.advancement()));
    file->read(written == id ? side : side + 2, file->find(written.value()), scores);
}

std::shared_ptr<const BatchReader> SharedClass::open(const BatchName& name) {
    {
        const std::shared_lock lock{mutex_};
        if (const auto found = open_.find(name); found != open_.end()) {
            return found->second;
        }
    }
    auto file = std::make_shared<const BatchReader>(directory_.batch(material_, name));
    const std::scoped_lock lock{mutex_};
    if (open_.size() >= most_open) {
        open_.clear();
    }
    return open_.try_emplace(name, std::move(file)).first->second;
}

std::unique_ptr<scores::ClassScores> shared_class(const index::Material& material, memory::ScoreMemory& memory,
                                                  const SharedDirectory& directory, SeenBy seen_by) {
    return std::make_unique<scores::ClassScores>(
        material, memory,
        std::make_unique<SharedClass>(material, directory, directory.require_parts(material), seen_by),
        directory.rule());
}

std::uint64_t slices_of_group(const index::Material& material) {
    BatchItems items;
    items.scores = scores::SliceLayout{material}.cells();
    return items.together();
}

SliceBatchWriter::SliceBatchWriter(const SharedDirectory& directory, const BatchName& name,
                                   const scores::ClassScores& scores, std::span<const index::SliceId> ids)
    : scores_{scores},
      ids_{ids},
      items_{items_of(scores.material(), scores.layout().cells(), ids)},
      writer_{directory.batch(scores.material(), name), items_} {}

std::span<const index::SliceId> SliceBatchWriter::group(std::uint64_t group) const {
    const std::uint64_t first = group * items_.together();
    return ids_.subspan(first, std::min<std::uint64_t>(items_.together(), ids_.size() - first));
}

void SliceBatchWriter::write(std::uint64_t group) {
    const index::SliceIndex& slices = scores_.slices();
    std::vector<index::SliceId> ids{this->group(group).begin(), this->group(group).end()};
    for (std::uint32_t version = 0; version < items_.versions; ++version) {
        if (version == 2) {
            std::ranges::transform(ids, ids.begin(),
                                   [&](index::SliceId id) { return slices.locate(slices.unrank(id).flipped()).id; });
        }
        std::vector<std::span<const scores::Score>> scores;
        for (const index::SliceId id : ids) {
            scores.emplace_back(scores_.scores(static_cast<Colour>(version % 2), id), items_.scores);
        }
        writer_.add(group, version, scores);
    }
}

std::uint64_t SliceBatchWriter::finish() {
    writer_.finish();
    return writer_.size_bytes();
}

namespace {

// The scores of a class that moves from classes with as many pieces lead to. Such a move captures nothing, so it
// promotes: the side that has moved has a king on its last rank.

/// Returns the cells of a row with such a score, as squares of the pivot king. Requires: a class with kings and men.
/// (Without men a row also represents its images on the other edges of the board.)
Bitboard promoted_cells(const scores::SliceLayout& layout, std::uint32_t row, Colour side_to_move) {
    const Colour promoted = opponent(side_to_move);
    const Bitboard last_row = promotion_rank(promoted);
    if (layout.kings_of(row)[promoted].intersects(last_row)) {
        return ~Bitboard{};
    }
    return layout.pivot() == promoted ? last_row : Bitboard{};
}

/// Returns whether classes with as many pieces need only a part of the class's scores.
bool has_promoted_part(const index::Material& material) {
    return material.kings() > 0 && material.men() > 0;
}

/// Copies the scores of a class that follow a promotion. `first`: the offset of the first score, at the beginning of a
/// row.
void copy_promoted(const scores::ClassScores& scores, std::uint64_t first, std::span<const scores::Score> from,
                   std::span<scores::Score> to) {
    const scores::SliceLayout& layout = scores.layout();
    const std::uint64_t rows_of_side = scores.slices().count() * layout.rows();
    for (std::size_t at = 0; at < from.size(); at += scores::SliceLayout::row_cells) {
        const std::uint64_t row = (first + at) / scores::SliceLayout::row_cells;
        const auto mover = static_cast<Colour>(row / rows_of_side);
        const auto row_of_slice = static_cast<std::uint32_t>(row % layout.rows());
        const Bitboard cells = promoted_cells(layout, row_of_slice, mover);
        if (cells == ~Bitboard{}) {
            std::ranges::copy(from.subspan(at, scores::SliceLayout::row_cells), to.subspan(at).begin());
            continue;
        }
        for (const Square square : cells) {
            const auto cell = at + static_cast<std::size_t>(square.index());
            to[cell] = from[cell];
        }
    }
}

/// Returns the scores of a page as they are shared, with draws after the last one. `first`: the offset of the page's
/// first score; `copy`: a page of draws, used where the result must be assembled.
std::span<const scores::Score> shared_page(const scores::ClassScores& scores, const ClassParts& parts,
                                           std::uint64_t first, std::span<scores::Score> copy) {
    const std::uint64_t count = std::min(parts.page, scores.size() - first);
    const scores::Score* const from = scores.scores_from(first, count);
    if (parts.scores == SharedScores::Promoted) {
        copy_promoted(scores, first, {from, count}, copy);
        return copy;
    }
    if (count == parts.page) {
        return {from, count};
    }
    std::copy_n(from, count, copy.begin());
    return copy;
}

}  // namespace

std::uint64_t share_class(const scores::ClassScores& scores, SharedScores shared, const SharedDirectory& directory,
                          const memory::Team& team) {
    const index::Material& material = scores.material();
    const auto parts = ClassParts::by_pages(material, has_promoted_part(material) ? shared : SharedScores::All);
    directory.make_directory(material);
    const std::uint64_t pages = (scores.size() + parts.page - 1) / parts.page;
    std::uint64_t bytes = 0;
    for (std::uint64_t batch = 0; batch < parts.batches; ++batch) {
        const std::uint64_t first = batch * parts.pages_of_batch;
        BatchItems items;
        items.scores = parts.page;
        items.numbers.resize(std::min(parts.pages_of_batch, pages - first));
        for (std::uint32_t i = 0; i < items.numbers.size(); ++i) {
            items.numbers[i] = i;
        }
        BatchWriter writer{directory.batch(material, parts.of_pages(batch)), items};
        const memory::WorkingSet working_set{items.together() * parts.page, items.count() * parts.page};
        memory::parallel_for_within(
            scores.memory(), working_set, items.groups(), team, [&](std::size_t, std::uint64_t group) {
                const std::uint64_t begin = group * items.together();
                const std::uint64_t end = std::min(begin + items.together(), items.count());
                std::vector<scores::Score> copies((end - begin) * parts.page);
                std::vector<std::span<const scores::Score>> of_group;
                for (std::uint64_t i = begin; i < end; ++i) {
                    const std::span<scores::Score> copy{copies.data() + (i - begin) * parts.page, parts.page};
                    of_group.push_back(shared_page(scores, parts, (first + i) * parts.page, copy));
                }
                writer.add(group, 0, of_group);
            });
        writer.finish();
        bytes += writer.size_bytes();
    }
    directory.write_parts(material, parts);
    return bytes;
}

}  // namespace dameotb::cluster
