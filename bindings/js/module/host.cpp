// The imports of the module, and the runtime of C++ exceptions: a throw becomes a JavaScript error with the type and
// message of the exception. That error unwinds no C++ frames, so the host discards the whole instance and creates
// another. No C++ catch is ever reached; attempts (attempt.hpp) are called through the host, which catches.
#include "host.hpp"

#include <cstdlib>
#include <exception>
#include <string_view>
#include <typeinfo>
#include <utility>

#include "attempt.hpp"

// Offsets are doubles, JavaScript's numbers; files have less than 2^53 bytes.
extern "C" {

#define HOST(name) __attribute__((import_module("host"), import_name(name)))
HOST("has") int host_has(std::uint32_t file, double offset, double bytes);
HOST("read") void host_read(std::uint32_t file, double offset, double bytes, std::byte* out);
[[noreturn]] HOST("raise") void host_raise(const char* type, const char* words);
/// Calls the function, and returns whether it raised an error.
HOST("attempt") bool host_attempt(void (*call)(void*), void* argument);
#undef HOST

/// The last error.
static struct {
    const char* type;
    const char* words;
} raised;

[[noreturn]] static void raise(const char* type, const char* words) {
    raised = {type, words};
    host_raise(type, words);
}

void* __cxa_allocate_exception(std::size_t bytes) noexcept {
    return std::malloc(bytes);
}

/// Everything that the library throws is a std::exception, as its first base.
[[noreturn]] void __cxa_throw(void* thrown, std::type_info* type, void (*)(void*)) {
    raise(type->name(), static_cast<std::exception*>(thrown)->what());
}

/// The only thread ends with the instance.
int __cxa_thread_atexit(void (*)(void*), void*, void*) noexcept {
    return 0;
}

/// Otherwise the C library's streams would be linked in to print why it aborts.
void abort() {
    raise("abort", "an assertion of the C++ library does not hold");
}

}  // extern "C"

const char* dameotb::rules::detail::caught_by_host(const std::type_info& type, void (*call)(void*), void* argument) {
    if (!host_attempt(call, argument)) {
        return nullptr;
    }
    if (std::string_view{raised.type} != type.name()) {
        raise(raised.type, raised.words);
    }
    return raised.words;
}

namespace dameotb::js {

namespace {

bool lacks_bytes = false;  ///< Since the answer was begun.

class HostFile : public table::ByteSource {
public:
    HostFile(std::uint32_t file, std::uint64_t size_bytes, std::string name)
        : file_{file}, size_bytes_{size_bytes}, name_{std::move(name)} {}

    [[nodiscard]] std::uint64_t size_bytes() const override { return size_bytes_; }
    void read_at(std::uint64_t offset_bytes, std::span<std::byte> out) const override {
        if (offset_bytes > size_bytes_ || out.size() > size_bytes_ - offset_bytes) {
            throw table::TablebaseError{name_, offset_bytes, "truncated"};
        }
        host_read(file_, static_cast<double>(offset_bytes), static_cast<double>(out.size()), out.data());
    }
    [[nodiscard]] const std::string& name() const override { return name_; }

private:
    std::uint32_t file_;
    std::uint64_t size_bytes_;
    std::string name_;
};

}  // namespace

bool has_bytes(std::uint32_t file, std::uint64_t offset, std::uint64_t bytes) {
    const bool has = host_has(file, static_cast<double>(offset), static_cast<double>(bytes)) != 0;
    lacks_bytes |= !has;
    return has;
}

void begin_answer() {
    lacks_bytes = false;
}

bool is_void() {
    return lacks_bytes;
}

std::unique_ptr<table::ByteSource> open_host_file(std::uint32_t file, std::uint64_t size_bytes, std::string name) {
    return std::make_unique<HostFile>(file, size_bytes, std::move(name));
}

}  // namespace dameotb::js
