// Masked dot products with a sparse A, by probes of a densified row or by search.
#include "cpu/mxm/mxm_masked_dot_short.hpp"
#include "cpu/mxm/mxm_masked_dot_sums.hpp"

#include <atomic>
#include <cstring>

namespace grb {

namespace {

/// First position in [first, end) whose index is not below `wanted`, by doubling steps.
template <class I>
std::uint64_t advance_to(const I *indices, std::uint64_t first, std::uint64_t end,
                         I wanted) noexcept {
    std::uint64_t low = first, high = first, step = 1;
    while (high < end && indices[high] < wanted) {
        low = high + 1;
        high += step;
        step *= 2;
    }
    if (high > end) high = end;
    while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (indices[middle] < wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

template <class Sum, class I>
__attribute__((noinline)) void intersect(Sum &sum, const I *a, std::uint64_t p, std::uint64_t p_end,
                                         const I *b, std::uint64_t q, std::uint64_t q_end) {
    while (p < p_end && q < q_end) {
        if (a[p] == b[q]) {
            if (sum.take(p++, q++)) return;
        } else if (a[p] < b[q]) {
            p = advance_to(a, p + 1, p_end, b[q]);
        } else {
            q = advance_to(b, q + 1, q_end, a[p]);
        }
    }
}

/// Intersects a column of B with the row of A in the workspace.
template <class Sum, class I>
inline void probe_column(Sum &sum, const std::uint64_t *bits, const I *positions, std::uint64_t p,
                         const I *b, std::uint64_t q, std::uint64_t q_end,
                         const BitLookups *lookups) {
    if constexpr (Sum::only_counts) {
        constexpr std::uint64_t least_wide = 5;
        if constexpr (sizeof(I) == sizeof(std::uint32_t)) {
            if (lookups != nullptr && q_end - q >= least_wide)
                return sum.count(lookups->count(bits, b + q, q_end - q));
        }
        std::uint64_t count = 0;
        for (; q < q_end; q++) count += bits[b[q] >> 6] >> (b[q] & 63) & 1;
        sum.count(count);
    } else {
        for (; q < q_end; q++) {
            const I k = b[q];
            if ((bits[k >> 6] >> (k & 63) & 1) == 0) continue;
            if (sum.take(Sum::reads_a && positions != nullptr ? p + positions[k] : p, q)) return;
        }
    }
}

template <class Sum, class I>
void dot_row(const DotCall &call, DotWorkspace &workspace, const DotRowRange &range,
             RowsBuffer &out) {
    const Sparse<std::uint64_t, I> M(call.M), A(call.A), B(call.B); // offsets unused
    std::uint64_t stored = 0;
    if (!A.find_row(M.row_id(range.row), stored)) return;
    const auto [p, p_end] = Extent(call.A, stored);
    if (p == p_end) return;
    out.reserve(range.end - range.begin);
    I *columns = out.new_columns<I>();
    unsigned char *values = out.new_values();
    std::uint64_t made = 0;
    Sum sum(call, workspace);
    // Densifies the row only if that pays: it is written and cleared once, then read for each
    // column.
    const bool probes = call.has_lookup && range.work * 4 >= p_end - p;
    std::uint64_t *bits = workspace.bits();
    I *positions = static_cast<I *>(workspace.positions());
    const bool is_there = probes && range.is_shared && workspace.keeps({p, p_end});
    if (probes && !is_there) {
        workspace.clear();
        workspace.set_clean(false);
        for (std::uint64_t k = p; k < p_end; k++) {
            const I column = A.column_indices[k];
            bits[column >> 6] |= std::uint64_t{1} << (column & 63);
            if (Sum::reads_a && positions != nullptr) positions[column] = static_cast<I>(k - p);
        }
    }
    for (std::uint64_t k = range.begin; k < range.end; k++) {
        const I j = M.column_indices[k];
        if (!B.find_row(j, stored) || !call.allows(k)) continue;
        const auto [q, q_end] = Extent(call.B, stored);
        sum.begin();
        if (probes && q_end - q <= searched_from * (p_end - p)) {
            probe_column(sum, bits, positions, p, B.column_indices, q, q_end, call.lookups);
        } else {
            intersect(sum, A.column_indices, p, p_end, B.column_indices, q, q_end);
        }
        if (!sum.finish(values + made * call.value_size)) continue;
        columns[made++] = j;
    }
    out.add(made);
    if (!probes) return;
    if (range.is_shared) return workspace.keep({p, p_end});
    for (std::uint64_t k = p; k < p_end; k++) bits[A.column_indices[k] >> 6] = 0;
    workspace.set_clean(true);
}

/// Computes the rows of a task in order.
template <class Sum, class I>
void dot_rows(const DotCall &call, DotWorkspace &workspace, const DotTask &task, RowsBuffer &out) {
    const ShortRows<I> short_rows(call);
    const std::uint64_t end_row = task.to.entry != 0 ? task.to.row + 1 : task.to.row;
    for (std::uint64_t k = task.from.row; k < end_row; k++) {
        if constexpr (Sum::only_counts) {
            // Rows of this task alone.
            if (k != task.from.row || task.from.entry == 0) {
                k = short_rows.template append<typename Sum::Value>(k, task.to.row, out,
                                                                    task.counts);
                if (k == end_row) break;
            }
        }
        const Extent row(call.M, k);
        const bool is_first = k == task.from.row, is_last = k == task.to.row;
        const DotRowRange range{k, row.begin + (is_first ? task.from.entry : 0),
                                is_last ? row.begin + task.to.entry : row.end,
                                task.work.of(k, row.end - row.begin),
                                is_last || (is_first && task.from.entry != 0)};
        const std::uint64_t before = out.size();
        if (range.work != 0 && range.begin < range.end)
            dot_row<Sum, I>(call, workspace, range, out);
        const std::uint64_t made = out.size() - before;
        if (range.is_shared) {
            std::atomic_ref<std::uint64_t>(task.counts[k])
                .fetch_add(made, std::memory_order_relaxed);
        } else {
            task.counts[k] = made;
        }
    }
}

template <class I>
struct RowsOfSum {
    using Type = DotFunction;
    template <class Sum>
    static constexpr DotFunction function = &dot_rows<Sum, I>;
};

} // namespace

DotWorkspace::DotWorkspace(const DotCall &call) : A_(call.A) {
    const std::size_t chunk = Products::chunk_length;
    scratch_ = Array(chunk * (call.products.size + call.A.type->size + call.B.type->size) +
                     call.products.size);
    memory_.set_clean();
    if (!call.has_lookup) return;
    has_positions_ =
        !call.products.is_constant && !call.A.is_iso && !call.products.multiply.ignores_x();
    memory_->reserve(
        call.A.ncols + 1,
        has_positions_ ? call.A.ncols * static_cast<std::size_t>(call.A.index_width) : 0, 0);
}

DotWorkspace::~DotWorkspace() {
    clear();
}

void DotWorkspace::clear_kept() noexcept {
    const auto clear_words = [this](const auto *columns) {
        for (std::uint64_t k = kept_.begin; k < kept_.end; k++) bits()[columns[k] >> 6] = 0;
    };
    if (A_.index_width == 4) {
        clear_words(static_cast<const std::uint32_t *>(A_.column_indices));
    } else {
        clear_words(static_cast<const std::uint64_t *>(A_.column_indices));
    }
    kept_ = {0, 0};
    memory_.set_clean();
}

DotFunction find_dot_function(const DotCall &call) {
    return call.M.index_width == 4 ? find_for_sum<RowsOfSum<std::uint32_t>>(call)
                                   : find_for_sum<RowsOfSum<std::uint64_t>>(call);
}

} // namespace grb
