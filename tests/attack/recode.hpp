// Tables in a form that this project's writer does not choose, but every reader takes.
#pragma once

#include <filesystem>

#include "mutation.hpp"

namespace dameotb::attack {

/// Rewrites the tables of a directory: classes with kings and men mostly with models, though they are small, all with
/// few places in a unit and few units in a page. So few pieces show what else only large classes have. The values and
/// their digests stay. Requires: good tables of both metrics.
void recode_tables(const std::filesystem::path& directory, Choices& random);

}  // namespace dameotb::attack
