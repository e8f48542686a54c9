// The engine's side of the Hub protocol, version 2, which draughts programs speak. README.md says where it differs for
// Dameo. A search runs in a thread of its own, so that the engine can read `stop` and `ping` meanwhile.
#pragma once

#include <iosfwd>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "board.hpp"
#include "command.hpp"
#include "engine.hpp"

namespace dameotb::engine {

class Protocol {
public:
    /// Keeps both references: the streams must outlive this object.
    Protocol(std::istream& in, std::ostream& out);

    /// Answers line by line until `quit` or the end of the input. Then stops a running search.
    void run();

private:
    /// Carries out a command. Returns false after `quit`. Throws std::exception for what cannot be done; `run` tells
    /// the user of it.
    bool obey(const Command& command);
    void introduce();
    void set_parameter(const Command& command);
    void init();
    void set_position(const Command& command);
    void add_level(const Command& command);
    void go(const Command& command);
    /// Searches and says the move. Runs in the search's thread.
    void think(const Board& board, const Limits& limits, const std::stop_token& stop);
    /// Waits for the search to end. Stops it if it would not end by itself.
    void end_search();
    void stop_search();

    /// Writes one whole line. Either thread may call it.
    void say(const std::string& line);
    void say_error(const std::string& message);

    std::istream& in_;
    std::ostream& out_;
    std::mutex out_mutex_;
    std::string tables_directory_;
    std::size_t hash_megabytes_ = 64;
    DrawRule rule_{50};
    std::unique_ptr<Engine> engine_;  ///< Made by `init`.
    Board board_{initial_position(), 0, rule_};
    Limits limits_;          ///< Of the next search.
    bool infinite_ = false;  ///< Only `stop` ends the next search, or the search that runs.
    bool level_given_ = false;
    std::jthread search_;  ///< The last member, so that it ends before the others are destroyed.
};

}  // namespace dameotb::engine
