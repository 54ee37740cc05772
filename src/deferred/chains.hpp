// Finds recorded calls that can be carried out together, as one chain (problems/chain.hpp).
#pragma once

#include "deferred/queue.hpp"
#include "objects/waiting.hpp"

#include <span>

namespace grb {

struct ChainProblem;
struct ChainResults;

/// True when the user's rules and settings let calls be carried out together.
bool may_form_chains() noexcept;

/// Carries out the chain at the beginning of `calls`, which are next in their queue. Returns the
/// number of its calls, which is 0 where fewer than two form one: then nothing has changed. Throws
/// std::bad_alloc, likewise with nothing changed. If memory is short later, while a result is
/// converted to the format of its object, the object keeps its old entries and reports the error;
/// calls of the chain that read the result have been carried out with it. alone: set to the reason
/// where it returns 0.
std::size_t run_chain(std::span<RecordedCall> calls, Alone &alone);

/// Gives the outputs of a chain their results. A result that cannot have the form that its object
/// asks for is a late error of its call.
void publish_results(const ChainProblem &problem, std::span<RecordedCall> calls,
                     ChainResults &results) noexcept;

} // namespace grb
