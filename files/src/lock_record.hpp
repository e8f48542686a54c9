// What a lock file says of the run that holds it, so that others can name that run and see whether it is over.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <dameotb/files/directory_lock.hpp>

namespace dameotb::files {

/// A process among all that ever ran: its number alone comes back after a restart, and means another process in another
/// container.
struct LockRecord {
    LockHolder holder;
    std::string system;  ///< This start of the system, and the container's space of process numbers.
    std::string begun;   ///< When the process began, in the system's own count. Empty where that cannot be known.

    /// Of the calling process.
    [[nodiscard]] static LockRecord own();
    /// Empty if the text is not that of a record, such as of a file that is just being written.
    [[nodiscard]] static std::optional<LockRecord> parse(std::string_view text);

    [[nodiscard]] std::string text() const;
    /// True only if the process can be seen from here, and is not there any more.
    [[nodiscard]] bool is_over() const;
};

}  // namespace dameotb::files
