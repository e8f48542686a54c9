// Positions from the command line or standard input, what the tables say about them, and the output of the answers.
// Only this file handles bad lines: the error takes the place of the answer, and the other lines are still answered.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/proof/prover.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/rules/site_rules.hpp>
#include <dameotb/web/answers/answer_json.hpp>

namespace dameotb::tools {

/// Answers positions from tables; a missing table is an error. All members throw
/// table::MissingTableError if a table is missing, and table::TablebaseError if one is damaged.
class AskedTables {
public:
    /// `most_pieces`: as in probe::TablebaseOptions. Throws table::TablebaseError if a directory cannot be read.
    explicit AskedTables(table::TableDirectories directories, int most_pieces = index::most_pieces);

    /// From now on searches for a proof, with so much processor time, of each position whose result neither its table
    /// nor its moves say, unless a capture is under way. What remains unknown is no error then.
    void prove_for(std::chrono::milliseconds time);

    /// Returns what is known by the rules of the question, with what the moves prove: at least a draw, or under a rule
    /// a result.
    [[nodiscard]] probe::Known known(const probe::Question& question) const;
    /// Returns the same without bounds; without a rule, an unknown result is an error.
    [[nodiscard]] probe::Known result(const probe::Question& question) const;
    /// Returns what is known without a rule and by that of the question. Without one, something is known; under one, a
    /// rule can decide the game where no table tells how it would go on. If `moves` is not null, also writes all legal
    /// moves, best first, each with what is known of it.
    [[nodiscard]] web::Answered answer_to(const probe::Question& question,
                                          std::vector<probe::RankedMove>* moves = nullptr) const;
    /// Returns best play to the end of the game; empty for a draw or a finished game. Needs .dtm files; under a rule
    /// .dtz files where these do not say enough.
    [[nodiscard]] std::vector<Move> line(const probe::Question& question) const;

    /// Returns the draw rule of the .dtz files; none if there are none.
    [[nodiscard]] DrawRule draw_rule() const { return tablebase_.draw_rule(); }
    /// Returns a line that says why some win, loss or unknown result under a rule had no plies; empty if none was such.
    [[nodiscard]] std::string unknown_plies_text(DrawRule rule) const;

private:
    /// Searches for a proof if that is wanted and the result is not known. Adds what it proves to the answer and, if
    /// `moves` is not null, to them.
    void search(web::Answered& answered, std::vector<probe::RankedMove>* moves) const;
    /// Throws as `known` does if that is too little, and notes whether it is for lack of a .dtz.
    void require_known(const probe::Question& question, const probe::Known& known) const;
    /// Throws table::MissingTableError, or UserError for a table of too many pieces. Without a `metric`, a table of
    /// either metric would do.
    [[noreturn]] void throw_missing(const index::Material& material, std::optional<table::Metric> metric) const;
    /// Throws the error for a line under a rule that lacks the .dtz of a class.
    [[noreturn]] void throw_unknown_line(const index::Material& material, DrawRule rule) const;
    /// Throws UserError for a class of more than most_pieces.
    void require_in_use(const index::Material& material) const;

    table::TableDirectories directories_;
    int most_pieces_;
    probe::Tablebase tablebase_;
    std::chrono::milliseconds time_to_prove_{};
    mutable std::optional<proof::Prover> prover_;                ///< If positions are to be proved.
    mutable std::optional<index::Material> without_rule_table_;  ///< A class whose .dtz some answer lacked.
};

/// Returns win|draw|loss<TAB>plies for standard output, with - for unknown plies; where the moves prove it in place of
/// a table, perhaps with a bound on the plies; at least, or at most, a draw<TAB>- where that is proven; or
/// unknown<TAB>-.
[[nodiscard]] std::string tab_separated(const probe::Known& known);

/// How answers are printed.
enum class AnswerForm : std::uint8_t { Text, Json };

/// The FEN argument of a subcommand, if given.
struct PositionInput {
    std::string text;
    CLI::Option* option = nullptr;
    bool takes_under_way = false;  ///< Whether a capture may be under way: rules::parse_fen_under_way.

    /// Adds the optional argument FEN.
    void add_to(CLI::App* subcommand);
    /// Returns whether positions are read from standard input, one per line, because no FEN was given.
    [[nodiscard]] bool is_stdin() const { return option->count() == 0; }
};

/// Adds --rule, a number of plies or the name of a site. `site` keeps its value if the option is not given.
void add_site_rules_option(CLI::App* subcommand, rules::SiteRules& site);

/// Parses a FEN as people paste it, or `start` for the starting position. Throws UserError that quotes the text and
/// says what is wrong. `takes_under_way`: as in PositionInput.
[[nodiscard]] rules::Fen read_position(const std::string& text, bool takes_under_way = false);

/// Returns all text printed for a position, including line ends; for standard input, one line. May throw
/// std::runtime_error.
using Answerer = std::function<std::string(const rules::Fen&)>;

/// Returns the --help text on lines of standard input, with a line end.
[[nodiscard]] std::string lines_help();

/// Prints the answer to the position on the command line, or one line per line of standard input. A line that cannot be
/// answered yields `LINE<TAB>error<TAB>reason`, or in JSON an object with `input` and `error`; very long lines are
/// truncated there. An empty line yields an empty line, or such an object. Returns exit_failed if a non-empty line
/// could not be answered. Throws what `answer` throws for a position on the command line.
int answer_positions(const PositionInput& input, AnswerForm form, const Answerer& answer);

/// Begins to answer a position; the future has what an Answerer returns.
using BeginAnswer = std::function<std::future<std::string>(const rules::Fen&)>;

/// Does the same for standard input with up to `most` answers under way at a time, printed in the order of the lines.
int answer_lines(const PositionInput& input, AnswerForm form, std::size_t most, const BeginAnswer& begin);

}  // namespace dameotb::tools
