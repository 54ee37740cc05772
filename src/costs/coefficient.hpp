// Coefficients: numbers of the cost models that were fitted to machines. Each is an object with a
// name, by which a profile and GrX_RATES change it, and with a default for each class of machine.
// It is defined beside the cost function that reads it.
#pragma once

#include <atomic>
#include <cstddef>

namespace grb {

/// The most coefficients of a library. One with more ends the program when it is loaded.
inline constexpr int most_coefficients = 512;
/// The most devices with coefficients of their own. Further devices use those of the first one.
inline constexpr int most_rated_devices = 16;

/// Classes of hosts. The library does not detect them: a profile names one ("class server").
enum class HostClass : int { generic, server, desktop };
inline constexpr int host_class_count = 3;
inline constexpr const char *host_class_names[host_class_count] = {"generic", "server", "desktop"};

/// The facts that a device reports about itself; 0: unknown.
struct DeviceFacts {
    int capability = 0; // 90: compute capability 9.0
    double processors = 0, cache_bytes = 0;
    double memory_bytes = 0; // per second, at its peak
};

/// Classes of devices, by compute capability.
inline constexpr int device_class_count = 4;

/// The fact of a device that a coefficient is proportional to (`per_`: to its inverse).
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
    /// Returns the default for a class of its kind of machine, before the facts of a device scale
    /// it.
    double default_of(int machine_class) const noexcept;

protected:
    /// The texts must live for ever. Construct in static initialisation, or before the library is
    /// initialised.
    Coefficient(const char *name, const char *unit, const char *meaning, bool is_of_device,
                Scaling scaling, double generic, double server, double desktop) noexcept;
    ~Coefficient() = default;

    const int index_;

private:
    friend double default_on(const Coefficient &, const DeviceFacts &) noexcept;
    const char *const name_, *const unit_, *const meaning_;
    const bool is_of_device_;
    const Scaling scaling_;
    const double defaults_[host_class_count]; // for a device only the first, as fitted on an H200
    const Coefficient *next_;
};

namespace coefficients {

/// The values in force on the host. GrB_init and GrX_RATES write them.
extern double host_values[most_coefficients];
/// The values in force on all devices; null: the devices have different values.
extern std::atomic<const double *> device_values;
/// Returns the values in force on the device where the calling thread works.
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
    /// Reads the value on the device where the thread works.
    operator double() const noexcept {
        const double *const all = coefficients::device_values.load(std::memory_order_acquire);
        return (all != nullptr ? all : coefficients::device_values_here())[index_];
    }
};

/// The list of all coefficients, linked by next(): the newest first.
const Coefficient *first_coefficient() noexcept;
/// Returns null when no coefficient has the name.
const Coefficient *coefficient_named(const char *name, std::size_t length) noexcept;
/// Returns the value in force; for a device's coefficient, on the device where the thread works.
double value_of(const Coefficient &coefficient) noexcept;
/// Returns the default on a device with these facts: that of its class, scaled when the device lies
/// outside the range that describes the class.
double default_on(const Coefficient &coefficient, const DeviceFacts &facts) noexcept;
const char *device_class_name(int device_class) noexcept;

/// Adds a device with its facts. Its coefficients follow from these and from the profile.
void rate_device(int device, const DeviceFacts &facts) noexcept;

/// Replaces the default of a coefficient; device 0: on every device. Takes effect with
/// apply_given().
void give(const Coefficient &coefficient, int device, double value) noexcept;
void give_class(HostClass host_class) noexcept;
void forget_given() noexcept;
void apply_given() noexcept;

/// Changes a coefficient on all devices until the end of the scope. No other thread may choose a
/// variant meanwhile.
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
