// Extensions of the C API about the GPU.
#include "capi/guard.hpp"
#include "cuda/library/backend.hpp"

using namespace grb;

GrB_Info GrX_Device_count(GrB_Index *count) {
    return guard(__func__, nullptr,
                 [&] { *required_pointer(count, "count") = device::can_open() ? 1 : 0; });
}

GrB_Info GrX_Device_counter(uint64_t *value, GrX_Device_Counter counter) {
    return guard(__func__, nullptr, [&] {
        required_pointer(value, "value");
        const device::Counters all = device::counters();
        const std::uint64_t values[] = {
            all.bytes_to_device, all.bytes_to_host, all.synchronisations, all.launches,
            all.compilations,    all.cache_hits,    all.bytes_held,       all.bytes_peak};
        const auto index = static_cast<unsigned>(counter);
        if (index >= std::size(values))
            throw Error(GrB_INVALID_VALUE, "counter is %u, there are %zu", index,
                        std::size(values));
        *value = values[index];
    });
}
