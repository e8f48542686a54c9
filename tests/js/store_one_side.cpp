// store_one_side DIR: makes each .dtm store one side to move, where its class has two and the values of the other
// follow from tables that are there. The command does so for large classes alone.
#include <iostream>

#include <dameotb/analysis/recompress.hpp>
#include <dameotb/files/table_directory.hpp>
#include <dameotb/index/class_index.hpp>

using namespace dameotb;

int main(int count, char** arguments) {
    if (count != 2) {
        std::cerr << "usage: store_one_side DIR\n";
        return 2;
    }
    const std::filesystem::path directory = arguments[1];
    int changed = 0;
    for (const files::TableName& table : files::list_tables(directory)) {
        const bool has_two = index::stored_sides(table.material) == 2 && table.metric == format::Metric::Dtm;
        if (has_two && files::missing_tables(directory, {table.material}, format::Metric::Dtm).empty()) {
            const analysis::RecompressOptions one{.directory = directory, .sides = store::DtmSides::One};
            changed += analysis::recompress(table, one).has_value() ? 1 : 0;
        }
    }
    std::cout << changed << "\n";
}
