// The loaded class, its values, and its parts for a scan.
#include <dameotb/store/values/class_values.hpp>

#include <algorithm>

#include <dameotb/rules/bare_side.hpp>

#include "row_walk.hpp"

namespace dameotb::store {

using rules::Colour;
using rules::Position;
using rules::Value;

ClassValues::ClassValues(std::filesystem::path directory, int threads, const std::atomic<bool>* stop,
                         std::optional<std::uint64_t> memory_bytes)
    : loader_{std::move(directory), threads, stop, memory_bytes} {}

bool ClassValues::load(const index::Material& material, Reach reach) {
    own_ = loader_.load(material, reach);
    reach_ = reach;
    return own_ != nullptr;
}

const index::Material& ClassValues::material() const {
    return own_->material();
}

Value ClassValues::value(const Position& position) const {
    return rules::has_bare_side(position) ? rules::bare_value(position) : to_value(loader_.score(position));
}

// The cells of all sets of kings are counted, also of those without rows. So the parts are the same in every layout.
std::uint64_t ClassValues::sets_in_part() const {
    const SliceLayout& layout = own_->layout();
    const std::uint64_t cells = layout.has_runner() ? subsets(layout.fellows()).size() * SliceLayout::row_cells : 1;
    return std::max<std::uint64_t>(1, cells_of_part / cells);
}

std::uint64_t ClassValues::sets() const {
    return own_->slices().count() * other_sets();
}

std::uint64_t ClassValues::other_sets() const {
    return subsets(own_->layout().others()).size();
}

Intake ClassValues::intake() const {
    return intake_of_scan(own_->material(), reach_);
}

std::uint64_t ClassValues::parts() const {
    return (sets() + sets_in_part() - 1) / sets_in_part();
}

void ClassValues::visit_part(std::uint64_t part, Colour side_to_move,
                             const std::function<void(const ValueRow&)>& visit) const {
    const std::uint64_t other_sets = this->other_sets();
    const std::uint64_t first = part * sets_in_part();
    const std::uint64_t end = std::min(first + sets_in_part(), sets());
    RowWalk walk{*own_, side_to_move};
    for (std::uint64_t set = first; set < end; ++set) {
        if (set == first || set % other_sets == 0) {
            walk.begin_slice(index::SliceId{set / other_sets});
        }
        walk.visit_others(static_cast<std::uint32_t>(set % other_sets), visit);
    }
}

}  // namespace dameotb::store
