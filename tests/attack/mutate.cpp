// Makes a damaged table file from a good one and says what it did. The same arguments always give the same file:
//   attack_mutate plain|sealed SEED FILE OTHER_FILE OUT
//   attack_mutate constant KKvM dtm PLACES_FOR_EACH_SIDE BLOCK_PLACES OUT
#include <algorithm>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <vector>

#include "mutation.hpp"

using namespace dameotb;

namespace {

std::string damage(const std::vector<std::string>& arguments) {
    attack::Choices random{std::stoull(arguments.at(1))};
    tests::Bytes file = tests::file_bytes(arguments.at(2));
    const tests::Bytes other = tests::file_bytes(arguments.at(3));
    std::string done;
    for (std::uint64_t edits = 1 + random.below(3); edits > 0; --edits) {
        done += done.empty() ? "" : "; ";
        if (arguments.at(0) == "plain") {
            done += attack::mutate_plain(file, other, random);
        } else {
            done += attack::mutate_sealed(file, random);
            // After one sealed change, nothing may be where the next change looks for it.
            edits = 1;
        }
    }
    tests::write_file(arguments.at(4), file);
    return done;
}

std::string make_constant(const std::vector<std::string>& arguments) {
    const std::string& name = arguments.at(1);
    const auto half = std::find(name.begin(), name.end(), 'v');
    const auto count = [](auto begin, auto end, char piece) {
        return static_cast<std::uint8_t>(std::count(begin, end, piece));
    };
    format::Header header;
    header.metric = arguments.at(2) == "wdl" ? format::Metric::Wdl : format::Metric::Dtm;
    header.material = {count(name.begin(), half, 'K'), count(name.begin(), half, 'M'), count(half, name.end(), 'K'),
                       count(half, name.end(), 'M')};
    const auto& [white_kings, white_men, black_kings, black_men] = header.material;
    header.sides = white_kings == black_kings && white_men == black_men ? 1 : 2;
    header.stored =
        white_kings + black_kings > 0 && white_men + black_men > 0 ? format::Stored::Quiet : format::Stored::All;
    header.places_per_side = std::stoull(arguments.at(3));
    header.block_places = static_cast<std::uint32_t>(std::stoul(arguments.at(4)));
    tests::write_file(arguments.at(5), attack::constant_table(header));
    return "a sealed table of constant blocks";
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const std::vector<std::string> arguments{argv + 1, argv + argc};
        const std::string done = arguments.at(0) == "constant" ? make_constant(arguments) : damage(arguments);
        std::printf("%s\n", done.c_str());
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "attack_mutate: %s\n", error.what());
        return 2;
    }
}
