// Decides who is answered next. Concurrent turns are limited, in total and per client, and a free one goes to the
// client that has the fewest or has waited longest since its last. So a client with many requests delays only itself.
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

    /// Calls start() when the client gets a turn: now, or when another turn ends. `who`: for `withdraw`.
    void ask(const ClientAddress& client, const void* who, std::function<void()> start);
    /// Withdraws a request for a turn. Returns whether it was still waiting.
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
        std::uint64_t last_end = 0;  ///< When its last turn ended, counted in all turns; 0 if none has.
        std::size_t waiting = 0;
    };

    void begin_waiting();
    /// Forgets a client without turns and requests.
    void forget_if_idle(const ClientAddress& client);

    std::size_t at_a_time_;
    std::size_t of_a_client_;
    std::size_t begun_ = 0;
    std::uint64_t ended_ = 0;
    std::map<ClientAddress, Client> clients_;  ///< Those that have a turn or wait for one.
    std::list<Waiting> waiting_;               ///< In order of arrival.
};

}  // namespace dameotb::web
