// The system calls back with what a thread has put into a slot ("fiber-local storage") when the thread ends, and for
// all threads when the slot is freed, as this library is unloaded.
#include <dameotb/table/format/own_of_thread.hpp>

#include <windows.h>
#include <new>
#include <utility>

namespace dameotb::table {

namespace {

struct Call {
    void (*destroy)(void*);
    void* object;
    Call* earlier;
};

void WINAPI carry_out(void* last) {
    for (auto* call = static_cast<Call*>(last); call != nullptr;) {
        call->destroy(call->object);
        delete std::exchange(call, call->earlier);
    }
}

class Slot {
public:
    Slot() : number_{::FlsAlloc(carry_out)} {
        if (number_ == FLS_OUT_OF_INDEXES) {
            throw std::bad_alloc{};
        }
    }
    ~Slot() { ::FlsFree(number_); }
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;

    [[nodiscard]] Call* last() const { return static_cast<Call*>(::FlsGetValue(number_)); }
    [[nodiscard]] bool put(Call* last) const { return ::FlsSetValue(number_, last) != 0; }

private:
    DWORD number_;
};

}  // namespace

void at_thread_exit(void (*destroy)(void*), void* object) {
    static const Slot slot;
    auto call = std::make_unique<Call>(Call{destroy, object, slot.last()});
    if (!slot.put(call.get())) {
        throw std::bad_alloc{};
    }
    (void)call.release();
}

}  // namespace dameotb::table
