// A directory with the tables of all classes of two pieces, which is there while the program runs.
#pragma once

#include "made_tables.hpp"

namespace dameotb::fuzz {

inline const std::filesystem::path& two_piece_tables() {
    static const tests::MadeTables tables{
        {*index::Material::parse("KvK"), *index::Material::parse("KvM"), *index::Material::parse("MvM")}};
    return tables.path();
}

}  // namespace dameotb::fuzz
