/// C = f(A): the same pattern, new values; C shares A's index arrays unless they are wider than A's
/// shape needs.
/// A m×n in any format; C in A's format (by rows when A is transposed). One batch call per chunk of
/// 16 Ki entries; an iso A stays iso unless f reads positions. Work O(entries), O(m·n) for bitmaps;
/// no scratch. Deterministic.
#include "algebra/reads_rows.hpp"
#include "base/parallel.hpp"
#include "costs/rates.hpp"
#include "cpu/common/absent_values.hpp"
#include "cpu/common/on_threads.hpp"
#include "cpu/elementwise/bound_apply.hpp"
#include "storage/convert.hpp"
#include "storage/full_iso.hpp"

namespace grb {

namespace {

const char *refuses(const ApplyProblem &) {
    return nullptr;
}

const HostCoefficient cast_operations{"apply_cast_operations", "1",
                                      "batch operations for each value that is cast", 0.5};
const HostCoefficient position_operations{
    "apply_position_operations", "1", "the same for each value of 64 bits that a position gives",
    0.3};

/// The operator's own type; null when it takes any.
const Type *operand_type(const ApplyProblem &problem) noexcept {
    switch (problem.kind) {
    case ApplyProblem::Kind::unary:
        return problem.unary->xtype;
    case ApplyProblem::Kind::index:
        return problem.index->xtype;
    case ApplyProblem::Kind::bind_first:
        return problem.binary->ytype;
    case ApplyProblem::Kind::bind_second:
        return problem.binary->xtype;
    }
    return nullptr;
}

Cost cost(const ApplyProblem &problem) {
    const Snapshot &A = *problem.A;
    const bool uses_positions = problem.kind == ApplyProblem::Kind::index;
    if (A.is_iso() && !uses_positions) return {rates().call_seconds};
    // A bitmap's absent values are computed, too.
    const double values = is_dense(A) && !problem.is_transposed
                              ? static_cast<double>(A.nrows()) * static_cast<double>(A.ncols())
                              : static_cast<double>(A.most_nvals());
    const bool is_users =
        problem.kind == ApplyProblem::Kind::unary   ? problem.unary->code == UnaryCode::user
        : problem.kind == ApplyProblem::Kind::index ? problem.index->code == IndexUnaryCode::user
                                                    : problem.binary->code == BinaryCode::user;
    const Type *const x = operand_type(problem);
    const bool is_cast = x != nullptr && x != A.type();
    // An operator that ignores values reads positions instead.
    const double read = A.is_iso() ? 0 : x == nullptr ? 4 : static_cast<double>(A.type()->size);
    const double bytes = values * (read + static_cast<double>(problem.result_type()->size));
    const bool is_wide = problem.result_type()->size > sizeof(std::uint32_t);
    const double computed =
        values / value_rate(is_users) +
        (uses_positions && is_wide ? values * position_operations / rates().operations_batch : 0) +
        (is_cast ? values * cast_operations / rates().operations_batch : 0);
    return {rates().call_seconds + pass_on_threads(computed, bytes)};
}

/// Values of rows [first, last) of a sparse view. Index operators need the rows and columns of the
/// entries.
template <class O, class I>
void apply_rows(const BoundApply &apply, const Sparse<O, I> &S, std::uint64_t first,
                std::uint64_t last, const ApplyProblem &problem, unsigned char *out) {
    for (std::uint64_t k = first; k < last; k++) {
        const std::uint64_t begin = S.row_offsets[k], n = S.row_offsets[k + 1] - begin;
        if (n == 0) continue;
        Positions positions;
        positions.row = S.row_id(k);
        positions.columns = S.column_indices + begin;
        positions.column_width = sizeof(I);
        positions.is_vector = problem.is_vector;
        apply(out + begin * apply.z_size(), S.value(begin), S.is_iso, positions, n);
    }
}

Ref<Snapshot> apply_sparse(const ApplyProblem &problem, const BoundApply &apply) {
    const SparseView view = problem.A->rows(problem.is_transposed);
    SparseForm form = narrowed_form(problem.A->share_rows(problem.is_transposed), view.type,
                                    view.nrows, view.ncols);
    const std::size_t z_size = problem.result_type()->size;
    const bool uses_positions = problem.kind == ApplyProblem::Kind::index;
    form.is_iso = view.is_iso && !uses_positions;
    form.values = Array((form.is_iso ? 1 : view.nvals) * z_size);
    auto *out = form.values.as<unsigned char>();
    if (form.is_iso) {
        if (view.nvals != 0) apply(out, view.values, true, {}, 1);
    } else if (!uses_positions) {
        parallel_ranges(view.nvals, 2, [&](std::uint64_t begin, std::uint64_t end) {
            const auto *x =
                static_cast<const unsigned char *>(view.values) + begin * view.type->size;
            apply(out + begin * z_size, x, false, {}, end - begin);
        });
    } else if (!reads_rows(*problem.index)) {
        const auto width = static_cast<std::uint64_t>(view.index_width);
        parallel_ranges(view.nvals, 3, [&](std::uint64_t begin, std::uint64_t end) {
            Positions positions;
            positions.columns =
                static_cast<const unsigned char *>(view.column_indices) + begin * width;
            positions.column_width = view.index_width;
            positions.is_vector = problem.is_vector;
            const std::size_t step = view.is_iso ? 0 : view.type->size;
            apply(out + begin * z_size,
                  static_cast<const unsigned char *>(view.values) + begin * step, view.is_iso,
                  positions, end - begin);
        });
    } else {
        dispatch_widths(view, [&](const auto &S) {
            const double per_row =
                10 + 3 * static_cast<double>(S.nvals) / static_cast<double>(S.stored_rows + 1);
            parallel_ranges(S.stored_rows, per_row, [&](std::uint64_t first, std::uint64_t last) {
                apply_rows(apply, S, first, last, problem, out);
            });
        });
    }
    return Snapshot::of_rows(problem.result_type(), view.nrows, view.ncols, std::move(form));
}

bool may_compute_absent(const ApplyProblem &problem) {
    const bool is_users = problem.kind == ApplyProblem::Kind::unary
                              ? problem.unary->code == UnaryCode::user
                              : problem.binary->code == BinaryCode::user;
    return !is_users && accepts_absent(*problem.A->type()) &&
           accepts_absent(*problem.result_type());
}

/// The operator ignores an entry's value: absent elements have a result, too.
bool is_of_position(IndexUnaryCode code) noexcept {
    return code >= IndexUnaryCode::rowindex && code < IndexUnaryCode::valueeq;
}

Ref<Snapshot> apply_dense(const ApplyProblem &problem, const BoundApply &apply) {
    const DenseView view = problem.A->dense();
    DenseForm form = problem.A->share_dense();
    const std::size_t z_size = problem.result_type()->size;
    const bool uses_positions = problem.kind == ApplyProblem::Kind::index;
    const std::uint64_t positions = view.nrows * view.ncols;
    form.is_iso = view.is_iso && !uses_positions;
    form.values = Array((form.is_iso ? 1 : positions) * z_size);
    auto *out = form.values.as<unsigned char>();
    if (form.is_iso) {
        if (view.nvals != 0) apply(out, view.values, true, {}, 1);
        return Snapshot::of_dense(problem.result_type(), view.nrows, view.ncols, std::move(form));
    }
    const auto apply_run = [&](std::uint64_t begin, std::uint64_t n) {
        Positions at;
        at.row = begin / view.ncols;
        at.first_column = begin % view.ncols;
        at.is_vector = problem.is_vector;
        apply(out + begin * z_size, view.value(begin), view.is_iso, at, n);
    };
    if (!uses_positions && !view.is_full() && may_compute_absent(problem)) {
        parallel_ranges((positions + 63) / 64, 128, [&](std::uint64_t word, std::uint64_t last) {
            while (word < last) {
                if (view.bits[word] == 0) {
                    word++;
                    continue;
                }
                const std::uint64_t first = word;
                while (word < last && view.bits[word] != 0) word++;
                apply_run(first * 64, std::min(word * 64, positions) - first * 64);
            }
        });
        return Snapshot::of_dense(problem.result_type(), view.nrows, view.ncols, std::move(form));
    }
    // Absent entries hold no value: a run ends there, at the end of a row, and at the chunk's end.
    const bool has_all = view.is_full() || (uses_positions && is_of_position(problem.index->code));
    parallel_ranges(positions, 2, [&](std::uint64_t begin, std::uint64_t end) {
        while (begin < end) {
            if (!has_all && !view.has(begin)) {
                begin++;
                continue;
            }
            const std::uint64_t row_end =
                uses_positions ? std::min(end, (begin / view.ncols + 1) * view.ncols) : end;
            std::uint64_t stop = has_all ? row_end : begin + 1;
            while (stop < row_end && view.has(stop)) stop++;
            apply_run(begin, stop - begin);
            begin = stop;
        }
    });
    return Snapshot::of_dense(problem.result_type(), view.nrows, view.ncols, std::move(form));
}

/// A or A' with one value everywhere; A's first form may be its rows.
Ref<Snapshot> apply_iso(const ApplyProblem &problem, const BoundApply &apply) {
    const DenseView A = problem.A->dense();
    DenseForm form = problem.A->share_dense();
    form.values = Array(problem.result_type()->size);
    apply(form.values.as<unsigned char>(), A.values, true, {}, 1);
    const bool transposes = problem.is_transposed;
    return Snapshot::of_dense(problem.result_type(), transposes ? A.ncols : A.nrows,
                              transposes ? A.nrows : A.ncols, std::move(form));
}

Ref<Snapshot> run(const ApplyProblem &problem) {
    const BoundApply apply(problem);
    if (is_dense(*problem.A) && !problem.is_transposed) return apply_dense(problem, apply);
    if (is_full_iso(*problem.A) && problem.kind != ApplyProblem::Kind::index)
        return apply_iso(problem, apply);
    return apply_sparse(problem, apply);
}

} // namespace

extern const Variant<ApplyProblem> apply_entries = {"cpu/apply_entries", {}, refuses, cost, run};

} // namespace grb
