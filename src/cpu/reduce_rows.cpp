/// w(i) = ⊕_j A(i, j): a pass over the rows, stopping in a row at the monoid's terminal value.
/// A m×n in any format, by rows; w sparse (one row of m), or full when A is. Values are cast to the
/// monoid's type in pieces. A full A is read as it lies, its columns 512 at a time; one that is iso gives an
/// iso w. Work O(entries), O(log n) a row for iso values. Rows are summed in order by one thread:
/// deterministic. Refused: reduction to a scalar.
#include "base/parallel.hpp"
#include "cpu/mask_cursor.hpp"
#include "cpu/repeated_sum.hpp"
#include "registry/pick.hpp"
#include "storage/convert.hpp"

#include <cstring>

namespace grb {

namespace {

constexpr std::size_t piece_entries = 512;

const char *refuses(const ReduceProblem &problem) {
    return problem.to_scalar ? "to a scalar" : nullptr;
}

Cost cost(const ReduceProblem &problem) {
    const double entries = static_cast<double>(problem.A->most_nvals());
    return {rates().call_seconds + entries / rates().operations_batch};
}

/// Reduces n > 0 values of A's type into z.
class RowReducer {
public:
    RowReducer(const Monoid *monoid, const Type *type)
        : monoid_(monoid), type_(type), buffer_(piece_entries * monoid->type()->size) {}

    void operator()(void *z, const unsigned char *x, std::size_t n) {
        const Type *own = monoid_->type();
        cast_values(z, own, x, type_, 1);
        for (std::size_t k = 1; k < n && !monoid_->is_complete(z); k += piece_entries) {
            const std::size_t count = std::min(piece_entries, n - k);
            const void *values = buffer_.data();
            if (type_ == own) {
                values = x + k * type_->size;
            } else {
                cast_values(buffer_.data(), own, x + k * type_->size, type_, count);
            }
            monoid_->op->reduce(monoid_->op, z, values, count);
        }
    }

private:
    const Monoid *monoid_;
    const Type *type_;
    HostVector<unsigned char> buffer_;
};

Ref<Snapshot> reduce_full(const ReduceProblem &problem, const DenseView &A) {
    const Type *type = problem.monoid->type();
    const std::uint64_t m = problem.is_transposed ? A.ncols : A.nrows,
                        n = problem.is_transposed ? A.nrows : A.ncols;
    DensePart part;
    part.nvals = m;
    part.is_iso = A.is_iso;
    part.values = Array((A.is_iso ? 1 : m) * type->size);
    if (A.is_iso) {
        RepeatedSum(problem.monoid, A.values, A.type)(part.values.data(), n);
    } else {
        parallel_ranges(
            m, 20 + 2 * static_cast<double>(n), [&](std::uint64_t i, std::uint64_t end) {
                RowReducer reduce(problem.monoid, A.type);
                for (; i < end; i++)
                    reduce(part.values.as<unsigned char>() + i * type->size, A.value(i * n), n);
            });
    }
    return Snapshot::of_dense(type, 1, m, std::move(part));
}

/// Sums of the columns of a full A stored by rows: all columns of a piece at a time, row after row.
Ref<Snapshot> reduce_full_columns(const ReduceProblem &problem, const DenseView &A) {
    const Type *type = problem.monoid->type();
    const BinaryOp *op = problem.monoid->op;
    DensePart part;
    part.nvals = A.ncols;
    part.values = Array(A.ncols * type->size);
    auto *const sums = part.values.as<unsigned char>();
    const auto reduce_piece = [&](std::uint64_t first, std::uint64_t n, void *buffer) {
        unsigned char *const w = sums + first * type->size;
        cast_values(w, type, A.value(first), A.type, n);
        for (std::uint64_t i = 1; i < A.nrows; i++) {
            const void *x = A.value(i * A.ncols + first);
            if (A.type != type) {
                cast_values(buffer, type, x, A.type, n);
                x = buffer;
            }
            op->batch(op, w, w, x, n, Broadcast::none);
        }
    };
    parallel_ranges(A.ncols, 20 + 2 * static_cast<double>(A.nrows),
                    [&](std::uint64_t begin, std::uint64_t end) {
                        HostVector<unsigned char> buffer(piece_entries * type->size);
                        for (; begin < end; begin += piece_entries) {
                            reduce_piece(begin, std::min<std::uint64_t>(piece_entries, end - begin),
                                         buffer.data());
                        }
                    });
    return Snapshot::of_dense(type, 1, A.ncols, std::move(part));
}

Ref<Snapshot> run(const ReduceProblem &problem) {
    const Snapshot &A = *problem.A;
    if (A.nvals() != 0 && A.has_dense() && A.is_full()) {
        return problem.is_transposed && !A.is_iso() ? reduce_full_columns(problem, A.dense())
                                                    : reduce_full(problem, A.dense());
    }
    const SparseView view = problem.A->rows(problem.is_transposed);
    const std::size_t size = problem.monoid->type()->size;
    SparsePart part;
    part.stored_rows = 1;
    part.index_width = index_width_for(1, view.nrows);
    return dispatch_widths(view, [&](const auto &S) {
        HostVector<std::uint64_t> rows;
        rows.reserve(std::min(S.stored_rows, S.nvals));
        for (std::uint64_t k = 0; k < S.stored_rows; k++) {
            if (S.row_offsets[k + 1] != S.row_offsets[k]) rows.push_back(k);
        }
        part.nvals = rows.size();
        part.offset_width = offset_width_for(part.index_width, part.nvals);
        part.values = Array(part.nvals * size);
        part.column_indices = Array(part.nvals * static_cast<std::size_t>(part.index_width));
        part.row_offsets = Array::zeroed(2 * static_cast<std::size_t>(part.offset_width));
        if (part.offset_width == 4) {
            part.row_offsets.as<std::uint32_t>()[1] = static_cast<std::uint32_t>(part.nvals);
        } else {
            part.row_offsets.as<std::uint64_t>()[1] = part.nvals;
        }
        const double per_row =
            20 + 2 * static_cast<double>(S.nvals) / static_cast<double>(part.nvals + 1);
        parallel_ranges(part.nvals, per_row, [&](std::uint64_t begin, std::uint64_t end) {
            RowReducer reduce(problem.monoid, view.type);
            for (std::uint64_t at = begin; at < end; at++) {
                const std::uint64_t k = rows[at], first = S.row_offsets[k],
                                    n = S.row_offsets[k + 1] - first;
                unsigned char *const to = part.values.as<unsigned char>() + at * size;
                if (S.is_iso) {
                    RepeatedSum(problem.monoid, S.values, view.type)(to, n);
                } else {
                    reduce(to, S.value(first), n);
                }
                if (part.index_width == 4) {
                    part.column_indices.as<std::uint32_t>()[at] =
                        static_cast<std::uint32_t>(S.row_id(k));
                } else {
                    part.column_indices.as<std::uint64_t>()[at] = S.row_id(k);
                }
            }
        });
        return Snapshot::of_rows(problem.monoid->type(), 1, view.nrows, std::move(part));
    });
}

} // namespace

extern const Variant<ReduceProblem> reduce_rows_in_order = {
    "cpu/reduce_rows", {}, refuses, cost, run};

} // namespace grb
