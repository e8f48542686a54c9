// The errors of a user: a program prints their one line and ends.
#pragma once

#include <stdexcept>

namespace dameotb::terminal {

/// The user asked for something impossible. `what()` is one line that names what and where.
class UserError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The user's input breaks the rules for it. `what()` is one line that says where and why.
class UsageError : public UserError {
public:
    using UserError::UserError;
};

}  // namespace dameotb::terminal
