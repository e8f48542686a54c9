// The play of a run by many workers: its tasks are those of a real run, and its clock keeps to simple bounds.
#include <dameotb/cluster/simulation.hpp>

#include <dameotb/gen/run/slice_schedule.hpp>
#include "catch.hpp"
#include "class_cut.hpp"
#include "plain_tables.hpp"

using namespace dameotb;
using cluster::Cluster;
using cluster::ScaleEstimate;
using tests::class_of;

namespace {

ScaleEstimate play(int pieces, const Cluster& cluster) {
    return cluster::estimate_scale(index::build_order(pieces), store::never_one_side, cluster);
}

Cluster cluster_of(int workers, int threads = 1) {
    Cluster cluster;
    cluster.workers = workers;
    cluster.threads = threads;
    return cluster;
}

}  // namespace

TEST_CASE("batches are those that the class is cut into") {
    for (const char* name : {"KMMvKM", "KKMvKM", "KMMvMM"}) {
        const index::Material material = class_of(name);
        const auto levels = gen::levels_of(material, 2);
        for (const int threads : {1, 3, 100}) {
            const cluster::ClassParts parts = cluster::cut_class(material, levels, threads, 1 << 16);
            for (std::size_t i = 0; i < levels.size(); ++i) {
                CHECK(parts.levels[i].firsts.size() ==
                      cluster::batch_sizes(material, levels[i].size(), threads, 1 << 16).size());
            }
        }
    }
}

TEST_CASE("one worker does one task after the other") {
    const ScaleEstimate one = play(5, cluster_of(1));
    CHECK(one.busy_seconds <= one.seconds);
    CHECK(one.busy_seconds + Cluster{}.message_seconds * static_cast<double>(one.tasks) == Approx(one.seconds));
    CHECK(one.work_seconds < one.busy_seconds);
}

TEST_CASE("more workers take less time, but no less than their part of the work and the longest task") {
    double before = play(5, cluster_of(1)).seconds;
    std::uint64_t read_before = play(5, cluster_of(1)).read_bytes;
    for (const int workers : {2, 4, 16, 256}) {
        CAPTURE(workers);
        const ScaleEstimate run = play(5, cluster_of(workers));
        CHECK(run.seconds < before);
        CHECK(run.seconds * workers >= run.work_seconds);
        CHECK(run.seconds >= run.longest_seconds);
        CHECK(run.busy_seconds <= run.seconds * workers);
        CHECK(run.read_bytes > read_before);  // scores that others have found
        read_before = run.read_bytes;
        before = run.seconds;
    }
    CHECK(play(5, cluster_of(4, 4)).seconds < play(5, cluster_of(4)).seconds);
}

TEST_CASE("a slow directory is what a run waits for") {
    Cluster cluster = cluster_of(16);
    cluster.shared_rate = 1'000'000;
    const ScaleEstimate run = play(5, cluster);
    CHECK(run.seconds >=
          static_cast<double>(run.read_bytes + run.written_bytes) / static_cast<double>(cluster.shared_rate));
    CHECK(run.seconds > 10 * play(5, cluster_of(16)).seconds);
}

TEST_CASE("what lies in the directory at a time is some of what is written to it") {
    const ScaleEstimate run = play(5, cluster_of(4));
    CHECK(run.shared_bytes > 0);
    CHECK(run.shared_bytes < run.written_bytes);
}
