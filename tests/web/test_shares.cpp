// How a report rounds shares. The explorer and docs/endings.md round the same examples in tests of their own.
#include <fstream>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "report/html.hpp"

using dameotb::web::report::share_text;

TEST_CASE("shares are rounded, but a few are not none, and all but a few not all") {
    std::ifstream file{DAMEOTB_TEST_DATA "/shares.jsonl"};
    int examples = 0;
    for (std::string line; std::getline(file, line); ++examples) {
        CAPTURE(line);
        const nlohmann::json share = nlohmann::json::parse(line);
        CHECK(share_text(share["count"], share["all"]) == share["text"].get<std::string>());
    }
    CHECK(examples > 10);
}
