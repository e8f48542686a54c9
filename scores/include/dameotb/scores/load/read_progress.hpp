// What those are told who wait while classes are read.
#pragma once

#include <functional>

#include <dameotb/index/material.hpp>

namespace dameotb::scores {

/// A class that is being read from its file.
struct ReadProgress {
    index::Material material;
    double share = 0;  ///< What part of it is read, 0 to 1.
};

/// Is told what is read: at the beginning of each class, and then as OnShare is (work_count.hpp).
using OnRead = std::function<void(const ReadProgress&)>;

}  // namespace dameotb::scores
