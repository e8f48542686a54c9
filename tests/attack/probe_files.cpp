// Damages one file of a directory of tables after another, and asks the probe library the same of good and damaged
// tables, keeping blocks and keeping block groups.
// With `plain`, damaged tables may be refused, but may give no other answer; without a file, there may be no answer.
// With `sealed`, they may give any answer, because their checksums are right; the library must only live. COPY holds
// copies of the files of GOOD, OTHER the same tables cut into other blocks. The first file with a wrong answer is left
// in COPY.
//   attack_probe GOOD OTHER COPY plain|sealed SEED FILES POSITIONS
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/error.hpp>

#include "mutation.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::attack;
namespace fs = std::filesystem;

namespace {

enum class Status : std::uint8_t { Answered, NoTable, BadFile };

struct Answer {
    Status status = Status::BadFile;
    int wdl = 0;
    int plies = 0;
    bool operator==(const Answer&) const = default;
};

Answer of(const probe::NoTable&) {
    return {Status::NoTable};
}
Answer of(Wdl wdl) {
    return {Status::Answered, static_cast<int>(wdl)};
}
Answer of(Value value) {
    return {Status::Answered, static_cast<int>(value.wdl()), value.dtm().plies()};
}
Answer of(const std::vector<probe::RankedMove>& moves) {
    return {Status::Answered, moves.empty() ? 0 : static_cast<int>(moves.front().outcome->wdl),
            static_cast<int>(moves.size())};
}
Answer of(const std::vector<Move>& line) {
    return {Status::Answered, 0, static_cast<int>(line.size())};
}

template <class Question>
Answer ask_one(const Question& question) {
    try {
        return std::visit([](const auto& answer) { return of(answer); }, question());
    } catch (const table::TablebaseError&) {
        return {Status::BadFile};
    }
}

/// Returns the answers to all questions about a position, in a fixed order. `line`: asks for the best line, too, which
/// takes some hundred probes.
std::vector<Answer> ask(const probe::Tablebase& tables, const Position& position, bool line) {
    std::vector<Answer> answers{ask_one([&] { return tables.probe_wdl(position); }),
                                ask_one([&] { return tables.probe_dtm(position); }),
                                ask_one([&] { return tables.ranked_moves(position); })};
    if (line) {
        answers.push_back(ask_one([&] { return tables.best_line({{position}}); }));
    }
    return answers;
}

/// What damaged tables may answer but the right answer.
enum class Allowed : std::uint8_t { Error, ErrorOrNone, Anything };

bool may_answer(Allowed allowed, const Answer& good, const Answer& damaged) {
    return allowed == Allowed::Anything || damaged == good || damaged.status == Status::BadFile ||
           (allowed == Allowed::ErrorOrNone && damaged.status == Status::NoTable);
}

struct Task {
    fs::path good;
    fs::path other;
    fs::path copy;
    bool is_sealed;
    unsigned long long positions;
};

/// A file that was damaged.
struct Damage {
    table::TableName table;
    Allowed allowed;
};

class Attack {
public:
    explicit Attack(Task task) : task_{std::move(task)}, good_{task_.good}, names_{table::list_tables(task_.good)} {}

    /// Damages one file, asks, and puts it back. Returns false if an answer was wrong.
    bool damage_one(std::uint64_t seed) {
        Choices changes{seed};
        const Damage damage = damage_file(changes);
        for (const probe::Keep keep : {probe::Keep::DecodedBlocks, probe::Keep::BlockGroups}) {
            // Some with no room at all: then everything is read again for each question.
            const std::size_t cache_bytes = changes.below(4) == 0 ? 0 : std::size_t{64} << 20;
            const probe::Tablebase damaged{task_.copy, {.cache_bytes = cache_bytes, .keep = keep}};
            tests::Random random{seed};
            if (!ask_all(damaged, damage, random)) {
                return false;
            }
        }
        fs::copy_file(path(task_.good, damage.table), path(task_.copy, damage.table),
                      fs::copy_options::overwrite_existing);
        return true;
    }

private:
    static fs::path path(const fs::path& directory, const table::TableName& table) {
        return directory / table.file_name();
    }

    /// Prints what it did before it returns, so that this is known even if asking ends the program.
    Damage damage_file(Choices& changes) {
        const table::TableName& table = names_[changes.below(names_.size())];
        const table::TableName& from = names_[changes.below(names_.size())];
        Damage damage{table, task_.is_sealed ? Allowed::Anything : Allowed::Error};
        const fs::path victim = path(task_.copy, table);
        std::string done;
        const std::uint64_t kind = changes.below(16);
        if (kind == 0) {
            fs::remove(victim);
            damage.allowed = std::max(damage.allowed, Allowed::ErrorOrNone);
            done = "removed";
        } else if (kind == 1) {
            fs::copy_file(path(task_.other, table), victim, fs::copy_options::overwrite_existing);
            done = "the same table, cut otherwise";
        } else if (kind == 2) {
            fs::resize_file(victim, changes.below(fs::file_size(victim)));
            done = "cut";
        } else if (kind == 3 && table.metric == table::Metric::Wdl) {
            done = give_other_digest(victim, changes);
        } else {
            tests::Bytes file = tests::file_bytes(path(task_.good, table));
            const tests::Bytes other = tests::file_bytes(path(changes.below(2) == 0 ? task_.other : task_.good, from));
            done = task_.is_sealed ? mutate_sealed(file, other, changes) : mutate_plain(file, other, changes);
            tests::write_file(victim, file);
        }
        std::printf("%s: %s\n", table.file_name().c_str(), done.c_str());
        std::fflush(stdout);
        return damage;
    }

    /// Makes a .wdl, whose own values stay right, the .wdl of another .dtm.
    static std::string give_other_digest(const fs::path& victim, Choices& changes) {
        tests::Bytes file = tests::file_bytes(victim);
        tests::put(file, tests::at::values, changes.bits(), 8);
        tests::seal_header(file);
        tests::write_file(victim, file);
        return "belongs to another .dtm";
    }

    /// Returns a position of the damaged class, or of one that may lead to it.
    [[nodiscard]] Position any_position(const Damage& damage, tests::Random& random) const {
        const table::TableName& any = names_[random() % names_.size()];
        return tests::random_position(random, random() % 2 == 0 ? damage.table.material : any.material);
    }

    bool ask_all(const probe::Tablebase& damaged, const Damage& damage, tests::Random& random) {
        for (unsigned long long asked = 0; asked < task_.positions; ++asked) {
            const Position position = any_position(damage, random);
            const std::vector<Answer> expected = ask(good_, position, asked % 8 == 0);
            const std::vector<Answer> answered = ask(damaged, position, asked % 8 == 0);
            for (std::size_t i = 0; i < expected.size(); ++i) {
                if (!may_answer(damage.allowed, expected[i], answered[i])) {
                    print_wrong(position, i, expected[i], answered[i]);
                    return false;
                }
            }
        }
        try {
            (void)damaged.preload(std::array{damage.table.material});
        } catch (const table::TablebaseError&) {
        }
        return true;
    }

    static void print_wrong(const Position& position, std::size_t question, const Answer& good, const Answer& damaged) {
        std::printf("WRONG ANSWER: %s, question %zu: status %d, %d, %d and not status %d, %d, %d\n",
                    rules::to_fen(position).c_str(), question, static_cast<int>(damaged.status), damaged.wdl,
                    damaged.plies, static_cast<int>(good.status), good.wdl, good.plies);
    }

    Task task_;
    probe::Tablebase good_;
    std::vector<table::TableName> names_;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 8) {
        std::fprintf(stderr, "usage: %s GOOD OTHER COPY plain|sealed SEED FILES POSITIONS\n", argv[0]);
        return 2;
    }
    Attack attack{{argv[1], argv[2], argv[3], std::string{argv[4]} == "sealed", std::stoull(argv[7])}};
    tests::Random seeds{std::stoull(argv[5])};
    for (unsigned long long left = std::stoull(argv[6]); left > 0; --left) {
        if (!attack.damage_one(seeds())) {
            return 1;
        }
    }
    return 0;
}
