// A position whose file is missing is an error here.
#include <dameotb/analysis/query/lookup.hpp>

#include <utility>
#include <variant>

#include <dameotb/table/directory/table_directory.hpp>

namespace dameotb::query {

DtmFiles::DtmFiles(std::filesystem::path directory) : directory_{std::move(directory)}, tablebase_{directory_} {}

rules::Value DtmFiles::value(const rules::Position& position) const {
    const auto answer = tablebase_.probe_dtm(position);
    if (const auto* missing = std::get_if<probe::NoTable>(&answer)) {
        throw table::MissingTableError{directory_, missing->material, table::Metric::Dtm};
    }
    return std::get<rules::Value>(answer);
}

}  // namespace dameotb::query
