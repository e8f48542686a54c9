// The parts of a class are a text in the table of a record file: a heading line, then one line per level.
#include <dameotb/cluster/class_parts.hpp>

#include <algorithm>
#include <cstdio>
#include <sstream>

#include <dameotb/memory/records.hpp>
#include <dameotb/memory/score_pages.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>
#include <dameotb/table/format/checksum.hpp>
#include <dameotb/table/format/error.hpp>
#include <dameotb/table/format/temporary_file.hpp>

namespace dameotb::cluster {

namespace {

// The names of files and directories, as far as they are not numbers.
constexpr auto token_name = "token";
constexpr auto digests_name = "digests";
constexpr auto mark_ending = ".verified";
constexpr auto rule_begin = ".dtz-";
constexpr auto parts_name = "parts";
constexpr auto plan_name = "plan";
constexpr auto groups_begin = "groups-";
constexpr auto mark_begin = "verified-";
constexpr int number_digits = 6;

std::string numbered(const std::string& begin, std::uint32_t number) {
    char digits[16];
    (void)std::snprintf(digits, sizeof digits, "%0*u", number_digits, number);
    return begin + digits;
}

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
    parts.page = memory::ScorePages::page_of(layout.cells());
    parts.pages_of_batch = batch_scores / parts.page;
    const std::uint64_t pages = (scores + parts.page - 1) / parts.page;
    parts.batches = (pages + parts.pages_of_batch - 1) / parts.pages_of_batch;
    return parts;
}

memory::RecordFile SharedDirectory::file(const std::filesystem::path& below) const {
    return {path_ / below, table::checksum(std::as_bytes(std::span{below.native()}), identity_)};
}

memory::RecordFile SharedDirectory::file(const index::Material& material, const std::string& name) const {
    return file(name_of_class(material) / std::filesystem::path{name});
}

std::string SharedDirectory::name_of_class(const index::Material& material) const {
    return material.name() + (rule_.exists() ? rule_begin + std::to_string(rule_.plies) : "");
}

std::filesystem::path SharedDirectory::token() const {
    return path_ / token_name;
}

std::filesystem::path SharedDirectory::digests() const {
    return path_ / digests_name;
}

memory::RecordFile SharedDirectory::batch(const index::Material& material, const BatchName& name) const {
    char level[32];
    (void)std::snprintf(level, sizeof level, "%03u-", name.level);
    return file(material, numbered(level, name.batch));
}

memory::RecordFile SharedDirectory::plan(const index::Material& material) const {
    return file(material, plan_name);
}

memory::RecordFile SharedDirectory::groups(const index::Material& material, std::uint32_t part) const {
    return file(material, numbered(groups_begin, part));
}

bool SharedDirectory::has_batch(const index::Material& material, const BatchName& name) const {
    return memory::RecordReader::is_whole(batch(material, name));
}

std::optional<ClassParts> SharedDirectory::parts(const index::Material& material) const {
    const auto record = memory::RecordReader::open(file(material, parts_name));
    if (!record) {
        return std::nullopt;
    }
    const std::span<const std::byte> bytes = record->table();
    std::istringstream text{std::string{reinterpret_cast<const char*>(bytes.data()), bytes.size()}};
    ClassParts parts;
    std::string line;
    std::getline(text, line);
    if (line == by_pages_head || line == by_promoted_pages_head) {
        parts.scores = line == by_pages_head ? SharedScores::All : SharedScores::Promoted;
        if (text >> parts.page >> parts.pages_of_batch >> parts.batches && parts.page > 0 && parts.pages_of_batch > 0) {
            return parts;
        }
    } else if (line == by_levels_head) {
        while (std::getline(text, line)) {
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

void SharedDirectory::make_directory(const index::Material& material) const {
    const std::filesystem::path path = of_class(material);
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (!error && std::filesystem::is_symlink(path)) {
        error = std::make_error_code(std::errc::not_a_directory);
    }
    if (error) {
        throw table::TablebaseError{path.string(), error, "cannot create the directory"};
    }
}

void SharedDirectory::write_parts(const index::Material& material, const ClassParts& parts) const {
    make_directory(material);
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
    memory::RecordWriter{file(material, parts_name)}.finish(std::as_bytes(std::span{table}));
}

memory::RecordFile SharedDirectory::mark(const index::Material& material, std::optional<std::uint32_t> part) const {
    return part ? file(material, numbered(mark_begin, *part)) : file(material.name() + mark_ending);
}

void SharedDirectory::mark_verified(const index::Material& material, std::optional<std::uint32_t> part) const {
    memory::RecordWriter{mark(material, part)}.finish_unsynced({});
}

bool SharedDirectory::is_verified(const index::Material& material, std::optional<std::uint32_t> part) const {
    return memory::RecordReader::is_whole(mark(material, part));
}

namespace {

/// Returns whether the name is `begin`, followed by that many digits or more.
bool is_numbered(std::string_view name, std::string_view begin, std::size_t digits) {
    return name.starts_with(begin) && name.size() >= begin.size() + digits &&
           name.find_first_not_of("0123456789", begin.size()) == std::string_view::npos;
}

bool is_file_of_class(std::string_view name) {
    const bool is_batch = is_numbered(name.substr(0, 3), "", 3) && is_numbered(name.substr(3), "-", number_digits);
    return is_batch || name == parts_name || name == plan_name || is_numbered(name, groups_begin, number_digits) ||
           is_numbered(name, mark_begin, number_digits);
}

bool is_directory_of_class(std::string_view name) {
    const std::string_view of_class = name.substr(0, name.find('.'));
    const auto material = index::Material::parse(of_class);
    return material && material->is_canonical() &&
           (name == of_class || is_numbered(name.substr(of_class.size()), rule_begin, 1));
}

bool is_file_beside_classes(std::string_view name) {
    return name == token_name || name == digests_name ||
           (name.ends_with(mark_ending) && is_directory_of_class(name.substr(0, name.rfind('.'))));
}

/// Removes the files in a directory that have such names, or the temporary names of such. Returns whether it could.
bool remove_files(const std::filesystem::path& directory, bool (*is_one)(std::string_view)) {
    std::error_code unlisted;
    std::error_code ignored;
    bool is_done = true;
    for (const auto& entry : std::filesystem::directory_iterator{directory, unlisted}) {
        const std::string name = entry.path().filename().string();
        if (entry.symlink_status(ignored).type() == std::filesystem::file_type::regular &&
            is_one(table::final_name_of(name).value_or(name))) {
            std::error_code error;
            std::filesystem::remove(entry.path(), error);
            is_done = is_done && !error;
        }
    }
    return is_done && !unlisted;
}

bool remove_class(const std::filesystem::path& directory) {
    std::error_code ignored;
    if (std::filesystem::symlink_status(directory, ignored).type() != std::filesystem::file_type::directory) {
        return true;
    }
    const bool is_done = remove_files(directory, is_file_of_class);
    std::filesystem::remove(directory, ignored);  // only if it is empty
    return is_done;
}

}  // namespace

void SharedDirectory::remove(const index::Material& material) const {
    remove_class(of_class(material));
}

bool SharedDirectory::remove_all() const {
    std::error_code unlisted;
    bool is_done = true;
    for (const auto& entry : std::filesystem::directory_iterator{path_, unlisted}) {
        if (is_directory_of_class(entry.path().filename().string())) {
            is_done = remove_class(entry.path()) && is_done;
        }
    }
    return remove_files(path_, is_file_beside_classes) && is_done && !unlisted;
}

}  // namespace dameotb::cluster
