// Keeps the first of the errors that several threads find in a file, so that the reported damage does not depend on the
// number of threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>

#include <dameotb/table/format/error.hpp>

namespace dameotb::store {

/// Thread-safe, except `rethrow`.
class FirstError {
public:
    /// Calls body(), which works on part `part` of the file. Keeps a table::TablebaseError that it throws. Does nothing
    /// if an earlier part is known to be damaged.
    template <class Body>
    void guard(std::uint64_t part, const Body& body) {
        if (part > part_.load(std::memory_order_relaxed)) {
            return;
        }
        try {
            body();
        } catch (const table::TablebaseError& error) {
            const std::lock_guard lock{mutex_};
            if (part < part_) {
                part_ = part;
                error_ = error;
            }
        }
    }
    /// Throws the error of the first damaged part, if any.
    void rethrow() const {
        if (error_) {
            throw table::TablebaseError{*error_};
        }
    }

private:
    std::atomic<std::uint64_t> part_ = ~std::uint64_t{0};
    std::mutex mutex_;
    std::optional<table::TablebaseError> error_;
};

}  // namespace dameotb::store
