// Copying large files into a directory of pages: it can be stopped, and then leaves nothing. What else the directory
// does is tested with the commands that write one (../pages).
#include "files/site_directory.hpp"

#include <stdexcept>

#include "catch.hpp"
#include "command.hpp"

using namespace dameotb::tests;
using dameotb::tools::SiteDirectory;

TEST_CASE("copying a large file is stopped within it, and nothing is left behind", "[tools]") {
    const TemporaryDirectory directory;
    const std::filesystem::path large = directory / "large";
    write_file(large, std::string(5 << 19, 'x'));
    const std::filesystem::path out = directory / "site";
    const bool is_range = GENERATE(false, true);
    int calls = 0;
    const auto copy_until = [&](int last) {
        SiteDirectory site{out};
        const auto go_on = [&, last] {
            if (++calls == last) {
                throw std::runtime_error{"stopped"};
            }
        };
        if (is_range) {
            site.copy_range("tables/part", large, 1, (5 << 19) - 1, go_on);
        } else {
            site.copy("tables/whole", large, go_on);
        }
        site.finish();
    };
    CHECK_THROWS_WITH(copy_until(2), "stopped");
    CHECK(calls == 2);
    CHECK(names_in(directory.path()) == std::vector<std::string>{"large"});
    copy_until(0);
    CHECK(calls == 5);
    const std::string whole = read_file(large);
    CHECK(read_file(out / "tables" / (is_range ? "part" : "whole")) == (is_range ? whole.substr(1) : whole));
}
