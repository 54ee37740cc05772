// The registry of variants in the C API.
#include "capi/guard.hpp"

#include "cuda/library/backend.hpp"
#include "cuda/mxm/mxm_calls.h"
#include "cuda/mxv/mxv_calls.h"

#include <cinttypes>
#include <string_view>

using namespace grb;

namespace {

/// cuSPARSE and cuBLAS are libraries that may be absent on a machine with a GPU.
bool is_usable(const RegistryVariant &variant, bool has_device) {
    const std::string_view name = variant.name;
    if (name.find("_streamed") != std::string_view::npos) return has_device;
    if (name.substr(0, 5) != "cuda/") return true;
    if (!has_device) return false;
    if (name.ends_with("_cusparse"))
        return device::absence_of(device::gpu::cusparse_absence) == nullptr;
    if (name.ends_with("_cublas"))
        return device::absence_of(device::gpu::cublas_absence) == nullptr;
    return true;
}

/// Calls f(row) for the variants that this machine can run, until f returns false.
template <class F>
void for_usable_variants(F &&f) {
    const bool has_device = device::can_open();
    for (const RegistryVariant &variant : registry_variants())
        if (is_usable(variant, has_device) && !f(variant)) return;
}

std::uint64_t count_usable_variants() {
    std::uint64_t count = 0;
    for_usable_variants([&](const RegistryVariant &) {
        count++;
        return true;
    });
    return count;
}

} // namespace

GrB_Info GrX_Variant_count(GrB_Index *count) {
    return guard(__func__, nullptr,
                 [&] { *required_pointer(count, "count") = count_usable_variants(); });
}

GrB_Info GrX_Variant_get(GrB_Index k, const char **operation, const char **name) {
    return guard(__func__, nullptr, [&] {
        required_pointer(operation, "operation");
        required_pointer(name, "name");
        const std::uint64_t count = count_usable_variants();
        if (k >= count) {
            throw Error(GrB_INVALID_INDEX, "k is %" PRIu64 ", there are %" PRIu64 " variants", k,
                        count);
        }
        std::uint64_t left = k;
        for_usable_variants([&](const RegistryVariant &variant) {
            *operation = name_of(variant.operation);
            *name = variant.name;
            return left-- != 0;
        });
    });
}
