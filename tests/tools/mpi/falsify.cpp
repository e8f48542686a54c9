// falsify DIR CLASS: writes the class's .dtm anew with one wrong value, and with checksums that are right.
#include <filesystem>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/metric.hpp>

#include "plain_files.hpp"
#include "whole_table.hpp"

int main(int /*argc*/, char** argv) {
    using namespace dameotb;
    const std::filesystem::path directory{argv[1]};
    const table::TableName name{index::Material::parse(argv[2]).value(), table::Metric::Dtm};
    const index::ClassIndex index{name.material};
    const table::Header told = table::open_table(directory, name).header();
    std::vector<std::uint8_t> codes = tests::read_whole_table(directory, name, 1);
    std::uint64_t place = codes.size() / 3;
    while (rules::must_capture(index.unrank(place % index.size(), static_cast<Colour>(place / index.size())))) {
        ++place;
    }
    codes[place] = codes[place] == 7 ? 9 : 7;
    tests::write_any_values(table::table_path(directory, name), index, name.metric, codes, {told.values, told.wdl});
}
