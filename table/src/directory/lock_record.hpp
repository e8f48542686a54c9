// What a lock file says about the run that holds it, so that other runs can name that run and see whether it is over.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <dameotb/table/directory/directory_lock.hpp>

namespace dameotb::table {

/// Identifies one process among all that ever ran. Its number alone cannot: the number comes back after a restart of
/// the system, and means another process in another container.
struct LockRecord {
    LockHolder holder;
    std::string system;  ///< This start of the system, and the container's space of process numbers.
    std::string begun;   ///< When the process began, in the system's own count. Empty where that cannot be known.

    /// The first line of every record.
    static constexpr std::string_view title = "dameotb: this run writes into the directory";

    /// Returns the record of the calling process.
    [[nodiscard]] static LockRecord own();
    /// Reads a record. Returns nothing if the text is not that of a record, for example if the file is just being
    /// written.
    [[nodiscard]] static std::optional<LockRecord> parse(std::string_view text);

    [[nodiscard]] std::string text() const;
    /// Returns whether the process is known to be over: it could be seen from here, and is not there any more.
    [[nodiscard]] bool is_over() const;
};

}  // namespace dameotb::table
