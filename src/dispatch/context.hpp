// The library's global state: mode, settings read once in GrB_init, and the pick counters.
#pragma once

#include "base/memory.hpp"
#include "dispatch/variant.hpp"

#include <atomic>
#include <string>

namespace grb {

using HostString = std::basic_string<char, std::char_traits<char>, HostAllocator<char>>;

enum class LogLevel : int { none, pick, dump, compare };
inline constexpr const char *log_level_names[] = {"", "pick", "dump", "compare"};

class Context {
public:
    /// Takes over the allocation functions and reads the environment. Throws Error
    /// GrB_INVALID_VALUE when called twice.
    void initialise(int mode, const AllocatorFunctions &functions);
    /// Frees caches and workspaces; afterwards the library may be initialised again.
    void finalise() noexcept;
    static bool is_initialised() noexcept {
        return is_initialised_.load(std::memory_order_acquire);
    }
    /// Serves GB_Global_GrB_init_called_set(), which a test program of LAGraph calls between two
    /// starts.
    void pretend_initialised(bool is_initialised) noexcept {
        is_initialised_.store(is_initialised, std::memory_order_release);
    }
    int mode() const noexcept { return mode_; }
    /// True when calls may be recorded and run later: in non-blocking mode, unless
    /// GRAPHBLAST_FUSION is 0.
    bool defers() const noexcept { return defers_; }

    /// Returns the level in force: the one that was set; without one and with burble on,
    /// LogLevel::pick.
    LogLevel log_level() const noexcept {
        const LogLevel level = set_log_level();
        return level == LogLevel::none && is_burbling() ? LogLevel::pick : level;
    }
    LogLevel set_log_level() const noexcept {
        return static_cast<LogLevel>(log_.load(std::memory_order_relaxed));
    }
    /// Takes one of log_level_names. This and the other setters throw Error GrB_INVALID_VALUE for
    /// other values.
    void set_log(const char *level);
    /// GxB_BURBLE is a switch apart from the log level: turning it off does not turn off
    /// GRAPHBLAST_LOG.
    bool is_burbling() const noexcept { return burble_.load(std::memory_order_relaxed); }
    void set_burble(bool on) noexcept { burble_.store(on, std::memory_order_relaxed); }
    bool is_deterministic() const noexcept {
        return deterministic_.load(std::memory_order_relaxed);
    }
    void set_deterministic(bool on) noexcept {
        deterministic_.store(on, std::memory_order_relaxed);
    }
    /// GrX_TF32: a GPU may multiply floats with ten bits of their fractions.
    bool may_use_tf32() const noexcept { return tf32_.load(std::memory_order_relaxed); }
    void set_tf32(bool on) noexcept { tf32_.store(on, std::memory_order_relaxed); }
    int orientations() const noexcept;
    void set_orientations(int value);
    /// Selects how GrB_Matrix_serialize compresses, as a GrX_Compression.
    int compression() const noexcept { return compression_.load(std::memory_order_relaxed); }
    void set_compression(int value);

    /// Takes "operation:device/name,..."; an unknown operation or name is an Error
    /// GrB_INVALID_VALUE.
    void set_forced(const char *list);
    void set_skipped(const char *list);
    HostString forced_list() const;
    HostString skipped_list() const;
    /// True when some variant is forced or skipped. Quick; asked before the two functions below.
    bool has_rules() const noexcept { return has_rules_.load(std::memory_order_acquire); }
    /// True when some variant of this operation is forced or skipped.
    bool has_rules(Operation operation) const noexcept {
        return is_ruled_[static_cast<int>(operation)].load(std::memory_order_acquire);
    }
    const char *forced(Operation operation) const noexcept;
    bool is_skipped(const char *variant_name) const noexcept;

    /// Counts a pick; `row` is the variant's index in its operation's list.
    void count_pick(Operation operation, int variant) noexcept;
    HostString picks() const; // "mxv:cpu/mxv_pull_rows=12 ..."
    void reset_picks() noexcept;

private:
    /// Updates has_rules_ and is_ruled_ after a change of forced_ or skipped_.
    void note_rules() noexcept;
    static inline constinit std::atomic<bool> is_initialised_{false}; // asked by every call
    int mode_ = 0;
    bool defers_ = false;
    std::atomic<int> log_{0}, compression_{0};
    std::atomic<bool> burble_{false}, deterministic_{false}, tf32_{false}, has_rules_{false};
    std::atomic<const char *> forced_[operation_count] = {};
    std::atomic<bool> skipped_[operation_count][most_variants] = {};
    std::atomic<bool> is_ruled_[operation_count] = {};
    std::atomic<std::uint64_t> picks_[operation_count][most_variants] = {};
};

Context &context() noexcept;

/// The variant that carried out this thread's last operation; "" before the first.
const char *last_variant() noexcept;
void set_last_variant(const char *name) noexcept;

/// An environment variable of a kind of device. set(value) throws Error GrB_INVALID_VALUE.
struct Setting {
    const char *variable;
    void (*set)(const char *value);
};
/// Registers settings that must live for ever: initialise() calls reset() and then reads them.
/// Callers use it in static initialisation, at most 8 times.
void at_initialise(void (*reset)(), std::span<const Setting> settings) noexcept;

/// Registers a function that finalise() calls to empty a cache. Callers use it in static
/// initialisation, at most 16 times.
void at_finalise(void (*function)()) noexcept;

} // namespace grb
