// A call, made again and again while the first, second, ... request for memory is refused.
#pragma once

#include "faults/allocator.h"
#include "faults/world.h"

#include <initializer_list>

namespace faults {

/// The library, initialised with the counting functions for as long as this lives.
class Session {
public:
    explicit Session(GrB_Mode mode = GrB_NONBLOCKING);
    ~Session(); // nothing of the library's may live
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;
};

struct Case {
    const char *name;
    GrB_Info (*call)(World &);
    /// What the call needs before it, and what it leaves to clean up; may be null.
    GrB_Info (*prepare)(World &) = nullptr;
};

/// A call of one function with members of the world `o`.
#define CALL(function, ...)                                                                   \
    ::faults::Case {                                                                          \
#function, []([[maybe_unused]] ::faults::World & o) { return function(__VA_ARGS__); } \
    }

/// The variant to take when it can, as in GrX_FORCE; "": any.
void force(const char *variant);

/// Either the call succeeds with the result that it has when no request is refused, or it returns
/// GrB_OUT_OF_MEMORY, nothing has changed, and the same call then succeeds. `forced`: see force().
void sweep(const Case &a_case, Storage storage, Failing how, const char *forced = "");

/// All cases in all formats: a single refused request, and, for two of the formats, all after it.
void sweep_all(std::initializer_list<Case> cases);

} // namespace faults
