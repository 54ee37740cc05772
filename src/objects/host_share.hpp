// Remembers how many of an object's results the host needed while a device was open. A choice adds
// the way to the host, in that share, to the estimates of variants that leave a result on a device.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// A result is a state that an operation made. The share falls by an eighth with each result that
/// the host did not need, so that a program which changes is soon weighed anew.
class HostShare {
public:
    /// Returns the share, with the object's present state if that is a result; 0 when few of the
    /// last results were needed. An object without results has the share of those before it with
    /// its type and shape: programs free objects and make them anew in each turn.
    double with(const Snapshot &state) const noexcept;
    /// Counts a state that is about to be replaced.
    void count(const Snapshot &state) noexcept {
        if (state.host_need() != 0) count_result(state);
    }

private:
    void count_result(const Snapshot &state) noexcept;
    float share_ = -1; // negative: there was no result
};

/// Makes the state a result, which nobody has needed yet. A state that another object already has
/// as its result stays as it is.
void mark_result(const Snapshot &state) noexcept;
/// Notes that the host needs the state, if it is a result. `weight`: from 0 to 1; only the greatest
/// counts. Nobody need note that the host fetched it.
void note_need(const Snapshot &state, double weight) noexcept;

} // namespace grb
