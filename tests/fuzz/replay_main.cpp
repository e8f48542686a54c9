// The main of a fuzz target without libFuzzer. It runs every seed file as it is, then seeded random mutations of them.
// It knows nothing of coverage. The same arguments always give the same inputs.
//   fuzz_NAME RUNS SEED FILE_OR_DIRECTORY...
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "fuzz_target.hpp"

namespace {

using Bytes = std::vector<std::uint8_t>;
using Random = std::mt19937_64;

Bytes read_file(const std::filesystem::path& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

/// Returns the seeds sorted by name, so that a directory's order on disk does not matter.
std::vector<Bytes> read_seeds(const std::vector<std::string>& arguments) {
    std::vector<std::filesystem::path> paths;
    for (const std::string& argument : arguments) {
        if (std::filesystem::is_directory(argument)) {
            for (const auto& entry : std::filesystem::directory_iterator{argument}) {
                paths.push_back(entry.path());
            }
        } else {
            paths.emplace_back(argument);
        }
    }
    std::sort(paths.begin(), paths.end());
    std::vector<Bytes> seeds;
    std::transform(paths.begin(), paths.end(), std::back_inserter(seeds), read_file);
    return seeds;
}

std::size_t below(Random& random, std::size_t end) {
    return end == 0 ? 0 : static_cast<std::size_t>(random() % end);
}

/// Returns some bytes of `from`, at most 32.
Bytes piece(const Bytes& from, Random& random) {
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(below(random, from.size()));
    const auto most = std::min<std::ptrdiff_t>(from.end() - begin, 32);
    return {begin, begin + static_cast<std::ptrdiff_t>(below(random, static_cast<std::size_t>(most) + 1))};
}

/// Makes one change: flips a bit, changes a byte, takes bytes out, puts in bytes from here or from another seed, or
/// cuts bytes off.
void edit(Bytes& bytes, const std::vector<Bytes>& seeds, Random& random) {
    constexpr std::array<std::uint8_t, 8> telling{0x00, 0x01, 0x02, 0x7F, 0x80, 0xFE, 0xFF, ','};
    const std::size_t at = below(random, bytes.size());
    const auto offset = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    const std::size_t kind = bytes.empty() ? 4 : below(random, 8);
    if (kind <= 1) {
        *offset = static_cast<std::uint8_t>(*offset ^ (1U << below(random, 8)));
    } else if (kind == 2) {
        *offset = static_cast<std::uint8_t>(random());
    } else if (kind == 3) {
        *offset = telling.at(below(random, telling.size()));
    } else if (kind == 4) {
        const Bytes more = piece(seeds[below(random, seeds.size())], random);
        bytes.insert(offset, more.begin(), more.end());
    } else if (kind == 5) {
        const Bytes more = piece(bytes, random);
        std::copy_n(more.begin(), std::min(more.size(), bytes.size() - at), offset);
    } else if (kind == 6) {
        bytes.erase(offset,
                    offset + static_cast<std::ptrdiff_t>(below(random, std::min<std::size_t>(bytes.size() - at, 16))));
    } else if (below(random, 4) == 0) {
        bytes.resize(at);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments{argv + 1, argv + argc};
    if (arguments.size() < 3) {
        std::fprintf(stderr, "usage: %s RUNS SEED FILE_OR_DIRECTORY...\n", argv[0]);
        return 2;
    }
    const std::vector<Bytes> seeds = read_seeds({arguments.begin() + 2, arguments.end()});
    if (seeds.empty()) {
        std::fprintf(stderr, "%s: no seeds\n", argv[0]);
        return 2;
    }
    for (const Bytes& seed : seeds) {
        LLVMFuzzerTestOneInput(seed.data(), seed.size());
    }
    const unsigned long long runs = std::stoull(arguments[0]);
    Random random{std::stoull(arguments[1])};
    for (unsigned long long run = 0; run < runs; ++run) {
        Bytes bytes = seeds[below(random, seeds.size())];
        for (std::size_t edits = 1 + below(random, 6); edits > 0; --edits) {
            edit(bytes, seeds, random);
        }
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
    std::printf("%zu seeds, %llu mutations with seed %s\n", seeds.size(), runs, arguments[1].c_str());
    return 0;
}
