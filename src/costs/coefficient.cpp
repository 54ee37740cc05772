// Keeps the values of coefficients per device and scales their defaults.
#include "costs/coefficient.hpp"

#include "costs/former_names.hpp"

#include "base/device.hpp"
#include "costs/choice_basis.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace grb {

namespace {

/// A class of devices, described by some of them. Coefficients were fitted on an H200. The defaults
/// of another class are scaled by its `typical` over the H200's. For a device outside [low, high]
/// they are scaled further.
struct DeviceClass {
    const char *name;
    int from_capability;
    DeviceFacts low, high, typical;
    double clock; // of the processors, GHz
};
constexpr DeviceClass device_classes[device_class_count] = {
    // A100, 40 and 80 GB
    {"8.0", 0, {80, 108, 40e6, 1.5e12}, {80, 108, 42e6, 2.1e12}, {80, 108, 41.9e6, 2.04e12}, 1.41},
    // H100 SXM and H200, on both of which choices were measured
    {"9.0", 90, {90, 132, 50e6, 3.3e12}, {90, 132, 63e6, 5e12}, {90, 132, 62.9e6, 4.9e12}, 1.98},
    // B200
    {"10.0",
     100,
     {100, 148, 120e6, 7.6e12},
     {100, 160, 135e6, 8.3e12},
     {100, 148, 132e6, 8e12},
     1.97},
    // RTX 5090, RTX PRO 6000
    {"12.0",
     120,
     {120, 170, 96e6, 1.7e12},
     {120, 188, 135e6, 1.9e12},
     {120, 170, 101e6, 1.79e12},
     2.4},
};
constexpr int fitted_class = 1;

int class_of(const DeviceFacts &facts) noexcept {
    if (facts.capability == 0) return fitted_class;
    int found = 0;
    for (int k = 1; k < device_class_count; k++)
        if (facts.capability >= device_classes[k].from_capability) found = k;
    return found;
}

/// Returns the ratio of a fact to the nearer end of its range; 1 inside the range and for an
/// unknown fact.
double beyond(double asked, double low, double high) noexcept {
    return asked > 0 ? asked / std::clamp(asked, low, high) : 1;
}

double growth(Scaling scaling, const DeviceFacts &of, const DeviceFacts &low,
              const DeviceFacts &high) noexcept {
    switch (scaling) {
    case Scaling::memory:
        return beyond(of.memory_bytes, low.memory_bytes, high.memory_bytes);
    case Scaling::cache:
        return beyond(of.cache_bytes, low.cache_bytes, high.cache_bytes);
    case Scaling::processors:
        return beyond(of.processors, low.processors, high.processors);
    case Scaling::per_processors:
        return 1 / beyond(of.processors, low.processors, high.processors);
    case Scaling::none:
        break;
    }
    return 1;
}

/// Returns the factor between a class and the class where the coefficients were fitted.
double growth_of_class(Scaling scaling, int device_class) noexcept {
    const DeviceClass &own = device_classes[device_class], &fitted = device_classes[fitted_class];
    const double facts = growth(scaling, own.typical, fitted.typical, fitted.typical);
    const double clock = device_class == fitted_class ? 1 : own.clock / fitted.clock;
    if (scaling == Scaling::processors) return facts * clock;
    if (scaling == Scaling::per_processors) return facts / clock;
    return facts;
}

/// The values in force on one device, and those that were given for it (0: none). Index 0 stands
/// for devices that are not open yet.
struct DeviceBlock {
    DeviceFacts facts;
    bool is_rated = false;
    double values[most_coefficients], given[most_coefficients];
};
constinit DeviceBlock blocks[most_rated_devices + 1] = {};
constinit double given_on_host[most_coefficients] = {};
constinit HostClass host_class = HostClass::generic;
constinit const Coefficient *first = nullptr;
constinit int count = 0;

int next_index() noexcept {
    if (count == most_coefficients) {
        std::fprintf(stderr, "graphblast: more than %d coefficients\n", most_coefficients);
        std::abort();
    }
    return count++;
}

const DeviceBlock &first_rated() noexcept {
    for (int k = 1; k <= most_rated_devices; k++)
        if (blocks[k].is_rated) return blocks[k];
    return blocks[0];
}

void fill(DeviceBlock &block) noexcept {
    for (const Coefficient *c = first; c != nullptr; c = c->next()) {
        if (!c->is_of_device()) continue;
        const int k = c->index();
        block.values[k] = block.given[k] > 0       ? block.given[k]
                          : blocks[0].given[k] > 0 ? blocks[0].given[k]
                                                   : default_on(*c, block.facts);
    }
}

/// Sets device_values: to one block when all devices agree, else to null.
void publish() noexcept {
    const DeviceBlock &one = first_rated();
    const double *all = one.values;
    for (int k = 1; k <= most_rated_devices; k++) {
        const DeviceBlock &block = blocks[k];
        if (block.is_rated && std::memcmp(block.values, one.values, sizeof one.values) != 0)
            all = nullptr;
    }
    coefficients::device_values.store(all, std::memory_order_release);
    change_choice_basis();
}

/// Returns the slot of a coefficient's value in force.
double &slot_of(const Coefficient &coefficient) noexcept {
    if (!coefficient.is_of_device()) return coefficients::host_values[coefficient.index()];
    const double *const all = coefficients::device_values.load(std::memory_order_acquire);
    const double *const values = all != nullptr ? all : coefficients::device_values_here();
    return const_cast<double *>(values)[coefficient.index()];
}

} // namespace

namespace coefficients {

constinit double host_values[most_coefficients] = {};
constinit std::atomic<const double *> device_values{blocks[0].values};

const double *device_values_here() noexcept {
    const Device *const device = here();
    const int id = device != nullptr && device->id() <= most_rated_devices ? device->id() : 0;
    return blocks[id].is_rated ? blocks[id].values : first_rated().values;
}

} // namespace coefficients

Coefficient::Coefficient(const char *name, const char *unit, const char *meaning, bool is_of_device,
                         Scaling scaling, double generic, double server, double desktop) noexcept
    : index_(next_index()), name_(name), unit_(unit), meaning_(meaning),
      is_of_device_(is_of_device), scaling_(scaling), defaults_{generic, server, desktop},
      next_(first) {
    first = this;
    (is_of_device ? blocks[0].values : coefficients::host_values)[index_] = generic;
}

double Coefficient::default_of(int machine_class) const noexcept {
    return is_of_device_ ? defaults_[0] * growth_of_class(scaling_, machine_class)
                         : defaults_[machine_class];
}

double default_on(const Coefficient &coefficient, const DeviceFacts &facts) noexcept {
    const int own = class_of(facts);
    const DeviceClass &known = device_classes[own];
    return coefficient.default_of(own) * growth(coefficient.scaling_, facts, known.low, known.high);
}

const char *device_class_name(int device_class) noexcept {
    return device_classes[device_class].name;
}

const Coefficient *first_coefficient() noexcept {
    return first;
}

const Coefficient *coefficient_named(const char *name, std::size_t length) noexcept {
    for (const Coefficient *c = first; c != nullptr; c = c->next())
        if (is_called(c->name(), {name, length})) return c;
    return nullptr;
}

double value_of(const Coefficient &coefficient) noexcept {
    return slot_of(coefficient);
}

void rate_device(int device, const DeviceFacts &facts) noexcept {
    if (device > most_rated_devices) return;
    DeviceBlock &block = blocks[device];
    block.facts = facts;
    fill(block);
    block.is_rated = true;
    publish();
}

void give(const Coefficient &coefficient, int device, double value) noexcept {
    (coefficient.is_of_device() ? blocks[device].given : given_on_host)[coefficient.index()] =
        value;
}

void give_class(HostClass given) noexcept {
    host_class = given;
}

void forget_given() noexcept {
    host_class = HostClass::generic;
    std::fill(std::begin(given_on_host), std::end(given_on_host), 0.0);
    for (DeviceBlock &block : blocks)
        std::fill(std::begin(block.given), std::end(block.given), 0.0);
}

void apply_given() noexcept {
    for (const Coefficient *c = first; c != nullptr; c = c->next()) {
        if (c->is_of_device()) continue;
        const double given = given_on_host[c->index()];
        coefficients::host_values[c->index()] =
            given > 0 ? given : c->default_of(static_cast<int>(host_class));
    }
    for (int k = 0; k <= most_rated_devices; k++)
        if (k == 0 || blocks[k].is_rated) fill(blocks[k]);
    publish();
}

Changed::Changed(const Coefficient &coefficient, double factor) noexcept
    : value_(&slot_of(coefficient)), before_(*value_) {
    *value_ = before_ * factor;
}

Changed::~Changed() {
    *value_ = before_;
}

} // namespace grb
