// Memory first, files next.
#include "lookup.hpp"

#include <memory>
#include <utility>
#include <variant>

#include <dameotb/format/header.hpp>

#include "errors.hpp"

namespace dameotb::query {

DtmFiles::DtmFiles(std::filesystem::path directory) : directory_{std::move(directory)}, tablebase_{directory_} {}

rules::Value DtmFiles::value(const rules::Position& position) const {
    const auto answer = tablebase_.probe_dtm(position);
    if (const auto* missing = std::get_if<probe::NoTable>(&answer)) {
        throw tools::MissingTable{directory_, missing->material,
                                  missing->material.name() + "." + format::extension(format::Metric::Dtm)};
    }
    return std::get<rules::Value>(answer);
}

Lookup loaded_or_read(const gen::ClassValues& values, const DtmFiles& files) {
    const auto loaded = std::make_shared<gen::ValueLookup>(values);
    return [&files, loaded](const rules::Position& position) {
        const auto value = (*loaded)(position);
        return value ? *value : files.value(position);
    };
}

}  // namespace dameotb::query
