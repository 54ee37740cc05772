// Pull by rows in classes of length: one launch for all rows. See mxv_pull.cuh for P.
#pragma once

#include "kernels/row_tasks.cuh"
#include "mxv/mxv_pull.cuh"

namespace grb::device {

/// Sums the entries of one task by `lanes` lanes with `flight` entries each in flight; the first
/// lane gets the sum. A shorter task reads its last entry again and ignores it: a branch would
/// delay each load until the one before arrives.
template <int flight, class P>
__device__ inline Partial<P> sum_of_task(const PullView<P> &view, unsigned begin, unsigned length,
                                         unsigned member, unsigned lanes) {
    Partial<P> sum;
    for (unsigned first = member; first < length; first += flight * lanes) {
        typename P::Index columns[flight];
        typename P::A factors[flight];
        Partial<P> terms[flight];
#pragma unroll
        for (int i = 0; i < flight; i++) {
            const unsigned at = begin + min(first + i * lanes, length - 1);
            columns[i] = view.column(at);
            factors[i] = view.matrix_value(at);
        }
#pragma unroll
        for (int i = 0; i < flight; i++) terms[i] = view.product(columns[i], factors[i]);
#pragma unroll
        for (int i = 0; i < flight; i++) {
            const bool is_entry = first + i * lanes < length;
            if constexpr (P::identity_is_neutral)
                terms[i].value = is_entry ? terms[i].value : P::identity();
            terms[i].has = terms[i].has && is_entry;
            sum.add(terms[i]);
        }
    }
    reduce_lanes(sum, static_cast<int>(lanes));
    return sum;
}

/// Leaves the sum of a chunk; the warp that finishes last adds up those of the row, in the order of
/// its entries. All lanes; returns 1 where an entry was made.
template <class P>
__device__ inline unsigned join_chunks(const PullView<P> &view, const Chunks &chunks, unsigned task,
                                       unsigned row, const Partial<P> &sum) {
    const MxvPullArguments &arguments = view.arguments;
    auto *const values = static_cast<typename P::Z *>(arguments.carry_values);
    if (lane() == 0) {
        values[task] = sum.value;
        arguments.carry_has[task] = sum.has;
    }
    if (!arrives_last(arguments.tasks.arrived + chunks.first, chunks.count)) return 0;
    Partial<P> all;
    for (unsigned k = lane(); k < chunks.count; k += warp_size) {
        Partial<P> partial;
        partial.value = load_fresh(values + chunks.first + k);
        partial.has = load_fresh(arguments.carry_has + chunks.first + k) != 0;
        all.add(partial);
    }
    reduce_lanes(all, warp_size);
    return lane() == 0 ? view.write(row, all) : 0;
}

/// Rows are sorted by classes of length once and kept so with A (ACSR, Ashari et al. 2014,
/// doi:10.1109/SC.2014.69), 12 bytes a row that has entries. Here a class has as many lanes a row
/// as take four entries each. Rows beyond `chunk` entries are cut into chunks, one a warp, and the
/// chunk that ends last adds up its row: no second kernel, no search, no shared memory. Three
/// dependent accesses: task, entry, u. Empty rows cost nothing. Deterministic.
template <class P>
__device__ void mxv_row_classes(const MxvPullArguments &arguments) {
    const PullView<P> view(arguments);
    const RowTasks &tasks = arguments.tasks;
    const TaskClass own(tasks, blockIdx.x);
    const int log_lanes = own.number == 0 ? 5 : min(max(own.log_length() - 2, 0), 5);
    const unsigned lanes = 1u << log_lanes, member = lane() & (lanes - 1);
    const unsigned task = own.begin + ((own.block * blockDim.x + threadIdx.x) >> log_lanes);
    unsigned row = 0, begin = 0, length = 0;
    if (task < own.end) {
        row = __ldg(tasks.rows + task);
        begin = __ldg(tasks.begins + task);
        length = view.is_allowed(row) ? __ldg(tasks.lengths + task) : 0;
    }
    Chunks chunks; // found while the entries are in flight
    if (own.number == 0 && length != 0) chunks = Chunks(tasks, view.offsets, task);
    const int log_length = own.log_length();
    Partial<P> sum;
    if (log_length > 7) { // more than four entries a lane
        sum = sum_of_task<8>(view, begin, length, member, lanes);
    } else if (log_length > 1) {
        sum = sum_of_task<4>(view, begin, length, member, lanes);
    } else {
        sum = sum_of_task<2>(view, begin, length, member, lanes);
    }
    unsigned made = 0;
    if (length != 0) {
        if (own.number == 0) { // a warp a task: all lanes come here
            made = join_chunks(view, chunks, task, row, sum);
        } else if (member == 0) {
            made = view.write(row, sum);
        }
    }
    view.publish(made);
}

} // namespace grb::device
