// Products by a full matrix, rows in classes of length: one launch for all rows. See spmm.cuh for
// P, which has here too P::lanes, as in spmm_vector.cuh.
#pragma once

#include "kernels/row_tasks.cuh"
#include "spmm/spmm.cuh"

namespace grb::device {

/// Sums of the groups that share a task, added into the first of them.
template <class P>
__device__ inline void join_groups(Sums<P> &sums, unsigned groups) {
    for (unsigned distance = groups / 2; distance > 0; distance /= 2) {
        Sums<P> other;
#pragma unroll
        for (int k = 0; k < P::vec; k++)
            other.values[k] = shuffle_down(sums.values[k], static_cast<int>(distance) * P::lanes);
        sums.add(other);
    }
}

/// A group of lanes over adjacent columns, which shares a task with others of its warp.
template <class P>
struct TaskGroup {
    unsigned task, share, sharing;
    unsigned c; // its lane's first column
    bool is_active;
};

/// Adds the group's entries of a task, `flight` rows of B in flight at a time. A shorter task reads
/// its last entry again and ignores it: a branch would delay each load until the one before
/// arrives.
template <int flight, class P>
__device__ inline void add_entries(const SpmmView<P> &view, const TaskGroup<P> &own, unsigned begin,
                                   unsigned length, Sums<P> &sums) {
    using Z = typename P::Z;
    for (unsigned first = own.share; first < length; first += flight * own.sharing) {
        typename P::Index columns[flight];
        typename P::A factors[flight];
        Terms<P> terms[flight];
#pragma unroll
        for (int i = 0; i < flight; i++) {
            const unsigned at = begin + min(first + i * own.sharing, length - 1);
            columns[i] = view.walked_column(at);
            factors[i] = view.walked_value(at);
        }
#pragma unroll
        for (int i = 0; i < flight; i++) terms[i] = view.terms(columns[i], own.c);
#pragma unroll
        for (int i = 0; i < flight; i++) {
            const bool is_entry = first + i * own.sharing < length;
#pragma unroll
            for (int k = 0; k < P::vec; k++) {
                const Z product = P::multiply(factors[i], terms[i].values[k]);
                sums.values[k] =
                    P::add(sums.values[k], is_entry ? product : neutral_of<typename P::Add, Z>());
            }
        }
    }
}

/// Leaves the sums of a chunk, of all lanes of the first group; the warp that finishes last adds up
/// those of the row.
template <class P>
__device__ inline void join_chunks(const SpmmView<P> &view, const Chunks &chunks,
                                   const TaskGroup<P> &own, unsigned slice, unsigned row,
                                   const Sums<P> &sums) {
    const SpmmArguments &arguments = view.arguments;
    if (own.share == 0 && own.is_active)
        view.leave_sums(arguments.carry_values, own.task, own.c, sums);
    unsigned *const arrived = arguments.tasks.arrived + chunks.first * arguments.slices + slice;
    if (!arrives_last(arrived, chunks.count)) return;
    Sums<P> all;
#pragma unroll 4
    for (unsigned k = own.share; k < chunks.count; k += own.sharing)
        all.add(view.others_sums_at(arguments.carry_values, chunks.first + k, own.c));
    join_groups(all, own.sharing);
    if (own.share == 0 && own.is_active) view.store(row, own.c, all);
}

/// Follows mxv_row_classes: a task is a row, or a chunk of one, that one or several groups of a
/// warp share, eight entries a group; a group covers P::lanes · P::vec columns. The chunk that ends
/// last adds up its row. Rows by classes as in ACSR (Ashari et al. 2014, doi:10.1109/SC.2014.69);
/// wide loads as in spmm_vector. Kept with A: 12 bytes a row that has entries. Grid: blocks of all
/// classes, for each slice of the columns. Deterministic.
template <class P>
__device__ void spmm_row_classes(const SpmmArguments &arguments) {
    constexpr int groups = warp_size / P::lanes;
    const SpmmView<P> view(arguments);
    const RowTasks &tasks = arguments.tasks;
    const unsigned blocks = tasks.blocks[row_class_count], slice = blockIdx.x / blocks;
    const TaskClass in_class(tasks, blockIdx.x % blocks);
    TaskGroup<P> own;
    own.sharing = groups;
    if (in_class.number != 0)
        own.sharing = min(max(1u << in_class.log_length(), 8u) / 8, static_cast<unsigned>(groups));
    const unsigned group = (in_class.block * blockDim.x + threadIdx.x) / P::lanes;
    own.task = in_class.begin + group / own.sharing;
    own.share = group % own.sharing;
    own.c = (slice * P::lanes + lane() % P::lanes) * P::vec;
    own.is_active = own.c < arguments.columns;
    if (!own.is_active) own.c = 0; // reads the entries that its neighbours read
    unsigned row = 0, begin = 0, length = 0;
    if (own.task < in_class.end) {
        row = __ldg(tasks.rows + own.task);
        begin = __ldg(tasks.begins + own.task);
        length = view.wants(row) ? __ldg(tasks.lengths + own.task) : 0;
    }
    Chunks chunks; // found while the entries are in flight
    if (in_class.number == 0 && length != 0) chunks = Chunks(tasks, view.offsets, own.task);
    const int log_length = in_class.log_length();
    Sums<P> sums;
    if (log_length > 2) {
        add_entries<8>(view, own, begin, length, sums);
    } else if (log_length > 1) {
        add_entries<4>(view, own, begin, length, sums);
    } else {
        add_entries<2>(view, own, begin, length, sums);
    }
    join_groups(sums, own.sharing);
    if (length == 0) return;
    if (in_class.number == 0) { // a warp a task: all lanes come here
        join_chunks(view, chunks, own, slice, row, sums);
    } else if (own.share == 0 && own.is_active) {
        view.store(row, own.c, sums);
    }
}

} // namespace grb::device
