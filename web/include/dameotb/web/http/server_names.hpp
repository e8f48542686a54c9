// The names by which the server may be called. A page from elsewhere can point its own domain name at this machine and
// then read the answers as if from its own site (DNS rebinding). So the server refuses a request that calls it by a
// name that is not its own. Calling it by address is safe: such a page's name cannot be an address.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dameotb::web {

/// The names and addresses of one server. Thread-safe.
class ServerNames {
public:
    /// `listens_to`: the address or name that the server listens on. `more`: further names, such as "tables.example",
    /// for each of which is_server_name holds.
    explicit ServerNames(std::string_view listens_to = "127.0.0.1", const std::vector<std::string>& more = {});

    /// Returns whether the Host of a request is one of the names, or an address that the server listens on. If it
    /// listens on all addresses (0.0.0.0 or ::), every address and localhost are accepted. If it listens on a loopback
    /// address or name, all of 127.0.0.0/8, ::1 and localhost are accepted. Any port is accepted: behind ssh -L or in a
    /// container it differs, and a page gains nothing from it.
    [[nodiscard]] bool accept(std::string_view host) const;
    /// Like accept(), for an Origin such as "http://localhost:3000".
    [[nodiscard]] bool accept_origin(std::string_view origin) const;

private:
    std::vector<std::string> names_;  ///< In lower case.
    bool listens_to_all_ = false;
    bool listens_to_loopback_ = false;
};

/// Returns whether a Host can have the text as its name: an address, or letters, digits, hyphens, underscores and dots.
/// A scheme, a port, brackets or a path are no part of a name.
[[nodiscard]] bool is_server_name(std::string_view text);

/// Returns whether this address or name leads only to this machine.
[[nodiscard]] bool is_loopback(std::string_view host);

}  // namespace dameotb::web
