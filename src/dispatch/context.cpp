// Implements the global state: rules, settings from the environment, and pick counters.
#include "dispatch/context.hpp"

#include "base/error.hpp"
#include "base/group_partitions.hpp"
#include "base/message.hpp"
#include "base/parallel.hpp"
#include "base/spare_blocks.hpp"
#include "costs/former_names.hpp"
#include "costs/profile.hpp"
#include "costs/rates.hpp"
#include "dispatch/schedules.hpp"
#include "dispatch/variant_factors.hpp"
#include "objects/orientations.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string_view>

namespace grb {

namespace {

Context context_;
std::mutex mutex_;
constinit thread_local const char *last_variant_ = "";
constexpr int max_hooks = 16;
using Hook = void (*)();
constinit Hook hooks_[max_hooks] = {};
constinit int hook_count_ = 0;
struct SettingList {
    void (*reset)();
    std::span<const Setting> settings;
};
constexpr int max_lists = 8;
constinit SettingList lists_[max_lists] = {};
constinit int list_count_ = 0;

/// Returns the variant of an operation with this name, or null.
const RegistryVariant *find_variant(std::string_view operation, std::string_view name) {
    for (const RegistryVariant &variant : registry_variants())
        if (name_of(variant.operation) == operation && is_called(variant.name, name))
            return &variant;
    return nullptr;
}

/// Returns the index of a variant's named schedule. Throws when the variant has none of that name.
int find_schedule(const char *setting, const char *variant, std::string_view name) {
    const std::span<const char *const> schedules = schedules_of(variant);
    HostString list;
    for (std::size_t k = 0; k < schedules.size(); k++) {
        if (schedules[k] == name) return static_cast<int>(k);
        list.append(k == 0 ? "" : ", ").append(schedules[k]);
    }
    throw Error(GrB_INVALID_VALUE, "%s: \"%.*s\" is no schedule of %s, which has %s", setting,
                static_cast<int>(name.size()), name.data(), variant,
                list.empty() ? "none" : list.c_str());
}

/// Calls found(row, schedule) for every "operation:name" (schedule -1) or "operation:name:schedule"
/// of a comma-separated list; throws when one is unknown.
template <class Found>
void parse_variants(const char *setting, std::string_view list, Found &&found) {
    while (!list.empty()) {
        const std::string_view item = list.substr(0, list.find(','));
        list.remove_prefix(std::min(item.size() + 1, list.size()));
        if (item.empty()) continue;
        const std::size_t colon = std::min(item.find(':'), item.size());
        const std::size_t second = std::min(item.find(':', colon + 1), item.size());
        const RegistryVariant *variant =
            colon == item.size()
                ? nullptr
                : find_variant(item.substr(0, colon), item.substr(colon + 1, second - colon - 1));
        if (variant == nullptr)
            throw Error(GrB_INVALID_VALUE,
                        "%s: \"%.*s\" is not an operation:variant of the registry", setting,
                        static_cast<int>(item.size()), item.data());
        found(*variant, second == item.size()
                            ? -1
                            : find_schedule(setting, variant->name, item.substr(second + 1)));
    }
}

/// Returns a variant's index within its operation's list.
int index_in_operation(const RegistryVariant &variant) {
    int index = 0;
    for (const RegistryVariant &other : registry_variants()) {
        if (&other == &variant) break;
        if (other.operation == variant.operation) index++;
    }
    return index;
}

/// Sets a value from the environment. A wrong value must not stop a program: this reports and
/// ignores it.
template <class Set>
void set_from_environment(const char *variable, Set &&set) {
    const char *value = secure_getenv(variable);
    if (value == nullptr || *value == 0) return;
    try {
        set(value);
    } catch (const Error &error) {
        say(": %s ignored: %s", variable, error.what());
    }
}

bool is_on(const char *value) {
    const bool is_one = std::strcmp(value, "1") == 0;
    if (!is_one && std::strcmp(value, "0") != 0)
        throw Error(GrB_INVALID_VALUE, "\"%s\" is neither 0 nor 1", value);
    return is_one;
}

void use_profile(const char *path) {
    if (load_profile(path)) return;
    const int error = errno;
    throw Error(GrB_INVALID_VALUE, "cannot read %s: %s", path,
                error == EINVAL  ? "it is no regular file"
                : error == EFBIG ? "it has more than 64 KB"
                                 : std::strerror(error));
}

} // namespace

Context &context() noexcept {
    return context_;
}
const char *last_variant() noexcept {
    return last_variant_;
}
void set_last_variant(const char *name) noexcept {
    last_variant_ = name;
}

void at_initialise(void (*reset)(), std::span<const Setting> settings) noexcept {
    if (list_count_ < max_lists) lists_[list_count_++] = {reset, settings};
}

void at_finalise(void (*function)()) noexcept {
    if (hook_count_ < max_hooks) hooks_[hook_count_++] = function;
}

void Context::initialise(int mode, const AllocatorFunctions &functions) {
    const std::lock_guard<std::mutex> guard(mutex_);
    if (is_initialised()) throw Error(GrB_INVALID_VALUE, "the library is already initialised");
    set_allocator(functions);
    mode_ = mode;
    defers_ = mode == GrB_NONBLOCKING;
    set_max_threads(0);
    log_ = 0;
    burble_ = false;
    default_orientations() = 0;
    compression_ = 0;
    deterministic_ = false;
    tf32_ = false;
    set_forced("");
    set_skipped("");
    reset_picks();
    set_from_environment("GRAPHBLAST_LOG", [&](const char *value) { set_log(value); });
    set_from_environment("GRAPHBLAST_FORCE", [&](const char *value) { set_forced(value); });
    set_from_environment("GRAPHBLAST_SKIP", [&](const char *value) { set_skipped(value); });
    set_from_environment("GRAPHBLAST_DETERMINISTIC",
                         [&](const char *value) { set_deterministic(is_on(value)); });
    set_from_environment("GRAPHBLAST_FUSION",
                         [&](const char *value) { defers_ = defers_ && is_on(value); });
    set_from_environment("GRAPHBLAST_TF32", [&](const char *value) { set_tf32(is_on(value)); });
    make_variant_factors();
    reset_rates();
    set_from_environment("GRAPHBLAST_PROFILE", &use_profile);
    for (int k = 0; k < list_count_; k++) {
        lists_[k].reset();
        for (const Setting &one : lists_[k].settings) set_from_environment(one.variable, one.set);
    }
    is_initialised_.store(true, std::memory_order_release);
}

void Context::finalise() noexcept {
    const std::lock_guard<std::mutex> guard(mutex_);
    if (!is_initialised()) return;
    for (int k = 0; k < hook_count_; k++) hooks_[k]();
    end_thread_pool();
    release_spare_blocks();
    is_initialised_.store(false, std::memory_order_release);
}

void Context::set_log(const char *level) {
    int number = 0;
    for (const char *name : log_level_names) {
        if (std::strcmp(level, name) == 0) {
            log_.store(number, std::memory_order_relaxed);
            return;
        }
        number++;
    }
    throw Error(GrB_INVALID_VALUE,
                "log level \"%s\" is none of \"\", \"pick\", \"dump\", \"compare\"", level);
}

int Context::orientations() const noexcept {
    return default_orientations().load(std::memory_order_relaxed);
}

void Context::set_orientations(int value) {
    if (value < 0 || value > 3)
        throw Error(GrB_INVALID_VALUE, "orientations %d is not in 0..3", value);
    default_orientations().store(value, std::memory_order_relaxed);
}

void Context::set_compression(int value) {
    const bool is_zstd_level = value >= GrX_COMPRESSION_ZSTD && value <= GrX_COMPRESSION_ZSTD + 19;
    if (value != GrX_COMPRESSION_NONE && value != GrX_COMPRESSION_DEFAULT &&
        value != GrX_COMPRESSION_LZ4 && !is_zstd_level) {
        throw Error(GrB_INVALID_VALUE, "%d is no GrX_COMPRESSION: -1, 0, 1000 or 3000 to 3019",
                    value);
    }
    compression_.store(value, std::memory_order_relaxed);
}

void Context::set_forced(const char *list) {
    const char *forced[operation_count] = {};
    const auto parse = [&](auto &&found) { parse_variants("forced variants", list, found); };
    parse([&](const RegistryVariant &variant, int) {
        forced[static_cast<int>(variant.operation)] = variant.name;
    });
    // The whole list is valid: from here on nothing throws.
    forget_forced_schedules();
    parse([](const RegistryVariant &variant, int schedule) {
        force_schedule(variant.name, schedule);
    });
    for (int k = 0; k < operation_count; k++)
        forced_[k].store(forced[k], std::memory_order_relaxed);
    note_rules();
}

void Context::note_rules() noexcept {
    bool any = false;
    for (int k = 0; k < operation_count; k++) {
        bool is_ruled = forced_[k].load(std::memory_order_relaxed) != nullptr;
        for (const std::atomic<bool> &is_skipped : skipped_[k])
            is_ruled = is_ruled || is_skipped.load(std::memory_order_relaxed);
        is_ruled_[k].store(is_ruled, std::memory_order_release);
        any = any || is_ruled;
    }
    has_rules_.store(any, std::memory_order_release);
    set_group_forced(std::any_of(std::begin(forced_), std::end(forced_), [](const auto &forced) {
        const char *const name = forced.load(std::memory_order_relaxed);
        return name != nullptr && std::strncmp(name, "group/", 6) == 0;
    }));
}

void Context::set_skipped(const char *list) {
    bool skipped[operation_count][most_variants] = {};
    parse_variants("skipped variants", list, [&](const RegistryVariant &variant, int schedule) {
        if (schedule >= 0)
            throw Error(GrB_INVALID_VALUE, "skipped variants: %s is skipped whatever its schedule",
                        variant.name);
        skipped[static_cast<int>(variant.operation)][index_in_operation(variant)] = true;
    });
    for (int k = 0; k < operation_count; k++)
        for (int variant = 0; variant < most_variants; variant++)
            skipped_[k][variant].store(skipped[k][variant], std::memory_order_relaxed);
    note_rules();
}

HostString Context::forced_list() const {
    HostString list;
    const auto add = [&list](Operation operation, const char *name) {
        if (!list.empty()) list += ',';
        list.append(name_of(operation)).append(":").append(name);
        const int schedule = forced_schedule(name);
        if (schedule >= 0)
            list.append(":").append(schedules_of(name)[static_cast<std::size_t>(schedule)]);
    };
    for (int k = 0; k < operation_count; k++) {
        const auto operation = static_cast<Operation>(k);
        const char *forced_name = forced(operation);
        // The last variant of an operation in a list is the forced one. Earlier ones only name
        // their schedules.
        for (const RegistryVariant &variant : registry_variants()) {
            if (variant.operation == operation && variant.name != forced_name &&
                forced_schedule(variant.name) >= 0)
                add(operation, variant.name);
        }
        if (forced_name != nullptr) add(operation, forced_name);
    }
    return list;
}

HostString Context::skipped_list() const {
    HostString list;
    for (const RegistryVariant &variant : registry_variants()) {
        if (!skipped_[static_cast<int>(variant.operation)][index_in_operation(variant)].load(
                std::memory_order_relaxed)) {
            continue;
        }
        if (!list.empty()) list += ',';
        list.append(name_of(variant.operation)).append(":").append(variant.name);
    }
    return list;
}

const char *Context::forced(Operation operation) const noexcept {
    return forced_[static_cast<int>(operation)].load(std::memory_order_relaxed);
}

bool Context::is_skipped(const char *variant_name) const noexcept {
    for (const RegistryVariant &variant : registry_variants()) {
        if (variant.name == variant_name &&
            skipped_[static_cast<int>(variant.operation)][index_in_operation(variant)].load(
                std::memory_order_relaxed)) {
            return true;
        }
    }
    return false;
}

void Context::count_pick(Operation operation, int variant) noexcept {
    if (variant < most_variants)
        picks_[static_cast<int>(operation)][variant].fetch_add(1, std::memory_order_relaxed);
}

HostString Context::picks() const {
    HostString text;
    for (const RegistryVariant &variant : registry_variants()) {
        const std::uint64_t count =
            picks_[static_cast<int>(variant.operation)][index_in_operation(variant)].load(
                std::memory_order_relaxed);
        if (count == 0) continue;
        char item[160];
        std::snprintf(item, sizeof item, "%s%s:%s=%llu", text.empty() ? "" : " ",
                      name_of(variant.operation), variant.name,
                      static_cast<unsigned long long>(count));
        text += item;
    }
    return text;
}

void Context::reset_picks() noexcept {
    for (auto &operation : picks_) {
        for (auto &count : operation) count.store(0, std::memory_order_relaxed);
    }
}

} // namespace grb
