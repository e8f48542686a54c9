#include <dameotb/gen/run/rates.hpp>

#include <algorithm>
#include <cmath>

#include <dameotb/index/class_index.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>
#include <dameotb/store/distance_sides.hpp>

namespace dameotb::gen {

namespace {

// Returns bits per position, .wdl and .dtm together. The figures are means by kind of class, over the classes of 5
// pieces (docs/table-sizes.md), which take 219 MB for 2.57e9 positions. If one side is far stronger, there is little to
// store.
double disk_bits(const index::Material& material) {
    if (material.men() == 0) {
        return 1.05;  // KKKvKK 1.32, KKKKvK 0.47
    }
    if (material.kings() == 0) {
        return 1.6;  // MMMvMM 2.05, MMMMvM 0.73
    }
    const bool close = material.white.pieces() - material.black.pieces() <= 1;
    if (material.white.kings > 0 && material.black.kings > 0) {
        return close ? 0.77 : 0.5;  // KKMvKM 0.71, KMMvKM 0.92, KKMvKK 0.73; KKMMvK 0.51, KMMMvK 0.66
    }
    return close ? 0.8 : 0.3;  // KKMvMM 0.64, KMMvMM 0.85, MMMvKK 0.96; KKMMvM 0.24, KMMMvM 0.37, MMMMvK 1.03
}

// The fraction of both files' size if the .dtm stores only the side to move that takes less (docs/table-sizes.md).
constexpr double one_side_part = 0.5;

// Returns the fraction of their size that scores take when compressed.
double scratch_part(const index::Material& material) {
    return material.men() == 0 ? 0.3 : 0.23;  // all classes of 5 pieces together: 0.23
}

constexpr double growth_per_piece = 1.3;

// Returns nanoseconds of one core (AMD EPYC, release build). What matters is how classes compare: the figures in
// comments are those of solve_classes 5 1, and of kings alone those of `dameotb gen` at commit 66e3728. Classes of 5
// pieces take longer than smaller ones, which fit in the caches. Classes of 6 took 1.75 times as long with men and
// kings, scratch included (bench/README.md, "Six pieces"). For more pieces further growth is assumed, because captures
// get longer too.
double solving_ns(const index::Material& material, double stored) {
    const bool is_small = material.pieces() < 5;
    const double growth = std::pow(growth_per_piece, std::max(material.pieces() - 5, 0));
    if (material.kings() == 0) {
        return (is_small ? 32 : 69) * growth * stored;  // MMMvM 32; MMMMvM 52, MMMvMM 77
    }
    if (material.men() == 0) {
        // Per cell: KKKvKK 23; KKKvKKK 52, KKKKvKK 42; KKKKKvKK 72. Against one king KKKKvK 53, KKKKKvK 134.
        const double per_cell = is_small ? 22 : material.black.kings > 1 ? 40 : 100;
        return per_cell * growth * static_cast<double>(scores::class_bytes(material));
    }
    // KKvKM 13, KMMvK 14; KKMMvM 15, KKMvKM 25, KKKvKM 26, KMMvKM 25, KKKvMM 40; KKMvKK 50
    const double kings = material.white.kings > 1 && material.black.kings > 1 ? 1.9 : 1;
    const double beyond_caches = material.pieces() > 5 ? 1.75 / growth_per_piece : 1;
    return (is_small ? 16.5 : 26.7) * beyond_caches * growth * kings * stored;
}

double encoding_ns(const index::Material& material, double stored) {
    const Kind kind = kind_of(material);
    // Men alone go placement by placement. Kings: KKKvKK 62, KKKKvK 37; KKKvKKK 78, KKKKvKK 53, KKKKKvK 40;
    // KKKKKvKK 62.
    return (kind == Kind::Men ? 110 : kind == Kind::Kings ? 60 : 30) * stored;
}

// Returns seconds of one core. The sample reaches its full size with classes of 4 pieces.
double training_seconds(const index::Material& material) {
    return kind_of(material) == Kind::Both
               ? std::min(0.12, 6e-8 * static_cast<double>(index::stored_positions(material)))
               : 0;
}

double reading_ns(const index::Material& material, double stored) {
    const Kind kind = kind_of(material);
    // Decoding, and resolving forced captures; of men alone, one position after the other. Kings: what KKKKKvKK needs,
    // 4.2e8 positions, took 61 s.
    return (kind == Kind::Men ? 110 : kind == Kind::Kings ? 145 : 27) * stored;
}

}  // namespace

Kind kind_of(const index::Material& material) {
    return material.kings() == 0 ? Kind::Men : material.men() == 0 ? Kind::Kings : Kind::Both;
}

double WorkRates::*solve_rate(Kind kind) {
    return kind == Kind::Men     ? &WorkRates::solve_men
           : kind == Kind::Kings ? &WorkRates::solve_kings
                                 : &WorkRates::solve_both;
}

double WorkRates::*encode_rate(Kind kind) {
    return kind == Kind::Both ? &WorkRates::encode_models : &WorkRates::encode_plain;
}

ClassSeconds class_seconds(const index::Material& material, const WorkRates& factors) {
    const auto stored = static_cast<double>(index::stored_positions(material));
    const double solve = factors.*solve_rate(kind_of(material));
    const double encode = factors.*encode_rate(kind_of(material));
    return {factors.read * reading_ns(material, stored) / 1e9, solve * solving_ns(material, stored) / 1e9,
            encode * (training_seconds(material) + encoding_ns(material, stored) / 1e9),
            encode * training_seconds(material)};
}

std::uint64_t class_disk_bytes(const index::Material& material, store::DistanceSides sides) {
    const double part = sides == store::DistanceSides::One ? one_side_part : 1;
    return static_cast<std::uint64_t>(part * disk_bits(material) / 8 *
                                      static_cast<double>(index::stored_positions(material)));
}

std::uint64_t class_scratch_bytes(const index::Material& material) {
    return static_cast<std::uint64_t>(scratch_part(material) * static_cast<double>(scores::class_bytes(material)));
}

}  // namespace dameotb::gen
