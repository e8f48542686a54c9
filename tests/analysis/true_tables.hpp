// Classes with their values, by the plain definition.
#pragma once

#include "plain_tables.hpp"

namespace dameotb::tests {

/// Some classes of up to three pieces; made when they are first asked for.
inline PlainTables& plain() {
    static PlainTables tables{{class_of("KKvK"), class_of("KvM"), class_of("MvM")}};
    return tables;
}

}  // namespace dameotb::tests
