#include "worker_loop.hpp"

#include <fstream>
#include <new>

#include <sys/resource.h>
#include <unistd.h>

#include <fmt/format.h>

#include <dameotb/store/memory/memory_bound_error.hpp>

#include "messages.hpp"
#include "terminal/sizes.hpp"

namespace dameotb::mpi {

namespace {

std::string host() {
    std::array<char, 256> name{};
    ::gethostname(name.data(), name.size() - 1);
    return name.data();
}

std::uint64_t peak_bytes() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

void require_shared(const Token& token) {
    std::ifstream file{token.path};
    std::string text;
    if (!std::getline(file, text) || text != token.text) {
        throw std::runtime_error{
            fmt::format("{} is not the manager's: it must lie in a file system that all machines share",
                        token.path.parent_path().string())};
    }
}

/// Calls body(), and turns what it throws into a report.
template <class Body>
Report reported(Report::Kind kind, const Body& body) {
    Report report;
    report.kind = kind;
    report.version = ShortText<48>{version_words()};
    try {
        body(report);
    } catch (const store::StopRequested&) {
        report.kind = Report::Kind::Stopped;
    } catch (const store::MemoryBoundError& error) {
        report.kind = Report::Kind::Failed;
        report.words = ShortText<512>{fmt::format("{} needs {} of memory, and a process may have {} (--memory)",
                                                  error.material().name(), tools::size_text(error.needed_bytes()),
                                                  tools::size_text(error.bound_bytes()))};
    } catch (const std::bad_alloc&) {
        report.kind = Report::Kind::Failed;
        report.words = ShortText<512>{fmt::format("{}: not enough memory", host())};
    } catch (const std::exception& error) {
        report.kind = Report::Kind::Failed;
        report.words = ShortText<512>{fmt::format("{}: {}", host(), error.what())};
    }
    report.peak_bytes = peak_bytes();
    return report;
}

}  // namespace

void work(const gen::SharedRun& run, const gen::WorkerOptions& options, const Token& token) {
    std::optional<gen::Worker> worker;
    send_report(reported(Report::Kind::Ready, [&](Report&) {
        require_shared(token);
        worker.emplace(run, options);
    }));
    while (true) {
        const Order order = wait_for_order();
        if (order.ends) {
            return;
        }
        send_report(reported(Report::Kind::Done, [&](Report& report) { report.set(worker->run(order.task())); }));
    }
}

}  // namespace dameotb::mpi
