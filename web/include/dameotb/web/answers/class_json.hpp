// Answers about classes as JSON (docs/http-api.md): the list of classes, and their statistics.
#pragma once

#include <string>

#include <dameotb/analysis/figures/figures.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/web/answers/kept_counts.hpp>

namespace dameotb::web {

/// Returns the answer of /classes. Opens every file. `kept`: if not null, each class says whether its statistics are
/// there.
[[nodiscard]] std::string classes_json(const probe::Tablebase& tables, const KeptCounts* kept = nullptr);

/// Returns the answer of /stats.
[[nodiscard]] std::string statistics_json(const index::Material& material, const analysis::ClassCounts& counts);

}  // namespace dameotb::web
