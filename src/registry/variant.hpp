// The registry: one list of variants per operation. A variant says by itself whether it can carry out a
// problem, what that would cost, and does it.
#pragma once

#include "storage/snapshot.hpp"

#include <span>

namespace grb {

enum class Operation : std::uint8_t {
    mxv,
    mxm,
    ewise_add,
    ewise_mult,
    apply,
    select,
    assign,
    extract,
    reduce,
    transpose,
    kronecker,
    maxk,
};
inline constexpr int operation_count = 12;
const char *name_of(Operation operation) noexcept;

struct Capabilities {
    bool fuses_mask = false;      // the result has no entries where the mask is false
    bool fuses_sum = false;       // adds to the problem's sum_into, without which it refuses
    bool sorts_output = true;     // else rows may come jumbled
    bool is_deterministic = true; // floating-point results do not depend on timing or thread count
    bool is_on_device = false;    // runs on the GPU; may throw device::Failure
};

/// What a problem would cost. `seconds` holds everything but making parts that a snapshot lacks;
/// that is `missing_seconds`, remembered with the snapshot so that repeated need pays for the part.
struct Cost {
    double seconds = 0;
    double missing_seconds = 0;
    const Snapshot *missing_in = nullptr; // whose part is missing, null: none
    Part missing_part = Part::rows;
};

template <class Problem>
struct Variant {
    const char *name; // "cpu/mxv_pull_rows"
    Capabilities capabilities;
    /// Null when the variant can do it, else the reason in a few words, for the log.
    const char *(*refuses)(const Problem &problem);
    Cost (*cost)(const Problem &problem);
    /// The result before accumulator, mask and replace, in the problem's result_type.
    /// Throws std::bad_alloc or Error, never out of a parallel region.
    Ref<Snapshot> (*run)(const Problem &problem);
};

/// The rows of one operation, in registry order (registry/<operation>.cpp).
template <class Problem>
std::span<const Variant<Problem> *const> variants() noexcept;

/// Every row of every operation, for tests and tools.
struct RegistryRow {
    Operation operation;
    const char *name;
};
std::span<const RegistryRow> registry_rows() noexcept;

} // namespace grb
