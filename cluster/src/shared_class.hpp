// The scores of a class in a shared directory, as a source of its pages.
#pragma once

#include <map>
#include <memory>
#include <shared_mutex>

#include <dameotb/cluster/class_parts.hpp>
#include <dameotb/scores/slice/class_scores.hpp>
#include "batch_file.hpp"

namespace dameotb::cluster {

/// Whose moves lead to a class. Under a draw rule others have captured or promoted, and need results alone
/// (scores::after_reset); what is shared has the plies, too, for the class's files.
enum class SeenBy : std::uint8_t { Itself, Others };

/// Locates the file that contains given scores, and reads them. Keeps some files open.
class SharedClass : public memory::ScoreSource {
public:
    /// `parts`: how the class is cut. Batches may appear later.
    SharedClass(const index::Material& material, SharedDirectory directory, ClassParts parts, SeenBy seen_by);

    [[nodiscard]] std::uint64_t run() const override;
    void fetch(std::uint64_t first, std::span<std::int8_t> scores) override;

    /// The most bytes that the tables of one class's open files take, and the frames of one thread.
    static constexpr std::uint64_t files_bytes = std::uint64_t{4} << 20;
    static constexpr std::uint64_t thread_bytes = std::uint64_t{5} << 20;

private:
    void read(std::uint64_t first, std::span<std::int8_t> scores);
    [[nodiscard]] std::shared_ptr<const BatchReader> open(const BatchName& name);

    index::Material material_;
    SharedDirectory directory_;
    ClassParts parts_;
    SeenBy seen_by_;
    index::SliceIndex slices_;
    std::uint64_t cells_;  ///< Per slice and side to move.
    std::shared_mutex mutex_;
    std::map<BatchName, std::shared_ptr<const BatchReader>> open_;
};

/// Returns a class whose scores are read from the directory unless this process has found them itself. Keeps the
/// reference. Throws table::TablebaseError. Requires: the class is cut.
[[nodiscard]] std::unique_ptr<scores::ClassScores> shared_class(const index::Material& material,
                                                                memory::ScoreMemory& memory,
                                                                const SharedDirectory& directory,
                                                                SeenBy seen_by = SeenBy::Itself);

/// Writes a batch of slices.
class SliceBatchWriter {
public:
    /// Creates the file. `ids`: the slices of the batch, in rising order; in a symmetric class, those whose
    /// colour-flipped image has no lower index. The image's scores are written with them. Keeps both references. Throws
    /// table::TablebaseError.
    SliceBatchWriter(const SharedDirectory& directory, const BatchName& name, const scores::ClassScores& scores,
                     std::span<const index::SliceId> ids);

    [[nodiscard]] std::uint64_t groups() const { return items_.groups(); }
    /// Returns the slices that are written together.
    [[nodiscard]] std::span<const index::SliceId> group(std::uint64_t group) const;
    /// Writes the scores of a group. Thread-safe. Throws table::TablebaseError. Requires: the scores are known.
    void write(std::uint64_t group);
    /// Gives the file its name and returns its size. Throws table::TablebaseError. Requires: all groups are written.
    std::uint64_t finish();

private:
    const scores::ClassScores& scores_;
    std::span<const index::SliceId> ids_;
    BatchItems items_;
    BatchWriter writer_;
};

/// Returns the number of slices that SliceBatchWriter writes together.
[[nodiscard]] std::uint64_t slices_of_group(const index::Material& material);

/// Writes scores of a class that this process has in memory, in batches of pages, then records the cut. `shared`: which
/// scores; in a class of men or kings alone, always all. Returns the bytes written. Throws table::TablebaseError and
/// StopRequested.
std::uint64_t share_class(const scores::ClassScores& scores, SharedScores shared, const SharedDirectory& directory,
                          const memory::Team& team);

}  // namespace dameotb::cluster
