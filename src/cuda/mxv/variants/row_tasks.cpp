// Makes the tasks of a matrix's rows and keeps them with it.
#include "cuda/mxv/variants/row_tasks.hpp"

#include "costs/device_rates.hpp"
#include "cuda/library/operands.hpp"

#include <algorithm>

namespace grb::device {

namespace {

const DeviceCoefficient per_row_bytes{"device_row_tasks_line_bytes", "bytes",
                                      "to count the tasks of a row", 16};
const DeviceCoefficient task_bytes{"device_row_tasks_task_bytes", "bytes",
                                   "to make a task and to sort it by its class", 120};

unsigned *words(const Array &array) {
    return array.empty() ? nullptr : static_cast<unsigned *>(const_cast<void *>(array.data_here()));
}

double row_count_of(const Snapshot &A, bool is_transposed) noexcept {
    return size_of(is_transposed ? A.ncols() : A.nrows());
}

} // namespace

RowTaskArrays KeptRowTasks::arrays() const {
    RowTaskArrays tasks{words(rows), words(begins), words(lengths), words(arrived), chunk, {}};
    std::copy(std::begin(limits), std::end(limits), tasks.limits);
    return tasks;
}

const char *refuses_row_tasks(const Snapshot &A, bool is_transposed) noexcept {
    const bool is_short =
        A.most_nvals() <= UINT32_MAX / 2 && row_count_of(A, is_transposed) < UINT32_MAX;
    return is_short ? nullptr : "too many entries or rows for 32 bits";
}

Ref<const KeptRowTasks> row_tasks_of(const Snapshot &A, bool is_transposed, unsigned chunk) {
    return A.attachments().get_or_make<KeptRowTasks>({is_transposed, chunk}, [&] {
        auto made = make_ref<KeptRowTasks>();
        made->chunk = chunk;
        RowTaskArrays tasks{};
        tasks.chunk = chunk;
        RowTasksCall call{sparse_arrays(A, is_transposed), nullptr, 0, &tasks};
        const Array starts = Array::make_here((call.A.nrows + 1) * sizeof(unsigned));
        call.starts = words(starts);
        check(gpu::count_row_tasks(&call));
        const auto make = [](Array &array, std::uint64_t count) {
            array = Array::make_here(count * sizeof(unsigned));
            return static_cast<unsigned *>(array.data_here_for_writing());
        };
        tasks.rows = make(made->rows, call.count);
        tasks.begins = make(made->begins, call.count);
        tasks.lengths = make(made->lengths, call.count);
        // A row in chunks has at least one full chunk and a part of another.
        const std::uint64_t most_chunks =
            std::min<std::uint64_t>(call.count, 2 * (call.A.nvals / chunk));
        tasks.arrived = make(made->arrived, most_slices * most_chunks + 1);
        check(gpu::list_row_tasks(&call));
        std::copy(std::begin(tasks.limits), std::end(tasks.limits), made->limits);
        return made;
    });
}

void add_missing_row_tasks(Cost &cost, const Snapshot &A, bool is_transposed, unsigned chunk) {
    if (A.attachments().find<KeptRowTasks>({is_transposed, chunk})) return;
    const Rates &r = rates();
    const double row_count = row_count_of(A, is_transposed), z = size_of(A.most_nvals());
    const double bytes =
        per_row_bytes * row_count + task_bytes * std::min(row_count + z / chunk, z);
    cost.missing_seconds += bytes / r.stream_bytes + 8 * r.launch_seconds + 2 * r.wait_seconds;
    if (cost.missing_in != nullptr) return;
    cost.missing_in = &A;
    cost.missing_item = SnapshotItem(KeptRowTasks::tag);
}

} // namespace grb::device
