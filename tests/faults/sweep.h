// A call, repeated while the first, second, ... request for memory is refused.
#pragma once

#include "faults/allocator.h"
#include "faults/world.h"

#include <initializer_list>

namespace faults {

/// The initialised library, with the counting functions, as long as this lives.
class Session {
public:
    explicit Session(GrB_Mode mode = GrB_NONBLOCKING);
    ~Session(); // requires that no library object lives
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;
};

struct Case {
    const char *name;
    GrB_Info (*call)(World &);
    /// Functions that prepare the call and clean up after it; may be null.
    GrB_Info (*prepare)(World &) = nullptr;
};

/// Makes a case of a function's call with members of the world `o`.
#define CALL(function, ...)                                                                   \
    ::faults::Case {                                                                          \
#function, []([[maybe_unused]] ::faults::World & o) { return function(__VA_ARGS__); } \
    }

/// Runs the calls that were recorded: a setting is asked for.
void run_recorded();
/// The variant to take when it can, as in GrX_FORCE; "": any.
void force(const char *variant);

/// Expects that the call either succeeds with the result of a call without refusals, or returns
/// GrB_OUT_OF_MEMORY, changes nothing, and then succeeds when repeated. `forced`: see force().
void sweep(const Case &a_case, Storage storage, Failing how, const char *forced = "");

/// Sweeps all cases in all formats with a single refused request, and in two of the formats also
/// with all later ones refused.
void sweep_all(std::initializer_list<Case> cases);

} // namespace faults
