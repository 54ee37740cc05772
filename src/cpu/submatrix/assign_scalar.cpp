// Assigns one value to all positions of a region: three variants, one per description of the
// positions.
#include "costs/rates.hpp"
#include "cpu/common/mask_cursor.hpp"
#include "cpu/common/on_threads.hpp"
#include "cpu/common/row_builder.hpp"
#include "cpu/elementwise/merge.hpp"
#include "cpu/submatrix/index_set.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb {

namespace {

constexpr double never_fits = 0x1p38; // entries: a tebibyte of indices

double positions_of(const AssignProblem &problem) {
    return static_cast<double>(problem.rows.count) * static_cast<double>(problem.columns.count);
}

bool is_whole(const AssignProblem &problem) {
    return problem.rows.is_all && problem.columns.is_all;
}

// Full: the whole object, iso, without memory for entries.

const char *full_refuses(const AssignProblem &problem) {
    if (problem.A) return "not a scalar";
    if (!is_whole(problem)) return "only a region";
    if (!may_be_iso(element_count(problem.nrows, problem.ncols), problem.scalar_type->size))
        return "too many elements to count their bytes";
    // The commit would list every position before it applies the mask.
    const bool is_writable = positions_of(problem) <= static_cast<double>(largest_dense);
    return problem.mask.is_none() || is_writable ? nullptr : "too large to pass over";
}
Cost full_cost(const AssignProblem &problem) {
    // A commit with a mask has entries to omit.
    return {rates().call_seconds + (problem.mask.is_none() ? 0 : 2 * rates().result_seconds)};
}
Ref<Snapshot> full_run(const AssignProblem &problem) {
    DenseForm form;
    form.nvals = element_count(problem.nrows, problem.ncols);
    form.is_iso = true;
    form.values = Array::copy_of(problem.scalar, problem.scalar_type->size);
    return Snapshot::of_dense(problem.scalar_type, problem.nrows, problem.ncols, std::move(form));
}

// Mask: the true entries of a sparse mask inside the region.

const char *mask_refuses(const AssignProblem &problem) {
    if (problem.A) return "not a scalar";
    if (problem.mask.is_none() || problem.mask.is_complemented) return "no mask to walk";
    return nullptr;
}
const HostCoefficient entry_operations{"assign_mask_entry_operations", "1",
                                       "batch operations for each entry of the mask", 4};
const HostCoefficient element_operations{"assign_region_element_operations", "1",
                                         "batch operations for each position of the region", 1};
/// The result shares the arrays of the mask's positions.
bool takes_pattern(const AssignProblem &problem) {
    const Snapshot &mask = *problem.mask.snapshot;
    return is_whole(problem) && problem.mask.kind == MaskKind::structure &&
           (is_dense(mask) || mask.has_rows());
}

/// Positions wider than C's shape needs, as in imports, are rewritten.
double narrowing_seconds(const AssignProblem &problem) noexcept {
    const auto list = problem.mask.snapshot->vectors_at_hand(false);
    if (!list || list->index_width == index_width_for(problem.nrows, problem.ncols)) return 0;
    constexpr double bytes = sizeof(std::uint64_t) + sizeof(std::uint32_t);
    return pass_on_threads(0, bytes * static_cast<double>(list->nvals));
}

Cost mask_cost(const AssignProblem &problem) {
    const Snapshot &mask = *problem.mask.snapshot;
    if (takes_pattern(problem))
        return {rates().call_seconds + rates().result_seconds + narrowing_seconds(problem)};
    const double conversion = mask.has_rows() ? 0
                                              : static_cast<double>(mask.nrows()) *
                                                    static_cast<double>(mask.ncols()) *
                                                    rates().conversion_bytes / rates().stream_bytes;
    return {rates().call_seconds + rates().result_seconds + conversion +
            entry_operations * static_cast<double>(mask.most_nvals()) / rates().operations_batch};
}
Ref<Snapshot> mask_run(const AssignProblem &problem) {
    const Snapshot &mask = *problem.mask.snapshot;
    if (takes_pattern(problem) && is_dense(mask)) {
        DenseForm form = mask.share_dense();
        form.is_iso = true;
        form.values = Array::copy_of(problem.scalar, problem.scalar_type->size);
        return Snapshot::of_dense(problem.scalar_type, problem.nrows, problem.ncols,
                                  std::move(form));
    }
    const SparseView view = problem.mask.snapshot->rows();
    const bool takes_all =
        is_whole(problem) && (problem.mask.kind == MaskKind::structure ||
                              (view.is_iso && view.nvals != 0 && is_true(view.values, view.type)));
    if (takes_all) {
        SparseForm form = narrowed_form(problem.mask.snapshot->share_rows(false), view.type,
                                        view.nrows, view.ncols);
        form.is_iso = true;
        form.values = Array::copy_of(problem.scalar, problem.scalar_type->size);
        return Snapshot::of_rows(problem.scalar_type, problem.nrows, problem.ncols,
                                 std::move(form));
    }
    const IndexSet rows(problem.rows, problem.nrows), columns(problem.columns, problem.ncols);
    RowBuilder builder(problem.nrows, problem.ncols);
    dispatch_widths(view, [&](const auto &S) {
        for (std::uint64_t k = 0; k < S.stored_rows; k++) {
            const std::uint64_t row = S.row_id(k);
            if (!rows.contains(row)) continue;
            for (std::uint64_t p = S.row_offsets[k]; p < S.row_offsets[k + 1]; p++) {
                if (!columns.contains(S.column_indices[p])) continue;
                if (problem.mask.kind == MaskKind::value && !is_true(S.value(p), view.type))
                    continue;
                builder.append(S.column_indices[p], 0);
            }
            builder.end_row(row, true);
        }
    });
    return builder.finish(problem.scalar_type, problem.scalar, true);
}

// Region: every position of the lists that the mask allows, listed explicitly.

const char *region_refuses(const AssignProblem &problem) {
    if (problem.A) return "not a scalar";
    const bool has_mask_to_walk = mask_refuses(problem) == nullptr;
    return has_mask_to_walk && positions_of(problem) > static_cast<double>(largest_dense)
               ? "the region is too large to write out"
               : nullptr;
}
Cost region_cost(const AssignProblem &problem) {
    return {rates().call_seconds +
            element_operations * positions_of(problem) / rates().operations_batch};
}
Ref<Snapshot> region_run(const AssignProblem &problem) {
    if (positions_of(problem) > never_fits) throw std::bad_alloc();
    // No columns, but maybe too many rows to iterate over.
    if (positions_of(problem) == 0)
        return Snapshot::empty(problem.scalar_type, problem.nrows, problem.ncols);
    const IndexSet rows(problem.rows, problem.nrows), columns(problem.columns, problem.ncols);
    const MaskView mask = problem.mask.view();
    MaskCursor cursor(mask);
    RowBuilder builder(problem.nrows, problem.ncols);
    rows.for_each([&](std::uint64_t row) {
        cursor.begin_row(row);
        columns.for_each([&](std::uint64_t column) {
            if (cursor.allows(column)) builder.append(column, 0);
        });
        builder.end_row(row, true);
    });
    return builder.finish(problem.scalar_type, problem.scalar, true);
}

} // namespace

/// S = s everywhere, iso full: O(1) time and memory for any shape. The commit applies the mask.
/// Refused: a region smaller than the object.
extern const Variant<AssignProblem> assign_scalar_full = {
    "cpu/assign_scalar_full", {}, full_refuses, full_cost, full_run};
/// S = s where the mask is true inside the region. S shares the mask's pattern when the region is
/// the whole object, unless positions are wider than the shape needs. Work O(entries of the mask),
/// O(1) for the pattern.
/// Refused: no mask, a complemented one.
extern const Variant<AssignProblem> assign_scalar_mask = {
    "cpu/assign_scalar_mask", {.fuses_mask = true}, mask_refuses, mask_cost, mask_run};
/// S = s at each position of rows × columns, iso. Work O(|I|·|J|). Accepts every scalar.
extern const Variant<AssignProblem> assign_scalar_region = {
    "cpu/assign_scalar_region", {.fuses_mask = true}, region_refuses, region_cost, region_run};

} // namespace grb
