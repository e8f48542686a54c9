// Which classes stay in memory from one load to the next. A class that stays does not need its files any more.
#include <filesystem>

#include <dameotb/store/class_loader.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/error.hpp>

#include "catch.hpp"
#include "made_tables.hpp"

using namespace dameotb;
using index::Material;
using store::Reach;

namespace {

const Material first_class = Material::parse("KKvM").value();
const Material second_class = Material::parse("KMvK").value();  // does not lead to the first
const Material third_class = Material::parse("KMvM").value();   // leads to both

/// Loads the first two classes, removes the files of the first, and loads the third. `tells`: what is to come.
void load_three(std::optional<std::uint64_t> memory_bytes, bool tells) {
    const tests::MadeTables made{index::build_order(3)};
    store::ClassLoader loader{made.path(), 2, nullptr, memory_bytes};
    const std::array later{second_class, third_class};
    const auto rest = [&](std::size_t loaded) {
        return tells ? std::span{later}.subspan(loaded) : std::span<const Material>{};
    };
    (void)loader.load(first_class, Reach::Moves, rest(0));
    (void)loader.load(second_class, Reach::Moves, rest(1));
    std::filesystem::remove(table::table_path(made.path(), {first_class, table::Metric::Dtm}));
    (void)loader.load(third_class, Reach::Moves, rest(2));
}

}  // namespace

TEST_CASE("Under a bound, what later classes need stays in memory", "[class_loader]") {
    constexpr std::uint64_t bound = std::uint64_t{400} << 20;
    CHECK_NOTHROW(load_three(bound, true));
    CHECK_THROWS_AS(load_three(bound, false), table::TablebaseError);
}

TEST_CASE("Without a bound, classes that the next one does not need are dropped", "[class_loader]") {
    CHECK_THROWS_AS(load_three(std::nullopt, true), table::TablebaseError);
}

TEST_CASE("Who waits is told which classes are read, each from its beginning", "[class_loader]") {
    const tests::MadeTables made{index::build_order(3)};
    store::ClassLoader loader{made.path(), 2, nullptr};
    std::vector<store::ReadProgress> told;
    loader.set_on_read([&](const store::ReadProgress& reading) { told.push_back(reading); });
    (void)loader.load(second_class, Reach::Moves);
    std::vector<std::string> classes;
    for (const store::ReadProgress& reading : told) {
        INFO(reading.material.name() << " " << reading.share);
        const bool begins = classes.empty() || classes.back() != reading.material.name();
        CHECK(begins == (reading.share == 0));
        CHECK(reading.share <= 1);
        if (begins) {
            classes.push_back(reading.material.name());
        }
    }
    CHECK(classes == std::vector<std::string>{"KvK", "KvM", "KKvK", "KMvK"});
}
