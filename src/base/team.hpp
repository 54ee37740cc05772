// The library's own threads. OpenMP's would wait at each loop's end for all of them, and spin between loops: on a
// busy machine a loop then takes scheduling slices. Here who calls does the work, and threads that happen to be free help.
#pragma once

#include <cstdint>

namespace grb {

/// Calls run(body, k) once for each k in [0, tasks): on the calling thread, and on up to threads - 1 others that
/// are free. Returns when all calls have returned. `run` must not throw. Any thread may call this, also from
/// several at once; together they use no more threads than the largest `threads` among them, or one each.
/// Without memory for another thread fewer help.
void share_loop(std::int64_t tasks, int threads, void (*run)(void *body, std::int64_t k),
                void *body) noexcept;

/// The calling thread is inside a call of share_loop: a loop within would have nobody to help.
bool is_in_shared_loop() noexcept;

/// Ends the threads and waits for them; those that help somebody go on until that loop has no task left. The
/// next loop starts new ones.
void end_team() noexcept;

} // namespace grb
