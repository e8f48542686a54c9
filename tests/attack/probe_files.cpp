// Damages one file after another, and asks the probe library the same of good and damaged tables.
// With `plain`, damaged tables may be refused, but may give no other answer. With `sealed`, they may give any answer,
// because their checksums are right; the library must only live. COPY holds copies of the files of GOOD. The first file
// with a wrong answer is left there.
//   attack_probe GOOD COPY plain|sealed SEED FILES POSITIONS
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "mutation.hpp"
#include "random_positions.hpp"

using namespace dameotb;
using namespace dameotb::attack;
namespace fs = std::filesystem;

namespace {

struct Answer {
    dameotb_status status;
    int wdl;
    int plies;
    bool operator==(const Answer&) const = default;
};

/// Returns the answers to all questions about a position, in a fixed order.
std::vector<Answer> ask(const dameotb_tablebase* tables, const dameotb_position& position) {
    std::vector<Answer> answers;
    // Outputs that the status leaves unwritten are not compared.
    const auto add = [&answers](dameotb_status status, int first, int second) {
        const bool is_written = status == DAMEOTB_OK;
        answers.push_back({status, is_written ? first : 0, is_written ? second : 0});
    };
    int wdl = 0;
    const dameotb_status result = dameotb_probe_wdl(tables, &position, &wdl, nullptr);
    add(result, wdl, 0);
    dameotb_value value{0, 0};
    const dameotb_status distance = dameotb_probe_dtm(tables, &position, &value, nullptr);
    add(distance, value.wdl, value.plies);
    dameotb_ranked_move moves[64];
    std::size_t count = 0;
    const dameotb_status ranked = dameotb_probe_root(tables, &position, moves, 64, &count, nullptr);
    add(ranked, static_cast<int>(count), count == 0 ? 0 : moves[0].value.plies);
    const dameotb_status line = dameotb_best_line(tables, &position, moves, 64, &count, nullptr);
    add(line, static_cast<int>(count), 0);
    return answers;
}

bool may_answer(const Answer& good, const Answer& damaged) {
    return damaged.status == DAMEOTB_BAD_FILE || damaged == good;
}

/// Prints the position and the two answers.
void print_wrong(const dameotb_position& position, std::size_t question, const Answer& good, const Answer& damaged) {
    char text[DAMEOTB_FEN_SIZE];
    (void)dameotb_format_fen(&position, text, sizeof text, nullptr);
    std::printf("WRONG ANSWER: %s, question %zu: status %d, %d, %d and not status %d, %d, %d\n", text, question,
                damaged.status, damaged.wdl, damaged.plies, good.status, good.wdl, good.plies);
}

dameotb_tablebase* open_or_leave(const fs::path& directory) {
    dameotb_tablebase* tables = nullptr;
    dameotb_error error;
    if (dameotb_open(directory.c_str(), nullptr, &tables, &error) != DAMEOTB_OK) {
        std::printf("not opened: %s\n", error.text);
        std::exit(2);
    }
    return tables;
}

std::vector<fs::path> table_names(const fs::path& directory) {
    std::vector<fs::path> names;
    for (const auto& entry : fs::directory_iterator{directory}) {
        if (entry.path().extension() == ".dtm" || entry.path().extension() == ".wdl") {
            names.push_back(entry.path().filename());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

struct Task {
    fs::path good;
    fs::path copy;
    bool is_sealed;
    unsigned long long positions;
};

/// Asks about many positions. Returns false if an answer was wrong.
bool ask_all(const Task& task, const dameotb_tablebase* good, Random& random) {
    dameotb_tablebase* const damaged = open_or_leave(task.copy);
    bool is_right = true;
    for (unsigned long long asked = 0; asked < task.positions && is_right; ++asked) {
        const dameotb_position position = sound_position(random, 3);
        const std::vector<Answer> expected = ask(good, position);
        const std::vector<Answer> answered = ask(damaged, position);
        for (std::size_t i = 0; i < expected.size() && is_right; ++i) {
            is_right = task.is_sealed || may_answer(expected[i], answered[i]);
            if (!is_right) {
                print_wrong(position, i, expected[i], answered[i]);
            }
        }
    }
    std::size_t bytes = 0;
    (void)dameotb_preload(damaged, nullptr, 0, DAMEOTB_PRELOAD_BOTH, &bytes, nullptr);
    dameotb_close(damaged);
    return is_right;
}

/// Damages one file and asks. Prints what it did before it asks, so that this is known even if asking ends the program.
bool damage_one(const Task& task, const dameotb_tablebase* good, const std::vector<fs::path>& names,
                std::uint64_t seed) {
    Choices changes{seed};
    Random positions{seed};
    const fs::path& name = names[changes.below(names.size())];
    tests::Bytes file = tests::file_bytes(task.good / name);
    const tests::Bytes other = tests::file_bytes(task.good / names[changes.below(names.size())]);
    const std::string done = task.is_sealed ? mutate_sealed(file, changes) : mutate_plain(file, other, changes);
    std::printf("%s: %s\n", name.c_str(), done.c_str());
    std::fflush(stdout);
    tests::write_file(task.copy / name, file);
    const bool is_right = ask_all(task, good, positions);
    if (is_right) {
        tests::write_file(task.copy / name, tests::file_bytes(task.good / name));
    }
    return is_right;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 7) {
        std::fprintf(stderr, "usage: %s GOOD COPY plain|sealed SEED FILES POSITIONS\n", argv[0]);
        return 2;
    }
    const Task task{argv[1], argv[2], std::string{argv[3]} == "sealed", std::stoull(argv[6])};
    dameotb_tablebase* const good = open_or_leave(task.good);
    const std::vector<fs::path> names = table_names(task.good);
    Random seeds{std::stoull(argv[4])};
    bool is_right = !names.empty();
    for (unsigned long long left = std::stoull(argv[5]); left > 0 && is_right; --left) {
        is_right = damage_one(task, good, names, seeds());
    }
    dameotb_close(good);
    return is_right ? 0 : 1;
}
