/// C = A ⊕ B where one operand is dense and the other small: copies the dense operand, and adds the
/// other's entries to the copy.
/// A, B m×n not transposed; C bitmap or full. Work O(m·n) of copying and O(entries of the sparse
/// operand); no scratch but a batch. Threads divide entries by position; deterministic.
/// Refused: a transposed operand, a mask, both operands dense or both sparse, a bitmap of another
/// type than the result's.
#include "algebra/bound.hpp"
#include "base/parallel.hpp"
#include "costs/rates.hpp"
#include "cpu/common/on_threads.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"
#include "storage/chunks.hpp"
#include "storage/convert.hpp"

#include <atomic>

namespace grb {

namespace {

const char *refuses(const EwiseAddProblem &problem) {
    if (problem.is_A_transposed || problem.is_B_transposed) return "transposed operand";
    if (is_dense(*problem.A) == is_dense(*problem.B)) return "not one dense operand";
    if (!problem.mask.is_none()) return "a mask";
    const Snapshot &dense = is_dense(*problem.A) ? *problem.A : *problem.B;
    // Elements without an entry hold arbitrary bytes, which no cast may read.
    if (!dense.is_known_full() && dense.type() != problem.op->ztype)
        return "a bitmap of another type";
    return nullptr;
}

Cost cost(const EwiseAddProblem &problem) {
    const bool a_is_dense = is_dense(*problem.A);
    const Snapshot &dense = a_is_dense ? *problem.A : *problem.B,
                   &sparse = a_is_dense ? *problem.B : *problem.A;
    const double elements = static_cast<double>(dense.nrows()) * static_cast<double>(dense.ncols());
    const double bytes =
        elements * static_cast<double>(dense.type()->size + problem.op->ztype->size);
    const double entries = static_cast<double>(sparse.most_nvals());
    const int threads = threads_for(elements);
    const double rate =
        bytes <= rates().stream_cached_bytes ? rates().scatters_cached : rates().scatters_memory;
    return {rates().call_seconds + stream_seconds(bytes, threads) +
            entries * (1 / rate + 2 / rates().operations_batch) / threads};
}

/// Adds the entries [begin, end) of one row of a sparse operand to the dense elements of that row.
class Addition {
public:
    Addition(const EwiseAddProblem &problem, const DenseView &dense, const SparseView &sparse,
             bool a_is_dense, DenseForm &form)
        : z_(problem.op->ztype), dense_(dense), sparse_(sparse),
          op_(problem.op, problem.op->ztype, dense.type, sparse.type, !a_is_dense),
          values_(form.values.as<unsigned char>()), bits_(form.bits.as<std::uint64_t>()) {}

    std::size_t scratch_bytes() const noexcept {
        return batch * (dense_.type->size + sparse_.type->size + z_->size);
    }
    /// Returns the number of elements that had no entry.
    template <class S>
    std::uint64_t add(const S &entries, std::uint64_t base, std::uint64_t begin, std::uint64_t end,
                      unsigned char *scratch) const {
        unsigned char *const x = scratch, *const y = x + batch * dense_.type->size,
                             *const z = y + batch * sparse_.type->size;
        std::uint64_t added = 0;
        while (begin < end) {
            // A run of entries whose partners are all present, or all absent.
            std::uint64_t elements[batch], n = 0;
            const std::uint64_t first = begin;
            const bool is_common = dense_.has(base + entries.column_indices[begin]);
            for (; begin < end && n < batch; begin++) {
                elements[n] = base + entries.column_indices[begin];
                if (dense_.has(elements[n]) != is_common) break;
                n++;
            }
            const void *own = entries.value(first);
            if (entries.is_iso) {
                fill_values(y, entries.values, n, entries.size);
                own = y;
            }
            if (is_common) {
                if (dense_.is_iso) {
                    fill_values(x, dense_.values, n, dense_.type->size);
                } else {
                    gather_values(x, dense_.values, elements, 8, n, dense_.type->size);
                }
                op_(z, x, own, n);
            } else {
                cast_values(z, z_, own, sparse_.type, n);
                for (std::uint64_t k = 0; k < n; k++) set_bit(elements[k]);
                added += n;
            }
            scatter_values(values_, elements, 8, z, n, z_->size);
        }
        return added;
    }

private:
    static constexpr std::uint64_t batch = 256;
    void set_bit(std::uint64_t element) const noexcept {
        std::atomic_ref<std::uint64_t>(bits_[element / 64])
            .fetch_or(std::uint64_t{1} << (element % 64), std::memory_order_relaxed);
    }

    const Type *z_;
    DenseView dense_;
    SparseView sparse_;
    BoundBinary op_;
    unsigned char *values_;
    std::uint64_t *bits_;
};

/// The dense operand in the result's type, with arrays of its own.
DenseForm copied(const DenseView &dense, const Type *z) {
    const std::uint64_t elements = dense.nrows * dense.ncols;
    DenseForm form;
    form.nvals = dense.nvals;
    form.values = Array(elements * z->size);
    auto *const to = form.values.as<unsigned char>();
    if (dense.is_iso) {
        HostVector<unsigned char> value(z->size);
        cast_values(value.data(), z, dense.values, dense.type, 1);
        parallel_ranges(elements, 1, [&](std::uint64_t begin, std::uint64_t end) {
            fill_values(to + begin * z->size, value.data(), end - begin, z->size);
        });
    } else {
        parallel_ranges(elements, 1, [&](std::uint64_t begin, std::uint64_t end) {
            cast_values(to + begin * z->size, z, dense.value(begin), dense.type, end - begin);
        });
    }
    if (!dense.is_full()) form.bits = Array::copy_of(dense.bits, (elements + 63) / 64 * 8);
    return form;
}

Ref<Snapshot> run(const EwiseAddProblem &problem) {
    const bool a_is_dense = is_dense(*problem.A);
    const DenseView dense = (a_is_dense ? problem.A : problem.B)->dense();
    const SparseView sparse = (a_is_dense ? problem.B : problem.A)->rows();
    const std::uint64_t elements = dense.nrows * dense.ncols;
    DenseForm form = copied(dense, problem.op->ztype);
    const Addition addition(problem, dense, sparse, a_is_dense, form);
    const int threads = threads_for(8 * static_cast<double>(sparse.nvals));
    const Chunks chunks(sparse.nvals, threads);
    HostVector<unsigned char> scratch(chunks.count * addition.scratch_bytes());
    std::atomic<std::uint64_t> added{0};
    dispatch_widths(sparse, [&](const auto &S) {
        for_chunks(
            chunks, threads, [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
                unsigned char *const own = scratch.data() + chunk * addition.scratch_bytes();
                for_row_runs(S.row_offsets, S.stored_rows, begin, end,
                             [&](std::uint64_t k, std::uint64_t first, std::uint64_t last) {
                                 added += addition.add(S, S.row_id(k) * S.ncols, first, last, own);
                             });
            });
    });
    form.nvals += added.load();
    if (form.nvals == elements) form.bits = Array();
    return Snapshot::of_dense(problem.op->ztype, dense.nrows, dense.ncols, std::move(form));
}

} // namespace

extern const Variant<EwiseAddProblem> ewise_add_scatter = {
    "cpu/ewise_add_scatter", {.form = Form::dense}, refuses, cost, run};

} // namespace grb
