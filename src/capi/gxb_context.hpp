// GxB_Context: how many threads the operations of a caller's thread may use.
#pragma once

#include "capi/guard.hpp"
#include "suitesparse/GraphBLAS.h"

#include <atomic>

struct GxB_Context_opaque : grb::HostAllocated {
    grb::ObjectHeader header;
    std::atomic<int> threads{0}; // 0: the library's number
    // Of the world: in Settings.
    std::atomic<double> chunk{65536};
    std::atomic<int> gpu_id{-1};
    constexpr explicit GxB_Context_opaque(bool is_world) noexcept
        : header{grb::Magic::context, is_world} {}
};

namespace grb {

using UserContext = GxB_Context_opaque;
template <>
inline constexpr Magic magic_of<UserContext> = Magic::context;

int threads_of(const UserContext &context) noexcept;

} // namespace grb
