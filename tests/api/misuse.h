// Every function that the headers declare, as a call whose handles can be replaced one by one
// (make_calls.py).
#pragma once

#include "suitesparse/GraphBLAS.h"

#include <cstddef>
#include <vector>

namespace api {

/// Kinds of objects.
enum class Kind : std::size_t {
    type,
    unary_op,
    binary_op,
    index_unary_op,
    monoid,
    semiring,
    descriptor,
    scalar,
    vector,
    matrix,
    global,
    select_op,
    context,
    index_binary_op,
    container,
    iterator,
    count
};

/// An argument that is a handle, or points to one.
struct HandleArgument {
    const char *name;
    Kind kind;
    bool is_pointed;
};

/// A function. `call` takes these arguments; the others are numbers, and pointers to scratch().
struct MisuseCall {
    const char *function;
    GrB_Info (*call)(void *const *arguments);
    std::vector<HandleArgument> handles;
};

extern const std::vector<MisuseCall> all_calls;
extern const std::vector<const char *> functions_without_code;

/// Zeros, which no call may change.
void *scratch();
constexpr std::size_t scratch_bytes = 4096;

} // namespace api
