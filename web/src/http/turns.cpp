// Chooses by client, and among one client's requests the first.
#include "turns.hpp"

#include <algorithm>
#include <tuple>

namespace dameotb::web {

void Turns::ask(const ClientAddress& client, const void* who, std::function<void()> start) {
    waiting_.push_back({client, who, std::move(start)});
    ++clients_[client].waiting;
    begin_waiting();
}

bool Turns::withdraw(const void* who) {
    const auto found = std::ranges::find(waiting_, who, &Waiting::who);
    if (found == waiting_.end()) {
        return false;
    }
    const ClientAddress client = found->client;
    waiting_.erase(found);
    --clients_.at(client).waiting;
    forget_if_idle(client);
    return true;
}

void Turns::end(const ClientAddress& client) {
    Client& of_client = clients_.at(client);
    --begun_;
    --of_client.begun;
    of_client.last_end = ++ended_;
    begin_waiting();
    forget_if_idle(client);
}

void Turns::begin_waiting() {
    const auto key = [this](const Waiting& one) {
        const Client& client = clients_.at(one.client);
        return std::tuple{client.begun, client.last_end};
    };
    while (begun_ < at_a_time_ && !waiting_.empty()) {
        const auto next = std::ranges::min_element(waiting_, {}, key);
        Client& client = clients_.at(next->client);
        if (client.begun >= of_a_client_) {
            return;  // no other client has fewer
        }
        const Waiting one = std::move(*next);
        waiting_.erase(next);
        --client.waiting;
        ++client.begun;
        ++begun_;
        try {
            one.start();
        } catch (...) {  // start() ran out of memory
            --client.begun;
            --begun_;
            throw;
        }
    }
}

void Turns::forget_if_idle(const ClientAddress& client) {
    const auto found = clients_.find(client);
    if (found != clients_.end() && found->second.begun == 0 && found->second.waiting == 0) {
        clients_.erase(found);
    }
}

}  // namespace dameotb::web
