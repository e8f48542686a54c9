// A library that is loaded into the command before the C library: the clock of the day jumps, back and forth, at each
// look at it, by up to some years; sometimes to before 1970 or to where a year has five digits. The clock that only
// goes forward stays. DAMEOTB_CLOCK_SEED: any number.
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <ctime>

#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

namespace {

/// Returns the next of many numbers that the seed tells.
std::uint64_t next_number() {
    static const char* const text = getenv("DAMEOTB_CLOCK_SEED");
    static std::atomic<std::uint64_t> state{text == nullptr ? 0 : std::strtoull(text, nullptr, 10)};
    std::uint64_t mixed = state.fetch_add(0x9E3779B97F4A7C15U) + 0x9E3779B97F4A7C15U;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBU;
    return mixed ^ mixed >> 31;
}

time_t jumped(time_t now) {
    const std::uint64_t number = next_number();
    constexpr std::int64_t years = std::int64_t{5} * 365 * 86400;
    switch (number % 16) {
        case 0:
            return -static_cast<time_t>(number >> 8 & 0xFFFFFFF);
        case 1:
            return 253402300800 + static_cast<time_t>(number >> 8 & 0xFFFFFFF);  // the year 10000 and later
        default:
            return now + static_cast<std::int64_t>(number >> 8) % (2 * years) - years;
    }
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* at) noexcept {
    const auto result = static_cast<int>(syscall(SYS_clock_gettime, clock, at));
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        at->tv_sec = jumped(at->tv_sec);
    }
    return result;
}

time_t time(time_t* out) noexcept {
    timespec at{};
    clock_gettime(CLOCK_REALTIME, &at);
    if (out != nullptr) {
        *out = at.tv_sec;
    }
    return at.tv_sec;
}

int gettimeofday(timeval* at, void*) noexcept {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    *at = {now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

}  // extern "C"
