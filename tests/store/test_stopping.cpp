// Tests how soon writing ends when it is asked to stop.
#include <array>
#include <atomic>

#include <dameotb/store/table_writing.hpp>
#include <dameotb/table/format/metric.hpp>
#include <dameotb/table/format/table_file.hpp>

#include "catch.hpp"
#include "directory_contents.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;

// Encoding takes as long as solving. It must end after what is under way, be that codes that are made or pages.
TEST_CASE("a file that is being written ends after what is under way and leaves nothing behind") {
    const tests::TemporaryDirectory directory;
    const int threads = GENERATE(1, 2);
    const index::Material material = index::Material::parse("MMMvK").value();
    const index::ClassIndex index{material};
    constexpr std::uint64_t part = std::uint64_t{1} << 16;  // as read_codes asks for them
    const std::vector<std::uint8_t> draws(part, table::draw_code);
    // In the middle of the codes, and with the last ones, when pages come next.
    const int all = 2 * static_cast<int>((index.size() + part - 1) / part);
    REQUIRE(all > 10);
    int ends_after = 1 << 30;
    std::atomic<bool> stop = false;
    std::atomic<int> asked = 0;
    const store::CodeSource codes_of{table::Coding::Results,
                                     [&](std::size_t, Colour, std::uint64_t, std::uint32_t count) {
                                         stop = ++asked >= ends_after;
                                         return std::span{draws}.first(count);
                                     }};
    const std::array wanted{table::new_header({material, table::Metric::Wdl})};
    const auto plans = store::plan_tables(wanted, store::DistanceSides::All, index, codes_of, 1);
    asked = 0;
    ends_after = GENERATE_COPY(3, all);
    {
        table::TableWriter writer{directory / "MMMvK.wdl", plans.front().header, plans.front().models_bytes};
        const std::uint64_t no_page = writer.file_bytes();
        CHECK_THROWS_AS(store::append_groups(plans.front(), writer, codes_of, memory::Team{threads, &stop}),
                        memory::StopRequested);
        CHECK(writer.file_bytes() == no_page);
    }
    CHECK(asked >= ends_after);
    CHECK(asked < ends_after + threads);
    CHECK(tests::contents(directory.path()).empty());
}
