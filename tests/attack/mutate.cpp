// Makes a damaged table file from a good one and says what it did, or makes good tables of another form. The same
// arguments always give the same files:
//   attack_mutate plain|sealed SEED FILE OTHER_FILE OUT
//   attack_mutate empty KKvM dtm PLACES_FOR_EACH_SIDE UNIT_PLACES OUT
//   attack_mutate recode SEED DIRECTORY
//   attack_mutate slow SEED FILE UNIT_PLACES PAGE_UNITS BYTES OUT
#include <algorithm>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <vector>

#include "mutation.hpp"
#include "recode.hpp"
#include "slow.hpp"

using namespace dameotb;

namespace {

std::string damage(const std::vector<std::string>& arguments) {
    attack::Choices random{std::stoull(arguments.at(1))};
    tests::Bytes file = tests::file_bytes(arguments.at(2));
    const tests::Bytes other = tests::file_bytes(arguments.at(3));
    std::string done;
    if (arguments.at(0) == "sealed") {
        done = attack::mutate_sealed(file, other, random);
    } else {
        for (std::uint64_t edits = 1 + random.below(3); edits > 0; --edits) {
            done += (done.empty() ? "" : "; ") + attack::mutate_plain(file, other, random);
        }
    }
    tests::write_file(arguments.at(4), file);
    return done;
}

std::string make_empty(const std::vector<std::string>& arguments) {
    const std::string& name = arguments.at(1);
    const auto half = std::find(name.begin(), name.end(), 'v');
    const auto count = [](auto begin, auto end, char piece) {
        return static_cast<std::uint8_t>(std::count(begin, end, piece));
    };
    table::Header header;
    header.metric = arguments.at(2) == "wdl" ? table::Metric::Wdl : table::Metric::Dtm;
    header.material = {{count(name.begin(), half, 'K'), count(name.begin(), half, 'M')},
                       {count(half, name.end(), 'K'), count(half, name.end(), 'M')}};
    header.sides = header.material.is_symmetric() ? 1 : 2;
    header.stored = header.sides == 1 ? table::StoredSides::White : table::StoredSides::Both;
    header.positions_per_side = std::stoull(arguments.at(3));
    header.block_positions = static_cast<std::uint32_t>(std::stoul(arguments.at(4)));
    header.group_blocks = 64;
    tests::write_file(arguments.at(5), attack::empty_table(header));
    return "a sealed table of empty blocks";
}

std::string recode(const std::vector<std::string>& arguments) {
    attack::Choices random{std::stoull(arguments.at(1))};
    attack::recode_tables(arguments.at(2), random);
    return "recoded";
}

std::string make_slow(const std::vector<std::string>& arguments) {
    attack::Choices random{std::stoull(arguments.at(1))};
    tests::Bytes file = tests::file_bytes(arguments.at(2));
    attack::make_slow(file,
                      {static_cast<std::uint32_t>(std::stoul(arguments.at(3))),
                       static_cast<std::uint32_t>(std::stoul(arguments.at(4))), arguments.at(5)},
                      random);
    tests::write_file(arguments.at(6), file);
    return "a slow file";
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const std::vector<std::string> arguments{argv + 1, argv + argc};
        const std::string& what = arguments.at(0);
        const std::string done = what == "empty"    ? make_empty(arguments)
                                 : what == "recode" ? recode(arguments)
                                 : what == "slow"   ? make_slow(arguments)
                                                    : damage(arguments);
        std::printf("%s\n", done.c_str());
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "attack_mutate: %s\n", error.what());
        return 2;
    }
}
