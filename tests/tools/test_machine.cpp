// What the machine leaves to the command: limits of containers and jobs, and the cores that it may run on.
#include <fstream>
#include <map>
#include <string>

#include <sched.h>

#include <dameotb/terminal/machine.hpp>

#include "catch.hpp"
#include "command.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;
using namespace dameotb::tests;

namespace {

constexpr std::uint64_t mib = std::uint64_t{1} << 20;

/// A root directory in which only the files named lie: what they are called, and what is in them.
class Root {
public:
    explicit Root(const std::map<std::string, std::string>& files) {
        for (const auto& [name, text] : files) {
            std::filesystem::create_directories((directory_ / name).parent_path());
            write_file(directory_ / name, text);
        }
    }
    [[nodiscard]] terminal::GroupLimits limits() const { return terminal::group_limits(directory_.path()); }

private:
    TemporaryDirectory directory_;
};

const std::string version_2 = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";

}  // namespace

TEST_CASE("no control group, or none with a limit, leaves all of the machine", "[tools]") {
    const std::map<std::string, std::string> without =
        GENERATE(std::map<std::string, std::string>{},
                 std::map<std::string, std::string>{{"proc/self/cgroup", "0::/a\n"},
                                                    {"proc/self/mountinfo", version_2},
                                                    {"sys/fs/cgroup/a/memory.max", "max\n"},
                                                    {"sys/fs/cgroup/a/memory.high", "max\n"},
                                                    {"sys/fs/cgroup/a/cpu.max", "max 100000\n"}},
                 std::map<std::string, std::string>{{"proc/self/cgroup", "3:cpu:/\n"},
                                                    {"proc/self/mountinfo", ""},
                                                    {"sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n"},
                                                    {"sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n"}});
    const terminal::GroupLimits limits = Root{without}.limits();
    CHECK_FALSE(limits.memory_bytes);
    CHECK_FALSE(limits.cores);
}

TEST_CASE("a container that sees its own group as the root has that group's limits", "[tools]") {
    const terminal::GroupLimits limits = Root{
        {{"proc/self/cgroup", "0::/\n"},
         {"proc/self/mountinfo", version_2},
         {"sys/fs/cgroup/memory.max", "268435456\n"},
         {"sys/fs/cgroup/cpu.max",
          "150000 100000\n"}}}.limits();
    CHECK(limits.memory_bytes == 256 * mib);
    CHECK(limits.cores == 2);
}

TEST_CASE("the least limit of all groups around the process counts, and of no others", "[tools]") {
    // As of a unit of systemd, a job of Slurm, and a container that sees the groups of its host.
    const std::string slice = "sys/fs/cgroup/system.slice/";
    std::map<std::string, std::string> files{{"proc/self/cgroup", "0::/system.slice/run.scope/step\n"},
                                             {"proc/self/mountinfo", version_2},
                                             {slice + "memory.max", "3000000000\n"},
                                             {slice + "memory.high", "2000000000\n"},
                                             {slice + "cpu.max", "400000 100000\n"},
                                             {slice + "run.scope/memory.max", "1073741824\n"},
                                             {slice + "run.scope/cpu.max", "50000 100000\n"},
                                             {slice + "run.scope/step/memory.max", "max\n"},
                                             {slice + "run.scope/step/cpu.max", "max 100000\n"},
                                             {slice + "other.scope/memory.max", "1048576\n"},
                                             {slice + "run.scope/step/below/memory.max", "1048576\n"}};
    CHECK(Root{files}.limits().memory_bytes == 1024 * mib);
    CHECK(Root{files}.limits().cores == 1);
    files[slice + "memory.max"] = "536870912\n";
    files[slice + "run.scope/cpu.max"] = "max 100000\n";
    CHECK(Root{files}.limits().memory_bytes == 512 * mib);
    CHECK(Root{files}.limits().cores == 4);
    files[slice + "run.scope/step/memory.high"] = "134217728\n";
    CHECK(Root{files}.limits().memory_bytes == 128 * mib);
}

TEST_CASE("control groups of version 1 have a hierarchy for each kind of limit", "[tools]") {
    std::map<std::string, std::string> files{
        {"proc/self/cgroup",
         "12:name=systemd:/job\n5:memory:/slurm/uid_7/job_9\n4:cpu,cpuacct:/slurm/uid_7\n1:pids:/\n"},
        {"proc/self/mountinfo",
         "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755\n"
         "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpuacct,cpu\n"
         "35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"},
        {"sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"},
        {"sys/fs/cgroup/memory/slurm/uid_7/memory.limit_in_bytes", "1073741824\n"},
        {"sys/fs/cgroup/memory/slurm/uid_7/job_9/memory.limit_in_bytes", "9223372036854771712\n"},
        {"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n"},
        {"sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n"},
        {"sys/fs/cgroup/cpu,cpuacct/slurm/uid_7/cpu.cfs_quota_us", "250000\n"},
        {"sys/fs/cgroup/cpu,cpuacct/slurm/uid_7/cpu.cfs_period_us", "100000\n"}};
    CHECK(Root{files}.limits().memory_bytes == 1024 * mib);
    CHECK(Root{files}.limits().cores == 3);

    // A container sees the groups of the host in /proc/self/cgroup, and its own part of them alone.
    files["proc/self/cgroup"] = "5:memory:/docker/1d6f/inner\n";
    files["proc/self/mountinfo"] = "35 31 0:32 /docker/1d6f /cg/memory ro - cgroup cgroup rw,memory\n";
    files["cg/memory/memory.limit_in_bytes"] = "805306368\n";
    CHECK(Root{files}.limits().memory_bytes == 768 * mib);
    files["cg/memory/inner/memory.limit_in_bytes"] = "402653184\n";
    CHECK(Root{files}.limits().memory_bytes == 384 * mib);
    // From a name space of its own, a group outside is only known to be around it.
    files["proc/self/cgroup"] = "5:memory:/../inner\n";
    CHECK(Root{files}.limits().memory_bytes == 768 * mib);
}

TEST_CASE("where both versions are in use, the limits are those of the one that has them", "[tools]") {
    const terminal::GroupLimits limits = Root{
        {{"proc/self/cgroup", "4:memory:/a\n0::/b\n"},
         {"proc/self/mountinfo",
          "35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
          "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"},
         {"sys/fs/cgroup/memory/a/memory.limit_in_bytes", "268435456\n"},
         {"sys/fs/cgroup/memory/b/memory.limit_in_bytes", "1048576\n"},
         {"sys/fs/cgroup/unified/b/cpu.max",
          "100000 100000\n"}}}.limits();
    CHECK(limits.memory_bytes == 256 * mib);
    CHECK(limits.cores == 1);
}

TEST_CASE("the cores that the process may not run on do not count", "[tools]") {
    cpu_set_t all;
    REQUIRE(::sched_getaffinity(0, sizeof all, &all) == 0);
    const auto most = static_cast<std::uint64_t>(CPU_COUNT(&all));
    CHECK(static_cast<std::uint64_t>(terminal::usable_cores()) ==
          std::min(most, terminal::group_limits().cores.value_or(most)));
    int core = 0;
    while (!CPU_ISSET(core, &all)) {
        ++core;
    }
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    REQUIRE(::sched_setaffinity(0, sizeof one, &one) == 0);
    CHECK(terminal::usable_cores() == 1);
    // The command begins with the set of this process.
    const std::string estimate = run({"gen", "--estimate", "--pieces", "3"}).out;
    CHECK_THAT(estimate, Catch::Contains("1 thread"));
    REQUIRE(::sched_setaffinity(0, sizeof all, &all) == 0);
}
