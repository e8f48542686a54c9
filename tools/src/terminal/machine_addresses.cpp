#include "terminal/machine_addresses.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

namespace dameotb::tools {

std::vector<std::string> machine_addresses() {
    ifaddrs* first = nullptr;
    if (getifaddrs(&first) != 0) {
        return {};
    }
    const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> all{first, freeifaddrs};
    std::vector<std::string> found;
    for (const int family : {AF_INET, AF_INET6}) {
        for (const ifaddrs* one = all.get(); one != nullptr; one = one->ifa_next) {
            const bool reaches_out = (one->ifa_flags & IFF_UP) != 0 && (one->ifa_flags & IFF_LOOPBACK) == 0;
            if (!reaches_out || one->ifa_addr == nullptr || one->ifa_addr->sa_family != family) {
                continue;
            }
            const auto* v4 = reinterpret_cast<const sockaddr_in*>(one->ifa_addr);
            const auto* v6 = reinterpret_cast<const sockaddr_in6*>(one->ifa_addr);
            if (family == AF_INET6 && IN6_IS_ADDR_LINKLOCAL(&v6->sin6_addr)) {
                continue;
            }
            const void* address = family == AF_INET ? static_cast<const void*>(&v4->sin_addr) : &v6->sin6_addr;
            std::array<char, INET6_ADDRSTRLEN> text{};
            if (inet_ntop(family, address, text.data(), text.size()) != nullptr) {
                found.emplace_back(text.data());
            }
        }
    }
    return found;
}

}  // namespace dameotb::tools
