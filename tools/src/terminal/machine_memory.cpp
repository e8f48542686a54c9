#include "terminal/machine_memory.hpp"

#include <algorithm>
#include <fstream>
#include <limits>

#include <sys/resource.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace dameotb::tools {

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
    // The file holds the word "max" if there is no limit.
    std::ifstream container{"/sys/fs/cgroup/memory.max"};
    if (std::uint64_t most = 0; container >> most) {
        bytes = std::min(bytes, most);
    }
    return bytes == unknown ? std::nullopt : std::optional{bytes};
}

std::optional<std::uint64_t> most_memory_bytes() {
    const auto machine = machine_memory_bytes();
    return machine ? std::optional{*machine / 10 * 9} : std::nullopt;
}

std::optional<std::uint64_t> bound_memory(const std::optional<std::uint64_t>& asked) {
#ifdef __GLIBC__
    // By default the C library keeps blocks of up to 32 MB after a while.
    constexpr int large_bytes = 128 * 1024;
    mallopt(M_MMAP_THRESHOLD, large_bytes);
    mallopt(M_TRIM_THRESHOLD, large_bytes);
#endif
    return asked ? asked : most_memory_bytes();
}

}  // namespace dameotb::tools
