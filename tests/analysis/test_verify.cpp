// Verification: right tables pass, and each kind of wrong value is named. The result is the same for any number of
// threads, and whether rows or single positions are verified.
#include <dameotb/analysis/verify/verify.hpp>
#include <dameotb/store/class_loader.hpp>
#include <dameotb/table/directory/table_directory.hpp>

#include "catch.hpp"
#include "made_tables.hpp"
#include "plain_files.hpp"
#include "sampling.hpp"
#include "true_tables.hpp"
#include "whole_table.hpp"

using namespace dameotb;
using analysis::Mismatch;
using analysis::VerifyOptions;
using analysis::VerifyReport;
using table::Metric;
using tests::class_of;
using tests::plain;

namespace {

void check_equal(const std::optional<Mismatch>& found, const std::optional<Mismatch>& expected) {
    REQUIRE(found.has_value() == expected.has_value());
    if (found) {
        CHECK(found->position == expected->position);
        CHECK(found->stored == expected->stored);
        CHECK(found->expected == expected->expected);
        CHECK(found->file == expected->file);
    }
}

struct TrueFiles {
    TrueFiles() {
        tests::write_files(directory.path(), plain());
        options.directory = directory.path();
        options.classes = {class_of("KvK"), class_of("KvM"), class_of("KKvK")};
    }

    /// Writes the class's file with some bytes changed.
    void falsify(const std::string& name, Metric metric,
                 const std::function<void(std::vector<std::uint8_t>& bytes)>& change) {
        tests::PlainTable& table = plain().table(class_of(name));
        std::vector<std::uint8_t> bytes = tests::position_bytes(table, metric);
        change(bytes);
        tests::write_values(file(name, metric),
                            tests::header_of(table.index, metric, tests::true_values(table, metric)), bytes);
    }

    [[nodiscard]] std::string file(const std::string& name, Metric metric) const {
        return (directory.path() / (name + "." + table::extension(metric))).string();
    }

    /// Returns the mismatch. Tests that it is the same for one thread and for three, by rows and by positions.
    [[nodiscard]] Mismatch mismatch() {
        options.plain = true;
        options.threads = 1;
        const VerifyReport expected = analysis::verify(options);
        REQUIRE(expected.mismatch.has_value());
        for (const auto& [plain, threads] : {std::pair{true, 3}, {false, 1}, {false, 3}}) {
            CAPTURE(plain, threads);
            options.plain = plain;
            options.threads = threads;
            check_equal(analysis::verify(options).mismatch, expected.mismatch);
        }
        return *expected.mismatch;
    }

    tests::TemporaryDirectory directory;
    VerifyOptions options;
};

/// Returns the positions, in the order of the file, of positions without a forced capture.
std::vector<std::uint64_t> quiet_positions(const std::string& name) {
    const index::ClassIndex& index = plain().table(class_of(name)).index;
    std::vector<std::uint64_t> positions;
    for (int side = 0; side < index::stored_sides(index.material()); ++side) {
        for (std::uint64_t number = 0; number < index.size(); ++number) {
            if (!rules::must_capture(index.unrank(number, static_cast<Colour>(side)))) {
                positions.push_back(static_cast<std::uint64_t>(side) * index.size() + number);
            }
        }
    }
    return positions;
}

Position position_at(const std::string& name, std::uint64_t offset) {
    const index::ClassIndex& index = plain().table(class_of(name)).index;
    return index.unrank(offset % index.size(), static_cast<Colour>(offset / index.size()));
}

/// Returns the first quiet position of the class with that value.
std::uint64_t offset_with(const std::string& name, Value value) {
    for (const std::uint64_t offset : quiet_positions(name)) {
        if (plain().value(position_at(name, offset)) == value) {
            return offset;
        }
    }
    throw std::runtime_error{"no such position"};
}

}  // namespace

TEST_CASE("right tables pass, and all of them are gone through") {
    TrueFiles files;
    for (const auto& [threads, plain_way] : {std::pair{1, false}, {3, false}, {1, true}, {3, true}}) {
        files.options.threads = threads;
        files.options.plain = plain_way;
        std::vector<analysis::VerifyProgress> seen;
        files.options.on_progress = [&](const analysis::VerifyProgress& progress) { seen.push_back(progress); };
        const VerifyReport report = analysis::verify(files.options);
        CHECK_FALSE(report.mismatch.has_value());
        CHECK_FALSE(report.stopped);
        std::uint64_t positions = 0;
        std::size_t finished = 0;
        for (const analysis::VerifyProgress& progress : seen) {
            CHECK(progress.class_finished == (progress.positions_done == progress.positions));
            CHECK(progress.classes == 3);
            if (progress.class_finished) {
                REQUIRE(finished < 3);
                CHECK(progress.material == files.options.classes[finished]);
                CHECK(progress.class_number == static_cast<int>(++finished));
                positions += progress.positions;
            }
        }
        CHECK(finished == 3);
        CHECK(report.positions == positions);
        CHECK(positions == plain().table(class_of("KvK")).index.size() +
                               2 * plain().table(class_of("KvM")).index.size() +
                               2 * plain().table(class_of("KKvK")).index.size());
    }
}

TEST_CASE("a wrong distance is named") {
    TrueFiles files;
    // A loss whose distance is too short looks wrong only in its own position, or in positions from which it can be
    // reached.
    const std::uint64_t offset = offset_with("KKvK", Value::loss_in(4));
    files.falsify("KKvK", Metric::Dtm, [&](auto& bytes) { bytes[offset] = tests::dtm_byte(Value::loss_in(2)); });
    const Mismatch mismatch = files.mismatch();
    CHECK(mismatch.file == files.file("KKvK", Metric::Dtm));
    CHECK(mismatch.stored != mismatch.expected);
}

TEST_CASE("the first wrong position in the order of the file is named") {
    TrueFiles files;
    // A wrong value makes its own position wrong and, often, that of positions from which one can move there. To
    // find the earliest of them all, the test goes through the class and takes the wrong value into account.
    const std::vector<std::uint64_t> positions = quiet_positions("KvM");
    for (const std::uint64_t offset : {positions.front(), positions[positions.size() / 2], positions.back()}) {
        files.falsify("KvM", Metric::Dtm, [&](auto& bytes) { bytes[offset] = tests::dtm_byte(Value::loss_in(200)); });
        std::optional<Position> first;
        const auto value = [&](const Position& position) {
            return index::stored_form(position) == position_at("KvM", offset) ||
                           index::stored_form(position).mirrored() == position_at("KvM", offset)
                       ? Value::loss_in(200)
                       : plain().value(position);
        };
        for (const std::uint64_t other : positions) {
            const Position position = position_at("KvM", other);
            Value expected = Value::loss_in(0);
            for (const Position& successor : rules::successors(position)) {
                expected = std::max(expected, value(successor).before_move());
            }
            if (value(position) != expected) {
                first = position;
                break;
            }
        }
        REQUIRE(first.has_value());
        const Mismatch mismatch = files.mismatch();
        CHECK(mismatch.position == *first);
        CHECK(mismatch.stored == probe::Outcome::of(value(*first)));
        CHECK(mismatch.file == files.file("KvM", Metric::Dtm));
    }
}

TEST_CASE("a draw that is claimed to be won is named, and a win to be drawn") {
    TrueFiles files;
    for (const auto& [truth, claim] :
         {std::pair{Value::draw(), Value::win_in(3)}, std::pair{Value::win_in(3), Value::draw()}}) {
        const std::uint64_t offset = offset_with("KvM", truth);
        files.falsify("KvM", Metric::Dtm, [&, lie = claim](auto& bytes) { bytes[offset] = tests::dtm_byte(lie); });
        CHECK(files.mismatch().file == files.file("KvM", Metric::Dtm));
    }
}

TEST_CASE("a table that leaves all open as a draw is wrong") {
    TrueFiles files;
    files.falsify("KKvK", Metric::Dtm, [](auto& bytes) { std::ranges::fill(bytes, std::uint8_t{0}); });
    const Mismatch mismatch = files.mismatch();
    CHECK(mismatch.stored == probe::Outcome::of(Value::draw()));
    CHECK(mismatch.file == files.file("KKvK", Metric::Dtm));
}

TEST_CASE("a .wdl that contradicts its .dtm is named") {
    TrueFiles files;
    const std::vector<std::uint64_t> positions = quiet_positions("KKvK");
    const std::uint64_t inner = positions[positions.size() / 3];
    for (const std::uint64_t offset :
         tests::sampled ? std::vector{inner} : std::vector{positions.front(), inner, positions.back()}) {
        const Position position = position_at("KKvK", offset);
        const Value truth = plain().value(position);
        for (std::uint8_t claim = 0; claim <= 2; ++claim) {
            if (claim == tests::wdl_byte(truth)) {
                continue;
            }
            files.falsify("KKvK", Metric::Wdl, [&](auto& bytes) { bytes[offset] = claim; });
            const Mismatch mismatch = files.mismatch();
            CHECK(mismatch.position == position);
            CHECK(mismatch.expected == probe::Outcome::of(truth));
            CHECK(tests::wdl_byte(mismatch.stored.value()) == claim);
            CHECK(mismatch.file == files.file("KKvK", Metric::Wdl));
        }
    }
    files.falsify("KKvK", Metric::Wdl, [&](auto& bytes) { bytes[positions.front()] = 3; });
    for (const bool plain_way : {false, true}) {
        files.options.plain = plain_way;
        CHECK_THROWS_WITH(analysis::verify(files.options), Catch::Contains("KKvK.wdl"));
    }
}

TEST_CASE("of two wrong files the earlier position counts") {
    TrueFiles files;
    const std::vector<std::uint64_t> positions = quiet_positions("KvK");
    REQUIRE(positions.size() > 20);
    // In KvK all quiet positions are draws. A move cannot turn one wrong win into another.
    const auto wrong_dtm = [&](std::uint64_t offset) {
        return [offset](auto& bytes) { bytes[offset] = tests::dtm_byte(Value::win_in(3)); };
    };
    const auto wrong_wdl = [&](std::uint64_t offset) { return [offset](auto& bytes) { bytes[offset] = 2; }; };
    files.falsify("KvK", Metric::Dtm, wrong_dtm(positions[10]));
    files.falsify("KvK", Metric::Wdl, wrong_wdl(positions[5]));
    CHECK(files.mismatch().file == files.file("KvK", Metric::Wdl));
    CHECK(files.mismatch().position == position_at("KvK", positions[5]));
    files.falsify("KvK", Metric::Wdl, wrong_wdl(positions[15]));
    CHECK(files.mismatch().file == files.file("KvK", Metric::Dtm));
    CHECK(files.mismatch().position == position_at("KvK", positions[10]));
    files.falsify("KvK", Metric::Wdl, wrong_wdl(positions[10]));
    CHECK(files.mismatch().file == files.file("KvK", Metric::Dtm));
}

TEST_CASE("missing files and files of another class are errors, not mismatches") {
    for (const bool plain_way : {false, true}) {
        TrueFiles files;
        files.options.plain = plain_way;
        std::filesystem::remove(files.file("KKvK", Metric::Wdl));
        CHECK_THROWS_WITH(analysis::verify(files.options), Catch::Contains("KKvK.wdl"));
        std::filesystem::copy_file(files.file("KvM", Metric::Wdl), files.file("KKvK", Metric::Wdl));
        CHECK_THROWS_AS(analysis::verify(files.options), table::TablebaseError);
        std::filesystem::remove(files.file("KvK", Metric::Dtm));
        CHECK_THROWS_WITH(analysis::verify(files.options), Catch::Contains("KvK.dtm"));
    }
}

TEST_CASE("a distance that no generated table has is an error by rows, a mismatch by positions") {
    TrueFiles files;
    const std::uint64_t offset = quiet_positions("KKvK").front();
    files.falsify("KKvK", Metric::Dtm, [&](auto& bytes) { bytes[offset] = 252; });
    CHECK_THROWS_WITH(analysis::verify(files.options), Catch::Contains("KKvK.dtm") && Catch::Contains("250"));
    files.options.plain = true;
    CHECK(analysis::verify(files.options).mismatch.has_value());
}

TEST_CASE("verification stops when asked") {
    for (const bool plain_way : {false, true}) {
        TrueFiles files;
        std::atomic<bool> stop = false;
        files.options.plain = plain_way;
        files.options.stop = &stop;
        files.options.on_progress = [&](const analysis::VerifyProgress& progress) {
            stop = progress.class_number == 2 && progress.class_finished;
        };
        const VerifyReport report = analysis::verify(files.options);
        CHECK(report.stopped);
        CHECK_FALSE(report.mismatch.has_value());
        CHECK(report.positions ==
              plain().table(class_of("KvK")).index.size() + 2 * plain().table(class_of("KvM")).index.size());
    }
}

namespace {

/// Verifies a class in so many parts, and returns the mismatch of the first part that has one.
std::optional<Mismatch> mismatch_by_parts(analysis::PartVerifier& verifier, const std::filesystem::path& directory,
                                          const index::Material& material, std::uint32_t parts) {
    store::ClassLoader loaded{directory, 2, nullptr};
    const scores::ClassScores* own = loaded.load(material, store::Reach::Moves);
    std::optional<Mismatch> first;
    for (std::uint32_t part = 0; part < parts; ++part) {
        auto found = verifier.verify(*own, loaded.classes(), {part, parts}, 2);
        if (found && !first) {
            first = std::move(found);
        }
    }
    return first;
}

}  // namespace

TEST_CASE("all ways agree on all classes of up to three pieces, right and damaged") {
    const tests::MadeTables made{tests::sampled ? index::with_dependencies({class_of("KKvM"), class_of("MvM")})
                                                : index::build_order(3)};
    VerifyOptions options;
    options.directory = made.path();
    options.threads = 2;
    const auto verify = [&](bool plain_way) {
        options.plain = plain_way;
        return analysis::verify(options);
    };
    options.classes = made.classes();
    const VerifyReport by_rows = verify(false);
    CHECK_FALSE(by_rows.mismatch.has_value());
    const VerifyReport by_positions = verify(true);
    CHECK_FALSE(by_positions.mismatch.has_value());
    CHECK(by_rows.positions == by_positions.positions);
    analysis::PartVerifier right_parts{made.path()};
    for (const index::Material& material : made.classes()) {
        CHECK_FALSE(mismatch_by_parts(right_parts, made.path(), material, 3).has_value());
    }

    constexpr unsigned seed = 20261121;
    CAPTURE(seed);
    std::mt19937_64 random{seed};
    int wrong = 0;
    for (int i = 0; i < (tests::sampled ? 4 : 16); ++i) {
        const index::Material material = made.classes()[random() % made.classes().size()];
        const std::vector<index::Material> needed = index::with_dependencies({material});
        const index::Material damaged = i % 4 == 0 ? needed[random() % needed.size()] : material;
        const Metric metric = random() % 3 == 0 ? Metric::Wdl : Metric::Dtm;
        const std::filesystem::path path = made.path() / (damaged.name() + "." + table::extension(metric));
        const std::filesystem::path right = made.path() / "right";
        std::filesystem::rename(path, right);
        std::filesystem::copy_file(right, path);
        const index::ClassIndex index{damaged};
        const table::Header told = table::open_table(made.path(), {damaged, metric}).header();
        std::vector<std::uint8_t> bytes = tests::read_whole_table(made.path(), {damaged, metric}, 1);
        const std::uint64_t offset = random() % bytes.size();
        bytes[offset] = static_cast<std::uint8_t>(random() % (metric == Metric::Wdl ? 3 : 252));
        tests::write_any_values(path, index, metric, bytes, {told.values, told.wdl});
        CAPTURE(i, material.name(), damaged.name(), offset);
        options.classes = {material};
        const VerifyReport expected = verify(true);
        check_equal(verify(false).mismatch, expected.mismatch);
        analysis::PartVerifier parts{made.path()};
        check_equal(mismatch_by_parts(parts, made.path(), material, 1 + i % 5), expected.mismatch);
        wrong += expected.mismatch.has_value();
        std::filesystem::rename(right, path);
    }
    CHECK(wrong >= (tests::sampled ? 1 : 6));
}
