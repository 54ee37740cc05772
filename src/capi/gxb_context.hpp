// GxB_Context: the number of threads for the operations of a caller's thread, and the arenas of its
// new objects.
#pragma once

#include "capi/guard.hpp"
#include "graphblast/gxb_arenas.h"

#include <atomic>

struct GxB_Context_opaque : grb::ArenaAllocated<GxB_Context_opaque> {
    grb::ObjectHeader header;
    std::atomic<int> threads{0}; // 0: the library's number
    // The world's chunk is in Settings.
    std::atomic<double> chunk{65536};
    std::atomic<int> gpu_id{-1};
    std::atomic<int> header_arena{0}, data_arena{0};
    // GxB_NGPUS and GxB_GPU_IDS; negative: all GPUs. A mutex of gxb_gpus.cpp guards them.
    int gpus = -1;
    std::int32_t gpu_ids[64] = {};
    constexpr explicit GxB_Context_opaque(bool is_world) noexcept
        : header{grb::Magic::context, is_world} {}
};

namespace grb {

using UserContext = GxB_Context_opaque;
template <>
inline constexpr Magic magic_of<UserContext> = Magic::context;

/// Removes a holder: the user's handle, or an engaged thread. The last holder deletes the object.
inline void let_go(const UserContext *context) noexcept {
    if (context->header.is_predefined) return;
    const std::atomic_ref<std::uint32_t> holders(context->header.holders);
    if (holders.fetch_sub(1, std::memory_order_acq_rel) == 1) delete context;
}

int threads_of(const UserContext &context) noexcept;
/// Returns GrX_CONTEXT_LOCAL: the calls of an engaged thread concern its process alone.
bool is_local_context(const UserContext &context) noexcept;
/// Returns GxB_CONTEXT_WORLD, which has the library's settings.
UserContext &world_context() noexcept;

/// Both take GxB_ARENA_HEADER, GxB_ARENA_DATA, GxB_NGPUS, GxB_CONTEXT_NTHREADS, GxB_CONTEXT_GPU_ID.
/// GrB_INVALID_VALUE: another field, or a wrong value.
std::int32_t number_of_context(const UserContext &context, int field);
void set_number_of_context(UserContext &context, int field, std::int32_t value);

/// These give GxB_NGPUS_MAX, GxB_NGPUS and GxB_GPU_IDS.
int most_gpus();
int gpus_of(const UserContext &context);
void set_gpus(UserContext &context, int count);
inline constexpr std::size_t gpu_ids_bytes = sizeof UserContext::gpu_ids;
/// Both move as many numbers as gpus_of() says.
void get_gpu_ids(const UserContext &context, void *value);
void set_gpu_ids(UserContext &context, const void *value, std::size_t size);
void forget_gpus(UserContext &context) noexcept;

} // namespace grb
