// The engine's side of the Hub protocol, version 2, which draughts programs speak; README.md says where Dameo makes it
// differ. A search runs in a thread of its own, so that `stop` and `ping` are heard meanwhile.
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
    /// Both streams must outlive it.
    Protocol(std::istream& in, std::ostream& out);

    /// Answers line by line up to `quit` or the end of the input, where a running search is stopped.
    void run();

private:
    /// False after `quit`. Throws std::exception for what cannot be done, which the user is told of.
    bool obey(const Command& command);
    void introduce();
    void set_parameter(const Command& command);
    void init();
    void set_position(const Command& command);
    void add_level(const Command& command);
    void go(const Command& command);
    /// In the search's thread.
    void think(const Board& board, const Limits& limits, const std::stop_token& stop);
    /// Waits for the search, or stops it if it has no end of its own.
    void end_search();
    void stop_search();

    /// A whole line at a time, from either thread.
    void say(const std::string& line);
    void say_error(const std::string& message);

    std::istream& in_;
    std::ostream& out_;
    std::mutex out_mutex_;
    std::string tables_directory_;
    std::size_t hash_megabytes_ = 64;
    std::unique_ptr<Engine> engine_;  ///< Made by `init`.
    Board board_{rules::initial_position()};
    Limits limits_;          ///< Of the next search.
    bool infinite_ = false;  ///< The next search, or the one that runs, ends by `stop` only.
    bool level_given_ = false;
    std::jthread search_;  ///< Last: ended before the rest goes.
};

}  // namespace dameotb::engine
