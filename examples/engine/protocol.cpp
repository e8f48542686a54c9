// Commands change the engine only while no search runs: all but `stop`, `ping` and `quit` wait for the search to end.
#include "protocol.hpp"

#include <algorithm>
#include <iomanip>
#include <istream>
#include <new>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include <dameotb/rules/notation.hpp>

#include "hub_position.hpp"

namespace dameotb::engine {

namespace {

using Seconds = std::chrono::duration<double>;

/// Returns the moves of the line in notation, with blanks between them.
std::string line_text(Position position, const Line& line) {
    std::string text;
    for (const Move& move : line) {
        text += (text.empty() ? "" : " ") + rules::to_text(position, move);
        position = rules::after(position, move);
    }
    return text;
}

std::string info_text(const Position& position, const Result& result) {
    std::ostringstream text;
    text << std::fixed << std::setprecision(2) << "info depth=" << result.depth << " score=" << result.score / 100.0
         << " nodes=" << result.nodes << " time=" << result.time.count()
         << " pv=" << quoted(line_text(position, result.line));
    return text.str();
}

/// Returns how much of the time that is left to spend on this move. `moves`: how many moves are still to come; a game
/// may have some 30.
Seconds share_of(double left, double increment, double moves) {
    constexpr double usable = 0.9;  // the rest is for the messages between the programs
    return Seconds{std::min(left / std::max(moves, 1.0) + increment, left) * usable};
}

}  // namespace

Protocol::Protocol(std::istream& in, std::ostream& out) : in_{in}, out_{out} {}

void Protocol::run() {
    std::string line;
    for (bool more = true; more && std::getline(in_, line);) {
        try {
            more = obey(parse_command(line));
        } catch (const std::exception& error) {
            say_error(error.what());
        }
    }
    stop_search();
}

bool Protocol::obey(const Command& command) {
    if (command.name.empty()) {
        return true;
    }
    if (command.name == "quit") {
        return false;
    }
    if (command.name == "ping") {
        say("pong");
        return true;
    }
    if (command.name == "stop") {
        stop_search();
        return true;
    }
    end_search();
    if (command.name == "hub") {
        introduce();
    } else if (command.name == "set-param") {
        set_parameter(command);
    } else if (command.name == "init") {
        init();
    } else if (command.name == "new-game") {
        if (engine_) {
            engine_->new_game();
        }
    } else if (command.name == "pos") {
        set_position(command);
    } else if (command.name == "level") {
        add_level(command);
    } else if (command.name == "go") {
        go(command);
    } else {
        throw std::runtime_error{"unknown command " + command.name};
    }
    return true;
}

void Protocol::introduce() {
    say("id name=\"dameotb example engine\" version=" DAMEOTB_VERSION " author=\"the authors of dameotb\"");
    say("param name=tables value=" + quoted(tables_directory_) + " type=string");
    say("param name=hash value=" + std::to_string(hash_megabytes_) + " type=int min=1 max=65536");
    say("param name=rule value=" + std::to_string(rule_.plies) +
        " type=int min=0 max=" + std::to_string(most_rule_plies));
    say("wait");
}

void Protocol::set_parameter(const Command& command) {
    if (command.value("name") == "tables") {
        tables_directory_ = command.value("value");
    } else if (command.value("name") == "hash") {
        hash_megabytes_ = static_cast<std::size_t>(std::clamp(command.number("value").value_or(64), 1.0, 65536.0));
    } else if (command.value("name") == "rule") {
        rule_.plies = static_cast<int>(std::min(command.number("value").value_or(0), double{most_rule_plies}));
        if (engine_) {
            engine_->new_game();  // what it has found out holds under the rule before
        }
    } else {
        throw std::runtime_error{"unknown parameter " + command.value("name")};
    }
}

void Protocol::init() {
    Tables tables;
    if (!tables_directory_.empty()) {
        try {
            const auto directories = table::TableDirectories::parse(tables_directory_);
            if (!directories) {
                throw std::runtime_error{"tables: a name is missing between colons: " + tables_directory_};
            }
            tables = Tables{*directories};
        } catch (const std::exception& error) {
            say_error(error.what());  // and goes on without tables
        }
    }
    try {
        engine_ = std::make_unique<Engine>(std::move(tables), hash_megabytes_ << 20);
    } catch (const std::bad_alloc&) {
        throw std::runtime_error{"not enough memory for a hash of " + std::to_string(hash_megabytes_) +
                                 " MiB: set it lower, then init again"};
    }
    say("ready");
}

void Protocol::set_position(const Command& command) {
    const rules::Fen fen = parse_hub_position(command.value("pos"));
    Board board{fen.position, fen.halfmove_clock.value_or(0), rule_};
    std::istringstream moves{command.value("moves")};
    for (std::string move; moves >> move;) {
        board.play(rules::parse_move(board.position(), move));
    }
    board_ = std::move(board);
}

void Protocol::add_level(const Command& command) {
    if (const auto depth = command.number("depth")) {
        limits_.depth = static_cast<int>(std::clamp(*depth, 1.0, static_cast<double>(max_depth)));
    } else if (const auto seconds = command.number("move-time")) {
        limits_.time = Seconds{*seconds};
    } else if (const auto left = command.number("time")) {
        limits_.time = share_of(*left, command.number("inc").value_or(0), command.number("moves").value_or(30));
    } else if (command.has("infinite")) {
        infinite_ = true;
    } else {
        throw std::runtime_error{"level needs depth, move-time, time or infinite"};
    }
    level_given_ = true;
}

void Protocol::go(const Command& command) {
    if (!engine_) {
        throw std::runtime_error{"init must come before go"};
    }
    if (!command.has("think") && !command.has("analyze")) {
        throw std::runtime_error{"go needs think or analyze"};
    }
    if (rules::legal_moves(board_.position()).empty()) {
        throw std::runtime_error{"the game is over"};
    }
    if (board_.is_drawn_by_rule()) {
        throw std::runtime_error{"the game is over: " + std::to_string(board_.question().site.draw_rule.plies) +
                                 " plies without a capture or a man's move are a draw"};
    }
    Limits limits = infinite_ ? Limits{} : limits_;
    if (!level_given_) {
        limits.time = Seconds{1};
    }
    limits_ = {};
    level_given_ = false;
    search_ = std::jthread{[this, board = board_, limits](const std::stop_token& stop) { think(board, limits, stop); }};
}

void Protocol::think(const Board& board, const Limits& limits, const std::stop_token& stop) {
    const auto report = [&](const Result& result) { say(info_text(board.position(), result)); };
    const auto play = [&] {
        const Result result = engine_->think(board, limits, stop, report);
        say("done move=" + rules::to_text(board.position(), result.line.front()));
    };
    try {
        play();
    } catch (const std::exception& error) {
        say_error(error.what());
        engine_->close_tables();
        play();
    }
}

void Protocol::end_search() {
    if (search_.joinable() && infinite_) {
        search_.request_stop();
    }
    if (search_.joinable()) {
        search_.join();
        infinite_ = false;
    }
}

void Protocol::stop_search() {
    search_.request_stop();
    end_search();
}

void Protocol::say(const std::string& line) {
    const std::lock_guard lock{out_mutex_};
    out_ << line << std::endl;
}

void Protocol::say_error(const std::string& message) {
    say("error message=" + quoted(message));
}

}  // namespace dameotb::engine
