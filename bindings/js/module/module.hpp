// What the exports of the module share: the text of a question, and that of its answer.
#pragma once

#include <cstdint>
#include <string_view>

#include <dameotb/probe/question.hpp>
#include <dameotb/web/answers/json_writer.hpp>

#include "site_tables.hpp"
#include "tables.hpp"

#define EXPORT(name) extern "C" __attribute__((export_name(name)))

namespace dameotb::js {

using RuleTables = probe::SiteTables<Tables, false>;

/// The instance's tables.
extern Tables tables;

/// Returns the text that the host has written for a question.
[[nodiscard]] std::string_view question_text(std::uint32_t bytes);

/// Returns whether listing the legal moves would take minutes.
[[nodiscard]] bool has_too_many_captures(const Position& position);
/// Throws NotationError if it would.
void refuse_too_many_captures(const Position& position);

/// Returns the question about a FEN. `plies`: of a draw rule; 0 for none.
[[nodiscard]] probe::Question question_about(std::string_view fen, int plies);

/// Returns the answer as the host reads it, until the next one.
[[nodiscard]] const char* finished(const web::JsonWriter& json);

}  // namespace dameotb::js
