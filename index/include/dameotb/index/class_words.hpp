// The name of a class in words, for humans.
#pragma once

#include <string>

#include <dameotb/index/material.hpp>

namespace dameotb::index {

/// Returns the class in words: "two kings and a man against a king" for KKMvK. Requires: no side is bare.
/// The explorer's page uses the same words (web/src/explorer/page/words.js).
[[nodiscard]] std::string class_words(const Material& material);

}  // namespace dameotb::index
