#include <dameotb/terminal/machine.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <thread>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <dameotb/terminal/control_group.hpp>

namespace dameotb::terminal {

namespace {

/// Returns the memory limit of this process in bytes: the machine's memory, or less if the process (`ulimit -v`, `-d`)
/// or its container (its control groups) is limited. Empty if the system does not report it.
std::optional<std::uint64_t> machine_memory_bytes() {
    constexpr std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t bytes = unknown;
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page_bytes = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page_bytes > 0) {
        bytes = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_bytes);
    }
    for (const auto which : {RLIMIT_AS, RLIMIT_DATA}) {
        rlimit limit{};
        if (getrlimit(which, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
            bytes = std::min<std::uint64_t>(bytes, limit.rlim_cur);
        }
    }
    bytes = std::min(bytes, group_limits().memory_bytes.value_or(unknown));
    return bytes == unknown ? std::nullopt : std::optional{bytes};
}

/// Returns how many cores the system runs this process on (`taskset`, a set of a container's or a job's); 0 if unknown.
std::uint64_t allowed_cores() {
    std::uint64_t count = 0;
#ifdef __linux__
    constexpr int most_cores = 1 << 16;
    // The system refuses a set that has no room for each core that it could have.
    for (int room = CPU_SETSIZE; count == 0 && room <= most_cores; room *= 2) {
        const std::unique_ptr<cpu_set_t, decltype([](cpu_set_t* set) { CPU_FREE(set); })> set{CPU_ALLOC(room)};
        const std::size_t bytes = CPU_ALLOC_SIZE(room);
        if (set && sched_getaffinity(0, bytes, set.get()) == 0) {
            count = CPU_COUNT_S(bytes, set.get());
        }
    }
#endif
    return count;
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

int usable_cores() {
    const std::uint64_t allowed = allowed_cores();
    const std::uint64_t cores = allowed > 0 ? allowed : std::max(1U, std::thread::hardware_concurrency());
    return static_cast<int>(std::min(cores, group_limits().cores.value_or(cores)));
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

}  // namespace dameotb::terminal
