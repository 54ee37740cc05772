// Makes the coefficient of each variant and keeps it by operation and index.
#include "dispatch/variant_factors.hpp"

#include "costs/coefficient.hpp"

#include <cstdio>
#include <new>
#include <string_view>

namespace grb {

namespace {

/// The library makes the factors when it is first initialised and never destroys them.
struct VariantFactor {
    char name[80];
    alignas(HostCoefficient) unsigned char on_host[sizeof(HostCoefficient)];
    alignas(DeviceCoefficient) unsigned char on_device[sizeof(DeviceCoefficient)];
};
constinit VariantFactor memory[operation_count][most_variants] = {};
constinit const HostCoefficient *on_host[operation_count][most_variants] = {};
constinit const DeviceCoefficient *on_device[operation_count][most_variants] = {};

void make(const RegistryVariant &variant, bool is_of_host, int k) noexcept {
    constexpr const char *unit = "1", *meaning = "factor of the estimates of this variant";
    const int operation = static_cast<int>(variant.operation);
    VariantFactor &own = memory[operation][k];
    std::snprintf(own.name, sizeof own.name, "%s:%s", name_of(variant.operation), variant.name);
    if (is_of_host) {
        on_host[operation][k] = new (own.on_host) HostCoefficient(own.name, unit, meaning, 1);
    } else {
        on_device[operation][k] = new (own.on_device) DeviceCoefficient(own.name, unit, meaning, 1);
    }
}

} // namespace

void make_variant_factors() noexcept {
    static bool are_made = false;
    if (are_made) return;
    are_made = true;
    int next[operation_count] = {};
    for (const RegistryVariant &variant : registry_variants()) {
        const bool is_of_host = std::string_view(variant.name).starts_with("cpu/");
        make(variant, is_of_host, next[static_cast<int>(variant.operation)]++);
    }
}

double variant_factor(Operation operation, int variant) noexcept {
    if (variant >= most_variants) return 1;
    const int k = static_cast<int>(operation);
    if (const HostCoefficient *const own = on_host[k][variant]) return *own;
    if (const DeviceCoefficient *const own = on_device[k][variant]) return *own;
    return 1;
}

} // namespace grb
