// Makes one streaming checksum per file. Values where a capture is forced are set to 0 before.
#include <dameotb/analysis/check.hpp>

#include <cstdio>
#include <memory>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <dameotb/files/table_directory.hpp>
#include <dameotb/store/load/table_stream.hpp>
#include <dameotb/store/threads/parallel.hpp>

namespace dameotb::analysis {

namespace {

struct Digested {
    Digested(format::TableReader reader, const index::ClassIndex& index)
        : metric{reader.header().metric}, stream{std::move(reader), index} {
        XXH3_128bits_reset(&state);
    }

    [[nodiscard]] std::string hex() const {
        const XXH128_hash_t hash = XXH3_128bits_digest(&state);
        std::array<char, 33> text;
        std::snprintf(text.data(), text.size(), "%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                      static_cast<unsigned long long>(hash.low64));
        return text.data();
    }

    format::Metric metric;
    store::TableStream stream;
    XXH3_state_t state;
    std::span<std::uint8_t> values;  ///< The current batch.
};

/// Sets the values of all files to 0 where a capture is forced.
void clear_forced(std::vector<std::unique_ptr<Digested>>& files, const index::QuietPlaces& quiet, std::uint64_t first,
                  std::uint64_t count, int threads) {
    store::parallel_for((count + store::part_places - 1) / store::part_places, threads,
                        [&](std::size_t, std::uint64_t i) {
                            const std::uint64_t begin = i * store::part_places;
                            std::array<std::uint64_t, store::part_places / 64> marks;
                            const std::uint64_t size = std::min(store::part_places, count - begin);
                            quiet.mark(first + begin, size, std::span{marks}.first((size + 63) / 64));
                            for (const auto& file : files) {
                                std::uint8_t* values = file->values.data() + begin;
                                for (std::size_t k = 0; k < size; ++k) {
                                    values[k] = index::is_quiet(marks, k) ? values[k] : std::uint8_t{0};
                                }
                            }
                        });
}

}  // namespace

std::optional<std::vector<TableDigest>> digest_class(const index::Material& material, const ReadOptions& options) {
    std::vector<format::TableReader> readers;
    for (const format::Metric metric : {format::Metric::Dtm, format::Metric::Wdl}) {
        if (files::has_table(options.directory, {material, metric})) {
            readers.push_back(store::open_byte_table(options.directory, {material, metric}));
        }
    }
    const index::ClassIndex index{material};
    const index::QuietPlaces quiet{index};
    std::vector<std::unique_ptr<Digested>> files;
    for (format::TableReader& reader : readers) {
        files.push_back(std::make_unique<Digested>(std::move(reader), index));
    }
    for (std::uint64_t first = 0; first < quiet.places(); first += store::places_at_a_time) {
        if (options.stop != nullptr && *options.stop) {
            return std::nullopt;
        }
        const std::uint64_t end = std::min(first + store::places_at_a_time, quiet.places());
        for (const auto& file : files) {
            file->values = file->stream.read(first, end, options.threads);
        }
        clear_forced(files, quiet, first, end - first, options.threads);
        store::parallel_for(files.size(), options.threads, [&](std::size_t, std::uint64_t i) {
            XXH3_128bits_update(&files[i]->state, files[i]->values.data(), files[i]->values.size());
        });
        if (options.on_progress) {
            options.on_progress(end, quiet.places());
        }
    }
    std::vector<TableDigest> digests;
    for (const auto& file : files) {
        digests.push_back({file->metric, quiet.places(), file->hex()});
    }
    return digests;
}

}  // namespace dameotb::analysis
