// The names of all schedules, and the ones that rules ask for.
#include "dispatch/schedules.hpp"

#include <atomic>
#include <cstring>

namespace grb {

struct ScheduledVariant {
    const char *name;
    std::span<const char *const> schedules;
    std::atomic<int> forced;
};

namespace {

/// Has the order of device::Schedule.
constexpr const char *mxv_schedules[] = {"merge", "vertex", "warp", "block",
                                         "twc",   "twce",   "edge", "weaver"};
constexpr const char *cusparse_algorithms[] = {"alg1", "alg2"};
/// Has the order of device::SsdSchedule.
constexpr const char *ssd_schedules[] = {"long_groups", "paper", "atomic", "one_slot",
                                         "one_slot_atomic"};
/// cuda/spmm/variants/spmm_cusparse.cpp reads the algorithms; cuda/spmm/variants/spmm.cpp reads
/// slices and settings.
constexpr const char *spmm_algorithms[] = {"alg1", "alg2", "alg3"};
constexpr const char *spmm_slices[] = {"slice32", "slice64", "slice128"};
constexpr const char *spmm_settings[] = {"offline", "online"};
constexpr const char *blas_libraries[] = {"openblas", "blocked"};

constinit ScheduledVariant scheduled_variants[] = {
    {"cuda/mxv_push_bitmap", mxv_schedules, -1}, {"cuda/mxv_push_atomic", mxv_schedules, -1},
    {"cuda/mxv_pull_masked", mxv_schedules, -1}, {"cuda/mxv_cusparse", cusparse_algorithms, -1},
    {"cuda/spmm_cusparse", spmm_algorithms, -1}, {"cuda/spmm_merge_path", spmm_settings, -1},
    {"cuda/spmm_vector", spmm_slices, -1},       {"cuda/ssd_decoupled", ssd_schedules, -1},
    {"cpu/mxm_blas", blas_libraries, -1}};

ScheduledVariant *find(const char *name) noexcept {
    for (ScheduledVariant &variant : scheduled_variants)
        if (std::strcmp(variant.name, name) == 0) return &variant;
    return nullptr;
}

constinit thread_local const char *last_schedule_ = "";

} // namespace

std::span<const char *const> schedules_of(const char *variant) noexcept {
    const ScheduledVariant *found = find(variant);
    return found == nullptr ? std::span<const char *const>{} : found->schedules;
}

int forced_schedule(const char *variant) noexcept {
    const ScheduledVariant *found = find(variant);
    return found == nullptr ? -1 : found->forced.load(std::memory_order_relaxed);
}

void force_schedule(const char *variant, int schedule) noexcept {
    if (ScheduledVariant *found = find(variant))
        found->forced.store(schedule, std::memory_order_relaxed);
}

void forget_forced_schedules() noexcept {
    for (ScheduledVariant &variant : scheduled_variants)
        variant.forced.store(-1, std::memory_order_relaxed);
}

Schedules::Schedules(const char *variant) noexcept : variant_(*find(variant)) {}

int Schedules::forced() const noexcept {
    return variant_.forced.load(std::memory_order_relaxed);
}

void Schedules::note(int schedule) const noexcept {
    last_schedule_ = variant_.schedules[static_cast<std::size_t>(schedule)];
}

const char *last_schedule() noexcept {
    return last_schedule_;
}

void set_last_schedule(const char *name) noexcept {
    last_schedule_ = name;
}

} // namespace grb
