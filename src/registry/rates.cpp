#include "registry/rates.hpp"

#include "device/rates.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace grb {

namespace {

Rates rates_;

template <class Rates>
struct Field {
    const char *name;
    double Rates::*member;
};

constexpr Field<Rates> fields[] = {
    {"stream_bytes", &Rates::stream_bytes},
    {"gathers_cached", &Rates::gathers_cached},
    {"gathers_memory", &Rates::gathers_memory},
    {"scatters_cached", &Rates::scatters_cached},
    {"scatters_memory", &Rates::scatters_memory},
    {"hash_probes", &Rates::hash_probes},
    {"sort_keys", &Rates::sort_keys},
    {"operations_curated", &Rates::operations_curated},
    {"operations_batch", &Rates::operations_batch},
    {"operations_user", &Rates::operations_user},
    {"call_seconds", &Rates::call_seconds},
    {"team_seconds", &Rates::team_seconds},
};

constexpr Field<device::Rates> device_fields[] = {
    {"device_stream_bytes", &device::Rates::stream_bytes},
    {"device_cached_bytes", &device::Rates::cached_bytes},
    {"device_gathers_cached", &device::Rates::gathers_cached},
    {"device_gathers_memory", &device::Rates::gathers_memory},
    {"device_gathers_hub", &device::Rates::gathers_hub},
    {"device_upload_bytes", &device::Rates::upload_bytes},
    {"device_download_bytes", &device::Rates::download_bytes},
    {"device_launch_seconds", &device::Rates::launch_seconds},
    {"device_wait_seconds", &device::Rates::wait_seconds},
};

/// The rate of that name; null where there is none.
double *rate_named(const char *name) noexcept {
    for (const auto &field : fields)
        if (std::strcmp(field.name, name) == 0) return &(rates_.*field.member);
    for (const auto &field : device_fields)
        if (std::strcmp(field.name, name) == 0) return &(device::rates_in_force.*field.member);
    return nullptr;
}

void read_line(const char *path, int number, const char *line) noexcept {
    char name[64], value_text[64] = ""; // a line may hold a name alone
    if (std::sscanf(line, " %63s %63s", name, value_text) < 1 || name[0] == '#') return;
    char *end = nullptr;
    const double value = std::strtod(value_text, &end);
    double *rate = rate_named(name);
    if (rate != nullptr && end != value_text && std::isfinite(value) && value > 0) {
        *rate = value;
        return;
    }
    std::fprintf(stderr, "graphblast: %s:%d: not a rate: %s\n", path, number, name);
}

} // namespace

const Rates &rates() noexcept {
    return rates_;
}

bool load_profile(const char *path) noexcept {
    std::FILE *file = std::fopen(path, "r");
    if (file == nullptr) return false;
    char line[256];
    for (int number = 1; std::fgets(line, sizeof line, file) != nullptr; number++)
        read_line(path, number, line);
    std::fclose(file);
    return true;
}

} // namespace grb
