// Asks the C interface in several threads while somebody changes the files. Each answer must be the one that the good
// tables give, or an error. Each thread opens the tables again and again, and asks a tablebase that all share and that
// keeps nothing.
// Prints "opened" once both are open. From then on, CHANGED may be changed.
//   attack_changing GOOD CHANGED SEED MILLISECONDS THREADS PIECES
#include <atomic>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "random_positions.hpp"

using namespace dameotb::attack;

namespace {

struct Task {
    const dameotb_tablebase* good;
    const dameotb_tablebase* shared;
    const char* changed;
    std::chrono::steady_clock::time_point end;
    int pieces;
};

std::atomic<bool> wrong = false;
std::atomic<unsigned long long> answered = 0;

/// Returns whether it may be the status of a probe of tables that were good once.
bool may_be(dameotb_status status) {
    return status == DAMEOTB_OK || status == DAMEOTB_NO_TABLE || status == DAMEOTB_BAD_FILE || status == DAMEOTB_SYSTEM;
}

void ask(const Task& task, const dameotb_tablebase* tables, Random& random) {
    const dameotb_position position = sound_position(random, task.pieces);
    dameotb_value right{};
    if (dameotb_probe_dtm(task.good, &position, &right, nullptr) != DAMEOTB_OK) {
        return;  // not of these classes
    }
    dameotb_value value{};
    int wdl = 0;
    dameotb_error error{};
    const dameotb_status dtm_status = dameotb_probe_dtm(tables, &position, &value, &error);
    const dameotb_status wdl_status = dameotb_probe_wdl(tables, &position, &wdl, nullptr);
    if (!may_be(dtm_status) || !may_be(wdl_status) || (dtm_status != DAMEOTB_OK && error.text[0] == '\0') ||
        (dtm_status == DAMEOTB_OK && (value.wdl != right.wdl || value.plies != right.plies)) ||
        (wdl_status == DAMEOTB_OK && wdl != right.wdl)) {
        char fen[DAMEOTB_FEN_SIZE] = "";
        (void)dameotb_format_fen(&position, fen, sizeof fen, nullptr);
        std::printf("WRONG ANSWER: %s: status %d, %d in %d and status %d, %d, not %d in %d\n", fen, dtm_status,
                    value.wdl, value.plies, wdl_status, wdl, right.wdl, right.plies);
        wrong = true;
    }
    answered += dtm_status == DAMEOTB_OK ? 1 : 0;
}

void work(const Task& task, std::uint64_t seed) {
    Random random{seed};
    while (!wrong && std::chrono::steady_clock::now() < task.end) {
        const dameotb_options options{sizeof options, 1U << 16, random() % 2 == 0 ? 1U : 0U, 0};
        dameotb_tablebase* own = nullptr;
        (void)dameotb_open(task.changed, &options, &own, nullptr);
        if (own != nullptr && random() % 8 == 0) {
            (void)dameotb_preload(own, nullptr, 0, DAMEOTB_PRELOAD_BOTH, nullptr, nullptr);
        }
        for (int i = 0; i < 100; ++i) {
            ask(task, own == nullptr || i % 2 == 0 ? task.shared : own, random);
        }
        dameotb_close(own);
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 7) {
        std::fprintf(stderr, "usage: %s GOOD CHANGED SEED MILLISECONDS THREADS PIECES\n", argv[0]);
        return 2;
    }
    dameotb_tablebase* good = nullptr;
    dameotb_tablebase* shared = nullptr;
    const dameotb_options little{sizeof little, 1, DAMEOTB_KEEP_DECODED_BLOCKS, 0};
    dameotb_error error{};
    if (dameotb_open(argv[1], nullptr, &good, &error) != DAMEOTB_OK ||
        dameotb_open(argv[2], &little, &shared, &error) != DAMEOTB_OK) {
        std::fprintf(stderr, "attack_changing: %s\n", error.text);
        return 2;
    }
    std::puts("opened");
    std::fflush(stdout);
    const Task task{good, shared, argv[2],
                    std::chrono::steady_clock::now() + std::chrono::milliseconds{std::stoul(argv[4])},
                    std::stoi(argv[6])};
    std::vector<std::thread> threads;
    for (int i = 0; i < std::stoi(argv[5]); ++i) {
        threads.emplace_back(work, std::cref(task), std::stoull(argv[3]) + static_cast<unsigned>(i));
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    dameotb_close(shared);
    dameotb_close(good);
    std::printf("%llu answered\n", answered.load());
    return wrong ? 1 : 0;
}
