// The JSON API below /api/v1/ (docs/http-api.md, docs/openapi.json).
#pragma once

#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <dameotb/format/header.hpp>

#include "answers.hpp"
#include "serve/class_statistics.hpp"
#include "serve/message.hpp"

namespace dameotb::tools::serve {

/// Answers GET requests. Thread-safe.
class Api {
public:
    static constexpr std::string_view prefix = "/api/v1/";

    /// Which tables there are is found out here, once. Throws format::TablebaseError if the directory cannot be read.
    explicit Api(const std::filesystem::path& directory);

    /// Requires: a path that begins with `prefix`. Errors are answers too.
    [[nodiscard]] Reply answer(const Request& request);

    /// The classes that have a table, in build order.
    [[nodiscard]] const std::vector<index::Material>& classes() const { return classes_; }

private:
    [[nodiscard]] Reply answer_or_throw(const Request& request);
    /// Making the index of a large class without men takes a second: done once.
    [[nodiscard]] Reply list_classes() const;
    [[nodiscard]] Reply statistics(const std::string& name);
    [[nodiscard]] std::filesystem::path file(const index::Material& material, format::Metric metric) const;

    std::filesystem::path directory_;
    Tables tables_;
    std::vector<index::Material> classes_;
    std::once_flag classes_listed_;
    Reply class_list_;
    ClassStatistics statistics_;
};

}  // namespace dameotb::tools::serve
