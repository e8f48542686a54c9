#include "closed_set.hpp"

#include <algorithm>
#include <bit>

#include <dameotb/rules/movegen.hpp>

namespace dameotb::proof {

ClosedSet::ClosedSet(PositionTable& table, Search& search, std::size_t bytes) : table_{table}, search_{search} {
    // Nodes and edges take their room at once. Of the slots there are up to four for each node, and of what put_out has
    // to do up to two: while these grow, half as many again.
    constexpr std::size_t bytes_a_node =
        sizeof(Node) + edges_a_node * sizeof(Edge) + (4 + 2) * sizeof(std::uint32_t) * 3 / 2;
    room_ = std::clamp<std::size_t>(bytes / bytes_a_node, 16, std::size_t{1} << 28);
}

std::size_t ClosedSet::slot_of(const Position& position, const Key& key) const {
    std::size_t slot = key.place % slots_.size();
    while (slots_[slot] != 0 && nodes_[slots_[slot] - 1].position != position) {
        slot = (slot + 1) % slots_.size();
    }
    return slot;
}

std::uint32_t ClosedSet::node_of(const Position& position, const Key& key) {
    if (slots_.size() < 2 * (nodes_.size() + 1)) {
        slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), 0);
        for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
            slots_[slot_of(nodes_[node].position, Key::of(nodes_[node].position))] = node + 1;
        }
    }
    std::uint32_t& number = slots_[slot_of(position, key)];
    if (number == 0) {
        nodes_.push_back({position});
        number = static_cast<std::uint32_t>(nodes_.size());
    }
    return number - 1;
}

void ClosedSet::add_moves(std::uint32_t number) {
    const Position position = nodes_[number].position;
    const bool attacks = position.side_to_move == attacker_;
    if (is_full() || is_beyond_reach(position)) {
        nodes_[number].is_out = true;
        return;
    }
    effort_->count();
    const std::size_t first_edge = edges_.size();
    std::uint32_t good_moves = 0;
    for (const Position& next : rules::successors(position)) {
        const Key key = Key::of(next);
        const auto known = table_.find(key);
        const Numbers numbers = known ? (*known)[attacker_] : search_.look_up(next, key, attacker_, effort_->budget);
        if ((numbers.is_conjecture() || (known && numbers.is_open())) && !is_full()) {
            edges_.push_back({node_of(next, key), number});
            ++good_moves;
        } else if (attacks && !numbers.is_disproved()) {
            nodes_[number].is_out = true;
            edges_.resize(first_edge);
            return;
        } else if (!attacks && numbers.is_disproved()) {
            nodes_[number].is_firm = true;
            edges_.resize(first_edge);
            return;
        }
    }
    nodes_[number].good_moves = good_moves;
    // The attacker without a move has lost; so has the defender.
    nodes_[number].is_out = !attacks && good_moves == 0;
}

void ClosedSet::put_out() {
    // The edges that lead to one node lie together.
    std::ranges::sort(edges_, {}, &Edge::to);
    std::vector<std::uint32_t> out;
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
        if (nodes_[node].is_out) {
            out.push_back(node);
        }
    }
    while (!out.empty()) {
        const std::uint32_t node = out.back();
        out.pop_back();
        const auto [first, last] = std::ranges::equal_range(edges_, node, {}, &Edge::to);
        for (const Edge& edge : std::ranges::subrange(first, last)) {
            Node& from = nodes_[edge.from];
            if (from.is_out || from.is_firm) {
                continue;
            }
            const bool attacks = from.position.side_to_move == attacker_;
            if (attacks || --from.good_moves == 0) {
                from.is_out = true;
                out.push_back(edge.from);
            }
        }
    }
}

bool ClosedSet::settle(const Position& root, Colour attacker, std::uint64_t most_nodes, Effort& effort) {
    nodes_.clear();
    edges_.clear();
    slots_.clear();
    nodes_.reserve(room_);
    edges_.reserve(room_ * edges_a_node);
    most_nodes_ = static_cast<std::size_t>(std::min({std::uint64_t{room_}, most_nodes, effort.left()}));
    attacker_ = attacker;
    effort_ = &effort;
    node_of(root, Key::of(root));
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
        add_moves(node);
        if (effort.is_broken_off()) {
            return false;
        }
    }
    put_out();
    for (const Node& node : nodes_) {
        const Key key = Key::of(node.position);
        if (node.is_out) {
            table_.forget_conjecture(key, attacker);
        } else {
            table_.store(key, attacker, Numbers::disproved(), 1);
        }
    }
    return !nodes_.front().is_out;
}

}  // namespace dameotb::proof
