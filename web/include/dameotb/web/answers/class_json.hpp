// Answers about classes as JSON (docs/http-api.md): the list of classes, and their statistics.
#pragma once

#include <string>

#include <dameotb/analysis/figures.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/probe/tablebase.hpp>

namespace dameotb::web {

/// Returns the answer of /classes. Opens every file.
[[nodiscard]] std::string classes_json(const probe::Tablebase& tables);

/// Returns the answer of /stats.
[[nodiscard]] std::string statistics_json(const index::Material& material, const analysis::ClassCounts& counts);

}  // namespace dameotb::web
