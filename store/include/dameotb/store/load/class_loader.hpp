// Finished classes read from their files, one after the other, each with what it needs.
// For what goes through whole classes: verification, and scans of values.
#pragma once

#include <atomic>
#include <filesystem>
#include <map>
#include <vector>

#include <dameotb/store/load/class_files.hpp>

namespace dameotb::store {

/// What is loaded beside a class.
enum class Reach : std::uint8_t {
    Values,  ///< What its own values need. Of other classes no value can be asked.
    Moves,   ///< All that one move out of the class leads to.
};

/// Reading is thread-safe, loading is not.
class ClassLoader {
public:
    /// threads: for decoding and for resolving captures.
    ClassLoader(std::filesystem::path directory, int threads, const std::atomic<bool>* stop)
        : directory_{std::move(directory)}, team_{threads, stop} {}

    /// The class, loaded with what `reach` says; null once stopped. Drops what it may not look at.
    /// Throws format::TablebaseError.
    const ClassScores* load(const index::Material& material, Reach reach);

    [[nodiscard]] const FinishedClasses& classes() const { return classes_; }
    /// Requires: the position's class is loaded.
    [[nodiscard]] Score score(const rules::Position& position) const {
        const SliceView view = classes_.view(index::Material::of(position), index::Slice::of(position));
        return view.at(position.side_to_move, {{position.white().kings, position.black().kings}});
    }

private:
    void drop_unneeded(const index::Material& material, const std::vector<index::Material>& needed);
    void load_all(const index::Material& material, const std::vector<index::Material>& needed);
    void load_with_captures(const index::Material& material);

    std::filesystem::path directory_;
    Team team_;
    FinishedClasses classes_;
    std::map<index::Material, const ClassScores*> loaded_;  ///< What is in classes_.
};

}  // namespace dameotb::store
