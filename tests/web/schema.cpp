// Each keyword has one check.
#include "schema.hpp"

#include <algorithm>
#include <regex>

namespace dameotb::tests {

namespace {

using nlohmann::json;

bool has_type(const json& value, const std::string& type) {
    return (type == "object" && value.is_object()) || (type == "array" && value.is_array()) ||
           (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean()) ||
           (type == "integer" && value.is_number_integer()) || (type == "null" && value.is_null());
}

std::string check_keyword(const json& description, const json& schema, const std::string& keyword, const json& value) {
    const json& rule = schema[keyword];
    const auto fails = [&](bool holds) {
        return holds ? "" : value.dump() + " against " + keyword + " " + rule.dump();
    };
    if (keyword == "description" || keyword == "example") {
        return "";
    }
    if (keyword == "type") {
        const json types = rule.is_array() ? rule : json::array({rule});
        return fails(std::ranges::any_of(types, [&](const json& type) { return has_type(value, type); }));
    }
    if (keyword == "enum") {
        return fails(std::ranges::find(rule, value) != rule.end());
    }
    if (keyword == "oneOf") {
        return fails(std::ranges::count_if(
                         rule, [&](const json& one) { return mismatch(description, one, value).empty(); }) == 1);
    }
    if (keyword == "pattern") {
        return value.is_string()
                   ? fails(std::regex_search(value.get<std::string>(), std::regex{rule.get<std::string>()}))
                   : "";
    }
    if (keyword == "minimum") {
        return fails(!value.is_number() || value >= rule);
    }
    if (keyword == "minItems") {
        return fails(!value.is_array() || value.size() >= rule);
    }
    if (keyword == "maxItems") {
        return fails(!value.is_array() || value.size() <= rule);
    }
    if (keyword == "maximum") {
        return fails(!value.is_number() || value <= rule);
    }
    if (keyword == "required") {
        return fails(!value.is_object() ||
                     std::ranges::all_of(rule, [&](const std::string& name) { return value.contains(name); }));
    }
    if (keyword == "items") {
        for (std::size_t i = 0; value.is_array() && i < value.size(); ++i) {
            if (const std::string wrong = mismatch(description, rule, value[i]); !wrong.empty()) {
                return wrong;
            }
        }
        return "";
    }
    if (keyword == "properties") {
        for (const auto& [name, property] : rule.items()) {
            if (value.is_object() && value.contains(name)) {
                if (const std::string wrong = mismatch(description, property, value[name]); !wrong.empty()) {
                    return name + ": " + wrong;
                }
            }
        }
        return "";
    }
    if (keyword == "additionalProperties" && rule == false) {
        for (auto field = value.begin(); value.is_object() && field != value.end(); ++field) {
            if (!schema["properties"].contains(field.key())) {
                return "a field that is not described: " + field.key();
            }
        }
        return "";
    }
    return "a schema with a keyword that the tests do not know: " + keyword;
}

}  // namespace

const json& resolved(const json& description, const json& value) {
    return value.contains("$ref") ? description.at(json::json_pointer{value["$ref"].get<std::string>().substr(1)})
                                  : value;
}

std::string mismatch(const json& description, const json& reference, const json& value) {
    const json& schema = resolved(description, reference);
    for (const auto& [keyword, ignored] : schema.items()) {
        if (const std::string wrong = check_keyword(description, schema, keyword, value); !wrong.empty()) {
            return wrong;
        }
    }
    return "";
}

}  // namespace dameotb::tests
