// The work of calls and the limits of this machine, for the roofline plot.
#pragma once

#include "calls.h"

namespace grb::tool {

/// An upper bound on the work of a call, by the shapes of its operands.
struct Work {
    double operations = 0; ///< multiplications, additions, comparisons
    double bytes = 0;      ///< read and written
};

/// A push reads one row per entry of the vector and assumes the mean row length; a product of two
/// matrices multiplies each entry of A with a mean row of B, and with a mask at most that fraction
/// of the positions. Other calls do one operation per entry.
Work work_of(const Call &call);

/// The limits of this machine, measured with the threads of the library.
struct Roofs {
    double bytes_per_second = 0; ///< of memory: a[k] += s b[k], beyond all caches
    double operations_per_second =
        0; ///< additions and multiplications of FP64 in registers and first-level cache
    double device_bytes_per_second = 0; ///< of the GPU's memory; 0: no call ran there
};
/// Measures the GPU too if one of the calls ran there. Leaves the choice of the device to the
/// library.
Roofs measured_roofs(int threads, const std::vector<Call> &calls);

/// The work and time of all calls of a variant.
struct VariantWork {
    std::string variant;
    uint64_t calls = 0;
    double operations = 0, bytes = 0, seconds = 0;
    double intensity() const { return operations / bytes; }
    double rate() const { return operations / seconds; }
};
/// The variants that take most time, without commits and calls of no work.
std::vector<VariantWork> variant_works(const std::vector<Call> &calls);

} // namespace grb::tool
