// Makes the coefficient of each variant and keeps it by operation and index.
#include "dispatch/variant_factors.hpp"

#include "costs/coefficient.hpp"

#include <cstdio>
#include <new>
#include <string_view>

namespace grb {

namespace {

/// The library makes the factors when it is first initialised and never destroys them.
struct RowFactor {
    char name[80];
    alignas(HostCoefficient) unsigned char on_host[sizeof(HostCoefficient)];
    alignas(DeviceCoefficient) unsigned char on_device[sizeof(DeviceCoefficient)];
};
constinit RowFactor memory[operation_count][most_rows] = {};
constinit const HostCoefficient *on_host[operation_count][most_rows] = {};
constinit const DeviceCoefficient *on_device[operation_count][most_rows] = {};

void make(const RegistryRow &row, bool is_of_host, int k) noexcept {
    constexpr const char *unit = "1", *meaning = "what estimates of this row are multiplied by";
    const int operation = static_cast<int>(row.operation);
    RowFactor &own = memory[operation][k];
    std::snprintf(own.name, sizeof own.name, "%s:%s", name_of(row.operation), row.name);
    if (is_of_host) {
        on_host[operation][k] = new (own.on_host) HostCoefficient(own.name, unit, meaning, 1);
    } else {
        on_device[operation][k] = new (own.on_device) DeviceCoefficient(own.name, unit, meaning, 1);
    }
}

} // namespace

void make_row_factors() noexcept {
    static bool are_made = false;
    if (are_made) return;
    are_made = true;
    int next[operation_count] = {};
    for (const RegistryRow &row : registry_rows()) {
        const bool is_of_host = std::string_view(row.name).starts_with("cpu/");
        make(row, is_of_host, next[static_cast<int>(row.operation)]++);
    }
}

double row_factor(Operation operation, int row) noexcept {
    if (row >= most_rows) return 1;
    const int k = static_cast<int>(operation);
    if (const HostCoefficient *const own = on_host[k][row]) return *own;
    if (const DeviceCoefficient *const own = on_device[k][row]) return *own;
    return 1;
}

} // namespace grb
