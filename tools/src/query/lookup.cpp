// Memory first, files next.
#include "lookup.hpp"

#include <memory>
#include <variant>

namespace dameotb::query {

rules::Value probed(const probe::Tablebase& tablebase, const rules::Position& position) {
    const auto answer = tablebase.probe_dtm(position);
    if (const auto* missing = std::get_if<probe::NoTable>(&answer)) {
        throw MissingTable{missing->material};
    }
    return std::get<rules::Value>(answer);
}

Lookup loaded_or_probed(const gen::ClassValues& values, const probe::Tablebase& tablebase) {
    const auto loaded = std::make_shared<gen::ValueLookup>(values);
    return [&tablebase, loaded](const rules::Position& position) {
        const auto value = (*loaded)(position);
        return value ? *value : probed(tablebase, position);
    };
}

}  // namespace dameotb::query
