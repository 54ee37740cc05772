// Gustavson's algorithm with a dense accumulator, per row or per range of columns.
#include "cpu/mxm/mxm_cost.hpp"
#include "cpu/mxm/mxm_gustavson_ranges.hpp"
#include "cpu/mxm/mxm_gustavson_run.hpp"

#include <atomic>

namespace grb {

namespace {

class DenseWorkspace : public HostAllocated {
public:
    explicit DenseWorkspace(const GustavsonCall &call) : DenseWorkspace(call, call.B.ncols) {}
    /// For `columns` columns at a time.
    DenseWorkspace(const GustavsonCall &call, std::uint64_t columns)
        : call_(call), scratch_(2 * Products::chunk_length * call.products.size),
          row_(find_dense_row(call.products, call.A)), accumulator_(columns, call.value_size) {
        if (!call.mask.is_sparse()) return;
        filtered_row_ = find_filtered_row(call.products, call.A);
        filter_.emplace(columns);
        filter_->set_inverted(call.mask.mode() == MaskRows::Mode::block);
    }
    void set_base(std::uint64_t column) noexcept {
        accumulator_.set_base(column);
        if (filter_) filter_->set_base(column);
    }

    bool run_row(std::uint64_t k, const MaskRows::Row &mask_row, std::uint64_t products,
                 RowsBuffer &out) {
        return run_row(call_.A, call_.B, k, mask_row, products, out);
    }
    /// Runs a row with other views of the operands.
    bool run_row(const SparseView &A, const SparseView &B, std::uint64_t k,
                 const MaskRows::Row &mask_row, std::uint64_t products, RowsBuffer &out) {
        const bool has_mask = call_.mask.mode() != MaskRows::Mode::all;
        // A mask row much longer than the products is asked afterwards, entry by entry.
        if (call_.mask.is_sparse() && mask_row.length() <= 4 * products) {
            call_.mask.for_each_true(mask_row, [&](std::uint64_t j) { filter_->add(j); });
            FilteredAccumulator filtered(accumulator_, *filter_);
            filtered_row_(call_.products, A, B, k, &filtered, scratch_.as<unsigned char>());
            call_.mask.for_each_true(mask_row, [&](std::uint64_t j) { filter_->clear_word_of(j); });
            return emit_row(accumulator_, call_, nullptr, out);
        }
        row_(call_.products, A, B, k, &accumulator_, scratch_.as<unsigned char>());
        return emit_row(accumulator_, call_, has_mask ? &mask_row : nullptr, out);
    }

    DenseWorkspace *next_free = nullptr, *next_made = nullptr;

private:
    const GustavsonCall &call_;
    Array scratch_;
    RowFunction row_, filtered_row_ = nullptr;
    DenseAccumulator accumulator_;
    std::optional<ColumnFilter> filter_;
};

const char *refuses(const MxmProblem &problem) {
    const std::uint64_t n = problem.n();
    if (n > (std::uint64_t{1} << 32)) return "more than 2^32 columns";
    if (n > 4096 && n / 64 > problem.A->most_nvals() &&
        n / 64 - problem.A->most_nvals() > problem.B->most_nvals())
        return "few entries for so many columns";
    return nullptr;
}

const HostCoefficient row_seconds{"mxm_dense_row_seconds", "s", "a row of the result", 2e-8};
const HostCoefficient summary_seconds{"mxm_dense_summary_seconds", "s",
                                      "of a row, for each 2^18 columns whose bits are scanned",
                                      1e-9};
const HostCoefficient masked_share{"mxm_dense_masked_share", "1",
                                   "additions done in spite of a mask that forbids them", 0.1};

Cost cost(const MxmProblem &problem) {
    const Rates &rate = rates();
    const MxmEstimate sizes(problem);
    const double n = static_cast<double>(problem.n());
    const double accumulator_bytes = std::min(n, sizes.products) * sizes.entry_bytes;
    double additions = sizes.products, tests = 0;
    if (!problem.mask.is_none() && !problem.mask.snapshot->prefers_dense()) {
        tests = sizes.products;
        const double positions = static_cast<double>(problem.m()) * n;
        additions *= positions > 0 ? std::min(1.0, masked_share + sizes.allowed / positions) : 1;
    }
    const double results = std::min(sizes.results, sizes.allowed);
    const double seconds =
        sizes.entries_a / rate.gathers_memory + tests / gather_rate(n / 8) +
        additions * (1 / scatter_rate(accumulator_bytes) + 1 / sizes.operations) +
        results * 2 * sizes.entry_bytes / rate.stream_bytes +
        sizes.rows * (row_seconds + n / (1 << 18) * summary_seconds);
    Cost cost;
    cost.seconds = rate.call_seconds + 2 * rate.result_seconds + on_threads(seconds, sizes.rows) +
                   n / 8 / rate.stream_cached;
    add_missing_item(cost, *problem.A, problem.is_A_transposed);
    add_missing_item(cost, *problem.B, problem.is_B_transposed);
    return cost;
}

/// Fewer rows with work than threads: splits each into ranges of columns, one task per range.
Ref<Snapshot> run_in_ranges(const GustavsonCall &call, std::span<const std::uint64_t> work,
                            const ColumnRanges &ranges, int threads) {
    HostVector<std::uint64_t> rows;
    for (std::uint64_t k = 0; k < work.size(); k++)
        if (work[k] != 0) rows.push_back(k);
    const std::uint64_t count = ranges.count(), tasks = rows.size() * count;
    const SparseView A = ranges.A();
    HostVector<RowsBuffer> buffers(tasks);
    HostVector<std::uint64_t> counts(work.size());
    WorkspacePool<DenseWorkspace> pool;
    parallel_tasks(static_cast<std::int64_t>(tasks), threads, [&](std::int64_t task) {
        const auto number = static_cast<std::uint64_t>(task);
        const std::uint64_t row = rows[number / count], range = number % count;
        RowsBuffer out;
        out.open(call.value_size, call.B.index_width);
        DenseWorkspace *workspace =
            pool.take([&] { return new DenseWorkspace(call, ranges.columns()); });
        workspace->set_base(ranges.begin(range));
        MaskRows::Row mask_row = call.mask.row(call.number_of(row));
        if (call.mask.is_sparse())
            mask_row = call.mask.within(mask_row, ranges.begin(range), ranges.begin(range + 1));
        workspace->run_row(A, ranges.B(range), row, mask_row, work[row] / count + 1, out);
        pool.give_back(workspace);
        std::atomic_ref<std::uint64_t>(counts[row])
            .fetch_add(out.size(), std::memory_order_relaxed);
        buffers[number] = std::move(out);
    });
    return assemble_rows(call.problem, call.A, threads, buffers, counts, call.B.index_width,
                         call.products.is_pattern_only ? call.products.constants.data() : nullptr,
                         false);
}

Ref<Snapshot> run(const MxmProblem &problem) {
    if (problem.A->nvals() == 0 || problem.B->nvals() == 0)
        return Snapshot::empty(problem.result_type(), problem.m(), problem.n());
    const GustavsonCall call(problem);
    const HostVector<std::uint64_t> work = products_per_row(call);
    const RowsAndThreads counts(work);
    if (ColumnRanges::accepts(call, counts)) {
        const ColumnRanges ranges(call, counts);
        return run_in_ranges(call, work, ranges, counts.threads);
    }
    return run_gustavson<DenseWorkspace>(call, work);
}

} // namespace

/// C(i, :) = ⊕_k A(i, k) ⊗ B(k, :) for each row i, in an accumulator of one value per column.
/// A m×k, B k×n sparse or hypersparse by rows (a transposed operand: its columns); all widths; C
/// sorted. Work O(products + m + results); scratch per thread n values and n bits, plus C once
/// more. One thread makes a row, or a range of its columns where rows are fewer than threads, in
/// the order of k: the same result for any number of threads.
/// Gustavson 1978, 10.1145/355791.355796; differs: a bitmap with two summary levels marks the
/// columns, and reading it sorts them. A sparse mask row is loaded as a bitmap first; a dense one
/// is asked at the end.
/// Refused: many more columns than entries, where clearing and memory would cost more than the
/// work.
extern const Variant<MxmProblem> mxm_gustavson_dense = {
    "cpu/mxm_gustavson_dense",
    {.fuses_mask = true, .sorts_output = true, .is_deterministic = true, .form = Form::sparse},
    refuses,
    cost,
    run};

} // namespace grb
