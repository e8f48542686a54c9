// A file of counts is one line of JSON and one with the XXH3 of the first.
#include <dameotb/web/answers/kept_counts.hpp>

#include <fstream>
#include <iterator>
#include <span>
#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <dameotb/probe/outcome.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/table/directory/leftovers.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/own_file.hpp>
#include <dameotb/table/format/temporary_file.hpp>
#include <dameotb/web/answers/json_writer.hpp>

namespace dameotb::web {

namespace {

namespace fs = std::filesystem;

/// Changes whenever a count, or what is counted, does.
constexpr int counts_version = 1;
/// The beginning of every file of counts, whatever its version.
constexpr std::string_view counts_magic = R"({"version":)";
constexpr std::uintmax_t most_counts_bytes = 1 << 16;  ///< Of a file; one of 6 pieces has less than a third of this.

std::string checksum_of(std::string_view line) {
    return fmt::format("{:016x}", XXH3_64bits(line.data(), line.size()));
}

void write_fen(JsonWriter& writer, std::string_view name, const std::optional<rules::Position>& position) {
    writer.member(name, position ? std::optional{rules::to_fen(*position)} : std::nullopt);
}

std::optional<rules::Position> read_fen(const nlohmann::json& fen) {
    return fen.is_null() ? std::nullopt : std::optional{rules::parse_position(fen.get_ref<const std::string&>())};
}

void write_value(JsonWriter& writer, std::string_view name, const rules::Value& value) {
    writer.key(name).begin_array().value(static_cast<int>(value.wdl())).value(value.dtm().plies()).end_array();
}

rules::Value read_value(const nlohmann::json& value) {
    const int plies = value.at(1);
    return probe::Outcome{static_cast<rules::Wdl>(value.at(0).get<int>()), plies}.value();
}

void write_results(JsonWriter& writer, const analysis::ResultCounts& counts) {
    writer.member("wins", counts.wins).member("draws", counts.draws).member("losses", counts.losses);
}

analysis::ResultCounts read_results(const nlohmann::json& counts) {
    return {.wins = counts.at("wins").get<std::uint64_t>(),
            .draws = counts.at("draws").get<std::uint64_t>(),
            .losses = counts.at("losses").get<std::uint64_t>()};
}

void write_counts(JsonWriter& writer, const analysis::ClassCounts& counts) {
    writer.key("sides").begin_array();
    for (const analysis::SideStatistics& side : counts.sides) {
        writer.begin_object();
        write_results(writer, side);
        write_results(writer.key("quiet").begin_object(), side.quiet);
        writer.end_object();
        writer.key("by_plies").begin_array();
        for (const std::uint64_t count : side.by_plies) {
            writer.value(count);
        }
        writer.end_array();
        write_fen(writer, "longest_win", side.longest_win);
        write_fen(writer, "longest_loss", side.longest_loss);
        writer.end_object();
    }
    writer.end_array().key("zugzwangs").begin_array();
    for (const analysis::ZugzwangFigures& figures : counts.zugzwangs) {
        writer.begin_object().member("placements", figures.placements);
        writer.member("without_capture", figures.without_capture).key("examples").begin_array();
        for (const analysis::ZugzwangExample& example : figures.examples) {
            writer.begin_object().member("fen", rules::to_fen(example.position));
            write_value(writer, "white_to_move", example.white_to_move);
            write_value(writer, "black_to_move", example.black_to_move);
            writer.member("has_capture", example.has_capture).end_object();
        }
        writer.end_array().end_object();
    }
    writer.end_array();
}

/// Throws nlohmann::json::exception or rules::NotationError unless these are counts.
analysis::ClassCounts read_counts(const nlohmann::json& kept) {
    analysis::ClassCounts counts;
    for (std::size_t i = 0; i < counts.sides.size(); ++i) {
        const nlohmann::json& side = kept.at("sides").at(i);
        counts.sides[i] = {read_results(side), read_results(side.at("quiet")),
                           side.at("by_plies").get<std::vector<std::uint64_t>>(), read_fen(side.at("longest_win")),
                           read_fen(side.at("longest_loss"))};
    }
    for (std::size_t kind = 0; kind < counts.zugzwangs.size(); ++kind) {
        const nlohmann::json& figures = kept.at("zugzwangs").at(kind);
        counts.zugzwangs[kind] = {.placements = figures.at("placements").get<std::uint64_t>(),
                                  .without_capture = figures.at("without_capture").get<std::uint64_t>(),
                                  .examples = {}};
        for (const nlohmann::json& example : figures.at("examples")) {
            counts.zugzwangs[kind].examples.push_back(
                {.position = rules::parse_position(example.at("fen").get_ref<const std::string&>()),
                 .white_to_move = read_value(example.at("white_to_move")),
                 .black_to_move = read_value(example.at("black_to_move")),
                 .has_capture = example.at("has_capture").get<bool>()});
        }
    }
    return counts;
}

/// Returns the first line of a file of counts; nothing if there is no such file, or the file is damaged.
std::optional<std::string> read_counts_line(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error) || fs::file_size(path, error) > most_counts_bytes || error) {
        return std::nullopt;
    }
    std::ifstream file{path, std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    const std::string line = text.substr(0, text.find('\n'));
    return text == line + '\n' + checksum_of(line) + '\n' ? std::optional{line} : std::nullopt;
}

/// Returns the beginning of the line, which says what the counts are of.
std::string counts_head(const index::Material& material, const std::string& tables) {
    return fmt::format(R"({}{},"class":"{}","tables":{},)", counts_magic, counts_version, material.name(), tables);
}

}  // namespace

KeptCounts::KeptCounts(const table::TableDirectories& tables, table::TableDirectories kept) : kept_{std::move(kept)} {
    for (const table::TableName& table : table::list_tables(tables)) {
        if (table.metric != table::Metric::Dtm) {
            continue;
        }
        try {
            digests_[table.material] = table::open_table(tables, table).header().values;
        } catch (const table::TablebaseError&) {
            // Whoever counts the class is told; kept counts need a table with a digest.
            continue;
        }
    }
}

std::optional<std::string> KeptCounts::tables_of(const index::Material& material) const {
    JsonWriter writer;
    writer.begin_object();
    for (const index::Material& needed : index::with_dependencies({material})) {
        const auto digest = digests_.find(needed);
        if (digest == digests_.end()) {
            return std::nullopt;
        }
        std::string hex;
        for (const std::byte byte : digest->second.bytes) {
            hex += fmt::format("{:02x}", static_cast<unsigned>(byte));
        }
        writer.member(needed.name(), hex);
    }
    return writer.end_object().text();
}

std::optional<analysis::ClassCounts> KeptCounts::read(const index::Material& material) const {
    const std::optional<std::string> tables = tables_of(material);
    if (!tables) {
        return std::nullopt;
    }
    for (const fs::path& directory : kept_.all()) {
        const std::optional<std::string> line = read_counts_line(table::counts_path(directory, material));
        if (!line || !line->starts_with(counts_head(material, *tables))) {
            continue;
        }
        try {
            return read_counts(nlohmann::json::parse(*line));
        } catch (const nlohmann::json::exception&) {
            continue;
        } catch (const rules::NotationError&) {
            continue;
        }
    }
    return std::nullopt;
}

void KeptCounts::write(const index::Material& material, const analysis::ClassCounts& counts) const {
    const std::optional<std::string> tables = tables_of(material);
    if (!tables) {
        return;
    }
    JsonWriter writer;
    write_counts(writer.begin_object(), counts);
    // The first letter of the counts is the bracket that the head has already.
    const std::string line = counts_head(material, *tables) + writer.end_object().text().substr(1);
    const std::string text = line + '\n' + checksum_of(line) + '\n';
    const fs::path path = table::counts_path(kept_.first(), material);
    table::require_own_file(path, counts_magic);
    table::TemporaryFile file{path};
    file.write_at(0, std::as_bytes(std::span{text}));
    file.commit_unsynced();
}

bool KeptCounts::figures(const std::vector<index::Material>& classes, const analysis::RunOptions& options,
                         Counted counted, const std::function<void(const analysis::ClassFigures&)>& take) const {
    // Classes to count that follow each other are counted together, since they read the same tables.
    std::vector<index::Material> to_count;
    int taken = 0;
    const auto count = [&] {
        analysis::RunOptions of_these = options;
        if (options.on_progress) {
            of_these.on_progress = [&, before = taken](analysis::ClassProgress at) {
                at.class_number += before;
                at.classes = static_cast<int>(classes.size());
                options.on_progress(at);
            };
        }
        return analysis::count_figures(std::exchange(to_count, {}), of_these, [&](const auto& figures) {
            if (counted == Counted::Write) {
                write(figures.material, figures);
            }
            ++taken;
            take(figures);
        });
    };
    for (const index::Material& material : classes) {
        std::optional<analysis::ClassCounts> kept = read(material);
        if (!kept) {
            to_count.push_back(material);
            continue;
        }
        if (!to_count.empty() && !count()) {
            return false;
        }
        ++taken;
        take(analysis::with_sizes(std::move(*kept), material, options.directory));
    }
    return to_count.empty() || count();
}

}  // namespace dameotb::web
