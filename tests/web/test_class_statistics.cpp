// Tests the bounds of counting. test_site.cpp tests what is counted.
#include <barrier>
#include <thread>
#include <vector>

#include <pthread.h>

#include <dameotb/web/api/class_statistics.hpp>

#include "asking.hpp"
#include "catch.hpp"
#include "command.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using namespace std::chrono_literals;
using web::ClassStatistics;
using web::Reply;

namespace {

const index::Material kkvk = *index::Material::parse("KKvK");
const index::Material kvk = *index::Material::parse("KvK");

std::string code(const Reply& reply) {
    return json_of(reply)["error"]["code"];
}

#ifdef __GLIBC__
/// While it exists, no thread can be started: there are not so many addresses for a stack.
class NoMoreThreads {
public:
    NoMoreThreads() {
        pthread_getattr_default_np(&before_);
        pthread_attr_t huge = before_;
        pthread_attr_setstacksize(&huge, std::size_t{1} << 60);
        REQUIRE(pthread_setattr_default_np(&huge) == 0);
    }
    ~NoMoreThreads() { pthread_setattr_default_np(&before_); }
    NoMoreThreads(const NoMoreThreads&) = delete;
    NoMoreThreads& operator=(const NoMoreThreads&) = delete;

private:
    pthread_attr_t before_{};
};
#endif

}  // namespace

TEST_CASE("who asks for a class when enough are wanted is told to come later", "[serve]") {
    ClassStatistics statistics{good_tables, {.most_wanted = 0}};
    const Reply reply = statistics.answer(kkvk);
    CHECK(reply.status == 503);
    CHECK(code(reply) == "busy");
    CHECK(header(reply, "Retry-After") == "30");
}

TEST_CASE("only so many clients wait for a class that is being counted", "[serve]") {
    ClassStatistics statistics{good_tables, {.patience = 1h, .most_waiting_clients = 0}};
    const Reply reply = statistics.answer(kkvk);
    CHECK(reply.status == 202);
    CHECK(header(reply, "Retry-After") == "2");
    // The class is counted even though nobody waits for it.
    while (statistics.answer(kkvk).status == 202) {
        std::this_thread::sleep_for(1ms);
    }
    CHECK(statistics.answer(kkvk).status == 200);
}

TEST_CASE("a class that takes too long is given up, and may be tried again later", "[serve]") {
    ClassStatistics statistics{good_tables, {.patience = 1h, .counting_time = 0ms, .failure_kept = 1h}};
    const Reply reply = statistics.answer(kkvk);
    CHECK(reply.status == 503);
    CHECK(code(reply) == "took_too_long");
    CHECK(header(reply, "Retry-After") == "3600");
}

TEST_CASE("that a class could not be counted is forgotten", "[serve]") {
    const TemporaryDirectory tables;
    const std::filesystem::path file = tables / "KvK.dtm";
    std::filesystem::copy(good_tables + "/KvK.wdl", tables / "KvK.wdl");
    std::filesystem::copy(damaged_tables + "/KvK.dtm", file);
    ClassStatistics statistics{tables.path(), {.patience = 1h, .failure_kept = 50ms}};
    CHECK(code(statistics.answer(kvk)) == "damaged_table");
    std::filesystem::copy(good_tables + "/KvK.dtm", file, std::filesystem::copy_options::overwrite_existing);
    std::this_thread::sleep_for(60ms);
    CHECK(statistics.answer(kvk).status == 200);
}

TEST_CASE("answers are kept, and no more than so many", "[serve]") {
    const TemporaryDirectory tables;
    for (const char* name : {"KvK.wdl", "KvK.dtm", "KKvK.wdl", "KKvK.dtm"}) {
        std::filesystem::copy(good_tables + '/' + name, tables / name);
    }
    ClassStatistics statistics{tables.path(), {.patience = 1h, .most_kept = 1}};
    const Reply first = statistics.answer(kkvk);
    CHECK(first.status == 200);
    // The answer is kept, so no file is needed any more.
    std::filesystem::rename(tables / "KKvK.dtm", tables / "away");
    CHECK(statistics.answer(kkvk).body == first.body);
    // The next answer takes its place.
    CHECK(statistics.answer(kvk).status == 200);
    CHECK(statistics.answer(kkvk).status == 503);
    std::filesystem::rename(tables / "away", tables / "KKvK.dtm");
    CHECK(statistics.answer(kkvk).status == 503);
}

TEST_CASE("a class that many clients ask for at once is counted once", "[serve]") {
    const TemporaryDirectory tables;
    for (const char* name :
         {"KvK.wdl", "KvK.dtm", "KKvK.wdl", "KKvK.dtm", "KvM.wdl", "KvM.dtm", "MvM.wdl", "MvM.dtm"}) {
        std::filesystem::copy(good_tables + '/' + name, tables / name);
    }
    // Looking for kept counts takes long enough for all clients to come meanwhile; new ones cannot be written.
    write_file(tables / "KKvK.stats", std::string(1 << 16, 'x'));
    std::vector<std::filesystem::path> places(200, tables.path());
    places.front() = tables / "nowhere";
    const web::KeptCounts kept{tables.path(), places};
    ClassStatistics statistics{tables.path(), {.patience = 1h, .most_waiting_clients = 9, .most_kept = 3}, &kept};
    const std::string first = statistics.answer(kvk).body;

    constexpr int count = 4;
    std::barrier start{count};
    std::vector<std::thread> clients;
    for (int i = 0; i < count; ++i) {
        clients.emplace_back([&] {
            start.arrive_and_wait();
            (void)statistics.answer(kkvk);
        });
    }
    for (std::thread& client : clients) {
        client.join();
    }
    // This class comes after all that are queued. Three answers are kept, of as many classes.
    CHECK(statistics.answer(*index::Material::parse("KvM")).status == 200);
    std::filesystem::remove(tables / "KvK.dtm");
    CHECK(statistics.answer(kvk).body == first);
}

#ifdef __GLIBC__
TEST_CASE("a class that no thread can be started for is told to come later, and others are counted", "[serve]") {
    ClassStatistics statistics{good_tables, {.patience = 1h, .failure_kept = 1h}};
    {
        const NoMoreThreads none;
        const Reply reply = statistics.answer(kkvk);
        CHECK(reply.status == 503);
        CHECK(code(reply) == "busy");
        CHECK(header(reply, "Retry-After") == "3600");
    }
    CHECK(statistics.answer(kkvk).status == 503);
    CHECK(statistics.answer(kvk).status == 200);
}
#endif
