// Finds recorded calls that relax the edges of a graph (problems/chain.hpp).
#pragma once

#include "deferred/queue.hpp"

#include <span>

namespace grb {

/// Carries out the relaxation at the beginning of `calls`, which are next in their queue, while
/// calls may form chains. Returns the number of its calls; 0 where they are none: then nothing has
/// changed. Throws and fails as run_chain() does.
std::size_t run_relaxation(std::span<RecordedCall> calls);

} // namespace grb
