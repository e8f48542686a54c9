// One flipped bit anywhere in a table shows where it is read. Takes the tables of the directory that DAMEOTB_TABLES
// names; without, makes those of 3 pieces and of one larger class.
#include <cstdlib>

#include <dameotb/table/directory/table_directory.hpp>

#include "catch.hpp"
#include "command.hpp"
#include "damaged_part.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using table::TableReader;

namespace {

/// A file of which one bit is another one.
class FlippedFile : public table::ByteSource {
public:
    FlippedFile(const std::filesystem::path& path, std::uint64_t byte, int bit)
        : file_{table::open_file(path)}, byte_{byte}, mask_{static_cast<std::byte>(1U << bit)} {}

    [[nodiscard]] std::uint64_t size_bytes() const override { return file_->size_bytes(); }
    [[nodiscard]] const std::string& name() const override { return file_->name(); }
    void read_at(std::uint64_t offset_bytes, std::span<std::byte> out) const override {
        file_->read_at(offset_bytes, out);
        if (offset_bytes <= byte_ && byte_ - offset_bytes < out.size()) {
            out[byte_ - offset_bytes] ^= mask_;
        }
    }

private:
    std::unique_ptr<ByteSource> file_;
    std::uint64_t byte_;
    std::byte mask_;
};

}  // namespace

TEST_CASE("every flipped bit of a table shows where it is read", "[tools]") {
    const char* const given = std::getenv("DAMEOTB_TABLES");
    std::optional<GeneratedTables> made;
    if (given == nullptr) {
        made.emplace(std::vector<std::string>{"--class", "KKKvM,KMvM"});
    }
    const std::filesystem::path directory = given != nullptr ? given : made->path;
    INFO("seed " << sample_seed);
    Random random{sample_seed};
    constexpr int flips_of_part = 150;
    std::array<std::array<int, 4>, 2> shown{};
    for (const table::TableName& name : table::list_tables(directory)) {
        const std::filesystem::path path = table::table_path(directory, name);
        const TableReader sound = table::open_table(directory, name);
        const std::array<std::uint64_t, 5> ends{0, table::layout::header_bytes,
                                                table::layout::header_bytes + sound.header().models_bytes,
                                                table::layout::groups_begin(sound.header()), sound.file_bytes()};
        for (std::size_t part = 0; part < 4; ++part) {
            for (int i = 0; i < flips_of_part && ends[part] < ends[part + 1]; ++i) {
                const std::uint64_t byte = ends[part] + random() % (ends[part + 1] - ends[part]);
                const int bit = static_cast<int>(random() % 8);
                try {
                    read_part(TableReader{std::make_unique<FlippedFile>(path, byte, bit)}, sound, byte);
                    FAIL_CHECK(path.string() << ": bit " << bit << " of byte " << byte);
                } catch (const table::TablebaseError& error) {
                    shown[static_cast<std::size_t>(name.metric)][part] += error.is_damage();
                }
            }
        }
    }
    for (const table::Metric metric : table::metrics_under({})) {
        const auto& of_metric = shown[static_cast<std::size_t>(metric)];
        WARN(table::extension(metric) << ": header " << of_metric[0] << ", models " << of_metric[1] << ", index "
                                      << of_metric[2] << ", block groups " << of_metric[3]
                                      << " flips, all of which show");
        CHECK(*std::ranges::min_element(of_metric) > 0);
    }
}
