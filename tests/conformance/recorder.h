// A library of wrappers, loaded in front of libgraphblast by LD_PRELOAD: it notes which function
// returned which code in which test, and appends that to the file $GRAPHBLAST_RECORD at exit, a
// line "function <TAB> code <TAB> test" for each. The wrappers are generated (make_recorder.py).
// With GRAPHBLAST_IDLE=GrB_x, that function does nothing and returns GrB_SUCCESS.
#pragma once

#include "GraphBLAS.h"

#include <atomic>

namespace recorder {

/// The codes lie between the two.
inline constexpr int first_code = -127, last_code = 1;
/// GxB_OUTPUT_IS_READONLY is no code of the specification: it is passed on and not noted.
inline constexpr int read_only_code = -7003;

/// The codes that one function has returned in the current test.
struct Tally {
    std::atomic<bool> seen[last_code - first_code + 1];
};

// Generated.
extern const char *const function_names[];
extern const unsigned function_count;
extern Tally tallies[];

/// The function behind the wrapper; ends the program when there is none.
void *find_next(unsigned function);
template <class Function>
Function find(unsigned function) {
    return reinterpret_cast<Function>(find_next(function));
}

/// The number of the function that is to do nothing; function_count: none.
unsigned idle_function();
/// Ends the program: such a code does not exist.
[[noreturn]] void refuse_code(unsigned function, int code);

/// Calls of the library by itself are not calls by a test.
inline thread_local int depth = 0;

template <class Call>
GrB_Info run(unsigned function, Call call) {
    if (function == idle_function()) return GrB_SUCCESS;
    depth++;
    const GrB_Info info = call();
    depth--;
    const int code = info;
    if (code == read_only_code) return info;
    if (code < first_code || code > last_code) refuse_code(function, code);
    std::atomic<bool> &seen = tallies[function].seen[code - first_code];
    if (depth == 0 && !seen.load(std::memory_order_relaxed)) {
        seen.store(true, std::memory_order_relaxed);
    }
    return info;
}

} // namespace recorder
