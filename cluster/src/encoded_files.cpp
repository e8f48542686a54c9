// A plan has the number of parts, then for each file what it takes to plan it again (file_end.hpp). A part has records
// one after the other, block groups of both files and frames of codes, and a last one, by which it is seen that it is
// not cut off: parts are not synced, as batches are not. The bytes are those of this machine.
#include "encoded_files.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <fstream>

#include <dameotb/scores/threads/parallel.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/block_group.hpp>
#include <dameotb/table/format/error.hpp>
#include <dameotb/table/format/temporary_file.hpp>

#include <dameotb/scores/memory/frames.hpp>
#include "file_end.hpp"

namespace dameotb::cluster {

namespace {

struct PlanHead {
    std::uint64_t parts;
};

struct FileHead {
    std::uint64_t stored;
    std::uint64_t models_bytes;
};

struct RecordHead {
    std::uint32_t table;      ///< That has the block group; or codes_record or last_record.
    std::uint32_t positions;  ///< Of which there are codes; 0 of a block group.
    std::uint64_t bytes;      ///< That follow.
};
constexpr std::uint32_t codes_record = 2;
constexpr std::uint32_t last_record = 3;
/// A frame has the codes of this many positions at most.
constexpr std::uint32_t most_frame_positions = std::uint32_t{1} << 20;

[[noreturn]] void fail(const std::filesystem::path& path) {
    throw table::TablebaseError{path.string(), "is damaged, or not there"};
}

/// Takes a value from the front of bytes. Returns false if there are too few.
template <class T>
bool take(std::span<const std::byte>& bytes, T& value) {
    if (bytes.size() < sizeof value) {
        return false;
    }
    std::memcpy(&value, bytes.data(), sizeof value);
    bytes = bytes.subspan(sizeof value);
    return true;
}

/// Reads a value, or bytes. Returns false at the end of the file.
template <class T>
bool read(std::ifstream& file, T& value) {
    return static_cast<bool>(file.read(reinterpret_cast<char*>(&value), sizeof value));
}
bool read(std::ifstream& file, std::vector<std::byte>& bytes) {
    return static_cast<bool>(
        file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size())));
}

}  // namespace

scores::PositionRange EncodingPlan::positions_of(std::uint32_t part) const {
    const scores::PositionRange all = scores::all_positions(files);
    const std::uint64_t positions = all.end - all.first;
    const auto begin = [&](std::uint64_t of) {  // positions * of / parts, which might not fit
        return all.first + positions / parts * of + positions % parts * of / parts;
    };
    return {begin(part), begin(std::uint64_t{part} + 1)};
}

void write_plan(const SharedDirectory& directory, const index::Material& material, const EncodingPlan& plan) {
    std::vector<std::byte> bytes;
    const PlanHead head{plan.parts};
    append_bytes(bytes, std::span{&head, 1});
    for (const table::TablePlan& of : plan.files) {
        const FileHead head_of_file{static_cast<std::uint64_t>(of.header.stored), of.models_bytes.size()};
        append_bytes(bytes, std::span{&head_of_file, 1});
        append_bytes(bytes, std::span{of.models_bytes});
    }
    write_table_file(directory.plan(material), bytes);
}

std::optional<std::uint32_t> parts_of_plan(const SharedDirectory& directory, const index::Material& material) {
    const auto plan = read_table_file(directory.plan(material));
    if (!plan) {
        return std::nullopt;
    }
    PlanHead head{};
    if (std::span<const std::byte> bytes{*plan}; !take(bytes, head) || head.parts == 0) {
        fail(directory.plan(material));
    }
    return static_cast<std::uint32_t>(head.parts);
}

EncodingPlan read_plan(const SharedDirectory& directory, const index::ClassIndex& index) {
    const index::Material& material = index.material();
    const std::filesystem::path path = directory.plan(material);
    const auto table = read_table_file(path);
    if (!table) {
        fail(path);
    }
    std::span<const std::byte> bytes{*table};
    PlanHead head{};
    if (!take(bytes, head)) {
        fail(path);
    }
    EncodingPlan plan;
    plan.parts = static_cast<std::uint32_t>(head.parts);
    for (const table::Metric metric : table::metrics) {
        FileHead of{};
        if (!take(bytes, of) || bytes.size() < of.models_bytes) {
            fail(path);
        }
        std::span<const std::byte> left = bytes.first(of.models_bytes);
        bytes = bytes.subspan(of.models_bytes);
        const auto stored = static_cast<table::StoredSides>(of.stored);
        std::vector<table::Model> models;
        while (!left.empty()) {
            const auto side = static_cast<rules::Colour>(
                stored == table::StoredSides::Both ? models.size() : stored == table::StoredSides::Black);
            auto model = table::Model::read(index, static_cast<rules::Colour>(side), metric, left);
            if (!model) {
                fail(path);
            }
            models.push_back(std::move(*model));
        }
        plan.files.push_back(table::plan_table({material, metric}, stored, std::move(models)));
    }
    return plan;
}

std::uint64_t encode_part(const SharedDirectory& directory, const scores::ClassScores& solved,
                          const index::ClassIndex& index, const EncodingPlan& plan, std::uint32_t part,
                          const scores::Team& team) {
    table::TemporaryFile file{directory.groups(solved.material(), part)};
    std::uint64_t size = 0;
    const auto write = [&](const RecordHead& head, std::span<const std::byte> content) {
        file.write_at(size, std::as_bytes(std::span{&head, 1}));
        file.write_at(size + sizeof head, content);
        size += sizeof head + content.size();
    };
    const scores::PositionSinks sinks{
        [&](std::size_t table, const std::vector<std::byte>& group) {
            write({static_cast<std::uint32_t>(table), 0, group.size()}, group);
        },
        {[&](std::span<const std::uint8_t> codes) {
            while (!codes.empty()) {
                const auto some = codes.first(std::min<std::size_t>(codes.size(), most_frame_positions));
                const std::span<const std::byte> frame = scores::compressed(std::as_bytes(some));
                write({codes_record, static_cast<std::uint32_t>(some.size()), frame.size()}, frame);
                codes = codes.subspan(some.size());
            }
        }}};
    encode_positions(plan.files, plan.positions_of(part), codes_of_scores(solved, index, team.threads), team, sinks);
    write({last_record, 0, 0}, {});
    file.commit_unsynced();
    return size;
}

bool has_part(const SharedDirectory& directory, const index::Material& material, std::uint32_t part) {
    std::ifstream file{directory.groups(material, part), std::ios::binary};
    RecordHead head{};
    return file.seekg(-static_cast<std::streamoff>(sizeof head), std::ios::end) && read(file, head) &&
           head.table == last_record && head.positions == 0 && head.bytes == 0;
}

namespace {

/// Finds the digests of a class from frames of its codes, some of them at a time.
class FramedCodes {
public:
    explicit FramedCodes(const scores::Team& team) : team_{team} {}

    /// Takes the next frame. Returns false, then or later, if some frame is damaged.
    [[nodiscard]] bool add(std::vector<std::byte> frame, std::uint32_t positions) {
        positions_ += positions;
        frames_.push_back({std::move(frame), std::vector<std::uint8_t>(positions)});
        return frames_.size() < 4 * static_cast<std::size_t>(team_.threads) || take();
    }
    /// Takes the frames that are left. Returns false if one is damaged.
    [[nodiscard]] bool take() {
        std::atomic<bool> is_sound = true;
        scores::parallel_for(frames_.size(), team_, [&](std::size_t, std::uint64_t i) {
            if (!scores::decompress(frames_[i].frame, std::as_writable_bytes(std::span{frames_[i].codes}))) {
                is_sound = false;
            }
        });
        scores::parallel_for(sinks_.size(), team_, [&](std::size_t, std::uint64_t i) {
            for (const Frame& frame : frames_) {
                sinks_[i](frame.codes);
            }
        });
        frames_.clear();
        return is_sound;
    }
    [[nodiscard]] const scores::ClassDigests& digests() const { return digests_; }
    /// Returns of how many positions it got codes so far.
    [[nodiscard]] std::uint64_t positions() const { return positions_; }

private:
    struct Frame {
        std::vector<std::byte> frame;
        std::vector<std::uint8_t> codes;
    };

    scores::Team team_;
    std::vector<Frame> frames_;
    std::uint64_t positions_ = 0;
    scores::ClassDigests digests_;
    std::vector<scores::CodesSink> sinks_ = digests_.sinks();
};

}  // namespace

void join_parts(const SharedDirectory& directory, const std::filesystem::path& tables, const index::Material& material,
                const EncodingPlan& plan, const scores::Team& team) {
    scores::ClassFilesWriter writer{tables, material, plan.files};
    FramedCodes codes{team};
    std::vector<std::uint64_t> groups(plan.files.size());
    for (std::uint32_t part = 0; part < plan.parts; ++part) {
        const std::filesystem::path path = directory.groups(material, part);
        std::ifstream file{path, std::ios::binary};
        if (!file) {
            fail(path);
        }
        const std::uint64_t most_bytes = std::filesystem::file_size(path);
        for (RecordHead head{}; read(file, head);) {
            const bool is_codes = head.table == codes_record;
            if (head.bytes > most_bytes || head.positions > most_frame_positions || head.table > last_record) {
                fail(path);
            }
            if (head.table == last_record) {
                break;
            }
            std::vector<std::byte> bytes(head.bytes);
            if (!read(file, bytes) || (is_codes && !codes.add(std::move(bytes), head.positions))) {
                fail(path);
            }
            if (!is_codes) {
                const table::Header& header = plan.files[head.table].header;
                std::uint64_t& number = groups[head.table];
                if (number == header.groups() || !table::is_sealed(header, number, bytes)) {
                    fail(path);
                }
                ++number;
                writer.append(head.table, bytes);
            }
        }
        // A position without codes would make the digests wrong, and nothing else.
        if (!codes.take() || codes.positions() != plan.positions_of(part).end - plan.positions_of(0).first) {
            fail(path);
        }
    }
    for (std::size_t table = 0; table < groups.size(); ++table) {
        if (groups[table] != plan.files[table].header.groups()) {
            fail(directory.of_class(material));
        }
    }
    writer.finish(codes.digests());
}

}  // namespace dameotb::cluster
