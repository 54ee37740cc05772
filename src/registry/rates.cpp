#include "registry/rates.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace grb {

namespace {

Rates rates_;

struct Field {
    const char *name;
    double Rates::*member;
};

constexpr Field fields[] = {
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

void read_line(const char *path, int number, const char *line) noexcept {
    char name[64], value_text[64] = ""; // a line may hold a name alone
    if (std::sscanf(line, " %63s %63s", name, value_text) < 1 || name[0] == '#') return;
    char *end = nullptr;
    const double value = std::strtod(value_text, &end);
    for (const Field &field : fields) {
        if (std::strcmp(field.name, name) != 0) continue;
        if (end == value_text || !std::isfinite(value) || value <= 0) break;
        rates_.*field.member = value;
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
