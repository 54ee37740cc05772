#pragma once

#include "calls.h"

namespace grb::tool {

/// What a call does at most, by the shapes of its operands.
struct Work {
    double operations = 0; ///< multiplications, additions, comparisons
    double bytes = 0;      ///< read and written
};

/// A push goes along the rows of the vector's entries, which are taken to be of mean length; a product of two matrices
/// multiplies each entry of A with a mean row of B, and with a mask at most that part of the cells. Anything else does
/// one operation for each entry.
Work work_of(const Call &call);

/// What this machine can do, measured with the threads of the library.
struct Roofs {
    double bytes_per_second = 0; ///< of memory: a[k] += s b[k], beyond all caches
    double operations_per_second =
        0; ///< additions and multiplications of FP64 in registers and first-level cache
    double device_bytes_per_second = 0; ///< of the GPU's memory; 0: nothing ran there
};
/// Of a GPU too where one of the calls ran there. Leaves the choice of the place to the library.
Roofs measured_roofs(int threads, const std::vector<Call> &calls);

/// The work and time of all calls of a variant.
struct VariantWork {
    std::string variant;
    uint64_t calls = 0;
    double operations = 0, bytes = 0, seconds = 0;
    double intensity() const { return operations / bytes; }
    double rate() const { return operations / seconds; }
};
/// Of those that take most time, without commits and calls of no work.
std::vector<VariantWork> variant_works(const std::vector<Call> &calls);

} // namespace grb::tool
