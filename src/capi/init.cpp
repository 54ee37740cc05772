// GrB_init, GxB_init, GrB_finalize, GrB_getVersion, and the object that stands for the library.
#include "capi/init.hpp"
#include "base/message.hpp"
#include "capi/guard.hpp"
#include "distributed/group_settings.hpp"
#include "suitesparse/GraphBLAS.h"

#include <cstdlib>

using namespace grb;

namespace {

/// Initialises the library; then `join` joins a process group, or none.
template <class Join>
void initialise_and_join(int mode, const AllocatorFunctions &functions, const Join &join) {
    context().initialise(mode, functions);
    try {
        join();
    } catch (const Error &error) {
        // No object can keep the text.
        say(": %s", error.what());
        context().finalise();
        throw;
    }
}

} // namespace

void grb::initialise_with_group(int mode, const AllocatorFunctions &functions, const char *mpi,
                                const void *comm, bool is_fortran) {
    initialise_and_join(mode, functions, [&] {
        if (comm == nullptr) mpi = group_settings().mpi;
        if (mpi != nullptr) join_processes(comm, is_fortran, mpi);
    });
}

void grb::initialise_launched(int mode, const AllocatorFunctions &functions, const Launch &launch) {
    initialise_and_join(mode, functions, [&] { join_launched(launch); });
}

namespace {
constinit GrB_Global_opaque global_{{Magic::global, true}};

void initialise(const GrB_Mode &mode, const AllocatorFunctions &functions) {
    int number = number_of(mode);
    // The GPU is used where that pays, whatever the mode.
    if (number == GxB_NONBLOCKING_GPU) number = GrB_NONBLOCKING;
    if (number == GxB_BLOCKING_GPU) number = GrB_BLOCKING;
    if (number != GrB_NONBLOCKING && number != GrB_BLOCKING) {
        throw Error(GrB_INVALID_VALUE, "mode %d is neither GrB_BLOCKING nor GrB_NONBLOCKING",
                    number);
    }
    initialise_with_group(number, functions, nullptr, nullptr, false);
}

} // namespace

constinit const GrB_Global GrB_GLOBAL = &global_;

GrB_Info GrB_init(GrB_Mode mode) {
    return guard_always(__func__, nullptr, [&] {
        initialise(mode, {std::malloc, std::calloc, std::realloc, std::free});
    });
}

GrB_Info GxB_init(GrB_Mode mode, void *(*user_malloc)(size_t), void *(*user_calloc)(size_t, size_t),
                  void *(*user_realloc)(void *, size_t), void (*user_free)(void *)) {
    return guard_always(__func__, nullptr, [&] {
        required_pointer(user_malloc, "user_malloc");
        required_pointer(user_free, "user_free");
        initialise(mode, {user_malloc, user_calloc, user_realloc, user_free});
    });
}

void GB_Global_GrB_init_called_set(bool called) {
    context().pretend_initialised(called);
}

GrB_Info GrB_finalize(void) {
    return guard_always(__func__, nullptr, [] {
        if (context().is_initialised()) run_calls_of_all_threads();
        context().finalise();
    });
}

GrB_Info GxB_initialized(int *initialized) {
    return guard_always(__func__, nullptr, [&] {
        *required_pointer(initialized, "initialized") = context().is_initialised() ? 1 : 0;
    });
}

GrB_Info GxB_finalized(int *finalized) {
    return guard_always(__func__, nullptr, [&] {
        *required_pointer(finalized, "finalized") = context().is_initialised() ? 0 : 1;
    });
}

// base/thread_pool.cpp and base/device.cpp have handlers of their own.
void GxB_atfork_prepare(void) {}
void GxB_atfork_parent(void) {}
void GxB_atfork_child(void) {}

GrB_Info GrB_getVersion(unsigned int *version, unsigned int *subversion) {
    return guard_always(__func__, nullptr, [&] {
        required_pointer(version, "version");
        required_pointer(subversion, "subversion");
        *version = GRB_VERSION;
        *subversion = GRB_SUBVERSION;
    });
}
