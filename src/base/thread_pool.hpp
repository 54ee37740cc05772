// The library's own thread pool. OpenMP waits for all its threads at the end of a loop and lets
// them spin between loops: on a busy machine a loop then takes several time slices. Here the
// calling thread does the work, and free helpers join it. Where a program's own OpenMP has started
// threads, loops of the main thread go to these: while they spin, helpers would get no processor.
#pragma once

#include <cstdint>

namespace grb {

/// Calls run(body, k) once for each k in [0, tasks): on the calling thread and on up to threads - 1
/// free helpers, or threads of the program's OpenMP. Returns when all calls have returned. `run`
/// must not throw. Several threads may call this at once; together they use no more threads than
/// the largest `threads` among them, or one each. When the system refuses to start a helper, fewer
/// help.
void share_loop(std::int64_t tasks, int threads, void (*run)(void *body, std::int64_t k),
                void *body) noexcept;

/// True when the calling thread is inside a call of share_loop: a nested loop gets no helpers.
bool is_in_shared_loop() noexcept;

/// Ends the helpers and waits for them; each first finishes the loop that it helps. The next loop
/// starts new ones.
void end_thread_pool() noexcept;

} // namespace grb
