// Tests where block groups are found: index blocks, their checksums, and entries that cannot be behind right checksums.
#include <functional>

#include "catch.hpp"
#include "sample_files.hpp"

using namespace dameotb::table;
using namespace dameotb::tests;
using Catch::Contains;

namespace {

/// Returns the header of a table whose block groups have one block of 3 positions.
Header of_groups(std::uint64_t groups) {
    return {.metric = Metric::Dtm,
            .encoding = Encoding::Neighbours,
            .sides = 2,
            .stored = StoredSides::Black,
            .material = {1, 1, 1, 0},
            .block_positions = 3,
            .group_blocks = 1,
            .models_bytes = 5,
            .positions_per_side = 3 * groups,
            .seed = 1};
}

Bytes file_of_groups(std::uint64_t groups) {
    return make_table(of_groups(groups), sample_contents(of_groups(groups), 1));
}

/// Returns why a block group cannot be located when `change` was made to the index, and all checksums are right. Empty
/// if it can.
std::string refusal_with(Bytes file, std::uint64_t group, const std::function<void(Bytes&)>& change) {
    change(file);
    seal_index_block(file, group / 1020);
    try {
        const TableReader reader{from_memory(file, "memory")};
        (void)reader.locate(group);
    } catch (const TablebaseError& error) {
        return error.reason();
    }
    return "";
}

std::string impossible(std::uint64_t group) {
    return "impossible location of block group " + std::to_string(group);
}

/// A file that counts what is read of it.
class Counting final : public ByteSource {
public:
    explicit Counting(Bytes bytes) : bytes_{from_memory(std::move(bytes), "memory")} {}

    [[nodiscard]] std::uint64_t size_bytes() const override { return bytes_->size_bytes(); }
    void read_at(std::uint64_t offset_bytes, std::span<std::byte> out) const override {
        reads.push_back({offset_bytes, offset_bytes + out.size()});
        bytes_->read_at(offset_bytes, out);
    }
    [[nodiscard]] const std::string& name() const override { return bytes_->name(); }

    mutable std::vector<Range> reads;

private:
    std::unique_ptr<ByteSource> bytes_;
};

}  // namespace

TEST_CASE("block groups lie where the index says, one behind the other", "[format]") {
    const std::uint64_t groups = GENERATE(1U, 2U, 1019U, 1020U, 1021U, 2040U, 2041U, 3000U);
    CAPTURE(groups);
    const Bytes file = file_of_groups(groups);
    const Shape shape = shape_of(file);
    REQUIRE(shape.groups() == groups);
    const TableReader reader{from_memory(file, "memory")};
    std::uint64_t end = 128 + 5 + groups / 1020 * 4096 + (groups % 1020 == 0 ? 0 : 16 + 4 * (groups % 1020));
    CHECK(shape.groups_begin() == end);
    for (std::uint64_t group = 0; group < groups; ++group) {
        const ByteRange location = reader.locate(group);
        REQUIRE(location.offset_bytes == end);
        end += location.size_bytes;
        REQUIRE(group_range(file, group) == Range{location.offset_bytes, end});
    }
    CHECK(end == file.size());
    CHECK(get(file, at::file_bytes, 8) == file.size());
}

TEST_CASE("to read a block group, its index block and the block group are read, and nothing else", "[format]") {
    const Bytes file = file_of_groups(2100);
    auto counting = std::make_unique<Counting>(file);
    const Counting& source = *counting;
    const TableReader reader{std::move(counting)};
    CHECK(source.reads == std::vector{Range{0, at::end}});
    const std::uint64_t group = GENERATE(0U, 1019U, 1020U, 1500U, 2040U, 2099U);
    source.reads.clear();
    const ByteRange location = reader.locate(group);
    Bytes out(location.size_bytes);
    reader.read_group(group, location, out);
    const std::uint64_t index_block = at::end + 5 + group / 1020 * 4096;
    CHECK(source.reads == std::vector{Range{index_block, index_block + (group < 2040 ? 4096 : 16 + 4 * 60)},
                                      Range{location.offset_bytes, location.offset_bytes + location.size_bytes}});
}

TEST_CASE("an entry before the block group's begin, or too far behind it, is refused", "[format]") {
    const std::uint64_t group = GENERATE(0U, 1U, 700U, 1018U, 1019U, 1020U, 1021U, 1029U);
    const Bytes file = file_of_groups(1030);
    const Shape shape = shape_of(file);
    const std::uint64_t begin = group % 1020 == 0 ? 0 : get(file, shape.entry(group) - 4, 4);
    // A block group of one block of 3 positions: 9 bytes, sizes of at most 17 bits, 3 positions.
    REQUIRE(shape.most_group_bytes(group) == 15);
    for (std::uint64_t size = 0; size < 20; ++size) {
        CAPTURE(group, size);
        const std::string reason =
            refusal_with(file, group, [&](Bytes& bytes) { put(bytes, shape.entry(group), begin + size, 4); });
        const bool moves_the_last = group == 1029 && begin + size != get(file, shape.entry(group), 4);
        CHECK(reason == (size < 9 || size > 15 || moves_the_last ? impossible(group) : ""));
    }
    for (const std::uint64_t end :
         {std::uint64_t{0}, begin - (begin != 0 ? 1 : 0), std::uint64_t{1} << 31, std::uint64_t{0xFFFFFFFF}}) {
        CAPTURE(group, end);
        CHECK(refusal_with(file, group, [&](Bytes& bytes) { put(bytes, shape.entry(group), end, 4); }) ==
              impossible(group));
    }
    if (group % 1020 != 0) {
        // The block group before ends behind this one.
        CHECK(refusal_with(file, group, [&](Bytes& bytes) {
                  put(bytes, shape.entry(group) - 4, get(file, shape.entry(group), 4) + 1, 4);
              }) == impossible(group));
    }
}

TEST_CASE("a last block group of fewer blocks has fewer bytes at most", "[format]") {
    // Five blocks in block groups of four: 3 bytes for sizes of 17 bits, and 3 positions.
    Header header = of_groups(5);
    header.group_blocks = 4;
    const Bytes file = make_table(header, {random_bytes(5, 1), std::vector<Bytes>(5)});
    const Shape shape = shape_of(file);
    REQUIRE(group_range(file, 1).end == file.size());
    for (std::size_t more = 0; more < 20; ++more) {
        CAPTURE(more);
        Bytes longer = file;
        longer.resize(file.size() + more);
        put(longer, at::file_bytes, longer.size(), 8);
        seal_header(longer);
        const std::string reason = refusal_with(
            longer, 1, [&](Bytes& bytes) { put(bytes, shape.entry(1), get(file, shape.entry(1), 4) + more, 4); });
        CHECK(reason == (9 + more > 9 + 3 + 3 ? impossible(1) : ""));
    }
}

TEST_CASE("an index block that leads out of the block groups is refused", "[format]") {
    const Bytes file = file_of_groups(2100);
    const Shape shape = shape_of(file);
    const auto with_offset = [&](std::uint64_t group, std::uint64_t offset) {
        return refusal_with(file, group,
                            [&](Bytes& bytes) { put(bytes, shape.index_block_begin(group / 1020), offset, 8); });
    };
    for (const std::uint64_t group : {0U, 5U, 1019U, 1020U, 1500U, 2040U, 2099U}) {
        CAPTURE(group);
        const std::uint64_t right = get(file, shape.index_block_begin(group / 1020), 8);
        CHECK(with_offset(group, right).empty());
        const std::uint64_t end = file.size();
        for (const std::uint64_t wrong :
             {std::uint64_t{0}, std::uint64_t{at::end}, shape.groups_begin() - 1, end - 8, end, end + 1,
              std::uint64_t{1} << 63, std::uint64_t{0} - 1, std::uint64_t{0} - 20, std::uint64_t{0} - 5000}) {
            CAPTURE(wrong);
            CHECK(with_offset(group, wrong) == impossible(group));
        }
        // The first block group is the first of all, and the last one ends with the file; between them there is no
        // telling.
        for (const std::uint64_t wrong : {right - 1, right + 1}) {
            CHECK(with_offset(group, wrong) == (group >= 1020 && group < 2040 ? "" : impossible(group)));
        }
    }
}

TEST_CASE("a file whose last block group does not end with it is refused where the last index block is read",
          "[format]") {
    const Bytes file = file_of_groups(1030);
    const Shape shape = shape_of(file);
    for (const std::uint64_t group : {1020U, 1025U, 1029U}) {
        CHECK(refusal_with(file, group, [&](Bytes& bytes) {
                  put(bytes, shape.entry(1029), get(bytes, shape.entry(1029), 4) - 1, 4);
              }) == impossible(group));
    }
    CHECK(refusal_with(file, 1019, [](Bytes&) {}).empty());
}

TEST_CASE("a damaged index block is named, and the others are good", "[format]") {
    Bytes file = file_of_groups(2100);
    const Shape shape = shape_of(file);
    const std::uint64_t damaged = GENERATE(0U, 1U, 2U);
    file[shape.index_block_begin(damaged) + 30] ^= std::byte{4};
    const TableReader reader{from_memory(file, "memory")};
    for (const std::uint64_t group : {0U, 1019U, 1020U, 2039U, 2040U, 2099U}) {
        if (group / 1020 == damaged) {
            CHECK_THROWS_WITH(reader.locate(group), "memory (byte " + std::to_string(shape.index_block_begin(damaged)) +
                                                        "): index block " + std::to_string(damaged) +
                                                        " is damaged: its checksum does not match");
        } else {
            CHECK_NOTHROW(read_blocks(reader, group));
        }
    }
}

TEST_CASE("index blocks exchanged are noticed", "[format]") {
    const Bytes file = file_of_groups(2100);
    const Shape shape = shape_of(file);
    Bytes exchanged = file;
    std::swap_ranges(exchanged.begin() + static_cast<std::ptrdiff_t>(shape.index_block_begin(0)),
                     exchanged.begin() + static_cast<std::ptrdiff_t>(shape.index_block_begin(1)),
                     exchanged.begin() + static_cast<std::ptrdiff_t>(shape.index_block_begin(1)));
    CHECK_THAT(refusal(exchanged), Contains("index block 0 is damaged"));
    // Those of two files of one class with block groups of the same sizes, but other values.
    Header header = of_groups(2100);
    header.seed = 2;
    Bytes other = make_table(header, sample_contents(header, 1));
    REQUIRE(other.size() == file.size());
    std::copy_n(file.begin() + static_cast<std::ptrdiff_t>(shape.index_block_begin(1)), 4096,
                other.begin() + static_cast<std::ptrdiff_t>(shape.index_block_begin(1)));
    CHECK_THAT(refusal(other), Contains("index block 1 is damaged"));
}
