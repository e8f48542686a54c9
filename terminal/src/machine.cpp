
#include <dameotb/terminal/machine.hpp>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace dameotb::terminal {

namespace {

namespace fs = std::filesystem;

/// A line of /proc/self/cgroup.
struct Membership {
    std::string controllers;  ///< As in "cpu,cpuacct"; none in version 2.
    fs::path group;           ///< Absolute, from the root of the hierarchy.
};

/// Where a hierarchy, or the part of it below the group `top`, can be seen.
struct Mount {
    fs::path top;
    fs::path directory;
};

void take_smaller(std::optional<std::uint64_t>& least, std::uint64_t other) {
    least = std::min(other, least.value_or(other));
}

/// Reads how long the group may compute in a period. The quota is the word "max", or -1, if there is no limit.
void take_cores(std::optional<std::uint64_t>& least, std::istream& quota_file, std::istream& period_file) {
    std::int64_t quota = 0;
    std::int64_t period = 0;
    if (quota_file >> quota && period_file >> period && quota > 0 && period > 0) {
        take_smaller(least, (quota - 1) / period + 1);
    }
}

/// Takes in the limits of one group. Only the files of its version and of its controllers are there.
void take_limits(GroupLimits& limits, const fs::path& group) {
    // A process above memory.high is not killed, but hardly gets on.
    for (const char* name : {"memory.max", "memory.high", "memory.limit_in_bytes"}) {
        std::ifstream file{group / name};
        if (std::uint64_t bytes = 0; file >> bytes) {
            take_smaller(limits.memory_bytes, bytes);
        }
    }
    std::ifstream both{group / "cpu.max"};
    take_cores(limits.cores, both, both);
    std::ifstream quota{group / "cpu.cfs_quota_us"};
    std::ifstream period{group / "cpu.cfs_period_us"};
    take_cores(limits.cores, quota, period);
}

std::vector<Membership> memberships(const fs::path& root) {
    std::vector<Membership> found;
    std::ifstream file{root / "proc/self/cgroup"};
    for (std::string number, controllers, group;
         std::getline(file, number, ':') && std::getline(file, controllers, ':') && std::getline(file, group);) {
        found.push_back({controllers, group});
    }
    return found;
}

bool has_common_name(const std::string& names, const std::string& others) {
    std::istringstream all{others};
    for (std::string name; std::getline(all, name, ',');) {
        if (("," + names + ",").find("," + name + ",") != std::string::npos) {
            return true;
        }
    }
    return false;
}

/// Returns where the hierarchy with these controllers is mounted.
std::vector<Mount> mounts_of(const std::string& controllers, const fs::path& root) {
    // Where systemd and containers mount it, in case mountinfo cannot be read.
    std::vector<Mount> found{{"/", root / "sys/fs/cgroup" / controllers}};
    std::ifstream file{root / "proc/self/mountinfo"};
    for (std::string line; std::getline(file, line);) {
        // ID, parent, device, top, directory, options, optional fields; after the hyphen: type, source, options.
        const std::size_t hyphen = line.find(" - ");
        if (hyphen == std::string::npos) {
            continue;
        }
        std::string ignored;
        std::string top;
        std::string directory;
        std::istringstream{line} >> ignored >> ignored >> ignored >> top >> directory;
        std::string type;
        std::string options;
        std::istringstream{line.substr(hyphen + 3)} >> type >> ignored >> options;
        if (controllers.empty() ? type == "cgroup2" : type == "cgroup" && has_common_name(options, controllers)) {
            found.push_back({top, root / fs::path{directory}.relative_path()});
        }
    }
    return found;
}

}  // namespace

GroupLimits group_limits(const fs::path& root) {
    GroupLimits limits;
    for (const Membership& membership : memberships(root)) {
        for (const Mount& mount : mounts_of(membership.controllers, root)) {
            fs::path group = mount.directory;
            take_limits(limits, group);
            const fs::path below = membership.group.lexically_relative(mount.top);
            // Of a group elsewhere, seen from another name space, only the mounted one is known to be around it.
            for (const fs::path& name : below.empty() || *below.begin() == ".." ? fs::path{} : below) {
                group /= name;
                take_limits(limits, group);
            }
        }
    }
    return limits;
}

}  // namespace dameotb::terminal

#ifdef __GLIBC__
#include <malloc.h>
#endif

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
