// The addresses by which other machines reach this one.
#pragma once

#include <string>
#include <vector>

namespace dameotb::tools {

/// Returns the addresses of this machine's networks that are up, IPv4 before IPv6, without those that reach only the
/// machine itself or, like fe80::, only with more than an address. May be empty.
[[nodiscard]] std::vector<std::string> machine_addresses();

}  // namespace dameotb::tools
