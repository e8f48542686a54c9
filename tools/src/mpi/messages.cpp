// MPI's own waiting keeps a core busy, so these functions poll and sleep in turn.
#include "mpi/messages.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include <mpi.h>

#include <fmt/format.h>

#include <dameotb/table/format/header.hpp>

namespace dameotb::mpi {

namespace {

constexpr int order_tag = 1;
constexpr int report_tag = 2;
constexpr int manager_rank = 0;

template <class Message>
std::optional<Received<Message>> take(int rank, int tag) {
    int has_come = 0;
    MPI_Status status;
    MPI_Iprobe(rank, tag, MPI_COMM_WORLD, &has_come, &status);
    if (has_come == 0) {
        return std::nullopt;
    }
    Received<Message> received{{}, status.MPI_SOURCE};
    MPI_Recv(&received.message, sizeof(Message), MPI_BYTE, status.MPI_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return received;
}

}  // namespace

Order Order::of(const cluster::Task& task) {
    return {false, {}, 0, task.kind, ShortText<24>{task.material.name()}, task.batch};
}

cluster::Task Order::task() const {
    return {kind, index::Material::parse(material.str()).value(), batch};
}

void Report::set(const cluster::TaskResult& result) {
    levels = static_cast<std::uint32_t>(result.batches.size());
    std::ranges::copy(result.batches, batches.begin());
    seconds = result.seconds;
    written_bytes = result.written_bytes;
    fetched_bytes = result.fetched_bytes;
}

cluster::TaskResult Report::result() const {
    return {seconds, written_bytes, fetched_bytes, {batches.begin(), batches.begin() + levels}};
}

std::string version_words() {
    return fmt::format("dameotb {}, format {}, rules {}, messages {}", DAMEOTB_VERSION, table::format_version,
                       table::rules_version, sizeof(Report));
}

int rank_count() {
    int count = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    return count;
}

int own_rank() {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

void send_order(const Order& order, int rank) {
    MPI_Send(&order, sizeof order, MPI_BYTE, rank, order_tag, MPI_COMM_WORLD);
}

void send_report(const Report& report) {
    MPI_Send(&report, sizeof report, MPI_BYTE, manager_rank, report_tag, MPI_COMM_WORLD);
}

std::optional<Received<Report>> take_report() {
    return take<Report>(MPI_ANY_SOURCE, report_tag);
}

Order wait_for_order() {
    while (true) {
        if (const auto order = take<Order>(manager_rank, order_tag)) {
            return order->message;
        }
        std::this_thread::sleep_for(std::chrono::microseconds{250});  // there is nothing else to do
    }
}

void end_all(int status) {
    MPI_Abort(MPI_COMM_WORLD, status);
    std::abort();  // not reached
}

void rest() {
    std::this_thread::sleep_for(std::chrono::milliseconds{3});
}

}  // namespace dameotb::mpi
