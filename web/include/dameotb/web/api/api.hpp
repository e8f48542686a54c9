// The JSON API below /api/v1/, /dameo, /dameo/mainline and /playstrategy/dameo (docs/http-api.md, docs/openapi.json).
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/web/answers/answer_json.hpp>
#include <dameotb/web/answers/kept_counts.hpp>
#include <dameotb/web/api/class_statistics.hpp>
#include <dameotb/web/http/message.hpp>
#include <dameotb/web/http/work.hpp>

namespace dameotb::web {

/// Answers GET requests, and POST requests to some paths. Thread-safe.
class Api {
public:
    static constexpr std::string_view prefix = "/api/v1/";
    /// The path for clients of lila-tablebase.
    static constexpr std::string_view lila_path = "/dameo";
    static constexpr std::string_view lila_mainline_path = "/dameo/mainline";
    /// The path for PlayStrategy's client, which appends the variant to its endpoint.
    static constexpr std::string_view playstrategy_path = "/playstrategy/dameo";

    /// Returns whether the path belongs to the API, known or not.
    [[nodiscard]] static bool has(std::string_view path) {
        return path.starts_with(prefix) || path == lila_path || path == lila_mainline_path || path == playstrategy_path;
    }
    /// Returns whether POST requests to the path are answered.
    [[nodiscard]] static bool takes_post(std::string_view path) {
        return path == "/api/v1/probe" || path == "/api/v1/games";
    }

    /// Lists the tables once, here; those of more than `most_pieces` pieces count as not there. `statistics`: where
    /// counts of classes are kept, as KeptCounts has it; nothing: in memory alone. Throws table::TablebaseError if a
    /// directory cannot be read.
    Api(const table::TableDirectories& directory, CommandThatMakes command, int most_pieces = index::most_pieces,
        const std::optional<table::TableDirectories>& statistics = std::nullopt);

    /// Returns the answer to a request. Throws what current_error maps. Requires: has(path) and, for POST,
    /// takes_post(path).
    [[nodiscard]] Reply answer(const Request& request, Work& work);

    /// Returns the classes that have a table, in build order.
    [[nodiscard]] const std::vector<index::Material>& classes() const { return classes_; }

private:
    [[nodiscard]] Reply statistics(const std::string& name);
    /// Returns the answer to a POST request.
    [[nodiscard]] Reply posted(const Request& request, Work& work);
    [[nodiscard]] Reply random(const Request& request, Work& work);
    /// Returns "this server has tables of 9 classes of up to 3 pieces".
    [[nodiscard]] std::string what_there_is() const;
    /// Returns error 404 if a .dtm file that values of the class need is missing.
    [[nodiscard]] std::optional<Reply> missing_tables_reply(const index::Material& material) const;

    table::TableDirectories directory_;
    CommandThatMakes command_;
    int most_pieces_;
    probe::Tablebase tables_;
    std::vector<index::Material> classes_;
    std::optional<KeptCounts> kept_;
    /// Made once, from the headers of all files.
    std::once_flag classes_listed_;
    Reply class_list_;
    ClassStatistics statistics_;
};

}  // namespace dameotb::web
