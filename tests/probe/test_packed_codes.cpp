// Packed codes must come out as they went in, alone and up to a block's end, which may lie within a byte.
#include "block_cache.hpp"

#include <vector>

#include "catch.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using table::Coding;

namespace {

/// Returns the codes of the coding, with table::dont_care_code among them.
std::vector<std::uint8_t> codes_of(Coding coding) {
    std::vector<std::uint8_t> codes{table::dont_care_code};
    const unsigned most = coding == Coding::Results ? table::win_code : table::most_distance_code;
    for (unsigned code = 0; code <= most; ++code) {
        codes.push_back(static_cast<std::uint8_t>(code));
    }
    return codes;
}

}  // namespace

TEST_CASE("codes come out as they went in", "[probe]") {
    INFO("seed " << sample_seed);
    const Coding coding = GENERATE(Coding::Results, Coding::Distances);
    const std::size_t positions = GENERATE(std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{4},
                                           std::size_t{5}, std::size_t{257}, std::size_t{2048}, std::size_t{65535});
    CAPTURE(static_cast<int>(coding), positions);
    const std::vector<std::uint8_t> all = codes_of(coding);
    Random random{sample_seed};
    std::vector<std::uint8_t> codes(positions);
    for (std::uint8_t& code : codes) {
        code = all[random() % all.size()];
    }
    std::vector<std::byte> packed(probe::packed_bytes(coding, positions), std::byte{0xFF});
    probe::pack(coding, codes, packed);
    int wrong = 0;
    for (std::size_t offset = 0; offset < positions; ++offset) {
        wrong += probe::packed_code(coding, packed.data(), offset) != codes[offset];
    }
    CHECK(wrong == 0);
}

TEST_CASE("a result takes two bits, a distance a byte", "[probe]") {
    CHECK(probe::packed_bytes(Coding::Results, 2048) == 512);
    CHECK(probe::packed_bytes(Coding::Results, 1) == 1);
    CHECK(probe::packed_bytes(Coding::Results, 5) == 2);
    CHECK(probe::packed_bytes(Coding::Distances, 2048) == 2048);
}

TEST_CASE("what is packed together does not depend on what follows", "[probe]") {
    const Coding coding = GENERATE(Coding::Results, Coding::Distances);
    const std::vector<std::uint8_t> codes(8, std::uint8_t{table::win_code});
    std::vector<std::uint8_t> others = codes;
    others[probe::packed_together] = table::loss_code;
    std::vector<std::byte> packed(probe::packed_bytes(coding, codes.size()));
    std::vector<std::byte> other_packed = packed;
    probe::pack(coding, codes, packed);
    probe::pack(coding, others, other_packed);
    CHECK(packed != other_packed);
    const std::size_t same = probe::packed_bytes(coding, probe::packed_together);
    CHECK(std::equal(packed.begin(), packed.begin() + static_cast<std::ptrdiff_t>(same), other_packed.begin()));
}
