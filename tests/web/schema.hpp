// Tells whether a JSON value fits a schema of docs/openapi.json. It knows the part of JSON Schema that is used there.
// An unknown keyword is an error, so that none goes unchecked.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace dameotb::tests {

/// Returns empty if `value` fits the schema, otherwise what does not fit. `description` is the whole OpenAPI document.
[[nodiscard]] std::string mismatch(const nlohmann::json& description, const nlohmann::json& schema,
                                   const nlohmann::json& value);

/// Returns what a "$ref" names, or the value itself.
[[nodiscard]] const nlohmann::json& resolved(const nlohmann::json& description, const nlohmann::json& value);

}  // namespace dameotb::tests
