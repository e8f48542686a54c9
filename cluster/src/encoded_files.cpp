// Plans and parts are record files. A plan has the number of parts, then for each file what is needed to plan it again.
// A part has block groups of all files, the codes of its positions, and a table that says which record is what. Like
// batches, parts are not synced.
#include "encoded_files.hpp"

#include <algorithm>

#include <dameotb/memory/parallel.hpp>
#include <dameotb/memory/records.hpp>
#include <dameotb/store/class_writer.hpp>
#include <dameotb/table/directory/open_table.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/block_group.hpp>
#include <dameotb/table/format/error.hpp>

namespace dameotb::cluster {

namespace {

struct PlanHead {
    std::uint64_t parts;
};

struct FileHead {
    std::uint64_t stored;
    std::uint64_t models_bytes;
};

/// A record of a part.
struct PartRecord {
    memory::RecordLocation location;
    std::uint32_t table;      ///< Whose block group it is, if it has no codes.
    std::uint32_t positions;  ///< Positions whose codes it has; 0 for a block group.
};
/// The most positions whose codes share one record.
constexpr std::uint32_t most_record_positions = std::uint32_t{1} << 20;

[[noreturn]] void fail(const std::filesystem::path& path) {
    throw table::TablebaseError{path.string(), "is damaged or missing"};
}

/// Returns the records of a part. Throws table::TablebaseError if the part is missing or damaged.
std::vector<PartRecord> records_of(const memory::RecordReader& part) {
    std::vector<PartRecord> records(part.table().size() / sizeof(PartRecord));
    std::span<const std::byte> table = part.table();
    if (!memory::take_bytes(table, std::span{records}) || !table.empty()) {
        part.fail();
    }
    return records;
}

}  // namespace

store::PositionRange EncodingPlan::positions_of(std::uint32_t part) const {
    const std::uint64_t count = positions.end - positions.first;
    const auto begin = [&](std::uint64_t of) {  // count * of / parts, without overflow
        return positions.first + count / parts * of + count % parts * of / parts;
    };
    return {begin(part), begin(std::uint64_t{part} + 1)};
}

void write_plan(const SharedDirectory& directory, const index::Material& material, const EncodingPlan& plan) {
    std::vector<std::byte> bytes;
    memory::append_bytes(bytes, PlanHead{plan.parts});
    for (const table::TablePlan& file : plan.files) {
        memory::append_bytes(bytes, FileHead{static_cast<std::uint64_t>(file.header.stored), file.models_bytes.size()});
        memory::append_bytes(bytes, std::span{file.models_bytes});
    }
    memory::RecordWriter{directory.plan(material)}.finish(bytes);
}

std::optional<std::uint32_t> parts_of_plan(const SharedDirectory& directory, const index::Material& material) {
    const auto plan = memory::RecordReader::open(directory.plan(material));
    if (!plan) {
        return std::nullopt;
    }
    PlanHead head{};
    if (auto bytes = plan->table(); !memory::take_bytes(bytes, head) || head.parts == 0) {
        fail(directory.plan(material).path);
    }
    return static_cast<std::uint32_t>(head.parts);
}

EncodingPlan read_plan(const SharedDirectory& directory, const index::ClassIndex& index) {
    const index::Material& material = index.material();
    const memory::RecordFile name = directory.plan(material);
    const std::filesystem::path& path = name.path;
    const auto file = memory::RecordReader::open(name);
    if (!file) {
        fail(path);
    }
    std::span<const std::byte> bytes = file->table();
    PlanHead head{};
    if (!memory::take_bytes(bytes, head)) {
        fail(path);
    }
    EncodingPlan plan;
    plan.positions = store::all_positions(index);
    plan.parts = static_cast<std::uint32_t>(head.parts);
    for (const table::Metric metric : table::metrics_under(directory.rule())) {
        FileHead file_head{};
        if (!memory::take_bytes(bytes, file_head) || bytes.size() < file_head.models_bytes) {
            fail(path);
        }
        std::span<const std::byte> left = bytes.first(file_head.models_bytes);
        bytes = bytes.subspan(file_head.models_bytes);
        const auto stored = static_cast<table::StoredSides>(file_head.stored);
        std::vector<table::Model> models;
        while (!left.empty()) {
            const auto side = static_cast<Colour>(
                stored == table::StoredSides::Both ? models.size() : stored == table::StoredSides::Black);
            auto model = table::Model::read(index, static_cast<Colour>(side), table::coding_of(metric), left);
            if (!model) {
                fail(path);
            }
            models.push_back(std::move(*model));
        }
        table::Header header = table::new_header({material, metric}, directory.rule());
        header.stored = stored;
        plan.files.push_back(table::plan_table(header, std::move(models)));
    }
    return plan;
}

std::uint64_t encode_part(const SharedDirectory& directory, const index::Material& material,
                          const store::CodeSource& codes, const EncodingPlan& plan, std::uint32_t part,
                          const memory::Team& team) {
    memory::RecordWriter file{directory.groups(material, part)};
    std::vector<PartRecord> records;
    const store::PositionSinks sinks{
        [&](std::size_t table, const std::vector<std::byte>& group) {
            records.push_back({file.add(group), static_cast<std::uint32_t>(table), 0});
        },
        {[&](std::span<const std::uint8_t> left) {
            while (!left.empty()) {
                const auto some = left.first(std::min<std::size_t>(left.size(), most_record_positions));
                records.push_back({file.add(std::as_bytes(some)), 0, static_cast<std::uint32_t>(some.size())});
                left = left.subspan(some.size());
            }
        }}};
    encode_positions(plan.files, plan.positions_of(part), codes, team, sinks);
    std::vector<std::byte> table;
    memory::append_bytes(table, std::span{records});
    file.finish_unsynced(table);
    return file.size_bytes();
}

bool has_part(const SharedDirectory& directory, const index::Material& material, std::uint32_t part) {
    return memory::RecordReader::is_whole(directory.groups(material, part));
}

namespace {

/// Computes the digests of a class from its codes, several records at a time.
class RecordedCodes {
public:
    explicit RecordedCodes(const memory::Team& team) : team_{team} {}

    /// Adds the next record. May call `take`; until then keeps the reference to the part.
    void add(const memory::RecordReader& part, const PartRecord& record) {
        positions_ += record.positions;
        records_.push_back({part, record.location, std::vector<std::uint8_t>(record.positions)});
        if (records_.size() == 4 * static_cast<std::size_t>(team_.threads)) {
            take();
        }
    }
    /// Processes the remaining records. Throws table::TablebaseError if one is damaged.
    void take() {
        memory::parallel_for(records_.size(), team_, [&](std::size_t, std::uint64_t i) {
            records_[i].part.read(records_[i].location, std::as_writable_bytes(std::span{records_[i].codes}));
        });
        memory::parallel_for(sinks_.size(), team_, [&](std::size_t, std::uint64_t i) {
            for (const Record& record : records_) {
                sinks_[i](record.codes);
            }
        });
        records_.clear();
    }
    [[nodiscard]] const store::ClassDigests& digests() const { return digests_; }
    /// Returns the number of positions whose codes it has received so far.
    [[nodiscard]] std::uint64_t positions() const { return positions_; }

private:
    struct Record {
        const memory::RecordReader& part;
        memory::RecordLocation location;
        std::vector<std::uint8_t> codes;
    };

    memory::Team team_;
    std::vector<Record> records_;
    std::uint64_t positions_ = 0;
    store::ClassDigests digests_;
    std::vector<store::CodesSink> sinks_ = digests_.sinks();
};

}  // namespace

void join_parts(const SharedDirectory& directory, const std::filesystem::path& tables, const index::Material& material,
                const EncodingPlan& plan, const memory::Team& team) {
    store::ClassFilesWriter writer{tables, material, plan.files};
    RecordedCodes codes{team};
    std::vector<std::uint64_t> groups(plan.files.size());
    for (std::uint32_t part = 0; part < plan.parts; ++part) {
        const memory::RecordFile name = directory.groups(material, part);
        const std::filesystem::path& path = name.path;
        const auto file = memory::RecordReader::open(name);
        if (!file) {
            fail(path);
        }
        for (const PartRecord& record : records_of(*file)) {
            if (record.positions > 0) {
                codes.add(*file, record);
                continue;
            }
            const std::vector<std::byte> group = file->read(record.location);
            std::uint64_t& number = groups.at(record.table);
            const table::Header& header = plan.files[record.table].header;
            if (number == header.groups() || !table::is_sealed(header, number, group)) {
                fail(path);
            }
            ++number;
            writer.append(record.table, group);
        }
        codes.take();
        // Missing codes would go unnoticed and make the digests wrong.
        if (codes.positions() != plan.positions_of(part).end - plan.positions_of(0).first) {
            fail(path);
        }
    }
    for (std::size_t table = 0; table < groups.size(); ++table) {
        if (groups[table] != plan.files[table].header.groups()) {
            fail(directory.of_class(material));
        }
    }
    if (directory.rule().exists()) {
        const table::TableReader wdl = table::open_table(tables, {material, table::Metric::Wdl});
        if (codes.digests().of(table::Metric::Wdl) != wdl.header().values) {
            throw table::rule_contradiction(wdl, directory.rule());
        }
    }
    writer.finish(codes.digests(), team);
}

}  // namespace dameotb::cluster
