// Reads values of u, the most used ones from shared memory. See mxv_pull.cuh for P; u is full.
#pragma once

#include "mxv/mxv_pull.cuh"

namespace grb::device {

/// Products of entries whose columns are numbered by how many entries they have. A table in shared
/// memory holds the first values of u: it gives a warp 32 values in 3 or 4 cycles, L1 about one a
/// cycle. The other values come from memory (the hub cache of Enterprise, Liu and Huang 2015, for
/// products).
template <class P>
struct HubSource {
    using U = typename P::U;
    const Bits<U> *table, *u;
    unsigned hubs;

    /// All threads of the block call this; `memory` has room for arguments.hubs values.
    __device__ HubSource(const MxvPullArguments &arguments, unsigned char *memory)
        : table(reinterpret_cast<Bits<U> *>(memory)),
          u(static_cast<const Bits<U> *>(arguments.u_values)), hubs(arguments.hubs) {
        auto *elements = reinterpret_cast<Bits<U> *>(memory);
        for (unsigned k = threadIdx.x; k < hubs; k += blockDim.x) elements[k] = __ldg(u + k);
        __syncthreads();
    }
    __device__ Partial<P> operator()(typename P::Index j, typename P::A a) const {
        Partial<P> term;
        term.value = P::multiply(a, from_bits<U>(j < hubs ? table[j] : __ldg(u + j)));
        term.has = true;
        return term;
    }
};

} // namespace grb::device
