// The parts of a class are a text in the table of a record file: a heading line, then one line per level.
#include <dameotb/cluster/class_parts.hpp>

#include <algorithm>
#include <cstdio>
#include <sstream>

#include <dameotb/scores/memory/records.hpp>
#include <dameotb/scores/memory/score_pages.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>
#include <dameotb/table/format/error.hpp>
#include <dameotb/table/format/temporary_file.hpp>

namespace dameotb::cluster {

namespace {

constexpr auto parts_name = "parts";
constexpr auto by_levels_head = "levels";
constexpr auto by_pages_head = "pages";
constexpr auto by_promoted_pages_head = "promoted pages";

const char* head_of(const ClassParts& parts) {
    return parts.is_by_levels()                     ? by_levels_head
           : parts.scores == SharedScores::Promoted ? by_promoted_pages_head
                                                    : by_pages_head;
}

}  // namespace

BatchName ClassParts::of_slice(index::SliceId id, int advancement) const {
    const int level = levels.front().advancement - advancement;
    const std::vector<std::uint64_t>& firsts = levels[static_cast<std::size_t>(level)].firsts;
    const auto behind = std::ranges::upper_bound(firsts, id.value());
    return {static_cast<std::uint32_t>(level), static_cast<std::uint32_t>(behind - firsts.begin() - 1)};
}

BatchName ClassParts::of_pages(std::uint64_t batch) const {
    constexpr std::uint32_t level_of_all = 998;
    constexpr std::uint32_t level_of_promoted = 999;
    return {scores == SharedScores::Promoted ? level_of_promoted : level_of_all, static_cast<std::uint32_t>(batch)};
}

ClassParts ClassParts::by_pages(const index::Material& material, SharedScores shared) {
    constexpr std::uint64_t batch_scores = std::uint64_t{1} << 26;
    const scores::SliceLayout layout{material};
    const std::uint64_t scores = 2 * index::SliceIndex{material.white.men, material.black.men}.count() * layout.cells();
    ClassParts parts;
    parts.scores = shared;
    parts.page = scores::ScorePages::page_of(layout.cells());
    parts.pages_of_batch = batch_scores / parts.page;
    const std::uint64_t pages = (scores + parts.page - 1) / parts.page;
    parts.batches = (pages + parts.pages_of_batch - 1) / parts.pages_of_batch;
    return parts;
}

std::filesystem::path SharedDirectory::batch(const index::Material& material, const BatchName& name) const {
    char text[32];
    (void)std::snprintf(text, sizeof text, "%03u-%06u", name.level, name.batch);
    return of_class(material) / text;
}

std::filesystem::path SharedDirectory::plan(const index::Material& material) const {
    return of_class(material) / "plan";
}

std::filesystem::path SharedDirectory::groups(const index::Material& material, std::uint32_t part) const {
    char text[32];
    (void)std::snprintf(text, sizeof text, "pages-%06u", part);
    return of_class(material) / text;
}

bool SharedDirectory::has_batch(const index::Material& material, const BatchName& name) const {
    return scores::RecordReader::is_whole(batch(material, name));
}

std::optional<ClassParts> SharedDirectory::parts(const index::Material& material) const {
    const std::filesystem::path path = of_class(material) / parts_name;
    const auto record = scores::RecordReader::open(path);
    if (!record) {
        return std::nullopt;
    }
    const std::span<const std::byte> bytes = record->table();
    std::istringstream file{std::string{reinterpret_cast<const char*>(bytes.data()), bytes.size()}};
    ClassParts parts;
    std::string line;
    std::getline(file, line);
    if (line == by_pages_head || line == by_promoted_pages_head) {
        parts.scores = line == by_pages_head ? SharedScores::All : SharedScores::Promoted;
        if (file >> parts.page >> parts.pages_of_batch >> parts.batches && parts.page > 0 && parts.pages_of_batch > 0) {
            return parts;
        }
    } else if (line == by_levels_head) {
        while (std::getline(file, line)) {
            std::istringstream words{line};
            ClassParts::Level level;
            words >> level.advancement;
            for (std::uint64_t first = 0; words >> first;) {
                level.firsts.push_back(first);
            }
            parts.levels.push_back(std::move(level));
        }
        if (!parts.levels.empty()) {
            return parts;
        }
    }
    record->fail();
}

ClassParts SharedDirectory::require_parts(const index::Material& material) const {
    auto found = parts(material);
    if (!found) {
        throw table::TablebaseError{(of_class(material) / parts_name).string(), "is missing or truncated"};
    }
    return std::move(*found);
}

bool SharedDirectory::has_parts(const index::Material& material) const {
    std::error_code ignored;
    return std::filesystem::exists(of_class(material) / parts_name, ignored);
}

void SharedDirectory::write_parts(const index::Material& material, const ClassParts& parts) const {
    std::error_code error;
    std::filesystem::create_directories(of_class(material), error);
    if (error) {
        throw table::TablebaseError{of_class(material).string(), error, "cannot create the directory"};
    }
    std::ostringstream text;
    text << head_of(parts) << '\n';
    if (parts.is_by_levels()) {
        for (const ClassParts::Level& level : parts.levels) {
            text << level.advancement;
            for (const std::uint64_t first : level.firsts) {
                text << ' ' << first;
            }
            text << '\n';
        }
    } else {
        text << parts.page << ' ' << parts.pages_of_batch << ' ' << parts.batches << '\n';
    }
    const std::string table = text.str();
    scores::RecordWriter{of_class(material) / parts_name}.finish(std::as_bytes(std::span{table}));
}

std::filesystem::path SharedDirectory::mark(const index::Material& material, std::uint32_t part) const {
    char text[32];
    (void)std::snprintf(text, sizeof text, "verified-%06u", part);
    return of_class(material) / text;
}

std::filesystem::path SharedDirectory::mark(const index::Material& material) const {
    return path_ / (material.name() + ".verified");
}

void SharedDirectory::mark_verified(const index::Material& material, std::uint32_t part) const {
    table::TemporaryFile{mark(material, part)}.commit_unsynced();
}

void SharedDirectory::mark_verified(const index::Material& material) const {
    table::TemporaryFile{mark(material)}.commit_unsynced();
}

bool SharedDirectory::is_verified(const index::Material& material, std::uint32_t part) const {
    std::error_code ignored;
    return std::filesystem::exists(mark(material, part), ignored);
}

bool SharedDirectory::is_verified(const index::Material& material) const {
    std::error_code ignored;
    return std::filesystem::exists(mark(material), ignored);
}

void SharedDirectory::remove(const index::Material& material) const {
    std::error_code ignored;
    std::filesystem::remove_all(of_class(material), ignored);
}

}  // namespace dameotb::cluster
