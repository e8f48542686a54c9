// dameotb export: writes all placements of classes with their values, for programs that work on data.
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <dameotb/analysis/query/placements.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/terminal/interrupt.hpp>
#include <dameotb/terminal/machine.hpp>
#include <dameotb/web/answers/json_writer.hpp>

#include "files/npy.hpp"
#include "files/position_output.hpp"
#include "messages/run_messages.hpp"
#include "options/command_line.hpp"

namespace dameotb::tools {

namespace {

enum class ExportFormat : std::uint8_t { Csv, Jsonl, Npy };
const std::map<std::string, ExportFormat> export_formats{
    {"csv", ExportFormat::Csv}, {"jsonl", ExportFormat::Jsonl}, {"npy", ExportFormat::Npy}};

struct ExportOptions : ReadingOptions {
    std::optional<Colour> side_to_move;
    bool shapes = false;
    std::optional<ExportFormat> format;
    std::string file;  ///< Empty: standard output.
};

/// Calls visit(name, value) for the columns of a line of text, in order.
template <class Visit>
void visit_columns(const query::ListedPlacement& placement, bool shapes, const Visit& visit) {
    visit("fen", rules::to_fen(placement.position));
    visit("class", index::Material::of(placement.position).name());
    visit("stm", side_letter(placement.position.side_to_move));
    visit("result", std::string{to_string(placement.value.wdl())});
    visit("plies", placement.value.dtm().plies());
    visit("must_capture", placement.must_capture);
    if (shapes) {
        visit("weight", placement.weight);
    }
}

/// Calls visit(name, number) for the fields of a row of an array, in order. Up to the side to move they are those of
/// dameotb_position, and what follows fits into its padding: without weights an array of rows is one of positions.
template <class Visit>
void visit_fields(const query::ListedPlacement& placement, bool shapes, const Visit& visit) {
    const Position& position = placement.position;
    visit("white_men", position.white().men.bits());
    visit("white_kings", position.white().kings.bits());
    visit("black_men", position.black().men.bits());
    visit("black_kings", position.black().kings.bits());
    visit("side_to_move", static_cast<std::int32_t>(position.side_to_move));
    visit("wdl", static_cast<std::int8_t>(placement.value.wdl()));
    visit("must_capture", placement.must_capture);
    visit("plies", static_cast<std::int16_t>(placement.value.dtm().plies()));
    if (shapes) {
        visit("weight", static_cast<std::int64_t>(placement.weight));
    }
}

std::string csv_head(bool shapes) {
    std::string names;
    visit_columns({}, shapes, [&](std::string_view name, const auto&) {
        names += names.empty() ? "" : ",";
        names += name;
    });
    return names + '\n';
}

std::string as_csv_line(const query::ListedPlacement& placement, bool shapes) {
    std::string line;
    visit_columns(placement, shapes, [&](std::string_view name, const auto& value) {
        line += line.empty() ? "" : ",";
        line += name == "fen" ? fmt::format("\"{}\"", value) : fmt::to_string(value);  // a FEN has commas
    });
    return line + '\n';
}

std::string as_json_line(const query::ListedPlacement& placement, bool shapes) {
    web::JsonWriter json;
    json.begin_object();
    visit_columns(placement, shapes, [&](std::string_view name, const auto& value) { json.member(name, value); });
    return json.end_object().text() + '\n';
}

std::string npy_head(bool shapes, std::uint64_t rows) {
    std::vector<NpyField> fields;
    visit_fields({}, shapes, [&](const char* name, auto number) {
        fields.push_back({name, npy_type<decltype(number)>()});
    });
    return npy_header(fields, rows);
}

std::string as_npy_row(const query::ListedPlacement& placement, bool shapes) {
    std::string row;
    visit_fields(placement, shapes, [&](const char*, auto number) { append_npy(row, number); });
    return row;
}

std::string text_of(const query::ListedPlacement& placement, const ExportOptions& options) {
    switch (options.format.value()) {
        case ExportFormat::Csv:
            return as_csv_line(placement, options.shapes);
        case ExportFormat::Jsonl:
            return as_json_line(placement, options.shapes);
        case ExportFormat::Npy:
            break;
    }
    return as_npy_row(placement, options.shapes);
}

int run_export(const ExportOptions& options) {
    const query::Listing listing{.classes = classes_to_read(options.directory, options.classes),
                                 .side_to_move = options.side_to_move,
                                 .up_to_symmetry = options.shapes};
    const terminal::Interrupts interrupts;
    PositionOutput output{options.file, interrupts};
    const analysis::RunOptions work{
        .directory = options.directory,
        .threads = options.threads,
        .memory_bytes = terminal::bound_memory(options.memory_bytes),
        .on_progress = [&](const auto& at) { output.show(class_progress_text(at), "written"); },
        .stop = &interrupts.flag()};
    if (options.format == ExportFormat::Csv) {
        output.write_head(csv_head(options.shapes));
    } else if (options.format == ExportFormat::Npy) {
        output.write_head(npy_head(options.shapes, listing.size()));
    }
    const bool is_complete = query::list(
        listing, work, [&](const query::ListedPlacement& placement) { output.write(text_of(placement, options)); });
    if (!is_complete) {
        throw interrupts.stopped("the list is not complete, " + output.left_behind());
    }
    output.finish(listing.classes.size());
    return exit_done;
}

/// Sets the format that is not given: that of the file's ending, or CSV on standard output.
void set_format(ExportOptions& options) {
    if (!options.format && options.file.empty()) {
        options.format = ExportFormat::Csv;
    }
    if (!options.format) {
        const std::string ending = std::filesystem::path{options.file}.extension().string();
        const auto format = export_formats.find(ending.empty() ? "" : ending.substr(1));
        if (format == export_formats.end()) {
            throw CLI::ValidationError{
                "--out",
                fmt::format("name a file that ends in .csv, .jsonl or .npy, or add --format, not '{}'", options.file)};
        }
        options.format = format->second;
    }
    if (options.format == ExportFormat::Npy && options.file.empty()) {
        throw CLI::ValidationError{"--format npy needs --out FILE"};
    }
}

}  // namespace

void add_export(CLI::App& app, Action& chosen) {
    const auto options = std::make_shared<ExportOptions>();
    CLI::App* subcommand = add_subcommand(
        app, "export", "Write all placements of classes for data analysis",
        R"(Writes every placement of whole classes, with White and with Black to move, and its value: as CSV, as JSON lines,
or as an array for NumPy. Counts over the rows are those of `dameotb stats`; with --shapes, sums of their weights
are. Classes are as stored, with more pieces for White. `dameotb find` selects positions instead. Needs .dtm files.
docs/export.md describes columns and fields, and has recipes.
)",
        R"(  dameotb export --dir tables KKvK --out KKvK.csv
  dameotb export --dir tables KKvK KKvM --out two-kings.npy
  dameotb export --dir tables --shapes --stm w KMvM --out shapes.npy
  dameotb export --dir tables KvM --format jsonl | gzip > KvM.jsonl.gz
)");
    add_directories_option(subcommand, options->directory);
    add_classes_option(subcommand, options->classes, "The classes to write");
    subcommand->add_flag("--shapes", options->shapes,
                         "One of the placements that are symmetric to each other, and as its weight how many they are");
    add_stm_option(subcommand, options->side_to_move);
    add_choice<ExportFormat>(
        subcommand, "--format", export_formats, [options](ExportFormat format) { options->format = format; },
        "csv: with a line of names first; jsonl: one JSON object per line; npy: a structured array,\n"
        "which needs --out; default: by the ending of --out, csv without it");
    add_out_option(subcommand, options->file);
    subcommand->parse_complete_callback([options] { set_format(*options); });
    add_threads_option(subcommand, options->threads);
    add_memory_option(subcommand, options->memory_bytes);
    on_chosen(subcommand, chosen, options, run_export);
}

}  // namespace dameotb::tools
