// Values of single positions, wherever play leads: from the class in memory, or else from the files.
#pragma once

#include <stdexcept>

#include <dameotb/gen/class_values.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/probe/tablebase.hpp>

#include "matcher.hpp"

namespace dameotb::query {

/// A value was asked for whose table is not there.
class MissingTable : public std::runtime_error {
public:
    explicit MissingTable(const index::Material& material)
        : std::runtime_error{"no table " + material.name() + ".dtm"}, material_{material} {}
    [[nodiscard]] const index::Material& material() const { return material_; }

private:
    index::Material material_;
};

/// From the files. Throws MissingTable, and format::TablebaseError for a damaged file.
[[nodiscard]] rules::Value probed(const probe::Tablebase& tablebase, const rules::Position& position);

/// From the loaded class and what is loaded with it, else from the files, with their exceptions. Keeps both references,
/// until another class is loaded. A lookup of its own for each thread.
[[nodiscard]] Lookup loaded_or_probed(const gen::ClassValues& values, const probe::Tablebase& tablebase);

}  // namespace dameotb::query
