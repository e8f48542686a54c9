// Who is answered next. The turns at a time are bounded, in all and of one client, and a free one goes to the client
// that has the fewest or has waited longest since its last. So a client with many requests waits for itself, and others
// do not wait for it.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>

#include "http_message.hpp"

namespace dameotb::web {

/// Turns of one kind. Used by one thread.
class Turns {
public:
    /// `at_a_time`: of all clients together.
    Turns(std::size_t at_a_time, std::size_t of_a_client) : at_a_time_{at_a_time}, of_a_client_{of_a_client} {}

    /// Calls start() when the client has a turn: now, or when another turn ends. `who`: for `withdraw`.
    void ask(const ClientAddress& client, const void* who, std::function<void()> start);
    /// Takes back what was asked for, if it has not begun. Returns whether it had not.
    bool withdraw(const void* who);
    /// Ends a turn of the client.
    void end(const ClientAddress& client);

private:
    struct Waiting {
        ClientAddress client;
        const void* who;
        std::function<void()> start;
    };

    struct Client {
        std::size_t begun = 0;
        std::uint64_t last_end = 0;  ///< When its last turn ended, counted in turns of all; 0 if none has.
        std::size_t waiting = 0;
    };

    void begin_waiting();
    /// Forgets a client that has nothing here.
    void forget_if_idle(const ClientAddress& client);

    std::size_t at_a_time_;
    std::size_t of_a_client_;
    std::size_t begun_ = 0;
    std::uint64_t ended_ = 0;
    std::map<ClientAddress, Client> clients_;  ///< Those that have a turn or wait for one.
    std::list<Waiting> waiting_;               ///< In the order in which they came.
};

}  // namespace dameotb::web
