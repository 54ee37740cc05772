// Reads the settings of process groups.
#include "distributed/group_settings.hpp"

#include "base/error.hpp"
#include "dispatch/context.hpp"
#include "distributed/distributed_matrix.hpp"

#include <charconv>
#include <cstdio>
#include <cstring>
#include <limits>
#include <unistd.h>

namespace grb {

namespace {

constexpr const char *mpis[] = {"openmpi", "mpich"};

GroupSettings settings_;

/// More than any memory, for counts of bytes and entries.
constexpr double most = static_cast<double>(std::numeric_limits<std::int64_t>::max());

double number_of(const char *text, double largest) {
    double value = 0;
    const char *const end = text + std::strlen(text);
    const auto [stop, code] = std::from_chars(text, end, value);
    if (code != std::errc() || stop != end || !(value >= 0) || value > largest)
        throw Error(GrB_INVALID_VALUE, "\"%s\" is not a number from 0 to %g", text, largest);
    return value;
}

constexpr Setting list_[] = {
    {"GRAPHBLAST_CHECK",
     [](const char *text) {
         if (std::strcmp(text, "collective") != 0)
             throw Error(GrB_INVALID_VALUE, "\"%s\" is not collective", text);
         settings_.checks_calls = true;
     }},
    {"GRAPHBLAST_MPI",
     [](const char *text) {
         settings_.mpi = std::strcmp(text, "off") == 0 ? nullptr : known_mpi(text);
     }},
    {"GRAPHBLAST_MPI_SECONDS", [](const char *text) { settings_.seconds = number_of(text, 1e9); }},
    {"GRAPHBLAST_MEMORY", [](const char *text) { settings_.memory = number_of(text, most); }},
    {"GRAPHBLAST_MPI_COPIES",
     [](const char *text) {
         set_most_copied_entries(static_cast<std::uint64_t>(number_of(text, most)));
     }},
    {"GRAPHBLAST_MPI_CHUNK",
     [](const char *text) {
         const double bytes = number_of(text, 1 << 30);
         if (bytes < 1) throw Error(GrB_INVALID_VALUE, "a message needs a byte");
         settings_.chunk = static_cast<std::size_t>(bytes);
     }},
};

/// Bytes of this process that are in memory; 0: not known.
double resident_bytes() noexcept {
    std::FILE *const file = std::fopen("/proc/self/statm", "r");
    if (file == nullptr) return 0;
    unsigned long pages = 0;
    if (std::fscanf(file, "%*u %lu", &pages) != 1) pages = 0;
    std::fclose(file);
    return static_cast<double>(pages) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

[[maybe_unused]] const bool is_known = (at_initialise(
                                            [] {
                                                settings_ = {};
                                                reset_most_copied_entries();
                                            },
                                            list_),
                                        true);

} // namespace

const GroupSettings &group_settings() noexcept {
    return settings_;
}

const char *known_mpi(const char *text) {
    for (const char *const mpi : mpis)
        if (std::strcmp(text, mpi) == 0) return mpi;
    throw Error(GrB_INVALID_VALUE, "\"%s\" is none of openmpi, mpich, off", text);
}

void check_memory(std::size_t bytes) {
    if (settings_.memory == 0) return;
    const double held = resident_bytes(), needed = held + static_cast<double>(bytes);
    if (needed > settings_.memory)
        throw Error(GrB_OUT_OF_MEMORY,
                    "the call needs %zu bytes of a distributed matrix on each process, which holds "
                    "%.0f of the %.0f bytes of GRAPHBLAST_MEMORY",
                    bytes, held, settings_.memory);
}

} // namespace grb
