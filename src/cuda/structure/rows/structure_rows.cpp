// Checks and estimates for the variants that only move entries.
#include "cuda/structure/rows/structure_rows.hpp"

#include "dispatch/context.hpp"

#include <cstring>

namespace grb::device {

const char *refuses_part(Operation operation, bool is_there) noexcept {
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

double missing_bytes(const SparsePart &part) noexcept {
    return missing_bytes(part.row_offsets) + missing_bytes(part.row_ids) +
           missing_bytes(part.column_indices) + (part.is_iso ? 0 : missing_bytes(part.values));
}

double part_seconds(double launches, double bytes, double missing) noexcept {
    const Rates &r = rates();
    return launches * r.launch_seconds + bytes / r.stream_bytes + missing / r.upload_bytes;
}

} // namespace grb::device
