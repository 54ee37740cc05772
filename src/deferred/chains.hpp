// Finds recorded calls that can be carried out together, as one chain (problems/chain.hpp).
#pragma once

#include "deferred/queue.hpp"

#include <span>

namespace grb {

/// True when the user's rules and settings let calls be carried out together.
bool may_form_chains() noexcept;

/// Carries out the longest chain at the beginning of `calls`, which are next in their queue.
/// Returns the number of its calls, which is 0 where fewer than two form one: then nothing has
/// changed. Throws std::bad_alloc, likewise with nothing changed, except that the result of one of
/// the calls may be lost in the form that its output asks for: that one is a late error.
std::size_t run_chain(std::span<RecordedCall> calls);

} // namespace grb
