// The facts of a problem on which a choice turns, as a fingerprint: equal problems have equal ones.
#pragma once

#include "problems/operation_problem.hpp"

#include <bit>

namespace grb {

/// Collects facts about a problem. A vector's entries count by quarters of an octave: a choice is
/// the same for about as many. Those of a matrix are exact, so that floating-point products come
/// out the same each time.
class Facts {
public:
    /// Data may be on the host, on this device, or on both.
    explicit Facts(const Device &device) noexcept : device_(&device) {}
    void add(std::uint64_t fact) noexcept;
    /// The address of an operator, a type or a device.
    void add(const void *address) noexcept { add(std::bit_cast<std::uintptr_t>(address)); }
    /// Adds up to 64 claims as bits.
    template <class... Claims>
    requires(sizeof...(Claims) > 1) void add(Claims... claims) noexcept {
        std::uint64_t bits = 0;
        ((bits = 2 * bits + (claims ? 1 : 0)), ...);
        add(bits);
    }
    void add_size(double size) noexcept;
    /// Adds type, shape, forms, places and statistics; null is a fact, too.
    void add_state(const Snapshot *state) noexcept;
    void add_mask(const MaskInput &mask) noexcept;
    std::uint64_t slot() const noexcept { return first_; }
    friend bool operator==(const Facts &, const Facts &) noexcept = default;

private:
    unsigned place(const Array &array) const noexcept;
    void add_form(const LazyForm<SparseForm> &form) noexcept;
    const Device *device_;
    std::uint64_t first_ = 0, second_ = 0;
};

} // namespace grb
