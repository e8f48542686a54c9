// What the API says of classes, as JSON (docs/http-api.md): which there are, and their statistics.
#pragma once

#include <dameotb/analysis/figures.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/probe/tablebase.hpp>

#include "json_reply.hpp"

namespace dameotb::web {

/// Returns the answer of /classes. Opens every file.
[[nodiscard]] Json classes_json(const probe::Tablebase& tables);

/// Returns the answer of /stats.
[[nodiscard]] Json statistics_json(const index::Material& material, const analysis::ClassCounts& counts);

}  // namespace dameotb::web
