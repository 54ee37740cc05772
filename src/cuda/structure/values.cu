// Gathers values by position.
#include "cuda/structure/values.hpp"

#include "cuda/plugin/launch.hpp"
#include "cuda/structure/moved.hpp"

namespace grb::device {

namespace {

/// out(k) = values(order(k)). One thread per value. Deterministic.
template <class Value>
__global__ void __launch_bounds__(plain_threads)
    permute(const unsigned *order, Moved<Value> values, std::uint64_t n, Moved<Value> out) {
    const std::uint64_t k = blockIdx.x * std::uint64_t{plain_threads} + threadIdx.x;
    if (k < n) out.take(k, values, order[k]);
}

} // namespace

Status gather_values(const unsigned *order, const void *values, std::uint64_t n, int size,
                     void *out) {
    if (order == nullptr) return runtime().copy(out, values, n * static_cast<std::size_t>(size));
    return with_size(size, [&](auto value) {
        using Value = decltype(value);
        return launch(&permute<Value>, blocks_for(n), order, Moved<Value>(values, size), n,
                      Moved<Value>(out, size));
    });
}

} // namespace grb::device
