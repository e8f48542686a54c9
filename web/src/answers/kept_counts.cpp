// A file of counts is one line of JSON and one with the XXH3 of the first.
#include <dameotb/web/answers/kept_counts.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <span>
#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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
constexpr std::size_t values_cache_bytes = std::size_t{1} << 20;  ///< Only some 20 positions of a class are asked for.
constexpr std::uintmax_t most_counts_bytes = 1 << 16;  ///< Of a file; one of 6 pieces has less than a third of this.

std::string checksum_of(std::string_view line) {
    return fmt::format("{:016x}", XXH3_64bits(line.data(), line.size()));
}

void write_fen(JsonWriter& writer, std::string_view name, const std::optional<Position>& position) {
    writer.member(name, position ? std::optional{rules::to_fen(*position)} : std::nullopt);
}

/// Throws nlohmann::json::exception for a number below 0, with a fraction, or above 2^64 - 1.
std::uint64_t read_count(const nlohmann::json& count) {
    return count.get_ref<const std::uint64_t&>();
}

std::optional<Position> read_fen(const nlohmann::json& fen) {
    return fen.is_null() ? std::nullopt : std::optional{rules::parse_position(fen.get_ref<const std::string&>())};
}

void write_value(JsonWriter& writer, std::string_view name, const Value& value) {
    writer.key(name).begin_array().value(static_cast<int>(value.wdl())).value(value.dtm().plies()).end_array();
}

Value read_value(const nlohmann::json& value) {
    const auto plies = static_cast<int>(std::min<std::uint64_t>(read_count(value.at(1)), scores::longest_plies));
    return value.at(0) == nlohmann::json(0) ? Value::draw() : Value::decided_in(plies);
}

void write_results(JsonWriter& writer, const analysis::ResultCounts& counts) {
    writer.member("wins", counts.wins).member("draws", counts.draws).member("losses", counts.losses);
}

analysis::ResultCounts read_results(const nlohmann::json& counts) {
    return {.wins = read_count(counts.at("wins")),
            .draws = read_count(counts.at("draws")),
            .losses = read_count(counts.at("losses"))};
}

void write_counts(JsonWriter& writer, const analysis::ClassCounts& counts) {
    writer.key("sides").begin_array();
    for (const analysis::SideStatistics& side : counts.sides) {
        writer.begin_object();
        write_results(writer, side);
        write_results(writer.key("quiet").begin_object(), side.quiet);
        writer.end_object();
        writer.key("by_plies").begin_array();
        for (const std::uint64_t count : side.by_plies()) {
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
        counts.sides[i] = {read_results(side), read_results(side.at("quiet"))};
        counts.sides[i].longest_win = read_fen(side.at("longest_win"));
        counts.sides[i].longest_loss = read_fen(side.at("longest_loss"));
        for (std::size_t plies = 0; const nlohmann::json& kept_count : side.at("by_plies")) {
            if (const std::uint64_t count = read_count(kept_count); count > 0) {
                auto& by_plies = plies % 2 == 1 ? counts.sides[i].wins_by_plies : counts.sides[i].losses_by_plies;
                by_plies.resize(plies + 1);
                by_plies.back() = count;
            }
            ++plies;
        }
    }
    for (std::size_t kind = 0; kind < counts.zugzwangs.size(); ++kind) {
        const nlohmann::json& figures = kept.at("zugzwangs").at(kind);
        counts.zugzwangs[kind] = {.placements = read_count(figures.at("placements")),
                                  .without_capture = read_count(figures.at("without_capture")),
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

/// Returns the first line of the file of these counts.
std::string counts_line(const index::Material& material, const std::string& tables,
                        const analysis::ClassCounts& counts) {
    JsonWriter writer;
    write_counts(writer.begin_object(), counts);
    // The first letter of the counts is the bracket that the line begins with already.
    return fmt::format(R"({}{},"class":"{}","tables":{},)", counts_magic, counts_version, material.name(), tables) +
           writer.end_object().text().substr(1);
}

/// Returns the counts for which this is the line, and that the class can have; nothing if there are none.
std::optional<analysis::ClassCounts> counts_of(const std::string& line, const index::Material& material,
                                               const std::string& tables) {
    try {
        analysis::ClassCounts counts = read_counts(nlohmann::json::parse(line));
        if (counts_line(material, tables, counts) == line && analysis::are_possible(counts, material)) {
            return counts;
        }
    } catch (const nlohmann::json::exception&) {
    } catch (const rules::NotationError&) {
    }
    return std::nullopt;
}

}  // namespace

KeptCounts::KeptCounts(const table::TableDirectories& tables, table::TableDirectories kept)
    : tables_{tables, {.cache_bytes = values_cache_bytes}}, kept_{std::move(kept)} {
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

std::optional<analysis::ClassCounts> KeptCounts::find(
    const index::Material& material, const std::function<bool(const analysis::ClassCounts&)>& accept) const {
    if (const std::optional<std::string> tables = tables_of(material)) {
        for (const fs::path& directory : kept_.all()) {
            const std::optional<std::string> line = read_counts_line(table::counts_path(directory, material));
            auto counts = line ? counts_of(*line, material, *tables) : std::nullopt;
            if (counts && accept(*counts)) {
                return counts;
            }
        }
    }
    return std::nullopt;
}

std::optional<analysis::ClassCounts> KeptCounts::read(const index::Material& material) const {
    return find(material, [this](const analysis::ClassCounts& counts) { return analysis::agree(counts, tables_); });
}

bool KeptCounts::has(const index::Material& material) const {
    return find(material, [](const analysis::ClassCounts&) { return true; }).has_value();
}

fs::path KeptCounts::path_of(const index::Material& material) const {
    return table::counts_path(kept_.first(), material);
}

void KeptCounts::write(const index::Material& material, const analysis::ClassCounts& counts) const {
    const std::optional<std::string> tables = tables_of(material);
    if (!tables) {
        return;
    }
    const std::string line = counts_line(material, *tables, counts);
    const std::string text = line + '\n' + checksum_of(line) + '\n';
    const fs::path path = path_of(material);
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
            if (counted == Counted::Write) {
                table::require_own_file(path_of(material), counts_magic);  // before the work is done
            }
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
