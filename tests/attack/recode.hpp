// Tables in a form that this project's writer does not choose, but every reader takes.
#pragma once

#include <filesystem>

#include "mutation.hpp"

namespace dameotb::attack {

/// Rewrites the tables of a directory: classes with kings and men mostly with models, though they are small, all with
/// few positions in a block and few blocks in a block group. So few pieces show what else only large classes have. The
/// values and their digests stay. Requires: good tables of both metrics.
void recode_tables(const std::filesystem::path& directory, Choices& random);

}  // namespace dameotb::attack
