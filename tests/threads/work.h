// Kinds of work that read shared operands and write an output of their own. Between them they ask
// for every part of an operand that the library makes when it is first needed.
#pragma once

#include "threads/threads.h"

namespace threads {

/// The operands of the work: A by row; J as a product left it, with rows not sorted yet; B a
/// bitmap.
struct Shared {
    explicit Shared(unsigned seed);
    OwnedMatrix A, J, B;
    OwnedVector u, dense_u;
};

struct Work {
    const char *name;
    /// The result, as entries.
    Contents (*run)(const Shared &shared);
};

/// Eight of them, one for each thread.
extern const Work all_work[thread_count];

} // namespace threads
