// What can keep the command from doing what it was asked to.
// Apart from the command line, since the server has the same errors and no command line.
#pragma once

#include <filesystem>
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

/// A table is not there. `what()` says where it is missing and which command makes it.
class MissingTable : public UserError {
public:
    /// `file` is the file's name, or the class's.
    MissingTable(const std::filesystem::path& directory, const index::Material& material, const std::string& file);

    [[nodiscard]] const index::Material& material() const { return material_; }

private:
    index::Material material_;
};

/// Why there can be no table of the class: "tables of 7 pieces are not supported yet; 6 is the most".
/// Requires: not index::is_supported(material).
[[nodiscard]] std::string unsupported_text(const index::Material& material);

/// "dameotb gen --dir DIRECTORY --class KKvK KMvM".
[[nodiscard]] std::string command_that_makes(const std::string& directory,
                                             const std::vector<index::Material>& materials);

/// What to do about tables that are not there: "make `them` with: dameotb gen ...", or that they cannot be made.
[[nodiscard]] std::string way_to_make(const std::string& them, const std::string& directory,
                                      const std::vector<index::Material>& materials);

}  // namespace dameotb::tools
