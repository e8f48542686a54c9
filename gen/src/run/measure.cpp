// Also solves the classes that the measured ones need, since there are no files.
#include <dameotb/gen/run/measure.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>
#include <vector>

#include <dameotb/index/class_index.hpp>
#include <dameotb/scores/slice/class_scores.hpp>
#include <dameotb/store/class_reader.hpp>
#include <dameotb/store/class_writer.hpp>
#include <dameotb/store/distance_sides.hpp>
#include <dameotb/store/scores_from_codes.hpp>

#include <dameotb/gen/run/class_solver.hpp>
#include <dameotb/gen/run/rates.hpp>

namespace dameotb::gen {

namespace {

/// Nothing new is begun after this many seconds.
constexpr double most_seconds = 4;
/// Smaller classes take too little time to be significant.
constexpr std::uint64_t least_positions = 80'000;
/// These are solved, with all that they need, which includes smaller classes of all kinds.
constexpr std::array<std::string_view, 3> classes_to_solve{"KKvKM", "KMMvK", "MMMvM"};
/// These are also encoded, some with models and some without.
constexpr std::array<std::string_view, 5> classes_to_encode{"KKvKK", "KKMvK", "KKvKM", "KMMvK", "MMMvM"};
constexpr std::string_view read_class = "KKvKM";

class Stopwatch {
public:
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
    }

private:
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

/// The actual and the expected time for one kind of work.
class Meter {
public:
    void add(std::uint64_t positions, double seconds, double expected_seconds) {
        positions_ += static_cast<double>(positions);
        seconds_ += seconds;
        expected_ += expected_seconds;
    }
    [[nodiscard]] bool has_any() const { return expected_ > 0; }
    [[nodiscard]] double factor() const { return seconds_ / expected_; }
    [[nodiscard]] double nanoseconds() const { return seconds_ * 1e9 / positions_; }

private:
    double positions_ = 0;
    double seconds_ = 0;
    double expected_ = 0;
};

constexpr std::array works{&WorkRates::solve_men,     &WorkRates::solve_kings,  &WorkRates::solve_both,
                           &WorkRates::encode_models, &WorkRates::encode_plain, &WorkRates::read};

class Measuring {
public:
    Measurement run() {
        std::vector<index::Material> wanted;
        for (const std::string_view name : classes_to_solve) {
            wanted.push_back(*index::Material::parse(name));
        }
        for (const index::Material& material : index::with_dependencies(wanted)) {
            if (all_.seconds() > most_seconds) {
                break;
            }
            take(material);
        }
        return result();
    }

private:
    void take(const index::Material& material) {
        const Kind kind = kind_of(material);
        const ClassSeconds expected = class_seconds(material);
        const Stopwatch solving;
        auto solved = solve_class(material, solved_classes_, {});
        meter(solve_rate(kind), material, solving.seconds(), expected.solve);
        if (std::ranges::count(classes_to_encode, material.name()) != 0) {
            const Stopwatch encoding;
            (void)store::encode_class(*solved, store::DistanceSides::All, 1);
            meter(encode_rate(kind), material, encoding.seconds(), expected.encode);
        }
        if (material.name() == read_class) {
            read(*solved, expected.read);
        }
        solved_classes_.add(std::move(solved));
    }

    /// Makes the class again from its codes, as if read from a file. Decoding is as fast as encoding, and short
    /// compared with this.
    void read(const scores::ClassScores& solved, double expected_seconds) {
        const index::Material& material = solved.material();
        const index::ClassIndex index{material};
        std::vector<std::uint8_t> codes;
        store::for_each_codes(
            store::codes_of_scores(solved, index, 1), material, index.size(), 1,
            [&](std::span<const std::uint8_t> batch) { codes.insert(codes.end(), batch.begin(), batch.end()); });
        const Stopwatch reading;
        (void)store::scores_from_codes(index, table::StoredSides::Both, {}, store::codes_in_memory(codes, index.size()),
                                       solved_classes_, 1);
        meter(&WorkRates::read, material, reading.seconds(), expected_seconds * resolving_part);
    }

    void meter(double WorkRates::*work, const index::Material& material, double seconds, double expected_seconds) {
        const std::uint64_t positions = index::stored_positions(material);
        if (positions >= least_positions) {
            const auto at = std::ranges::find(works, work) - works.begin();
            meters_[static_cast<std::size_t>(at)].add(positions, seconds, expected_seconds);
        }
    }

    /// Assumes that what was not measured is as fast as the rest.
    [[nodiscard]] Measurement result() const {
        double sum = 0;
        int measured = 0;
        for (const Meter& meter : meters_) {
            sum += meter.has_any() ? meter.factor() : 0;
            measured += meter.has_any() ? 1 : 0;
        }
        Measurement result;
        for (std::size_t i = 0; i < works.size(); ++i) {
            const Meter& meter = meters_[i];
            result.factors.*works[i] = meter.has_any() ? meter.factor() : measured > 0 ? sum / measured : 1;
            result.nanoseconds.*works[i] = meter.has_any() ? meter.nanoseconds() : 0;
        }
        result.seconds = all_.seconds();
        return result;
    }

    Stopwatch all_;
    scores::SolvedClasses solved_classes_;
    std::array<Meter, works.size()> meters_;
};

}  // namespace

Measurement measure() {
    return Measuring{}.run();
}

}  // namespace dameotb::gen
