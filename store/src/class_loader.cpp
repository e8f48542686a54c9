// Reads classes in an order that has in memory what each needs: the classes that its forced captures lead to and, if
// only one side to move is stored, all that its moves lead to.
#include <dameotb/store/class_loader.hpp>

#include <algorithm>
#include <set>

#include <dameotb/scores/captures/reached_slices.hpp>
#include <dameotb/scores/row/row_values.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>
#include <dameotb/store/process_bytes.hpp>
#include <dameotb/store/scores_from_codes.hpp>
#include <dameotb/table/directory/table_directory.hpp>

namespace dameotb::store {

ClassLoader::ClassLoader(table::TableDirectories directory, int threads, const std::atomic<bool>* stop,
                         std::optional<std::uint64_t> memory_bytes, DrawRule rule, BeyondRule beyond)
    : directory_{std::move(directory)},
      team_{threads, stop},
      memory_bytes_{memory_bytes},
      memory_{memory_bytes ? std::make_unique<memory::ScoreMemory>(*memory_bytes, directory_.first()) : nullptr},
      classes_{memory_.get()},
      rule_{rule},
      beyond_{beyond} {}

namespace {

/// Returns the class and those that `reach` calls for besides.
std::vector<index::Material> with_needed(const index::Material& material, Reach reach) {
    std::vector<index::Material> all =
        reach == Reach::Values ? std::vector<index::Material>{} : index::direct_dependencies(material);
    all.push_back(material);
    return all;
}

}  // namespace

memory::WorkingSet working_set_of_scan(const index::Material& material, Reach reach) {
    const std::uint64_t slice =
        material.kings() == 0 ? 1 : scores::slice_rows(material) * scores::SliceLayout::row_cells;
    const std::uint64_t slices = cells_of_part / slice + 1;
    const bool by_co_kings = scores::index_follows_rows(material, index::leader(material));
    if (reach == Reach::Values) {
        const std::uint64_t part =
            by_co_kings ? scores::rows_bytes(material, rows_of_part) : scores::slices_bytes(material, slices);
        return {2 * part, scores::class_bytes(material)};
    }
    return reach == Reach::MovesByRow && by_co_kings ? scores::working_set_of_rows(material)
                                                     : scores::moves_working_set(material, slices);
}

/// Keeps `material`, what it needs, and the classes with fewer pieces. The last are kept because classes still to be
/// read need them too, and because they are small compared with classes of equally many pieces.
const scores::ClassScores* ClassLoader::load(const index::Material& material, Reach reach,
                                             std::span<const index::Material> later) {
    const std::vector<index::Material> wanted = with_needed(material, reach);
    std::set<index::Material> kept{wanted.begin(), wanted.end()};
    if (memory_) {
        for (const index::Material& of : later) {
            const std::vector<index::Material> needed = with_needed(of, reach);
            kept.insert(needed.begin(), needed.end());
        }
    }
    const auto keeps = [&](const index::Material& other) {
        return other.pieces() < material.pieces() || kept.contains(other);
    };
    // Under a rule other classes are there with their results alone, so this class has to be read again.
    drop_unless([&](const index::Material& other) {
        return keeps(other) && !(rule_.exists() && other == material && other != own_);
    });
    if (own_ && own_ != material && loaded_.contains(*own_)) {
        reduce_to_results(*loaded_.at(*own_), team_, beyond_);
    }
    own_ = material;
    const std::vector<ToRead> to_read = readings(wanted);
    if (memory_) {
        const memory::MemoryNeed need = need_of(material, reach, to_read);
        need.require_within(*memory_bytes_, material);
        memory_->set_bound(need.budget(*memory_bytes_));
    }
    try {
        for (auto at = to_read.begin(); at != to_read.end(); ++at) {
            const memory::OnShare on_share = [&](double share) { on_read_({at->material, share}); };
            if (on_read_) {
                on_share(0);
            }
            auto solved = read_class(directory_, at->material, rule_, classes_, team_,
                                     on_read_ ? on_share : memory::OnShare{}, beyond_);
            if (at->material != material) {
                reduce_to_results(*solved, team_, beyond_);
            }
            loaded_[at->material] = solved.get();
            classes_.add(std::move(solved));
            drop_unless([&](const index::Material& other) {
                return keeps(other) || std::any_of(at + 1, to_read.end(), [&](const ToRead& next) {
                           return std::ranges::count(next.needed, other) > 0;
                       });
            });
        }
        team_.require_going_on();
        return loaded_.at(material);
    } catch (const memory::StopRequested&) {
        return nullptr;
    }
}

void ClassLoader::require_room(const index::Material& material, Reach reach) const {
    if (memory_) {
        need_of(material, reach, readings(with_needed(material, reach))).require_within(*memory_bytes_, material);
    }
}

/// Returns what loading the class and working with it takes. `to_read`: what is not in memory of it.
memory::MemoryNeed ClassLoader::need_of(const index::Material& material, Reach reach,
                                        const std::vector<ToRead>& to_read) const {
    std::vector<index::Material> all{material};
    memory::MemoryNeed need{.working_set = working_set_of_scan(material, reach).least()};
    for (const auto& [loaded, scores] : loaded_) {
        all.push_back(loaded);
        need.metadata += scores::metadata_bytes(loaded);
    }
    for (const ToRead& reading : to_read) {
        all.push_back(reading.material);
        need.metadata += scores::metadata_bytes(reading.material);
        need.working_set = std::max(need.working_set, working_set_to_read(reading.material, reading.sides).least());
    }
    need.process = process_bytes(all, team_.threads);
    return need;
}

/// Returns what must be read to have all of `wanted` in memory, each class after those it needs.
std::vector<ClassLoader::ToRead> ClassLoader::readings(const std::vector<index::Material>& wanted) const {
    std::vector<index::Material> open = wanted;
    std::map<index::Material, ToRead> found;
    while (!open.empty()) {
        const index::Material material = open.back();
        open.pop_back();
        if (loaded_.contains(material) || found.contains(material)) {
            continue;
        }
        const table::TableReader distances = table::open_table(directory_, {material, table::distances_under(rule_)});
        const DistanceSides sides = sides_of(distances.header());
        const ToRead& reading = found[material] = {material, sides, needed_to_read(material, sides)};
        open.insert(open.end(), reading.needed.begin(), reading.needed.end());
    }
    std::vector<index::Material> materials;
    for (const auto& entry : found) {
        materials.push_back(entry.first);
    }
    std::vector<ToRead> ordered;
    for (const index::Material& material : index::in_build_order(materials)) {
        ordered.push_back(std::move(found.at(material)));
    }
    return ordered;
}

/// Drops all classes for which keep(class) is false.
template <class Keep>
void ClassLoader::drop_unless(const Keep& keep) {
    std::erase_if(loaded_, [&](const auto& entry) {
        if (keep(entry.first)) {
            return false;
        }
        classes_.drop(entry.first);
        return true;
    });
}

}  // namespace dameotb::store
