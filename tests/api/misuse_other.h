// Converts to any argument that is no handle, for the calls that make_calls.py writes.
#pragma once

#include "api/misuse.h"

#include <cstdio>
#include <type_traits>

namespace api {

struct Other {
    template <class T>
    operator T() const {
        if constexpr (std::is_pointer_v<T>) {
            using Target = std::remove_pointer_t<T>;
            if constexpr (std::is_function_v<Target>)
                return reinterpret_cast<T>(+[] {}); // never called
            else if constexpr (std::is_same_v<Target, FILE>)
                return nullptr;
            else
                return static_cast<T>(scratch());
        } else if constexpr (std::is_integral_v<T>) {
            return T{1};
        } else {
            return T{};
        }
    }
};

} // namespace api
