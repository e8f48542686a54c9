// Whether a JSON value is what a schema of docs/openapi.json says: the part of JSON Schema that is used there. A
// keyword that is not known here is an error, so that none goes unchecked.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace dameotb::tests {

/// Empty if `value` fits the schema, otherwise what does not. `description` is the whole OpenAPI document.
[[nodiscard]] std::string mismatch(const nlohmann::json& description, const nlohmann::json& schema,
                                   const nlohmann::json& value);

/// What a "$ref" names, or the value itself.
[[nodiscard]] const nlohmann::json& resolved(const nlohmann::json& description, const nlohmann::json& value);

}  // namespace dameotb::tests
