/// w(i) = ⊕_j A(i, j): a pass over the rows, stopping in a row at the monoid's terminal value.
/// A m×n in any format, by rows; w sparse (one row of m), or dense when more than an eighth of A's
/// rows have entries. Rows of at most 16 entries are summed side by side, or by a loop of their own
/// (row_sums.hpp). Values are cast to the monoid's type in chunks. A full A is read directly, 512
/// columns at a time; an iso one gives an iso w. Work O(entries), O(log n) a row for iso values.
/// One thread sums a row in order: deterministic. Refused: reduction to a scalar.
#include "base/parallel.hpp"
#include "costs/rates.hpp"
#include "cpu/common/mask_cursor.hpp"
#include "cpu/common/on_threads.hpp"
#include "cpu/elementwise/repeated_sum.hpp"
#include "cpu/elementwise/row_sums.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"
#include "storage/chunks.hpp"
#include "storage/convert.hpp"

#include <cstring>

namespace grb {

namespace {

constexpr std::size_t chunk_entries = 512;
/// Entries of one thread's task when columns are summed up by rows.
constexpr std::uint64_t block_entries = std::uint64_t{1} << 16;

const char *refuses(const ReduceProblem &problem) {
    return problem.to_scalar ? "to a scalar" : nullptr;
}

const HostCoefficient entry_operations{"reduce_rows_entry_operations", "1",
                                       "batch operations for each entry", 0.25};

Cost cost(const ReduceProblem &problem) {
    const double entries = static_cast<double>(problem.A->most_nvals());
    // Columns are added up beside the result.
    const double made = problem.is_transposed ? 2 : 1;
    return {rates().call_seconds + made * rates().result_seconds / 2 +
            on_threads(entry_operations * entries / rates().operations_batch)};
}

/// Reduces n > 0 values of A's type into z.
class RowReducer {
public:
    RowReducer(const Monoid *monoid, const Type *type)
        : monoid_(monoid), type_(type),
          buffer_(type == monoid->type() ? 0 : chunk_entries * monoid->type()->size) {}

    void operator()(void *z, const unsigned char *x, std::size_t n) {
        const Type *own = monoid_->type();
        cast_values(z, own, x, type_, 1);
        for (std::size_t k = 1; k < n && !monoid_->is_complete(z); k += chunk_entries) {
            const std::size_t count = std::min(chunk_entries, n - k);
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
    DenseForm form;
    form.nvals = m;
    form.is_iso = A.is_iso;
    form.values = Array((A.is_iso ? 1 : m) * type->size);
    if (A.is_iso) {
        RepeatedSum(problem.monoid, A.values, A.type)(form.values.data(), n);
    } else {
        parallel_ranges(
            m, 20 + 2 * static_cast<double>(n), [&](std::uint64_t i, std::uint64_t end) {
                RowReducer reduce(problem.monoid, A.type);
                for (; i < end; i++)
                    reduce(form.values.as<unsigned char>() + i * type->size, A.value(i * n), n);
            });
    }
    return Snapshot::of_dense(type, 1, m, std::move(form));
}

/// Sums of the columns of a full A stored by rows: all columns of a chunk at a time, row after row.
Ref<Snapshot> reduce_full_columns(const ReduceProblem &problem, const DenseView &A) {
    const Type *type = problem.monoid->type();
    const BinaryOp *op = problem.monoid->op;
    DenseForm form;
    form.nvals = A.ncols;
    form.values = Array(A.ncols * type->size);
    auto *const sums = form.values.as<unsigned char>();
    const auto reduce_chunk = [&](std::uint64_t first, std::uint64_t n, std::uint64_t row,
                                  std::uint64_t end, unsigned char *w, void *buffer) {
        cast_values(w, type, A.value(row * A.ncols + first), A.type, n);
        for (std::uint64_t i = row + 1; i < end; i++) {
            const void *x = A.value(i * A.ncols + first);
            if (A.type != type) {
                cast_values(buffer, type, x, A.type, n);
                x = buffer;
            }
            op->batch(op, w, w, x, n, Broadcast::none);
        }
    };
    const auto reduce_columns = [&](std::uint64_t begin, std::uint64_t end, std::uint64_t row,
                                    std::uint64_t end_row, unsigned char *to) {
        HostVector<unsigned char> buffer(chunk_entries * type->size);
        for (; begin < end; begin += chunk_entries) {
            reduce_chunk(begin, std::min<std::uint64_t>(chunk_entries, end - begin), row, end_row,
                         to + begin * type->size, buffer.data());
        }
    };
    // Threads that share a row share its cache lines: unless rows are long, each thread sums its
    // own rows. The number of rows taken together does not depend on the number of threads.
    const std::uint64_t together = block_entries / A.ncols;
    if (together >= 16 && A.nrows >= 2 * together) {
        const std::uint64_t blocks = (A.nrows + together - 1) / together,
                            bytes = A.ncols * type->size;
        Array partial(blocks * bytes);
        auto *const of_blocks = partial.as<unsigned char>();
        parallel_ranges(blocks, 2 * static_cast<double>(block_entries),
                        [&](std::uint64_t begin, std::uint64_t end) {
                            for (; begin < end; begin++)
                                reduce_columns(0, A.ncols, begin * together,
                                               std::min(A.nrows, (begin + 1) * together),
                                               of_blocks + begin * bytes);
                        });
        std::memcpy(sums, of_blocks, bytes);
        for (std::uint64_t block = 1; block < blocks; block++)
            op->batch(op, sums, sums, of_blocks + block * bytes, A.ncols, Broadcast::none);
        return Snapshot::of_dense(type, 1, A.ncols, std::move(form));
    }
    parallel_ranges(A.ncols, 20 + 2 * static_cast<double>(A.nrows),
                    [&](std::uint64_t begin, std::uint64_t end) {
                        reduce_columns(begin, end, 0, A.nrows, sums);
                    });
    return Snapshot::of_dense(type, 1, A.ncols, std::move(form));
}

/// Sums short rows, many at a time: one batch adds the j-th entries of all of them. Each row is
/// summed in order.
template <class O, class I>
class ShortRows {
public:
    static constexpr std::uint64_t longest = 16, block = 256;

    ShortRows(const Monoid *monoid, const Sparse<O, I> &S, const Type *type)
        : monoid_(monoid), S_(S), type_(type), size_(monoid->type()->size),
          raw_(block * type->size), x_(block * size_), sums_(block * size_) {}

    /// Sums those of the rows [first, last), at most `block`, that have 1 to `longest` entries.
    /// Calls put(row, sum).
    template <class F>
    void add(std::uint64_t first, std::uint64_t last, F &&put) {
        // In order of falling length, so that the rows with more entries are always the first ones.
        std::uint32_t begins[longest + 2] = {};
        const auto length = [&](std::uint64_t k) {
            return static_cast<std::uint64_t>(S_.row_offsets[k + 1] - S_.row_offsets[k]);
        };
        for (std::uint64_t k = first; k < last; k++)
            if (length(k) - 1 < longest) begins[length(k)]++;
        std::uint32_t active[longest + 2] = {}; // rows with at least so many entries
        for (std::uint64_t n = longest; n > 0; n--) active[n] = active[n + 1] + begins[n];
        for (std::uint64_t n = 1; n <= longest; n++) begins[n] = active[n + 1];
        std::uint64_t rows[block], positions[block];
        for (std::uint64_t k = first; k < last; k++) {
            if (length(k) - 1 >= longest) continue;
            const std::uint32_t at = begins[length(k)]++;
            rows[at] = k;
            positions[at] = S_.row_offsets[k];
        }
        for (std::uint64_t j = 0; j < longest && active[j + 1] != 0; j++) {
            const std::size_t n = active[j + 1];
            unsigned char *const x = j == 0 ? sums_.data() : x_.data();
            if (type_ == monoid_->type()) {
                gather_values(x, S_.values, positions, 8, n, size_);
            } else {
                gather_values(raw_.data(), S_.values, positions, 8, n, type_->size);
                cast_values(x, monoid_->type(), raw_.data(), type_, n);
            }
            for (std::size_t k = 0; k < n; k++) positions[k]++;
            if (j != 0)
                monoid_->op->batch(monoid_->op, sums_.data(), sums_.data(), x, n, Broadcast::none);
        }
        for (std::uint32_t k = 0; k < active[1]; k++) put(rows[k], sums_.data() + k * size_);
    }

private:
    const Monoid *monoid_;
    const Sparse<O, I> &S_;
    const Type *type_;
    std::size_t size_;
    HostVector<unsigned char> raw_, x_, sums_;
};

/// Calls put(row, sum) for each row of [first, last) that has entries.
template <class O, class I, class F>
void sum_rows(const Monoid *monoid, const Sparse<O, I> &S, const Type *type, std::uint64_t first,
              std::uint64_t last, F &&put) {
    RowReducer reduce(monoid, type);
    ShortRows<O, I> short_rows(monoid, S, type);
    HostVector<unsigned char> sum(monoid->type()->size);
    constexpr std::uint64_t block = ShortRows<O, I>::block;
    for (; first < last; first += block) {
        const std::uint64_t end = std::min(first + block, last);
        const std::uint64_t longest = S.is_iso ? 0 : ShortRows<O, I>::longest;
        if (longest != 0) short_rows.add(first, end, put);
        for (std::uint64_t k = first; k < end; k++) {
            const std::uint64_t begin = S.row_offsets[k], n = S.row_offsets[k + 1] - begin;
            if (n == 0 || n <= longest) continue;
            if (S.is_iso) {
                RepeatedSum(monoid, S.values, type)(sum.data(), n);
            } else {
                reduce(sum.data(), S.value(begin), n);
            }
            put(k, sum.data());
        }
    }
}

/// Reduces to one element for each row of S, which is not hypersparse; `nvals` of them have an
/// entry.
template <class O, class I>
Ref<Snapshot> reduce_to_dense(const Monoid *monoid, const Sparse<O, I> &S, const SparseView &view,
                              RowSums typed, int threads, std::uint64_t nvals) {
    const std::size_t size = monoid->type()->size;
    const std::uint64_t words = (S.nrows + 63) / 64;
    DenseForm form;
    form.nvals = nvals;
    form.values = Array(S.nrows * size);
    if (nvals != S.nrows) form.bits = Array::of<std::uint64_t>(words);
    auto *const values = form.values.template as<unsigned char>();
    auto *const bits = form.bits.template as<std::uint64_t>();
    for_chunks(Chunks(words, threads, 8), threads,
               [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
                   const std::uint64_t first = begin * 64, last = std::min(end * 64, S.nrows);
                   for (std::uint64_t k = first; bits != nullptr && k < last; k++) {
                       const bool has_entries = S.row_offsets[k + 1] != S.row_offsets[k];
                       if (k % 64 == 0) bits[k / 64] = 0;
                       bits[k / 64] |= std::uint64_t{has_entries} << k % 64;
                   }
                   if (typed != nullptr) {
                       typed(view, first, last, true, values + first * size);
                       return;
                   }
                   if (bits != nullptr)
                       std::memset(values + first * size, 0, (last - first) * size);
                   sum_rows(monoid, S, view.type, first, last,
                            [&](std::uint64_t k, const void *sum) {
                                std::memcpy(values + k * size, sum, size);
                            });
               });
    return Snapshot::of_dense(monoid->type(), 1, S.nrows, std::move(form));
}

/// Reduces to one entry for each non-empty row of S.
template <class O, class I>
Ref<Snapshot> reduce_sparse(const Monoid *monoid, const Sparse<O, I> &S, const SparseView &view) {
    const Type *const type = view.type;
    // In long rows the batch uses lanes, or ends early.
    const bool has_short_rows = S.nvals / 32 < S.stored_rows;
    const RowSums typed =
        type == monoid->type() && !S.is_iso && has_short_rows ? find_row_sums(*monoid) : nullptr;
    const std::size_t size = monoid->type()->size;
    const int threads =
        threads_for(10 * static_cast<double>(S.stored_rows) + 2 * static_cast<double>(S.nvals));
    const Chunks chunks(S.stored_rows, threads, 8);
    HostVector<std::uint64_t> starts(chunks.count + 1);
    for_chunks(chunks, threads, [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
        std::uint64_t n = 0;
        for (std::uint64_t k = begin; k < end; k++)
            n += S.row_offsets[k + 1] != S.row_offsets[k] ? 1 : 0;
        starts[chunk] = n;
    });
    prefix_sums(starts.data(), chunks.count, 1);
    const std::uint64_t nvals = starts[chunks.count];
    if (!view.is_hyper() && nvals > S.nrows / 8)
        return reduce_to_dense(monoid, S, view, typed, threads, nvals);
    SparseForm form;
    form.stored_rows = 1;
    form.nvals = nvals;
    form.index_width = index_width_for(1, S.nrows);
    form.offset_width = offset_width_for(form.index_width, nvals);
    form.values = Array(nvals * size);
    form.column_indices = Array(nvals * static_cast<std::size_t>(form.index_width));
    form.row_offsets = Array::zeroed(2 * static_cast<std::size_t>(form.offset_width));
    std::memcpy(form.row_offsets.template as<unsigned char>() + form.offset_width, &nvals,
                static_cast<std::size_t>(form.offset_width));
    auto *const values = form.values.template as<unsigned char>();
    Array row_positions = Array::of<std::uint32_t>(S.stored_rows); // position of a row in its chunk
    auto *const position = row_positions.template as<std::uint32_t>();
    for_chunks(chunks, threads, [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
        std::uint64_t at = starts[chunk];
        for (std::uint64_t k = begin; k < end; k++) {
            if (S.row_offsets[k + 1] == S.row_offsets[k]) continue;
            position[k] = static_cast<std::uint32_t>(at - starts[chunk]);
            if (form.index_width == 4) {
                form.column_indices.template as<std::uint32_t>()[at++] =
                    static_cast<std::uint32_t>(S.row_id(k));
            } else {
                form.column_indices.template as<std::uint64_t>()[at++] = S.row_id(k);
            }
        }
        if (typed != nullptr) {
            typed(view, begin, end, false, values + starts[chunk] * size);
            return;
        }
        sum_rows(monoid, S, type, begin, end, [&](std::uint64_t k, const void *sum) {
            std::memcpy(values + (starts[chunk] + position[k]) * size, sum, size);
        });
    });
    return Snapshot::of_rows(monoid->type(), 1, S.nrows, std::move(form));
}

Ref<Snapshot> run(const ReduceProblem &problem) {
    const Snapshot &A = *problem.A;
    if (A.nvals() != 0 && A.has_dense() && A.is_full()) {
        return problem.is_transposed && !A.is_iso() ? reduce_full_columns(problem, A.dense())
                                                    : reduce_full(problem, A.dense());
    }
    const SparseView view = problem.A->rows(problem.is_transposed);
    return dispatch_widths(view,
                           [&](const auto &S) { return reduce_sparse(problem.monoid, S, view); });
}

} // namespace

extern const Variant<ReduceProblem> reduce_rows_in_order = {
    "cpu/reduce_rows", {}, refuses, cost, run};

} // namespace grb
