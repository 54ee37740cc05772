// Numbers of the cost models that were fitted to machines. Each is an object with a name, under which a profile and
// GrX_RATES change it, and a default for each class of machine. It stands beside the cost function that reads it.
#pragma once

#include <atomic>
#include <cstddef>

namespace grb {

/// How many coefficients there may be; one more ends the program that has it, when it is loaded.
inline constexpr int most_coefficients = 512;
/// Places beyond these have the coefficients of the first one.
inline constexpr int most_rated_places = 16;

/// Classes of hosts. Nothing tells them apart by itself: a profile says "class server".
enum class HostClass : int { generic, server, desktop };
inline constexpr int host_class_count = 3;
inline constexpr const char *host_class_names[host_class_count] = {"generic", "server", "desktop"};

/// What a device says of itself; 0: unknown.
struct DeviceFacts {
    int capability = 0; // 90: compute capability 9.0
    double processors = 0, cache_bytes = 0;
    double memory_bytes = 0; // per second, at its peak
};

/// Classes of devices, by compute capability.
inline constexpr int device_class_count = 4;

/// With which fact of the device a coefficient grows (`per_`: shrinks).
enum class Scaling : int { none, memory, cache, processors, per_processors };

class Coefficient {
public:
    Coefficient(const Coefficient &) = delete;
    Coefficient &operator=(const Coefficient &) = delete;
    const char *name() const noexcept { return name_; }
    const char *unit() const noexcept { return unit_; }
    const char *meaning() const noexcept { return meaning_; }
    bool is_of_device() const noexcept { return is_of_device_; }
    int index() const noexcept { return index_; }
    const Coefficient *next() const noexcept { return next_; }
    /// For a class of machines of its kind; without facts of a device.
    double default_of(int machine_class) const noexcept;

protected:
    /// Texts live for ever. Static initialisation, or before the library is initialised.
    Coefficient(const char *name, const char *unit, const char *meaning, bool is_of_device,
                Scaling scaling, double generic, double server, double desktop) noexcept;
    ~Coefficient() = default;

    const int index_;

private:
    friend double default_on(const Coefficient &, const DeviceFacts &) noexcept;
    const char *const name_, *const unit_, *const meaning_;
    const bool is_of_device_;
    const Scaling scaling_;
    const double defaults_[host_class_count]; // of a device: the first, as fitted on an H200
    const Coefficient *next_;
};

namespace coefficients {

/// In force on the host. Written in GrB_init and by GrX_RATES.
extern double host_values[most_coefficients];
/// In force on every device; null: those of two places differ.
extern std::atomic<const double *> device_values;
/// Where the calling thread works.
const double *device_values_here() noexcept;

} // namespace coefficients

class HostCoefficient final : public Coefficient {
public:
    HostCoefficient(const char *name, const char *unit, const char *meaning, double value) noexcept
        : HostCoefficient(name, unit, meaning, value, value, value) {}
    HostCoefficient(const char *name, const char *unit, const char *meaning, double generic,
                    double server, double desktop) noexcept
        : Coefficient(name, unit, meaning, false, Scaling::none, generic, server, desktop) {}
    operator double() const noexcept { return coefficients::host_values[index_]; }
};

class DeviceCoefficient final : public Coefficient {
public:
    DeviceCoefficient(const char *name, const char *unit, const char *meaning, double value,
                      Scaling scaling = Scaling::none) noexcept
        : Coefficient(name, unit, meaning, true, scaling, value, value, value) {}
    /// Of the place where the thread works.
    operator double() const noexcept {
        const double *const all = coefficients::device_values.load(std::memory_order_acquire);
        return (all != nullptr ? all : coefficients::device_values_here())[index_];
    }
};

/// All of them, by next(), the last one that joined first.
const Coefficient *first_coefficient() noexcept;
/// Null: there is none.
const Coefficient *coefficient_named(const char *name, std::size_t length) noexcept;
/// Of the places of devices the one where the thread works.
double value_of(const Coefficient &coefficient) noexcept;
/// What a device with these facts starts with: the class's default, scaled where the device is outside of what the
/// class was described by.
double default_on(const Coefficient &coefficient, const DeviceFacts &facts) noexcept;
const char *device_class_name(int device_class) noexcept;

/// A place joins with what its device says of itself: its coefficients follow from that and from the profile.
void rate_place(int place, const DeviceFacts &facts) noexcept;

/// A value for a coefficient instead of its default; place 0: on every device. Has effect with apply_given().
void give(const Coefficient &coefficient, int place, double value) noexcept;
void give_class(HostClass host_class) noexcept;
void forget_given() noexcept;
void apply_given() noexcept;

/// Another value of a coefficient, wherever it counts, until the end of the scope. No other thread may choose meanwhile.
class Changed {
public:
    Changed(const Coefficient &coefficient, double factor) noexcept;
    ~Changed();
    Changed(const Changed &) = delete;
    Changed &operator=(const Changed &) = delete;

private:
    double *value_;
    const double before_;
};

} // namespace grb
