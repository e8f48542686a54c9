#include "mpi/worker_loop.hpp"

#include <cstdio>
#include <new>

#include <sys/resource.h>
#include <unistd.h>

#include <fmt/format.h>

#include <dameotb/memory/memory_need.hpp>
#include <dameotb/terminal/numbers.hpp>

#include "mpi/messages.hpp"

namespace dameotb::mpi {

namespace {

/// Returns a description of a failure on this machine, truncated if too long. Allocates no memory.
ShortText<512> failure_text(const char* why) {
    std::array<char, 256> host{};
    ::gethostname(host.data(), host.size() - 1);
    std::array<char, 512> text{};
    (void)std::snprintf(text.data(), text.size(), "%s: %s", host.data(), why);
    return ShortText<512>{text.data()};
}

std::uint64_t peak_bytes() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

/// Rethrows a MemoryBoundError in the words of the command line.
[[noreturn]] void rethrow(const memory::MemoryBoundError& error) {
    throw std::runtime_error{fmt::format("{} needs {} of memory, and a process may have {} (--memory)",
                                         error.material().name(), terminal::size_text(error.needed_bytes()),
                                         terminal::size_text(error.bound_bytes()))};
}

/// Calls body(report), and puts what it throws into the report, without allocating: there may be no memory.
template <class Body>
Report reported(Report::Kind kind, const Body& body) {
    Report report;
    report.kind = kind;
    const auto fail = [&report](const char* why) {
        report.kind = Report::Kind::Failed;
        report.words = failure_text(why);
    };
    try {
        try {
            body(report);
        } catch (const memory::MemoryBoundError& error) {
            rethrow(error);
        }
    } catch (const memory::StopRequested&) {
        report.kind = Report::Kind::Stopped;
    } catch (const std::bad_alloc&) {
        fail("not enough memory");
    } catch (const std::exception& error) {
        fail(error.what());
    }
    report.peak_bytes = peak_bytes();
    return report;
}

}  // namespace

void work(const MakeWorker& make_worker) {
    std::unique_ptr<cluster::Worker> worker;
    for (Order order = wait_for_order(); !order.ends; order = wait_for_order()) {
        const bool begins = !order.token.str().empty();
        send_report(reported(begins ? Report::Kind::Ready : Report::Kind::Done, [&](Report& report) {
            if (begins) {
                report.version = ShortText<48>{version_words()};
                worker.reset();  // its memory is needed
                worker = make_worker(order.run, order.token.str());
            } else {
                report.set(worker->run(order.task()));
            }
        }));
    }
    worker.reset();  // files it holds are closed before the manager knows that it is gone
    Report report;
    report.kind = Report::Kind::Gone;
    send_report(report);
}

}  // namespace dameotb::mpi
