// Progress reports while classes are read.
#pragma once

#include <functional>

#include <dameotb/index/material.hpp>

namespace dameotb::store {

/// A class that is being read from its file.
struct ReadProgress {
    index::Material material;
    double share = 0;  ///< How much of it is read, 0 to 1.
};

/// Called at the beginning of each class, then as OnShare is (work_count.hpp).
using OnRead = std::function<void(const ReadProgress&)>;

}  // namespace dameotb::store
