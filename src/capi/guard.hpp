// The border of the library: every exported function runs inside guard(), where exceptions end.
#pragma once

#include "base/process_group.hpp"
#include "capi/handles.hpp"
#include "deferred/queue.hpp"
#include "dispatch/context.hpp"
#include "distributed/processes.hpp"

#include <type_traits>

struct GxB_Context_opaque;

namespace grb {

[[noreturn]] void throw_not_initialised();

/// Returns the code of the exception being handled, and keeps its text in the object, if there is
/// one.
GrB_Info keep_failure(const ObjectHeader *object) noexcept;
/// Returns "" when no failure was kept.
const char *kept_text(const ObjectHeader &object) noexcept;
void release_kept_text(const ObjectHeader &object) noexcept;

/// Stands for the library in calls that read or change its settings and have no handle.
struct LibrarySettings {};
inline constexpr LibrarySettings library_settings;

/// Recorded calls run with the settings of their time, and count as the last ones.
template <class Handle, class Object = std::remove_cv_t<std::remove_pointer_t<Handle>>>
inline constexpr bool has_settings =
    std::is_same_v<Object, LibrarySettings> || std::is_same_v<Object, GxB_Context_opaque> ||
    std::is_same_v<Object, GrB_Global_opaque>;

inline const ObjectHeader *live_header(std::nullptr_t) noexcept {
    return nullptr;
}
inline const ObjectHeader *live_header(LibrarySettings) noexcept {
    return nullptr;
}
template <class T>
const ObjectHeader *live_header(const T *handle) noexcept {
    if (handle == nullptr) return nullptr;
    const ObjectHeader &header = handle->header;
    const bool is_other = may_have_proxy<T> && is_collection(header);
    return header.magic == magic_of<T> || is_other ? &header : nullptr;
}

/// Runs the body of a function that also works before GrB_init. `object` keeps the text of a
/// failure: the output, else the object that is read; nullptr when there is none, or it is not
/// live. A body without a result means GrB_SUCCESS.
template <class Handle, class Body>
GrB_Info guard_always(const char *function, Handle object, Body &&body) noexcept {
    set_current_function(function);
    PublicCall call;
    try {
        if constexpr (std::is_void_v<decltype(body())>) {
            body();
            call.end();
            return GrB_SUCCESS;
        } else {
            const GrB_Info info = body();
            call.end();
            return info;
        }
    } catch (...) {
        return keep_failure(live_header(object));
    }
}

/// Returns the code of a body; a body without a result means GrB_SUCCESS.
template <class Body>
GrB_Info code_of(Body &body) {
    if constexpr (std::is_void_v<decltype(body())>) {
        body();
        return GrB_SUCCESS;
    } else {
        return body();
    }
}

/// Runs the body of any other function, together with the other processes of a process group, if
/// there is one. Returns GrB_PANIC before GrB_init and after GrB_finalize.
template <class Handle, class Body>
GrB_Info guard(const char *function, Handle object, Body &&body) noexcept {
    return guard_always(function, object, [&]() -> GrB_Info {
        if (!context().is_initialised()) throw_not_initialised();
        if constexpr (has_settings<Handle>) run_own_calls();
        if (process_group() != nullptr) [[unlikely]]
            return run_together(
                function,
                [](void *own) { return code_of(*static_cast<std::decay_t<Body> *>(own)); }, &body);
        return code_of(body);
    });
}

} // namespace grb
