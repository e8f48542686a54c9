#include <dameotb/store/table_writing.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <ranges>
#include <tuple>

#include <dameotb/memory/parallel.hpp>
#include <dameotb/table/format/block_group.hpp>
#include <dameotb/table/format/metric.hpp>

namespace dameotb::store {

namespace {

using table::Coding;
using table::Metric;
using table::StoredSides;

/// Codes of some positions in the form the codec takes.
class PositionCodes {
public:
    /// Keeps the view of the codes. Distances imply the results.
    void take(std::span<const std::uint8_t> codes, Coding coding) {
        codes_ = codes;
        results_.resize(coding == Coding::Distances ? codes.size() : 0);
        std::ranges::transform(codes.first(results_.size()), results_.begin(), table::result_code_at);
    }
    /// `first`: the index of the first position. Requires: a metric of the coding taken, or Wdl.
    [[nodiscard]] table::BlockCodes block(Metric metric, std::uint64_t first) const {
        const std::span<const std::uint8_t> results = results_.empty() ? codes_ : results_;
        return needs_wdl(metric) ? table::BlockCodes{first, codes_, results} : table::BlockCodes{first, results, {}};
    }

private:
    std::span<const std::uint8_t> codes_;
    std::vector<std::uint8_t> results_;
};

/// A block of a sample. Owns its codes.
class SampleBlock {
public:
    SampleBlock() = default;
    SampleBlock(std::uint64_t first, std::span<const std::uint8_t> codes, Coding coding)
        : first_{first}, owned_{codes.begin(), codes.end()} {
        codes_.take(owned_, coding);
    }
    SampleBlock(SampleBlock&&) noexcept = default;  // the views stay valid
    SampleBlock& operator=(SampleBlock&&) noexcept = default;
    [[nodiscard]] std::uint64_t first() const { return first_; }
    [[nodiscard]] table::BlockCodes codes(Metric metric) const { return codes_.block(metric, first_); }

private:
    std::uint64_t first_ = 0;
    std::vector<std::uint8_t> owned_;
    PositionCodes codes_;
};

using Sample = std::vector<SampleBlock>;

/// Makes the plans of some tables of one class.
class TablePlanner {
public:
    TablePlanner(std::span<const table::Header> tables, DistanceSides sides_to_store, const index::ClassIndex& index,
                 const CodeSource& codes, const memory::Team& team)
        : tables_{tables},
          stores_one_{sides_to_store == DistanceSides::One && index::stored_sides(index.material()) == 2},
          index_{index},
          codes_{codes},
          team_{team},
          sides_{static_cast<std::size_t>(index::stored_sides(index.material()))},
          has_models_{table::encoding_of(index.material()) == table::Encoding::Neighbours} {}

    std::vector<table::TablePlan> run() {
        if (has_models_) {
            train();
        }
        std::vector<table::TablePlan> plans;
        for (std::size_t table = 0; table < tables_.size(); ++table) {
            plans.push_back(is_free(table) ? smaller(plan(table, StoredSides::White), plan(table, StoredSides::Black))
                                           : plan(table, tables_[table].stored));
        }
        return plans;
    }

private:
    /// Returns whether the table stores the side that takes less space.
    [[nodiscard]] bool is_free(std::size_t table) const { return stores_one_ && needs_wdl(tables_[table].metric); }
    [[nodiscard]] bool may_store(std::size_t table, std::size_t side) const {
        return is_free(table) || tables_[table].stores(static_cast<Colour>(side));
    }

    /// Takes the samples of both sides, and trains the models of all sides that a table may store.
    void train() {
        const std::uint64_t blocks = table::training_positions(index_.material()) / table::block_positions;
        for (std::size_t side = 0; side < sides_; ++side) {
            samples_[side] = sample(static_cast<Colour>(side), table::block_positions, blocks);
        }
        models_.resize(tables_.size() * sides_);
        // The slowest models, those of the last table, come first.
        memory::parallel_for(models_.size(), team_, [&](std::size_t, std::uint64_t i) {
            const std::size_t at = models_.size() - 1 - i;
            const std::size_t side = at % sides_;
            if (!may_store(at / sides_, side)) {
                return;
            }
            const Metric metric = tables_[at / sides_].metric;
            std::vector<table::BlockCodes> blocks_of_side;
            for (const SampleBlock& block : samples_[side]) {
                blocks_of_side.push_back(block.codes(metric));
            }
            models_[at] = table::Model::train(index_, static_cast<Colour>(side), table::coding_of(metric),
                                              blocks_of_side, table::training_effort(index_.material()));
        });
    }

    /// Returns one block from each of `count` equal parts of the blocks, at a scattered place within the part.
    [[nodiscard]] Sample sample(Colour mover, std::uint32_t block_positions, std::uint64_t count) const {
        const std::uint64_t blocks = (index_.size() + block_positions - 1) / block_positions;
        count = std::clamp<std::uint64_t>(count, 1, blocks);
        Sample taken(count);
        memory::parallel_for_within(
            codes_.memory(), codes_.working_set_of(mover, block_positions), count, team_,
            [&](std::size_t thread, std::uint64_t i) {
                const std::uint64_t begin = i * blocks / count;
                const std::uint64_t part = (i + 1) * blocks / count - begin;
                const std::uint64_t first = (begin + i * 0x9E3779B97F4A7C15U % part) * block_positions;
                const auto positions =
                    static_cast<std::uint32_t>(std::min<std::uint64_t>(index_.size() - first, block_positions));
                taken[i] = SampleBlock{first, codes_.at(thread, mover, first, positions), codes_.coding};
            });
        return taken;
    }

    /// Takes the models that the plan needs.
    [[nodiscard]] table::TablePlan plan(std::size_t table, StoredSides stored) {
        std::vector<table::Model> models;
        for (std::size_t side = 0; side < sides_ && has_models_; ++side) {
            if (has_side(stored, static_cast<Colour>(side))) {
                models.push_back(std::move(*models_[table * sides_ + side]));
            }
        }
        table::Header header = tables_[table];
        header.stored = stored;
        return table::plan_table(header, std::move(models));
    }

    /// Returns the plan of the smaller table, judged by the samples; White's if there is no difference.
    [[nodiscard]] table::TablePlan smaller(table::TablePlan white, table::TablePlan black) {
        return size_of(black) < size_of(white) ? std::move(black) : std::move(white);
    }

    /// Returns about how many bytes the models and blocks of a table of one side to move take.
    [[nodiscard]] std::uint64_t size_of(const table::TablePlan& plan) {
        const table::Header& header = plan.header;
        const auto mover = static_cast<Colour>(header.side_of(0));
        Sample& blocks = samples_[mover];
        if (blocks.empty()) {
            blocks = sample(mover, header.block_positions, most_sampled_blocks);
        }
        table::BlockEncoder encoder;
        std::uint64_t bytes = 0;
        for (const SampleBlock& block : blocks) {
            const std::uint64_t block_index = header.block_of(header.side_of(0), block.first());
            bytes += encoder.encode(plan, block_index, block.codes(header.metric)).size();
        }
        return header.models_bytes + bytes * header.blocks() / blocks.size();
    }

    /// For a class without models, to determine the smaller side.
    static constexpr std::uint64_t most_sampled_blocks = 16;

    std::span<const table::Header> tables_;
    bool stores_one_;
    const index::ClassIndex& index_;
    const CodeSource& codes_;
    const memory::Team& team_;
    std::size_t sides_;
    bool has_models_;
    ColourArray<Sample> samples_;                      ///< By side to move; empty if not taken.
    std::vector<std::optional<table::Model>> models_;  ///< By table and side to move.
};

/// Returns the offset at which a block group begins; after the last one, the offset at which that ends.
std::uint64_t group_begin(const table::Header& header, std::uint64_t group) {
    const std::uint64_t block_index = group * header.group_blocks;
    const auto side_begin = [&](Colour side) { return static_cast<std::uint64_t>(side) * header.positions_per_side; };
    return block_index < header.blocks() ? side_begin(header.side_of(block_index)) + header.first_of(block_index)
                                         : side_begin(header.side_of(header.blocks() - 1)) + header.positions_per_side;
}

/// Returns how many block groups end at or before the offset.
std::uint64_t groups_up_to(const table::Header& header, std::uint64_t offset) {
    const auto groups = std::views::iota(std::uint64_t{0}, header.groups());
    return static_cast<std::uint64_t>(
        std::ranges::partition_point(groups,
                                     [&](std::uint64_t group) { return group_begin(header, group + 1) <= offset; }) -
        groups.begin());
}

/// Tables whose block groups with the same index hold the same positions, and their progress.
struct CutAlike {
    std::vector<std::size_t> tables;  ///< Their indices among the plans.
    const table::Header& header;      ///< Of one of them.
    std::uint64_t next = 0;           ///< The next block group to make.
    std::uint64_t end = 0;            ///< After the last one.
};

std::vector<CutAlike> tables_cut_alike(std::span<const table::TablePlan> plans, const PositionRange& range) {
    const auto cut = [](const table::Header& header) {
        return std::tuple{header.block_positions, header.group_blocks, header.stored};
    };
    std::vector<CutAlike> alike;
    for (std::size_t table = 0; table < plans.size(); ++table) {
        const table::Header& header = plans[table].header;
        if (alike.empty() || cut(alike.back().header) != cut(header)) {
            alike.push_back({{}, header, groups_up_to(header, range.first), groups_up_to(header, range.end)});
        }
        alike.back().tables.push_back(table);
    }
    return alike;
}

/// The codes of consecutive positions.
class CodeWindow {
public:
    CodeWindow(const CodeSource& codes, std::uint64_t positions_per_side, std::uint64_t first)
        : codes_{codes}, positions_per_side_{positions_per_side}, first_{first} {}

    /// Returns the offset after the last one.
    [[nodiscard]] std::uint64_t end() const { return first_ + count_; }
    /// Requires: the window has these positions.
    [[nodiscard]] std::span<const std::uint8_t> at(std::uint64_t first, std::uint64_t count) const {
        return std::span{window_}.first(count_).subspan(first - first_, count);
    }
    /// Makes the codes up to that position.
    void extend(std::uint64_t end, const memory::Team& team) {
        std::uint64_t from = this->end();
        count_ = end - first_;
        window_.resize(std::max(window_.size(), count_));
        while (from < end) {
            const std::uint64_t side = from / positions_per_side_;
            const std::uint64_t until = std::min(end, (side + 1) * positions_per_side_);
            read_codes(codes_, static_cast<Colour>(side), from - side * positions_per_side_,
                       std::span{window_}.subspan(from - first_, until - from), team);
            from = until;
        }
    }
    /// Drops the codes before that position.
    void drop_before(std::uint64_t offset) {
        const std::span<const std::uint8_t> left = at(offset, end() - offset);
        std::ranges::copy(left, window_.begin());
        first_ = offset;
        count_ = left.size();
    }

private:
    const CodeSource& codes_;
    std::uint64_t positions_per_side_;
    std::uint64_t first_;
    std::size_t count_ = 0;
    std::vector<std::uint8_t> window_;  ///< Only grows: clearing what is overwritten would take as long as to read it.
};

/// Encodes block groups of tables that are cut alike, those with one index together. Use one object per thread.
class GroupEncoder {
public:
    explicit GroupEncoder(std::span<const table::TablePlan> plans) : plans_{plans} {}

    /// Returns a block group of each table.
    [[nodiscard]] std::vector<std::vector<std::byte>> encode(const CutAlike& alike, std::uint64_t group,
                                                             const CodeWindow& codes, Coding coding) {
        const table::Header& header = alike.header;
        std::vector<std::vector<std::vector<std::byte>>> blocks(alike.tables.size());
        for (std::uint32_t i = 0; i < header.blocks_in_group(group); ++i) {
            const std::uint64_t block_index = group * header.group_blocks + i;
            const std::uint64_t first = header.first_of(block_index);
            const auto side = static_cast<std::uint64_t>(header.side_of(block_index));
            block_.take(codes.at(side * header.positions_per_side + first, header.positions_in_block(block_index)),
                        coding);
            for (std::size_t k = 0; k < blocks.size(); ++k) {
                const table::TablePlan& plan = plans_[alike.tables[k]];
                blocks[k].push_back(encoder_.encode(plan, block_index, block_.block(plan.header.metric, first)));
            }
        }
        std::vector<std::vector<std::byte>> groups;
        for (std::size_t k = 0; k < blocks.size(); ++k) {
            groups.push_back(table::encode_group(plans_[alike.tables[k]].header, group, blocks[k]));
        }
        return groups;
    }

private:
    std::span<const table::TablePlan> plans_;
    table::BlockEncoder encoder_;
    PositionCodes block_;
};

/// Makes the block groups of a range, chunk by chunk.
class PositionsEncoder {
public:
    PositionsEncoder(std::span<const table::TablePlan> plans, const PositionRange& range, const CodeSource& codes,
                     const memory::Team& team, const PositionSinks& take, memory::WorkCount* count)
        : range_{range},
          coding_{codes.coding},
          team_{team},
          take_{take},
          count_{count},
          alike_{tables_cut_alike(plans, range)},
          window_{codes, plans.front().header.positions_per_side, std::min(range.first, first_needed(range.end))} {
        for (int i = 0; i < team.threads; ++i) {
            encoders_.emplace_back(plans);
        }
    }

    void run() {
        const std::uint64_t chunk = chunk_positions * static_cast<std::uint64_t>(team_.threads);
        for (std::uint64_t first = range_.first; first < range_.end; first = window_.end()) {
            window_.extend(std::min(range_.end, first + chunk), team_);
            encode(first);
            window_.drop_before(first_needed(window_.end()));
        }
        hand_over();
    }

private:
    struct Job {
        const CutAlike* alike;
        std::uint64_t group;
        std::vector<std::vector<std::byte>> made{};
    };

    /// Enough to keep a thread busy, yet little memory: 16 block groups with models.
    static constexpr std::uint64_t chunk_positions = std::uint64_t{1} << 21;

    /// Returns the first position of any block group still to come, or `offset` if none begins before it.
    [[nodiscard]] std::uint64_t first_needed(std::uint64_t offset) const {
        for (const CutAlike& alike : alike_) {
            if (alike.next < alike.end) {
                offset = std::min(offset, group_begin(alike.header, alike.next));
            }
        }
        return offset;
    }

    /// Hands over the window's codes from that position on, and makes all block groups that end in the window. While
    /// some threads make them, others hand over those made before: writing takes long, and would keep all waiting.
    void encode(std::uint64_t first) {
        std::vector<Job> jobs;
        for (CutAlike& alike : alike_) {
            for (const std::uint64_t end = groups_up_to(alike.header, window_.end()); alike.next < end; ++alike.next) {
                jobs.push_back({&alike, alike.next});
            }
        }
        const std::size_t receivers = std::max<std::size_t>(take_.codes.size(), 1);
        memory::parallel_for(receivers + jobs.size(), team_, [&](std::size_t thread, std::uint64_t i) {
            if (i < receivers) {
                if (i == 0) {
                    hand_over();
                }
                if (i < take_.codes.size()) {
                    take_.codes[i](window_.at(first, window_.end() - first));
                }
                return;
            }
            Job& job = jobs[i - receivers];
            job.made = encoders_[thread].encode(*job.alike, job.group, window_, coding_);
            if (count_ != nullptr) {
                const table::Header& header = job.alike->header;
                count_->add(thread,
                            job.made.size() * (group_begin(header, job.group + 1) - group_begin(header, job.group)));
            }
        });
        made_ = std::move(jobs);
    }
    void hand_over() const {
        for (const Job& job : made_) {
            for (std::size_t k = 0; k < job.made.size(); ++k) {
                take_.group(job.alike->tables[k], job.made[k]);
            }
        }
    }

    PositionRange range_;
    Coding coding_;
    memory::Team team_;
    const PositionSinks& take_;
    memory::WorkCount* count_;
    std::vector<CutAlike> alike_;
    CodeWindow window_;
    std::vector<GroupEncoder> encoders_;
    std::vector<Job> made_;  ///< Those of the last chunk.
};

}  // namespace

std::vector<table::TablePlan> plan_tables(std::span<const table::Header> tables, DistanceSides sides,
                                          const index::ClassIndex& index, const CodeSource& codes,
                                          const memory::Team& team) {
    return TablePlanner{tables, sides, index, codes, team}.run();
}

PositionRange all_positions(const index::ClassIndex& index) {
    return {0, index.size() * static_cast<std::uint64_t>(index::stored_sides(index.material()))};
}

void encode_positions(std::span<const table::TablePlan> plans, const PositionRange& range, const CodeSource& codes,
                      const memory::Team& team, const PositionSinks& take, memory::WorkCount* count) {
    PositionsEncoder{plans, range, codes, team, take, count}.run();
}

void append_groups(const table::TablePlan& plan, table::TableWriter& writer, const CodeSource& codes,
                   const memory::Team& team) {
    const std::span plans{&plan, 1};
    encode_positions(plans, {group_begin(plan.header, 0), group_begin(plan.header, plan.header.groups())}, codes, team,
                     {[&](std::size_t, const std::vector<std::byte>& group) { writer.append(group); }});
}

}  // namespace dameotb::store
