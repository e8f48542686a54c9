// Runs code that may throw, even where nothing can be caught: in WebAssembly the C++ library has no exception runtime,
// so the module's host catches instead (bindings/js/module/host.cpp).
#pragma once

#include <optional>
#include <string>
#include <typeinfo>

namespace dameotb::rules::detail {

#ifdef __wasm__
/// Calls `call`. Returns the message of an error of exactly this type, or null if nothing is thrown; rethrows other
/// errors. The frames that the error leaves run no destructors.
const char* caught_by_host(const std::type_info& type, void (*call)(void*), void* argument);
#endif

/// Calls `call`. Returns the message of the Error it throws, or nothing if it throws none.
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
