// Finished classes read from their files, one after the other, each with what it needs.
// For what goes through whole classes: verification, and scans of values.
#pragma once

#include <atomic>
#include <filesystem>
#include <map>
#include <vector>

#include <dameotb/gen/class_values.hpp>

#include "table_files.hpp"

namespace dameotb::gen {

/// Reading is thread-safe, loading is not.
class LoadedClasses {
public:
    /// threads: for decoding and for resolving captures.
    LoadedClasses(std::filesystem::path directory, int threads, const std::atomic<bool>* stop)
        : directory_{std::move(directory)}, team_{threads, stop} {}

    /// The class, loaded with what `reach` says; null once stopped. Drops what it may not look at.
    /// Throws format::TablebaseError.
    const SolvedClass* load(const index::Material& material, Reach reach);

    [[nodiscard]] const SolvedClasses& classes() const { return classes_; }
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
    SolvedClasses classes_;
    std::map<index::Material, const SolvedClass*> loaded_;  ///< What is in classes_.
};

}  // namespace dameotb::gen
