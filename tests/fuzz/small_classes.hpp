// Small classes whose blocks fuzz targets encode and decode: a runner with fellow and waiting king, a king alone that
// moves, and a king alone that waits.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include <dameotb/index/class_index.hpp>
#include <dameotb/index/quiet_positions.hpp>
#include <dameotb/table/codec/block_codec.hpp>
#include <dameotb/table/format/metric.hpp>

#include "fuzz_target.hpp"

namespace dameotb::fuzz {

/// Positions of all blocks.
inline constexpr std::uint32_t block_positions = 700;

/// Which blocks of a class are coded.
struct SmallClass {
    const index::ClassIndex& index;
    Colour mover;
    table::Metric metric;
    std::size_t number;  ///< Of classes, sides and metrics.
};

/// Returns the class that a number stands for.
inline SmallClass small_class(std::uint32_t number) {
    static const std::array indices{index::ClassIndex{*index::Material::parse("KKMvK")},
                                    index::ClassIndex{*index::Material::parse("KvM")},
                                    index::ClassIndex{*index::Material::parse("KMvM")}};
    const std::size_t kind = number % (indices.size() * 4);
    return {indices[kind / 4], static_cast<Colour>(kind / 2 % 2), static_cast<table::Metric>(kind % 2), kind};
}

/// A block near the middle of the class, with codes of both metrics.
class BlockOfClass {
public:
    BlockOfClass(const index::ClassIndex& index, Colour mover)
        : first_{std::min(index.size() / 2, index.size() - block_positions)},
          wdl_(block_positions, table::dont_care_code) {
        std::vector<std::uint64_t> marks((block_positions + 63) / 64);
        index::QuietPositions{index}.mark(static_cast<std::uint64_t>(mover) * index.size() + first_, block_positions,
                                          marks);
        for (std::uint32_t i = 0; i < block_positions; ++i) {
            if (index::is_quiet(marks, i)) {
                quiet_.push_back(i);
            }
        }
        dtm_ = wdl_;
    }

    [[nodiscard]] const std::vector<std::uint32_t>& quiet() const { return quiet_; }
    /// Fills the quiet positions with values of runs and noise, the same for the same number.
    void fill(std::uint32_t noise) {
        for (const std::uint32_t offset : quiet_) {
            noise = noise * 1664525 + 1013904223;
            const bool repeats = offset > 0 && noise >> 30 != 0 && dtm_[offset - 1] != table::dont_care_code;
            set(offset, repeats ? dtm_[offset - 1] : static_cast<std::uint8_t>((noise >> 16) % 253));
        }
    }
    void set(std::uint32_t offset, std::uint8_t dtm_code) {
        dtm_[offset] = dtm_code;
        wdl_[offset] = table::result_code_of(dtm_code);
    }
    [[nodiscard]] std::uint64_t first() const { return first_; }
    [[nodiscard]] table::BlockCodes codes(table::Metric metric) const {
        return metric == table::Metric::Wdl ? table::BlockCodes{first_, wdl_, {}}
                                            : table::BlockCodes{first_, dtm_, wdl_};
    }

private:
    std::uint64_t first_;
    std::vector<std::uint8_t> wdl_;
    std::vector<std::uint8_t> dtm_;
    std::vector<std::uint32_t> quiet_;
};

/// Returns a model's bytes: the bits of its tables, the size of the rest, and the rest.
inline std::vector<std::byte> model_bytes(int bits, std::span<const std::byte> rest) {
    std::vector<std::byte> bytes{static_cast<std::byte>(bits)};
    for (int i = 0; i < 4; ++i) {
        bytes.push_back(static_cast<std::byte>(rest.size() >> (8 * i)));
    }
    bytes.insert(bytes.end(), rest.begin(), rest.end());
    return bytes;
}

}  // namespace dameotb::fuzz
