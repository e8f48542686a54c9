// What the API says of many positions that are asked for at once.
#pragma once

#include <string>

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/web/api/api.hpp>

#include "json_reply.hpp"

namespace dameotb::web {

/// The most positions of one request.
inline constexpr std::size_t most_batch_positions = 1000;

/// Returns the answer to {"fens": [...]}: an object for each text, in their order. It has the fields of head_of, or
/// "error" if the text is no position or its table is damaged. Throws RequestError if the body is not of that form, or
/// names too many positions.
[[nodiscard]] Json batch_answer(const probe::Tablebase& tables, const std::string& body,
                                const CommandThatMakes& command, Work& work);

}  // namespace dameotb::web
