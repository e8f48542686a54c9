#include <dameotb/terminal/control_group.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
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
