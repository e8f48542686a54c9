// The error for work that cannot be done within a bound on memory.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include <dameotb/index/material.hpp>

namespace dameotb::scores {

/// Says that work on a class does not fit into the memory that the process may take. Thrown before anything is done.
class MemoryBoundError : public std::runtime_error {
public:
    MemoryBoundError(const index::Material& material, std::uint64_t needed_bytes, std::uint64_t bound_bytes)
        : std::runtime_error{material.name() + " needs " + std::to_string(needed_bytes) +
                             " bytes of memory, the bound is " + std::to_string(bound_bytes)},
          material_{material},
          needed_bytes_{needed_bytes},
          bound_bytes_{bound_bytes} {}

    /// Returns the class that needs the most memory.
    [[nodiscard]] const index::Material& material() const { return material_; }
    /// Returns the least bound with which the work is possible.
    [[nodiscard]] std::uint64_t needed_bytes() const { return needed_bytes_; }
    [[nodiscard]] std::uint64_t bound_bytes() const { return bound_bytes_; }

private:
    index::Material material_;
    std::uint64_t needed_bytes_;
    std::uint64_t bound_bytes_;
};

}  // namespace dameotb::scores
