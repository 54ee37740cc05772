// Pulls a matrix-vector product one whole row at a time.
#include "base/parallel.hpp"
#include "cpu/mxv/mxv_cost.hpp"
#include "cpu/mxv/mxv_pull.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

/// A sparse mask names few rows: work and memory do not depend on the number of rows.
bool names_few_rows(const MaskView &mask, const SparseView &A) noexcept {
    return !mask.is_none() && !mask.is_dense && !mask.is_complemented && !A.is_hyper() &&
           mask.sparse.nvals < A.stored_rows / 16;
}

/// Reduces the rows that the mask names, in its ascending order. Sparse result.
Ref<Snapshot> reduce_named_rows(const MxvProblem &problem, const PullInput &input,
                                const MaskView &mask) {
    const MxvBinding &binding = input.binding;
    const PullKernel &kernel = pull_kernel(input);
    const std::size_t size = binding.size;
    const bool is_pattern = binding.tier == Tier::pattern;
    const std::uint64_t count = mask.sparse.nvals, m = problem.m();
    Array values(count * size), has = Array(count);
    auto *value = values.as<unsigned char>();
    auto *found = has.as<unsigned char>();
    SparseForm form;
    dispatch_widths(mask.sparse, [&](const auto &rows) {
        using I = typename std::decay_t<decltype(rows)>::Index;
        const double work = pull_extent(problem, static_cast<double>(count)).entries * 2 /
                            std::max<double>(1, static_cast<double>(count));
        parallel_ranges(count, 5 + work, [&](std::uint64_t begin, std::uint64_t end) {
            for (std::uint64_t p = begin; p < end; p++) {
                const std::uint64_t k = rows.column_indices[p];
                const bool is_named =
                    mask.kind == MaskKind::structure || is_true(rows.value(p), mask.sparse.type);
                found[p] = is_named && kernel.segment(input, input.offset(k), input.offset(k + 1),
                                                      value + p * size);
            }
        });
        std::uint64_t nvals = 0;
        for (std::uint64_t p = 0; p < count; p++) nvals += found[p];
        form.index_width = index_width_for(1, m);
        form.offset_width = offset_width_for(form.index_width, nvals);
        form.column_indices = Array(nvals * static_cast<std::size_t>(form.index_width));
        std::uint64_t next = 0;
        for (std::uint64_t p = 0; p < count; p++) {
            if (!found[p]) continue;
            const I k = rows.column_indices[p];
            if (form.index_width == 4) {
                form.column_indices.template as<std::uint32_t>()[next] =
                    static_cast<std::uint32_t>(k);
            } else {
                form.column_indices.template as<std::uint64_t>()[next] = k;
            }
            if (next != p && !is_pattern) std::memcpy(value + next * size, value + p * size, size);
            next++;
        }
        form.nvals = nvals;
    });
    if (form.nvals == 0) return Snapshot::empty(binding.type, 1, m);
    form.stored_rows = 1;
    form.is_iso = is_pattern;
    form.values = is_pattern ? binding.product : std::move(values);
    if (!is_pattern) form.values.shrink(form.nvals * size);
    form.row_offsets = vector_offsets(form.nvals, form.offset_width);
    return Snapshot::of_rows(binding.type, 1, m, std::move(form));
}

/// w = A ⊕.⊗ u, pull: reduces the rows that the mask allows one after the other; Boolean sums and
/// bitmap u stop at the monoid's terminal value. A m×n by rows (standard, hypersparse), u bitmap or
/// full, mask as packed bits (or a short sparse list), w bitmap, full, or sparse where rows are
/// few.
/// Work O(entries of those rows, until early exit); scratch m/8 bytes for a mask that is no bitmap.
/// Threads take chunks of equal rows + entries; a row is never split. Deterministic: the order of
/// addition depends on the row alone. After Yang 2019, Algorithm 8; differs: 64 mask bits at once.
/// Refused: u too long to be dense.
Ref<Snapshot> run(const MxvProblem &problem) {
    if (problem.u->nvals() == 0 || problem.A->nvals() == 0) {
        return Snapshot::empty(problem.result_type(), 1, problem.m());
    }
    const PullInput input(problem);
    const MaskView mask = problem.mask.view();
    if (names_few_rows(mask, input.A)) return reduce_named_rows(problem, input, mask);
    const PullKernel &kernel = pull_kernel(input);
    PullResult result(problem, input);
    const std::uint64_t rows = input.A.stored_rows, total = rows + input.A.nvals;
    const int threads = threads_for(
        static_cast<double>(rows) / 8 +
        2 * pull_extent(problem, problem.mask.allowed(static_cast<double>(problem.m()))).entries);
    // Chunks of whole words of the bitmaps: two threads rarely write the same word.
    const std::uint64_t chunks =
        threads <= 1
            ? 1
            : std::min<std::uint64_t>(rows / 64 + 1, static_cast<std::uint64_t>(threads) * 16);
    const auto boundary = [&](std::uint64_t chunk) {
        if (chunk == chunks) return rows;
        const std::uint64_t row = row_at_diagonal(input.A, total / chunks * chunk);
        return std::min(rows, row / 64 * 64);
    };
    parallel_tasks(static_cast<std::int64_t>(chunks), threads, [&](std::int64_t task) {
        const auto chunk = static_cast<std::uint64_t>(task);
        const std::uint64_t begin = boundary(chunk), end = boundary(chunk + 1);
        if (begin < end) kernel.rows(input, begin, end, result.target());
    });
    return result.finish(problem, input);
}

} // namespace

extern const Variant<MxvProblem> mxv_pull_rows = {
    "cpu/mxv_pull_rows", {.fuses_mask = true}, &refuses_pull, &pull_rows_cost, &run};

} // namespace grb
