// The Kronecker product of two matrices, row pair by row pair.
#include "base/parallel.hpp"
#include "costs/rates.hpp"
#include "cpu/common/on_threads.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"
#include "storage/convert.hpp"

#include <cstring>

namespace grb {

namespace {

/// Non-empty rows of an operand.
struct Rows {
    HostVector<std::uint64_t> numbers, begins; // one more than numbers
};

Rows rows_of(const SparseView &view) {
    return dispatch_widths(view, [](const auto &sparse) {
        Rows rows;
        for (std::uint64_t k = 0; k < sparse.stored_rows; k++) {
            if (sparse.row_offsets[k] == sparse.row_offsets[k + 1]) continue;
            rows.numbers.push_back(sparse.row_id(k));
            rows.begins.push_back(sparse.row_offsets[k]);
        }
        rows.begins.push_back(sparse.nvals);
        return rows;
    });
}

struct Call {
    const KroneckerProblem &problem;
    SparseView A, B;
    Rows a_rows, b_rows;
    BoundBinary op;
    bool is_iso = false;

    explicit Call(const KroneckerProblem &p)
        : problem(p), A(p.A->rows(p.is_A_transposed)), B(p.B->rows(p.is_B_transposed)),
          a_rows(rows_of(A)), b_rows(rows_of(B)), op(p.op, p.op->ztype, A.type, B.type) {
        is_iso = (A.is_iso || op.ignores_x()) && (B.is_iso || op.ignores_y());
    }
    std::uint64_t pairs() const noexcept { return a_rows.numbers.size() * b_rows.numbers.size(); }
    /// Calls f(i, j) for the pairs [begin, end) of the i-th row of A and the j-th of B, in the
    /// order of C's rows.
    template <class F>
    void for_pairs(std::uint64_t begin, std::uint64_t end, F &&f) const {
        const std::uint64_t b_count = b_rows.numbers.size();
        if (begin == end) return;
        std::uint64_t i = begin / b_count, j = begin % b_count;
        for (std::uint64_t left = end - begin; left != 0; left--) {
            f(i, j);
            if (++j == b_count) {
                i++;
                j = 0;
            }
        }
    }
    std::uint64_t number_of(std::uint64_t i, std::uint64_t j) const noexcept {
        return a_rows.numbers[i] * B.nrows + b_rows.numbers[j];
    }
    /// Entries of C before this pair of rows: those of A's earlier rows, then of B's earlier rows.
    std::uint64_t begin_of(std::uint64_t i, std::uint64_t j) const noexcept {
        return a_rows.begins[i] * B.nvals +
               (a_rows.begins[i + 1] - a_rows.begins[i]) * b_rows.begins[j];
    }
};

const unsigned char *value_at(const SparseView &view, std::uint64_t p) noexcept {
    if (view.values == nullptr) return nullptr;
    return static_cast<const unsigned char *>(view.values) +
           (view.is_iso ? 0 : p * view.type->size);
}

/// The product of the i-th row of A and the j-th of B.
template <class To, class From>
void make_row(const Call &call, SparseForm &form, std::uint64_t i, std::uint64_t j) {
    const std::uint64_t first = call.begin_of(i, j);
    const auto *a_columns = static_cast<const From *>(call.A.column_indices);
    const auto *b_columns = static_cast<const From *>(call.B.column_indices);
    const std::uint64_t b_begin = call.b_rows.begins[j], n = call.b_rows.begins[j + 1] - b_begin;
    const std::size_t size = call.op.z_size();
    To *columns = form.column_indices.as<To>() + first;
    unsigned char *values = call.is_iso ? nullptr : form.values.as<unsigned char>() + first * size;
    for (std::uint64_t p = call.a_rows.begins[i]; p < call.a_rows.begins[i + 1]; p++) {
        const std::uint64_t shift = static_cast<std::uint64_t>(a_columns[p]) * call.B.ncols;
        for (std::uint64_t q = 0; q < n; q++)
            columns[q] = static_cast<To>(shift + b_columns[b_begin + q]);
        columns += n;
        if (call.is_iso) continue;
        const unsigned char *b = value_at(call.B, b_begin);
        if (call.B.is_iso) {
            call.op(values, value_at(call.A, p), b, 1);
            fill_values(values, values, n, size);
        } else {
            call.op(values, value_at(call.A, p), b, n, Broadcast::x);
        }
        values += n * size;
    }
}

/// Writes the offsets of all rows, or of the non-empty rows and their numbers.
template <class O, class I>
void make_offsets(const Call &call, SparseForm &form) {
    auto *offsets = form.row_offsets.as<O>();
    auto *ids = form.row_ids.as<I>();
    const std::uint64_t pairs = call.pairs();
    std::uint64_t row = 0, k = 0;
    call.for_pairs(0, pairs, [&](std::uint64_t i, std::uint64_t j) {
        const auto begin = static_cast<O>(call.begin_of(i, j));
        const std::uint64_t number = call.number_of(i, j);
        if (form.is_hyper) {
            ids[k] = static_cast<I>(number);
            offsets[k++] = begin;
        } else {
            for (; row <= number; row++) offsets[row] = begin;
        }
    });
    for (row = form.is_hyper ? pairs : row; row <= form.stored_rows; row++)
        offsets[row] = static_cast<O>(form.nvals);
}

const char *refuses(const KroneckerProblem &) {
    return nullptr;
}

const HostCoefficient entry_operations{"kronecker_entry_operations", "1",
                                       "batch operations for each entry of the result", 3};

Cost cost(const KroneckerProblem &problem) {
    const double entries =
        static_cast<double>(problem.A->most_nvals()) * static_cast<double>(problem.B->most_nvals());
    const double bytes = static_cast<double>(problem.result_type()->size) + 4;
    Cost cost;
    cost.seconds = rates().call_seconds + 4 * rates().result_seconds +
                   on_threads(entries * (bytes / rates().stream_bytes +
                                         entry_operations / rates().operations_batch));
    return cost;
}

Ref<Snapshot> run(const KroneckerProblem &problem) {
    const Type *type = problem.result_type();
    const std::uint64_t m = (problem.is_A_transposed ? problem.A->ncols() : problem.A->nrows()) *
                            (problem.is_B_transposed ? problem.B->ncols() : problem.B->nrows());
    const std::uint64_t n = (problem.is_A_transposed ? problem.A->nrows() : problem.A->ncols()) *
                            (problem.is_B_transposed ? problem.B->nrows() : problem.B->ncols());
    SparseForm form;
    if (__builtin_mul_overflow(problem.A->nvals(), problem.B->nvals(), &form.nvals))
        throw std::bad_alloc();
    if (form.nvals == 0) return Snapshot::empty(type, m, n);
    Call call(problem);
    SparseForm wide; // both operands with indices of one width
    if (call.A.index_width != call.B.index_width) {
        SparseView &narrow = call.A.index_width == 4 ? call.A : call.B;
        wide = with_width(narrow, 8, 8);
        narrow = view_of(wide, narrow.type, narrow.nrows, narrow.ncols);
    }
    const std::size_t size = call.op.z_size();
    form.is_hyper = should_be_hyper(m, call.pairs());
    form.stored_rows = form.is_hyper ? call.pairs() : m;
    form.index_width = index_width_for(m, n);
    form.offset_width = offset_width_for(form.index_width, form.nvals);
    const auto width = static_cast<std::size_t>(form.index_width);
    if (form.nvals > SIZE_MAX / std::max(size, width)) throw std::bad_alloc();
    form.row_offsets = Array((form.stored_rows + 1) * static_cast<std::size_t>(form.offset_width));
    if (form.is_hyper) form.row_ids = Array(form.stored_rows * width);
    form.column_indices = Array(form.nvals * width);
    form.is_iso = call.is_iso;
    form.values = Array(form.is_iso ? size : form.nvals * size);
    if (form.is_iso) call.op(form.values.data(), call.A.values, call.B.values, 1);
    if (form.index_width == 8) {
        make_offsets<std::uint64_t, std::uint64_t>(call, form);
    } else if (form.offset_width == 8) {
        make_offsets<std::uint64_t, std::uint32_t>(call, form);
    } else {
        make_offsets<std::uint32_t, std::uint32_t>(call, form);
    }
    const bool reads_narrow = call.A.index_width == 4;
    const double mean_length = static_cast<double>(form.nvals) / static_cast<double>(call.pairs());
    parallel_ranges(call.pairs(), 2 * mean_length, [&](std::uint64_t begin, std::uint64_t end) {
        const auto make = [&](auto to, auto from) {
            call.for_pairs(begin, end, [&](std::uint64_t i, std::uint64_t j) {
                make_row<decltype(to), decltype(from)>(call, form, i, j);
            });
        };
        if (form.index_width == 4 && reads_narrow) {
            make(std::uint32_t{}, std::uint32_t{});
        } else if (form.index_width == 4) {
            make(std::uint32_t{}, std::uint64_t{});
        } else if (reads_narrow) {
            make(std::uint64_t{}, std::uint32_t{});
        } else {
            make(std::uint64_t{}, std::uint64_t{});
        }
    });
    return Snapshot::of_rows(type, m, n, std::move(form));
}

} // namespace

/// C(iA · mB + iB, jA · nB + jB) = A(iA, jA) ⊗ B(iB, jB), mB × nB the shape of B.
/// A and B by rows (transposed: their columns), sparse or hypersparse; all widths; C sorted,
/// hypersparse when most of its rows are empty.
/// Work O(entries of A × entries of B + rows of C unless hypersparse); no scratch but the lists of
/// non-empty rows. Every entry's position is known in advance, so threads make rows without
/// counting. Deterministic. std::bad_alloc when the entries exceed memory. The commit applies the
/// mask. Accepts everything.
extern const Variant<KroneckerProblem> kronecker_rows = {
    "cpu/kronecker_rows",
    {.fuses_mask = false, .sorts_output = true, .is_deterministic = true},
    refuses,
    cost,
    run};

} // namespace grb
