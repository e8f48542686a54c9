#include <dameotb/table/format/own_of_thread.hpp>

#include <vector>

namespace dameotb::table {

namespace {

class AtExit {
public:
    AtExit() = default;
    ~AtExit() {
        for (auto last = calls_.rbegin(); last != calls_.rend(); ++last) {
            last->destroy(last->object);
        }
    }
    AtExit(const AtExit&) = delete;
    AtExit& operator=(const AtExit&) = delete;

    void add(void (*destroy)(void*), void* object) { calls_.push_back({destroy, object}); }

private:
    struct Call {
        void (*destroy)(void*);
        void* object;
    };
    std::vector<Call> calls_;
};

}  // namespace

void at_thread_exit(void (*destroy)(void*), void* object) {
    thread_local AtExit at_exit;
    at_exit.add(destroy, object);
}

}  // namespace dameotb::table
