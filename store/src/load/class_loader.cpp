// Loads classes with fewer pieces first, so that forced captures can be resolved.
#include <dameotb/store/load/class_loader.hpp>

#include <algorithm>

namespace dameotb::store {

const ClassScores* ClassLoader::load(const index::Material& material, Reach reach) {
    const std::vector<index::Material> needed =
        reach == Reach::Moves ? index::direct_dependencies(material) : std::vector<index::Material>{};
    drop_unneeded(material, needed);
    try {
        load_all(material, needed);
        return loaded_.at(material);
    } catch (const StopRequested&) {
        return nullptr;
    }
}

/// Loads `needed` and `material`. Throws StopRequested.
void ClassLoader::load_all(const index::Material& material, const std::vector<index::Material>& needed) {
    for (const index::Material& dependency : needed) {
        load_with_captures(dependency);
    }
    load_with_captures(material);
    team_.require_going_on();
}

/// Drops all classes but three kinds: `material`, `needed`, and those with fewer pieces than `material`. The last are
/// kept because forced captures of classes still to be read need them too, and because they take little memory beside
/// classes with as many pieces as `material`.
void ClassLoader::drop_unneeded(const index::Material& material, const std::vector<index::Material>& needed) {
    std::erase_if(loaded_, [&](const auto& entry) {
        const bool keep = entry.first.pieces() < material.pieces() || entry.first == material ||
                          std::ranges::count(needed, entry.first) > 0;
        if (!keep) {
            classes_.drop(entry.first);
        }
        return !keep;
    });
}

/// Reads a class, and before it the classes that its forced captures lead to. Throws StopRequested.
void ClassLoader::load_with_captures(const index::Material& material) {
    if (loaded_.contains(material)) {
        return;
    }
    for (const index::Material& dependency : index::direct_dependencies(material)) {
        if (dependency.pieces() < material.pieces()) {
            load_with_captures(dependency);
        }
    }
    auto solved = read_class(directory_, material, classes_, team_);
    loaded_[material] = solved.get();
    classes_.add(std::move(solved));
}

}  // namespace dameotb::store
