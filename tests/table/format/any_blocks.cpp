// Prints blocks, their models, and what the codec decodes them to, for the reader in Python: an object a line. A
// quarter are encoded, a quarter plain codes, right or wrong; the rest are any bytes. Takes a seed.
#include <algorithm>
#include <cstdio>
#include <string>

#include <nlohmann/json.hpp>

#include "blocks.hpp"
#include "plain_model.hpp"
#include "sample_files.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using table::Metric;

namespace {

void print_block(Random& random, const index::ClassIndex& index, Metric metric, std::size_t kind) {
    const bool is_encoded = kind == 0;
    const bool is_plain = kind == 1;
    const auto mover = static_cast<Colour>(random() % 2);
    const std::uint64_t count = 1 + random() % (is_plain ? 20 : 1000);
    const Block block =
        make_block(index, mover, random() % (index.size() - count + 1), count, [&](const Position& position) {
            return is_encoded ? invented_code(position) : static_cast<unsigned>(random() % (kind == 2 ? 20 : 253));
        });
    const ModelParts parts = is_encoded ? random_parts(random, 8, 20)
                                        : random_parts_to_decode(random, 8 + static_cast<int>(random() % 3), 60);
    const table::Model model = model_of(index, mover, metric, parts);
    const table::BlockCodes codes = block.codes(metric);
    table::BlockSpace space;
    Bytes bytes = random_bytes(is_plain ? count : random() % count, random());
    if (is_encoded) {
        bytes = space.encode(model, codes);
    } else if (is_plain) {
        std::ranges::copy(std::as_bytes(codes.codes), bytes.begin());
        if (random() % 2 == 0) {
            bytes[random() % count] = static_cast<std::byte>(random() % 2 == 0 ? random() % 4 : 250 + random() % 6);
        }
    }
    const Codes found = decoded(space, model, codes, bytes);  // none if they are refused
    const nlohmann::json line{{"class", index.material().name()},
                              {"mover", mover},
                              {"first", block.first},
                              {"count", count},
                              {"metric", metric},
                              {"model", to_hex(plain_bytes(metric, parts))},
                              {"block", to_hex(bytes)},
                              {"results", to_hex(std::as_bytes(codes.results))},
                              {"codes", to_hex(std::as_bytes(std::span{found}))}};
    std::puts(line.dump().c_str());
}

}  // namespace

int main(int, char** argv) {
    Random random{std::stoull(argv[1])};
    for (const char* name : {"KvM", "KMvK", "KKvM", "KMvM", "MMvK", "KKvKM", "KKKvM", "KKvMM", "KMMvM", "KKMvK",
                             "KMMvMM", "KKKvKM", "KKMvKKM", "KKKvMMM"}) {
        const index::ClassIndex index{*index::Material::parse(name)};
        for (std::size_t kind = 0; kind < 4; ++kind) {
            print_block(random, index, Metric::Wdl, kind);
            print_block(random, index, Metric::Dtm, kind);
        }
    }
    return 0;
}
