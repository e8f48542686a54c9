// By which names the server may be called. A page from elsewhere can let a name of its own lead to this machine and
// would then read the answers as if they came from its site (DNS rebinding): so a request that calls the server by a
// name that is not its own is refused. Such a page cannot have an address for a name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dameotb::web {

/// Thread-safe.
class ServerNames {
public:
    /// `listens_to`: the address or name that it listens to. `more`: further names, as in "tables.example".
    explicit ServerNames(std::string_view listens_to = "127.0.0.1", const std::vector<std::string>& more = {});

    /// Whether the Host of a request is one of the names, or an address that it listens to: any, if it listens to all
    /// (0.0.0.0 and ::); any of 127.0.0.0/8, and ::1 and localhost, if it listens to one of these. The port may be any:
    /// it is another one behind ssh -L or a container's, and no page gains by it.
    [[nodiscard]] bool accept(std::string_view host) const;
    /// The same for an Origin, as in "http://localhost:3000".
    [[nodiscard]] bool accept_origin(std::string_view origin) const;

private:
    std::vector<std::string> names_;  ///< In small letters.
    bool listens_to_all_ = false;
    bool listens_to_loopback_ = false;
};

/// Whether this address or name leads to this machine alone.
[[nodiscard]] bool is_loopback(std::string_view host);

}  // namespace dameotb::web
