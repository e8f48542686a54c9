#include "plain_class_solver.hpp"

#include <algorithm>
#include <atomic>

#include <dameotb/memory/parallel.hpp>
#include <dameotb/rules/movegen.hpp>

namespace dameotb::tests {

using index::Material;

PlainClassSolver::PlainClassSolver(const Material& material, const ValueOutside& outside, int threads)
    : index_{material}, codes_(index::stored_positions(material)) {
    constexpr Offset part = Offset{1} << 14;
    const std::uint64_t parts = (codes_.size() + part - 1) / part;
    std::vector<std::vector<Offset>> still_open(parts);
    for (std::uint64_t i = 0; i < parts; ++i) {
        for (Offset offset = i * part; offset < std::min<Offset>((i + 1) * part, codes_.size()); ++offset) {
            still_open[i].push_back(offset);
        }
    }
    // What is decided at a ply is written behind the sweep. A value outside the class may lie far above the last ply at
    // which something was decided, so the sweeps go on to the greatest of them.
    std::vector<std::vector<std::pair<Offset, std::int16_t>>> decided(parts);
    std::atomic<int> longest_outside = 0;
    const ValueOutside counted = [&](const Position& position) {
        const Value value = outside(position);
        for (int seen = longest_outside; seen <= value.dtm().plies();) {
            if (longest_outside.compare_exchange_weak(seen, value.dtm().plies() + 1)) {
                break;
            }
        }
        return value;
    };
    for (int ply = 0, idle = 0; idle < 2 || ply <= longest_outside; ++ply) {
        memory::parallel_for(parts, threads, [&](std::size_t, std::uint64_t i) {
            std::erase_if(still_open[i], [&](Offset offset) {
                const std::int16_t code = code_by(ply, position_at(offset), counted);
                if (code != open) {
                    decided[i].emplace_back(offset, code);
                }
                return code != open;
            });
        });
        ++idle;
        for (auto& of_part : decided) {
            for (const auto& [offset, code] : of_part) {
                codes_[offset] = code;
                idle = 0;
            }
            of_part.clear();
        }
        ++sweeps_;
    }
}

/// A win in this ply: a successor is lost in one ply less. A loss in this ply: every successor is won in less.
std::int16_t PlainClassSolver::code_by(int ply, const Position& position, const ValueOutside& outside) const {
    const bool win = ply % 2 == 1;
    for (const Position& next : rules::successors(position)) {
        const Value value =
            Material::of(next).canonical() == index_.material() ? this->value(index::stored_form(next)) : outside(next);
        const bool is_known = value.wdl() == (win ? Wdl::Loss : Wdl::Win) && value.dtm().plies() < ply;
        if (win && is_known) {
            return static_cast<std::int16_t>(ply);
        }
        if (!win && !is_known) {
            return open;
        }
    }
    return win ? open : static_cast<std::int16_t>(-1 - ply);
}

Value PlainClassSolver::value(const Position& position) const {
    const int code = codes_[offset_of(position)];
    return code == open ? Value::draw() : code > 0 ? Value::win_in(code) : Value::loss_in(-1 - code);
}

PlainClassSolver::Offset PlainClassSolver::offset_of(const Position& position) const {
    return static_cast<Offset>(position.side_to_move) * index_.size() + index_.rank(position);
}

Position PlainClassSolver::position_at(Offset offset) const {
    return index_.unrank(offset % index_.size(), static_cast<Colour>(offset / index_.size()));
}

}  // namespace dameotb::tests
