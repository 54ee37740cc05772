// Runs the row functions: tasks of equal work, mask, output.
#pragma once

#include "cpu/mxm/mxm_gustavson.hpp"

namespace grb {

/// State that all tasks of a call share.
struct GustavsonCall {
    explicit GustavsonCall(const MxmProblem &p)
        : problem(p), A(p.A->rows(p.is_A_transposed)),
          B(p.is_B_transposed ? p.B->columns() : p.B->rows_in_any_order()), widths({&A, &B}),
          products(*p.semiring, A, B), mask(p.mask),
          value_size(products.is_pattern_only ? 0 : products.size) {}

    const MxmProblem &problem;
    SparseView A, B;
    CommonWidths widths;
    Products products;
    MaskRows mask;
    std::size_t value_size; // of values in accumulators and buffers

    std::uint64_t number_of(std::uint64_t stored_row) const noexcept {
        if (A.row_ids == nullptr) return stored_row;
        return A.index_width == 4
                   ? std::uint64_t{static_cast<const std::uint32_t *>(A.row_ids)[stored_row]}
                   : static_cast<const std::uint64_t *>(A.row_ids)[stored_row];
    }
};

/// Products per stored row of A; 0 for rows where the mask allows nothing.
HostVector<std::uint64_t> products_per_row(const GustavsonCall &call);

namespace detail {

template <std::size_t bytes, class I, class Accumulator, class Keep>
bool emit_sized(Accumulator &accumulator, std::size_t size, RowsBuffer &out, Keep &&keep) {
    I *columns = out.new_columns<I>();
    unsigned char *to = out.new_values();
    const unsigned char *values = accumulator.values();
    std::uint64_t n = 0, last = 0;
    bool is_ascending = true;
    accumulator.drain([&](std::uint64_t column, std::uint64_t slot) {
        if (!keep(column)) return;
        is_ascending &= column >= last;
        last = column;
        columns[n] = static_cast<I>(column);
        if (size != 0) // else values have no memory
            std::memcpy(to + n * size, values + slot * size, bytes != 0 ? bytes : size);
        n++;
    });
    out.add(n);
    return is_ascending;
}

template <class I, class Accumulator, class Keep>
bool emit(Accumulator &accumulator, std::size_t size, RowsBuffer &out, Keep &&keep) {
    out.reserve(accumulator.count());
    switch (size) {
    case 1:
        return emit_sized<1, I>(accumulator, size, out, keep);
    case 4:
        return emit_sized<4, I>(accumulator, size, out, keep);
    case 8:
        return emit_sized<8, I>(accumulator, size, out, keep);
    default:
        return emit_sized<0, I>(accumulator, size, out, keep);
    }
}

} // namespace detail

/// Appends the entries of the accumulator to `out` and empties it; with `filter` only entries that
/// the mask allows. Returns true when the columns came in ascending order.
template <class Accumulator>
bool emit_row(Accumulator &accumulator, const GustavsonCall &call, const MaskRows::Row *filter,
              RowsBuffer &out) {
    const auto emit_width = [&](auto index) {
        using I = decltype(index);
        if (filter == nullptr) {
            return detail::emit<I>(accumulator, call.value_size, out,
                                   [](std::uint64_t) { return true; });
        }
        return detail::emit<I>(accumulator, call.value_size, out, [&](std::uint64_t column) {
            return call.mask.allows(*filter, column);
        });
    };
    return call.B.index_width == 4 ? emit_width(std::uint32_t{}) : emit_width(std::uint64_t{});
}

/// Workspace: constructed from the call; bool run_variant(stored row, its mask row, number of
/// products, out) appends one row of C and returns whether it is sorted.
template <class Workspace>
Ref<Snapshot> run_gustavson(const GustavsonCall &call, const HostVector<std::uint64_t> &work) {
    const RowTasks tasks(work);
    HostVector<RowsBuffer> buffers(static_cast<std::size_t>(tasks.count()));
    HostVector<std::uint64_t> counts(work.size());
    HostVector<unsigned char> task_is_jumbled(buffers.size());
    WorkspacePool<Workspace> pool;
    parallel_tasks(tasks.count(), tasks.threads(), [&](std::int64_t task) {
        RowsBuffer out;
        out.open(call.value_size, call.B.index_width);
        Workspace *workspace = pool.take([&] { return new Workspace(call); });
        bool is_sorted = true;
        for (std::uint64_t k = tasks.begin(task); k < tasks.end(task); k++) {
            if (work[k] == 0) continue;
            const std::uint64_t before = out.size();
            is_sorted &= workspace->run_row(k, call.mask.row(call.number_of(k)), work[k], out);
            counts[k] = out.size() - before;
        }
        pool.give_back(workspace);
        buffers[static_cast<std::size_t>(task)] = std::move(out);
        task_is_jumbled[static_cast<std::size_t>(task)] = !is_sorted;
    });
    bool is_jumbled = false;
    for (const unsigned char jumbled : task_is_jumbled) is_jumbled |= jumbled != 0;
    return assemble_rows(call.problem, call.A, tasks.threads(), buffers, counts, call.B.index_width,
                         call.products.is_pattern_only ? call.products.constants.data() : nullptr,
                         is_jumbled);
}

template <class Workspace>
Ref<Snapshot> run_gustavson(const MxmProblem &problem) {
    if (problem.A->nvals() == 0 || problem.B->nvals() == 0)
        return Snapshot::empty(problem.result_type(), problem.m(), problem.n());
    const GustavsonCall call(problem);
    return run_gustavson<Workspace>(call, products_per_row(call));
}

} // namespace grb
