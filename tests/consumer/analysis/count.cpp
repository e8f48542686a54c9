// Counts the drawn placements of a class, White to move, in two ways: by a scan of one's own, and by the library's
// statistics.
#include <cstdint>
#include <exception>
#include <iostream>

#include <dameotb/analysis/statistics/statistics.hpp>
#include <dameotb/index/limits.hpp>

using namespace dameotb;

int main(int argc, char** argv) try {
    const auto material = argc == 3 ? index::Material::parse(argv[2]) : std::nullopt;
    if (!material || !material->is_canonical() || !index::is_supported(*material)) {
        std::cerr << "usage: count DIRECTORY CLASS\n";
        return 2;
    }
    const analysis::ScanOptions options{.threads = 2};
    analysis::ClassValues values{argv[1], options.threads};
    values.load(*material);

    std::uint64_t draws = 0;
    const auto count = [](std::uint64_t& sum, const analysis::ValueRow& row) {
        sum += row.weight(row.between(Value::draw(), Value::draw()));
    };
    analysis::scan<std::uint64_t>(values, Colour::White, options, count, [&draws](std::uint64_t sum) { draws += sum; });

    const auto statistics = analysis::side_statistics(values, Colour::White, options);
    std::cout << draws << " of " << statistics->all() << " drawn\n";
    return draws == statistics->draws ? 0 : 1;
} catch (const std::exception& error) {  // a file that is missing or damaged
    std::cerr << error.what() << '\n';
    return 1;
}
