// store_one_side DIR: makes each .dtm store one side to move, where its class has two and the values of the other
// follow from tables that are there. The command does so for large classes alone.
#include <iostream>

#include <dameotb/index/class_index.hpp>
#include <dameotb/store/recompress.hpp>
#include <dameotb/table/directory/table_directory.hpp>

using namespace dameotb;

int main(int count, char** arguments) {
    if (count != 2) {
        std::cerr << "usage: store_one_side DIR\n";
        return 2;
    }
    const std::filesystem::path directory = arguments[1];
    int changed = 0;
    for (const table::TableName& table : table::list_tables(directory)) {
        const bool has_two = index::stored_sides(table.material) == 2 && table.metric == table::Metric::Dtm;
        if (has_two && table::missing_tables(directory, {table.material}, table::Metric::Dtm).empty()) {
            const store::RecompressOptions one{.directory = directory, .sides = store::DistanceSides::One};
            changed += store::recompress(table, one).has_value() ? 1 : 0;
        }
    }
    std::cout << changed << "\n";
}
