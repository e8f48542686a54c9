// Tries what may throw, also where nothing can be caught: in WebAssembly, whose C++ library has no runtime for it, the
// host of the module catches instead (bindings/js/module/host.cpp).
#pragma once

#include <optional>
#include <string>
#include <typeinfo>

namespace dameotb::rules::detail {

#ifdef __wasm__
/// Calls. Returns the words of an error of exactly this type, or null if nothing is thrown; throws other errors on.
/// What was called and then left has destroyed nothing.
const char* caught_by_host(const std::type_info& type, void (*call)(void*), void* argument);
#endif

/// Calls. Returns the words of an Error that it throws, or nothing if it throws none.
template <class Error, class Call>
std::optional<std::string> attempt(Call call) {
#ifdef __wasm__
    const char* words = caught_by_host(
        typeid(Error), [](void* it) { (*static_cast<Call*>(it))(); }, &call);
    return words == nullptr ? std::nullopt : std::optional<std::string>{words};
#else
    try {
        call();
        return std::nullopt;
    } catch (const Error& error) {
        return error.what();
    }
#endif
}

}  // namespace dameotb::rules::detail
