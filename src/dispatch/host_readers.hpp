// Notes which results the host needs, from the choices for the calls that read them.
#pragma once

#include "dispatch/choose.hpp"

namespace grb {

/// Returns the share of the output's results that the host needs (HostShare); 0: none, or there is
/// no output.
double share_of_output(const VariantList &list, const ProblemBase &problem,
                       const CommitAhead &ahead) noexcept;

/// Notes the host's need for each operand that is a result: 1 if no device can take the call, or if
/// it asks for tuples. Else half the square of the output's `share`: what is made of the operands
/// goes to the host. In a loop of calls that devices take this fades.
void note_readers(const VariantList &list, const ProblemBase &problem, const Choice &choice,
                  double share) noexcept;

} // namespace grb
