// Reads the affinity mask, the control groups and the environment.
#include "base/processors.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sched.h>

namespace grb {

namespace {

struct Close {
    void operator()(std::FILE *file) const noexcept { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

/// The number of processors that a group's "QUOTA PERIOD" allows; 0: no limit, or no such file.
double quota_of(const char *group) noexcept {
    char path[1200];
    std::snprintf(path, sizeof path, "/sys/fs/cgroup%s/cpu.max", group);
    const File file(std::fopen(path, "re"));
    double quota = 0, period = 0;
    if (!file || std::fscanf(file.get(), "%lf %lf", &quota, &period) != 2 || period <= 0) return 0;
    return quota / period;
}

/// The least quota of the process's control group and the groups around it; 0: no limit.
double least_quota() noexcept {
    const File file(std::fopen("/proc/self/cgroup", "re"));
    if (!file) return 0;
    char line[1100];
    while (std::fgets(line, sizeof line, file.get()) != nullptr) {
        if (std::strncmp(line, "0::/", 4) != 0) continue;
        line[std::strcspn(line, "\n")] = '\0';
        char *const group = line + 3;
        double least = 0;
        for (;;) {
            const double quota = quota_of(std::strcmp(group, "/") == 0 ? "" : group);
            if (quota > 0) least = least > 0 ? std::min(least, quota) : quota;
            char *const end = std::strrchr(group, '/');
            if (end == nullptr || *group == '\0') return least;
            *end = '\0';
        }
    }
    return 0;
}

int positive_number(const char *text) noexcept {
    if (text == nullptr) return 0;
    char *end = nullptr;
    errno = 0;
    const long number = std::strtol(text, &end, 10);
    while (*end == ' ') end++;
    const bool is_one = end != text && (*end == '\0' || *end == ',');
    return is_one && errno == 0 && number > 0 && number <= 1 << 16 ? static_cast<int>(number) : 0;
}

} // namespace

int usable_processors() noexcept {
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    const double quota = least_quota();
    if (quota > 0) count = std::min(count, static_cast<int>(std::ceil(quota)));
    return std::max(1, count);
}

int threads_of_environment() noexcept {
    const int threads = positive_number(std::getenv("OMP_NUM_THREADS"));
    const int limit = positive_number(std::getenv("OMP_THREAD_LIMIT"));
    return threads > 0 && limit > 0 ? std::min(threads, limit) : threads;
}

} // namespace grb
