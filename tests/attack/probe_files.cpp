// Asks two directories of tables the same: a good one, and one with damaged files. The damaged one may refuse, but not
// answer otherwise; `sealed`: it may answer anything, as its checksums say that all is well, and has only to live.
//   attack_probe GOOD DAMAGED plain|sealed SEED POSITIONS
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "random_positions.hpp"

using namespace dameotb::attack;

namespace {

struct Answer {
    dameotb_status status;
    int wdl;
    int plies;
    bool operator==(const Answer&) const = default;
};

/// All that can be asked of a position, in a fixed order.
std::vector<Answer> ask(const dameotb_tablebase* tables, const dameotb_position& position) {
    std::vector<Answer> answers;
    int wdl = 0;
    const dameotb_status result = dameotb_probe_wdl(tables, &position, &wdl, nullptr);
    answers.push_back({result, wdl, 0});
    dameotb_value value{0, 0};
    const dameotb_status distance = dameotb_probe_dtm(tables, &position, &value, nullptr);
    answers.push_back({distance, value.wdl, value.plies});
    dameotb_ranked_move moves[64];
    std::size_t count = 0;
    const dameotb_status ranked = dameotb_probe_root(tables, &position, moves, 64, &count, nullptr);
    answers.push_back({ranked, static_cast<int>(count), count == 0 ? 0 : moves[0].value.plies});
    const dameotb_status line = dameotb_best_line(tables, &position, moves, 64, &count, nullptr);
    answers.push_back({line, static_cast<int>(count), 0});
    return answers;
}

bool may_answer(const Answer& good, const Answer& damaged) {
    return damaged.status == DAMEOTB_BAD_FILE || damaged == good;
}

/// Prints the position and what was answered.
int wrong(const dameotb_position& position, std::size_t question, const Answer& good, const Answer& damaged) {
    char text[DAMEOTB_FEN_SIZE];
    (void)dameotb_format_fen(&position, text, sizeof text, nullptr);
    std::printf("WRONG ANSWER: %s, question %zu: status %d, %d, %d and not status %d, %d, %d\n", text, question,
                damaged.status, damaged.wdl, damaged.plies, good.status, good.wdl, good.plies);
    return 1;
}

dameotb_tablebase* open_or_leave(const char* directory) {
    dameotb_tablebase* tables = nullptr;
    dameotb_error error;
    if (dameotb_open(directory, nullptr, &tables, &error) != DAMEOTB_OK) {
        std::printf("not opened: %s\n", error.text);
        std::exit(2);
    }
    return tables;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 6) {
        std::fprintf(stderr, "usage: %s GOOD DAMAGED plain|sealed SEED POSITIONS\n", argv[0]);
        return 2;
    }
    const bool is_sealed = std::string{argv[3]} == "sealed";
    dameotb_tablebase* const good = open_or_leave(argv[1]);
    dameotb_tablebase* const damaged = open_or_leave(argv[2]);
    Random random{std::stoull(argv[4])};
    for (unsigned long long left = std::stoull(argv[5]); left > 0; --left) {
        const dameotb_position position = sound_position(random, 3);
        const std::vector<Answer> expected = ask(good, position);
        const std::vector<Answer> answered = ask(damaged, position);
        for (std::size_t i = 0; !is_sealed && i < expected.size(); ++i) {
            if (!may_answer(expected[i], answered[i])) {
                return wrong(position, i, expected[i], answered[i]);
            }
        }
    }
    std::size_t bytes = 0;
    (void)dameotb_preload(damaged, nullptr, 0, DAMEOTB_PRELOAD_BOTH, &bytes, nullptr);
    dameotb_close(damaged);
    dameotb_close(good);
    return 0;
}
