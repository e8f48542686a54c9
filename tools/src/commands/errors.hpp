// What can keep the command from doing what it was asked to, and the words for it.
#pragma once

#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include <dameotb/index/material.hpp>

namespace dameotb::tools {

/// Something that the user asked for and that cannot be done. `what()` is one line that names what and where.
class UserError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A signal ended the work early. `what()` says what is left of it.
class Stopped : public std::runtime_error {
public:
    Stopped(int status, const std::string& what) : std::runtime_error{what}, status_{status} {}
    [[nodiscard]] int exit_status() const { return status_; }

private:
    int status_;
};

/// Why there can be no table of the class: "tables of 7 pieces are not supported yet; 6 is the most".
/// Requires: not index::is_supported(material).
[[nodiscard]] std::string unsupported_text(const index::Material& material);

/// Returns what is printed of an error: one line, with the command that helps where there is one.
[[nodiscard]] std::string words_for(const std::exception& error);

/// "dameotb gen --dir DIRECTORY --class KKvK KMvM".
[[nodiscard]] std::string command_that_makes(const std::string& directory,
                                             const std::vector<index::Material>& materials);

/// What to do about tables that are not there: "make `them` with: dameotb gen ...", or that they cannot be made.
[[nodiscard]] std::string way_to_make(const std::string& them, const std::string& directory,
                                      const std::vector<index::Material>& materials);

}  // namespace dameotb::tools
