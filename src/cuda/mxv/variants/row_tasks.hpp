// Rows as tasks in classes by length, kept with a matrix.
#pragma once

#include "cuda/mxv/mxv_calls.h"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb::device {

/// See RowTaskArrays. `arrived` holds zeros between kernels.
struct KeptRowTasks final : Attachment {
    static constexpr char tag[] = "row tasks";
    std::size_t bytes() const noexcept override {
        return sizeof *this + rows.bytes() + begins.bytes() + lengths.bytes() + arrived.bytes();
    }
    RowTaskArrays arrays() const;

    Array rows, begins, lengths, arrived;
    unsigned chunk = 0, limits[row_task_limits] = {};
};

/// Returns why there can be none; null: there can.
const char *refuses_row_tasks(const Snapshot &A, bool is_transposed) noexcept;
/// Tasks of the rows (columns when transposed), in chunks of `chunk` entries; made on the first
/// call, which waits.
Ref<const KeptRowTasks> row_tasks_of(const Snapshot &A, bool is_transposed, unsigned chunk);
/// Adds the cost of making them, where they have not been made.
void add_missing_row_tasks(Cost &cost, const Snapshot &A, bool is_transposed, unsigned chunk);

} // namespace grb::device
