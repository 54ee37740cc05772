// Operands, results and choice of kernel that the pull variants share.
#include "cpu/mxv/mxv_pull.hpp"

#include "base/bit_count.hpp"
#include "base/parallel.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

OperandValues a_values(const SparseView &A) noexcept {
    return {A.values, A.type, A.is_iso};
}
OperandValues u_values(const DenseView &u) noexcept {
    return {u.values, u.type, u.is_iso};
}

} // namespace

PullInput::PullInput(const MxvProblem &problem)
    : A(problem.pull_rows()),
      dense_u(problem.u->can_be_dense() ? DenseForm{}
                                        : sparse_to_dense(problem.u->rows_in_any_order())),
      u(problem.u->can_be_dense() ? problem.u->dense()
                                  : view_of(dense_u, problem.u->type(), 1, problem.n())),
      binding(problem, a_values(A), u_values(u)),
      takes_last(!A.is_jumbled && problem.last_product_decides()),
      takes_one(takes_last || binding.add->is_any() ||
                (!A.is_jumbled && problem.first_product_decides())),
      counts(problem.counts_entries()) {}

const PullKernel &pull_kernel(const PullInput &input) noexcept {
    const MxvBinding &binding = input.binding;
    const bool is_wide = input.A.index_width == 8;
    if (binding.tier == Tier::pattern)
        return is_wide ? wide_pattern_pull_kernel : pattern_pull_kernel;
    // The curated kernels would go on.
    if (input.counts) return count_pull_kernel;
    if (input.takes_one) return is_wide ? wide_one_pull_kernel : one_pull_kernel;
    if (binding.tier == Tier::batch) return is_wide ? wide_batch_pull_kernel : batch_pull_kernel;
    return *curated_pull_kernel(binding.curated, is_wide);
}

PullResult::PullResult(const MxvProblem &problem, const PullInput &input) {
    const SparseView &A = input.A;
    const MaskView mask = problem.mask.view();
    target_.allowed =
        A.is_hyper() ? allowed_stored_rows(mask, A) : allowed_bits(mask, A.stored_rows);
    bits_ = Array::zeroed((A.stored_rows + 63) / 64 * 8);
    target_.bits = bits_.as<std::uint64_t>();
    if (input.binding.tier == Tier::pattern) {
        values_ = input.binding.product;
    } else if (input.binding.type->code == TypeCode::boolean) {
        // Readers of a bitmap may read absent values, which must be valid.
        values_ = Array::zeroed(A.stored_rows);
    } else {
        values_ = Array(A.stored_rows * input.binding.size);
    }
    target_.values = values_.as<unsigned char>();
}

Ref<Snapshot> PullResult::finish(const MxvProblem &problem, const PullInput &input) {
    const SparseView &A = input.A;
    const Type *type = input.binding.type;
    const std::uint64_t words = (A.stored_rows + 63) / 64, m = problem.m();
    const std::uint64_t nvals = count_bits(target_.bits, words);
    const bool is_iso = input.binding.tier == Tier::pattern;
    if (nvals == 0) return Snapshot::empty(type, 1, m);
    if (!A.is_hyper()) {
        DenseForm dense;
        dense.nvals = nvals;
        if (nvals != m) dense.bits = std::move(bits_);
        dense.values = std::move(values_);
        dense.is_iso = is_iso;
        return Snapshot::of_dense(type, 1, m, std::move(dense));
    }
    SparseForm form;
    form.stored_rows = 1;
    form.nvals = nvals;
    form.index_width = A.index_width;
    form.offset_width = offset_width_for(A.index_width, nvals);
    form.is_iso = is_iso;
    form.row_offsets = vector_offsets(nvals, form.offset_width);
    form.column_indices = Array(nvals * static_cast<std::size_t>(A.index_width));
    form.values = is_iso ? values_ : Array(nvals * input.binding.size);
    dispatch_widths(A, [&](const auto &rows) {
        using I = typename std::decay_t<decltype(rows)>::Index;
        I *indices = form.column_indices.template as<I>();
        unsigned char *values = form.values.template as<unsigned char>();
        std::uint64_t count = 0;
        for (std::uint64_t w = 0; w < words; w++) {
            for (std::uint64_t rest = target_.bits[w]; rest != 0; rest &= rest - 1) {
                const std::uint64_t k = w * 64 + static_cast<std::uint64_t>(__builtin_ctzll(rest));
                indices[count] = static_cast<I>(rows.row_id(k));
                if (!is_iso) {
                    std::memcpy(values + count * input.binding.size,
                                target_.values + k * input.binding.size, input.binding.size);
                }
                count++;
            }
        }
    });
    return Snapshot::of_rows(type, 1, m, std::move(form));
}

std::uint64_t row_at_diagonal(const SparseView &A, std::uint64_t diagonal) noexcept {
    std::uint64_t low = 0, high = A.stored_rows;
    while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (middle + row_offset(A, middle) < diagonal) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

std::uint64_t merge_path_rows(const SparseView &A, std::uint64_t diagonal) noexcept {
    const std::uint64_t nvals = A.nvals;
    std::uint64_t low = diagonal > nvals ? diagonal - nvals : 0;
    std::uint64_t high = std::min(diagonal, A.stored_rows);
    while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (row_offset(A, middle + 1) + middle < diagonal) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

Array vector_offsets(std::uint64_t nvals, int width) {
    Array offsets(2 * static_cast<std::size_t>(width));
    if (width == 4) {
        offsets.as<std::uint32_t>()[0] = 0;
        offsets.as<std::uint32_t>()[1] = static_cast<std::uint32_t>(nvals);
    } else {
        offsets.as<std::uint64_t>()[0] = 0;
        offsets.as<std::uint64_t>()[1] = nvals;
    }
    return offsets;
}

const char *refuses_pull(const MxvProblem &problem) noexcept {
    // A dense u may also be as large as a matrix of a few entries a column.
    const bool is_affordable =
        problem.u->can_be_dense() || problem.n() / 64 <= problem.A->most_nvals();
    return is_affordable ? nullptr : "u is too long to be dense";
}

} // namespace grb
