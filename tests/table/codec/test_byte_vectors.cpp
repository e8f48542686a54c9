// Compares operations on sixteen bytes with what they do to each byte.
#include "byte_vectors.hpp"

#include <algorithm>

#include "catch.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::table;

namespace {

using ByteArray = std::array<std::uint8_t, vector_bytes>;

ByteArray random_array(tests::Random& random) {
    ByteArray bytes{};
    for (std::uint8_t& byte : bytes) {
        byte = static_cast<std::uint8_t>(random() % 4 == 0 ? 254 + random() % 3 : random());
    }
    return bytes;
}
ByteVector vector_of(const ByteArray& bytes) {
    return bytes_at(bytes.data());
}
ByteArray array_of(ByteVector bytes) {
    ByteArray array{};
    put_bytes(array.data(), bytes);
    return array;
}
template <class Of>
ByteArray of_each(const Of& of) {
    ByteArray array{};
    for (std::size_t i = 0; i < vector_bytes; ++i) {
        array[i] = static_cast<std::uint8_t>(of(i));
    }
    return array;
}

template <int count>
void check_from_before(const ByteArray& a) {
    REQUIRE(array_of(from_before<count>(vector_of(a))) ==
            of_each([&](std::size_t i) { return i % 8 < count ? 255 : a[i - count]; }));
}

}  // namespace

TEST_CASE("operations on vectors are those on their bytes", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (int n = 0; n < 2000; ++n) {
        const ByteArray a = random_array(random);
        const ByteArray b = random_array(random);
        const ByteVector va = vector_of(a);
        const ByteVector vb = vector_of(b);
        REQUIRE(array_of(least(va, vb)) == of_each([&](std::size_t i) { return std::min(a[i], b[i]); }));
        REQUIRE(array_of(greatest(va, vb)) == of_each([&](std::size_t i) { return std::max(a[i], b[i]); }));
        REQUIRE(array_of(choose(va < vb, va, vb)) == of_each([&](std::size_t i) { return std::min(a[i], b[i]); }));
        REQUIRE(array_of(as_bytes(not_positive(va))) ==
                of_each([&](std::size_t i) { return a[i] == 0 || a[i] > 127 ? 255 : 0; }));
        REQUIRE(array_of(all_bytes(a[0])) == of_each([&](std::size_t) { return a[0]; }));
        check_from_before<1>(a);
        check_from_before<2>(a);
        check_from_before<4>(a);
        REQUIRE(array_of(lower_pairs(va, vb)) ==
                of_each([&](std::size_t i) { return i % 2 == 0 ? a[i / 2] : b[i / 2]; }));
        REQUIRE(array_of(upper_pairs(va, vb)) ==
                of_each([&](std::size_t i) { return i % 2 == 0 ? a[8 + i / 2] : b[8 + i / 2]; }));
        REQUIRE(array_of(eight_bytes_at(a.data(), b[0])) ==
                of_each([&](std::size_t i) { return i < 8 ? a[i] : b[0]; }));
        REQUIRE(array_of(twice_eight_bytes_at(a.data())) == of_each([&](std::size_t i) { return a[i % 8]; }));
        ByteArray halves{};
        put_lower_half(halves.data() + 8, va);
        put_upper_half(halves.data(), va);
        REQUIRE(halves == of_each([&](std::size_t i) { return a[(i + 8) % 16]; }));
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < 8; ++i) {
            word |= std::uint64_t{a[i]} << (8 * i);
        }
        REQUIRE(word_at(a.data()) == word);
        REQUIRE(lower_word(va) == word);
        REQUIRE(array_of(bytes_of(lower_word(va), upper_word(va))) == a);
    }
}

TEST_CASE("vectors and their bytes are exchanged", "[codec]") {
    ByteSquare vectors;
    for (std::size_t i = 0; i < vector_bytes; ++i) {
        vectors[i] = vector_of(of_each([&](std::size_t k) { return 16 * i + k; }));
    }
    const ByteSquare turned = transposed(vectors);
    for (std::size_t k = 0; k < vector_bytes; ++k) {
        CHECK((array_of(turned[k]) == of_each([&](std::size_t i) { return 16 * i + k; })));
    }
}

TEST_CASE("what is done by special instructions is what the portable form does", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (int n = 0; n < 2000; ++n) {
        const ByteArray table = random_array(random);
        const ByteArray positions = of_each([&](std::size_t) { return random() % 5 == 0 ? 128 : random() % 16; });
        const ByteArray found = array_of(look_up(vector_of(table), vector_of(positions)));
        REQUIRE(found == array_of(portable::look_up(vector_of(table), vector_of(positions))));
        REQUIRE(found == of_each([&](std::size_t i) { return positions[i] == 128 ? 0 : table[positions[i]]; }));
        const ByteMask mask = vector_of(table) < vector_of(random_array(random));
        REQUIRE(bits_of(mask) == portable::bits_of(mask));
    }
}
