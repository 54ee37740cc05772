// The functions of the plugin outside the table: which body implements which name.
#pragma once

#include "cuda/plugin/runtime.hpp"
#include "cuda/table.h"

#include <exception>
#include <type_traits>

namespace grb::device {

/// An entry of the list that find_export() searches. Lives as long as the plugin.
class Export {
public:
    Export(const char *name, AnyFunction function) noexcept;
    Export(const Export &) = delete;
    Export &operator=(const Export &) = delete;

private:
    friend AnyFunction find_export(const char *name) noexcept;
    const char *name_;
    AnyFunction function_;
    const Export *next_;
};
/// Returns the function; null if there is none.
AnyFunction find_export(const char *name) noexcept;

/// Runs the body on a runtime. Turns exceptions into a status: nothing is thrown to the library.
template <auto body, class... Arguments>
Status at_device(Runtime *device, Arguments... arguments) {
    const AtDevice here(*device);
    try {
        return body(arguments...);
    } catch (const std::exception &error) {
        return fail(Status::out_of_memory, "%s", error.what());
    }
}

/// Makes an entry, as in `static const Export name = exported<&body>(gpu::function);` beside the
/// body.
template <auto body, class... Arguments>
Export exported(const Function<Arguments...> &function) {
    static_assert(std::is_same_v<decltype(body), Status (*)(Arguments...)>);
    return {function.name(), reinterpret_cast<AnyFunction>(&at_device<body, Arguments...>)};
}

} // namespace grb::device
