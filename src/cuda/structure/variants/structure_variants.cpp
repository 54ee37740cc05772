// Checks and estimates for the variants that only move entries.
#include "cuda/structure/variants/structure_variants.hpp"

#include "dispatch/context.hpp"

#include <cstring>

namespace grb::device {

const char *refuses_move(Operation operation, bool is_there) noexcept {
    if (mode() == Mode::off) return "GPU switched off";
    const char *const forced = context().has_rules() ? context().forced(operation) : nullptr;
    const bool is_forced = forced != nullptr && std::strncmp(forced, "cuda/", 5) == 0;
    if (!is_forced && mode() != Mode::always) {
        if (!is_open()) return "no GPU in use";
        if (!is_there) return "the entries are on the host";
    }
    return absence_so_far();
}

bool has_no_entries(const Snapshot &A) noexcept {
    return A.is_known_empty();
}

double missing_bytes(const SparseForm &form) noexcept {
    return missing_bytes(form.row_offsets) + missing_bytes(form.row_ids) +
           missing_bytes(form.column_indices) + (form.is_iso ? 0 : missing_bytes(form.values));
}

double move_seconds(double launches, double bytes, double missing) noexcept {
    const Rates &r = rates();
    return launches * r.launch_seconds + bytes / r.stream_bytes + missing / r.upload_bytes;
}

} // namespace grb::device
