#include "terminal/machine.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <memory>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace dameotb::tools {

namespace {

/// Returns the memory limit of this process in bytes: the machine's memory, or less if the process (`ulimit -v`) or its
/// container (control group, version 2) is limited. Empty if the system does not report it.
std::optional<std::uint64_t> machine_memory_bytes() {
    constexpr std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t bytes = unknown;
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page_bytes = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page_bytes > 0) {
        bytes = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_bytes);
    }
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        bytes = std::min<std::uint64_t>(bytes, limit.rlim_cur);
    }
    // The file contains the word "max" if there is no limit.
    std::ifstream container{"/sys/fs/cgroup/memory.max"};
    if (std::uint64_t most = 0; container >> most) {
        bytes = std::min(bytes, most);
    }
    return bytes == unknown ? std::nullopt : std::optional{bytes};
}

/// Returns the directory, or its nearest existing parent.
std::filesystem::path existing(const std::filesystem::path& directory) {
    std::error_code error;
    std::filesystem::path path = std::filesystem::absolute(directory, error);
    while (!std::filesystem::exists(path, error) && path.has_relative_path()) {
        path = path.parent_path();
    }
    return path;
}

}  // namespace

std::optional<std::uint64_t> most_memory_bytes() {
    const auto machine = machine_memory_bytes();
    return machine ? std::optional{*machine / 10 * 9} : std::nullopt;
}

std::optional<std::uint64_t> bound_memory(const std::optional<std::uint64_t>& asked) {
#ifdef __GLIBC__
    // By default the C library may retain freed blocks of up to 32 MB.
    constexpr int large_bytes = 128 * 1024;
    mallopt(M_MMAP_THRESHOLD, large_bytes);
    mallopt(M_TRIM_THRESHOLD, large_bytes);
#endif
    return asked ? asked : most_memory_bytes();
}

std::optional<std::uint64_t> free_bytes(const std::filesystem::path& directory) {
    std::error_code error;
    const std::filesystem::space_info space = std::filesystem::space(existing(directory), error);
    return error ? std::nullopt : std::optional<std::uint64_t>{space.available};
}

bool on_one_disk(const std::filesystem::path& a, const std::filesystem::path& b) {
    struct stat of_a {};
    struct stat of_b {};
    return ::stat(existing(a).c_str(), &of_a) != 0 || ::stat(existing(b).c_str(), &of_b) != 0 ||
           of_a.st_dev == of_b.st_dev;
}

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
