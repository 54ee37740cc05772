#include "cpu/mxm_masked_dot.hpp"
#include "cpu/mxm_masked_dot_short.hpp"

#include <atomic>
#include <cstring>

namespace grb {

namespace {

/// Sums: begin(), then take(p, q) for each pair of entries that meet, in the order of k, until it
/// says that the value cannot change any more; finish(to) writes the value, false without any pair.
template <class S>
class CuratedSum {
public:
    static constexpr bool reads_a = !S::ignores_a;
    static constexpr bool only_counts = false;
    using T = typename S::T;
    CuratedSum(const DotCall &call, DotWorkspace &)
        : a_(static_cast<const T *>(call.products.a.values)),
          b_(static_cast<const T *>(call.products.b.values)), a_mask_(call.products.a.step_mask),
          b_mask_(call.products.b.step_mask) {}
    void begin() noexcept { is_empty_ = true; }
    bool take(std::uint64_t p, std::uint64_t q) noexcept {
        T a{}, b{};
        if constexpr (!S::ignores_a) a = a_[p & a_mask_];
        if constexpr (!S::ignores_b) b = b_[q & b_mask_];
        const T product = S::multiply(a, b);
        sum_ = is_empty_ ? product : S::add(sum_, product);
        is_empty_ = false;
        return S::is_terminal(sum_);
    }
    bool finish(unsigned char *to) noexcept {
        std::memcpy(to, &sum_, sizeof sum_);
        return !is_empty_;
    }

private:
    const T *a_, *b_;
    std::uint64_t a_mask_, b_mask_;
    T sum_{};
    bool is_empty_ = true;
};

/// Sum of ones: the number of pairs.
template <class T>
class CountedSum {
public:
    static constexpr bool reads_a = false;
    static constexpr bool only_counts = true;
    using Value = T;
    CountedSum(const DotCall &, DotWorkspace &) {}
    void begin() noexcept { count_ = 0; }
    void count(std::uint64_t n) noexcept { count_ += n; }
    bool take(std::uint64_t, std::uint64_t) noexcept {
        count_++;
        return false;
    }
    bool finish(unsigned char *to) noexcept {
        // Adding ones to a float stops at the last integer whose successor it does not hold.
        constexpr std::uint64_t most = is_same_type<T, float>    ? std::uint64_t{1} << 24
                                       : is_same_type<T, double> ? std::uint64_t{1} << 53
                                                                 : ~std::uint64_t{0};
        const T value = static_cast<T>(count_ < most ? count_ : most);
        std::memcpy(to, &value, sizeof value);
        return count_ != 0;
    }

private:
    std::uint64_t count_ = 0;
};

/// The value is known: the first pair settles it.
class PatternSum {
public:
    static constexpr bool reads_a = false;
    static constexpr bool only_counts = false;
    PatternSum(const DotCall &, DotWorkspace &) {}
    void begin() noexcept { is_empty_ = true; }
    bool take(std::uint64_t, std::uint64_t) noexcept {
        is_empty_ = false;
        return true;
    }
    bool finish(unsigned char *) noexcept { return !is_empty_; }

private:
    bool is_empty_ = true;
};

/// Pairs are collected, then gathered, multiplied and reduced by batches.
class BatchSum {
public:
    static constexpr bool reads_a = true;
    static constexpr bool only_counts = false;
    BatchSum(const DotCall &call, DotWorkspace &workspace)
        : products_(call.products), a_size_(call.A.type->size), b_size_(call.B.type->size),
          fresh_(workspace.scratch()), a_(fresh_ + chunk * products_.size),
          b_(a_ + chunk * a_size_), sum_(b_ + chunk * b_size_) {
    } // whole chunks come first, so that values of every size are aligned
    void begin() noexcept {
        is_empty_ = true;
        held_ = 0;
    }
    bool take(std::uint64_t p, std::uint64_t q) {
        p_[held_] = p;
        q_[held_] = q;
        return ++held_ == most_held_ && flush();
    }
    bool finish(unsigned char *to) {
        if (held_ != 0) flush();
        if (is_empty_) return false;
        std::memcpy(to, sum_, products_.size);
        return true;
    }

private:
    static constexpr std::size_t chunk = Products::chunk_length;
    /// Adds what is held; true at the terminal value.
    bool flush() {
        const std::size_t n = held_;
        held_ = 0;
        const unsigned char *fresh = fresh_;
        if (products_.is_constant) {
            fresh = products_.constants.as<unsigned char>();
        } else {
            const unsigned char *a = products_.a_values, *b = products_.b_values;
            Broadcast broadcast = Broadcast::none;
            if (products_.a_step == 0) {
                broadcast = Broadcast::x;
            } else if (!products_.multiply.ignores_x()) {
                gather_values(a_, a, p_, 8, n, a_size_);
                a = a_;
            }
            if (products_.b_step == 0) {
                broadcast = Broadcast::y;
            } else if (!products_.multiply.ignores_y()) {
                gather_values(b_, b, q_, 8, n, b_size_);
                b = b_;
            }
            products_.multiply(fresh_, a, b, n, broadcast);
        }
        std::size_t first = 0;
        if (is_empty_) {
            std::memcpy(sum_, fresh, products_.size);
            first = 1;
        }
        is_empty_ = false;
        if (n > first)
            products_.add->reduce(products_.add, sum_, fresh + first * products_.size, n - first);
        return products_.semiring->add->is_complete(sum_);
    }

    const Products &products_;
    /// Of the sum of ANY the first product decides.
    std::size_t most_held_ = products_.semiring->add->is_any() ? 1 : chunk;
    std::size_t a_size_, b_size_;
    unsigned char *fresh_, *a_, *b_, *sum_;
    std::size_t held_ = 0;
    bool is_empty_ = true;
    std::uint64_t p_[chunk], q_[chunk];
};

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

/// Column of B against the row of A that the workspace holds.
template <class Sum, class I>
inline void look_up(Sum &sum, const std::uint64_t *bits, const I *positions, std::uint64_t p,
                    const I *b, std::uint64_t q, std::uint64_t q_end) {
    if constexpr (Sum::only_counts) {
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
void dot_row(const DotCall &call, DotWorkspace &workspace, const DotPiece &piece, RowsBuffer &out) {
    const Sparse<std::uint64_t, I> M(call.M), A(call.A), B(call.B); // not for their offsets
    std::uint64_t stored = 0;
    if (!A.find_row(M.row_id(piece.row), stored)) return;
    const auto [p, p_end] = Extent(call.A, stored);
    if (p == p_end) return;
    out.reserve(piece.end - piece.begin);
    I *columns = out.new_columns<I>();
    unsigned char *values = out.new_values();
    std::uint64_t made = 0;
    Sum sum(call, workspace);
    // Spreading the row out must pay: it is written and cleared once, then read for each column.
    const bool looks_up = call.has_lookup && piece.work * 4 >= p_end - p;
    std::uint64_t *bits = workspace.bits();
    I *positions = static_cast<I *>(workspace.positions());
    if (looks_up) {
        workspace.set_clean(false);
        for (std::uint64_t k = p; k < p_end; k++) {
            const I column = A.column_indices[k];
            bits[column >> 6] |= std::uint64_t{1} << (column & 63);
            if (Sum::reads_a && positions != nullptr) positions[column] = static_cast<I>(k - p);
        }
    }
    for (std::uint64_t k = piece.begin; k < piece.end; k++) {
        const I j = M.column_indices[k];
        if (!B.find_row(j, stored) || !call.lets_through(k)) continue;
        const auto [q, q_end] = Extent(call.B, stored);
        sum.begin();
        if (looks_up && q_end - q <= searched_from * (p_end - p)) {
            look_up(sum, bits, positions, p, B.column_indices, q, q_end);
        } else {
            intersect(sum, A.column_indices, p, p_end, B.column_indices, q, q_end);
        }
        if (!sum.finish(values + made * call.value_size)) continue;
        columns[made++] = j;
    }
    out.add(made);
    if (looks_up) {
        for (std::uint64_t k = p; k < p_end; k++) bits[A.column_indices[k] >> 6] = 0;
        workspace.set_clean(true);
    }
}

/// The rows of a task, in their order.
template <class Sum, class I>
void dot_rows(const DotCall &call, DotWorkspace &workspace, const DotTask &task, RowsBuffer &out) {
    const ShortRows<I> short_rows(call);
    const std::uint64_t end_row = task.to.entry != 0 ? task.to.row + 1 : task.to.row;
    for (std::uint64_t k = task.from.row; k < end_row; k++) {
        if constexpr (Sum::only_counts) {
            // Rows that are this task's alone.
            if (k != task.from.row || task.from.entry == 0) {
                k = short_rows.template append<typename Sum::Value>(k, task.to.row, out,
                                                                    task.counts);
                if (k == end_row) break;
            }
        }
        const Extent row(call.M, k);
        const bool is_first = k == task.from.row, is_last = k == task.to.row;
        const DotPiece piece{k, row.begin + (is_first ? task.from.entry : 0),
                             is_last ? row.begin + task.to.entry : row.end,
                             task.work.of(k, row.end - row.begin)};
        const std::uint64_t before = out.size();
        if (piece.work != 0 && piece.begin < piece.end)
            dot_row<Sum, I>(call, workspace, piece, out);
        const std::uint64_t made = out.size() - before;
        if (is_last || (is_first && task.from.entry != 0)) {
            std::atomic_ref<std::uint64_t>(task.counts[k])
                .fetch_add(made, std::memory_order_relaxed);
        } else {
            task.counts[k] = made;
        }
    }
}

template <class S>
struct SumOf {
    using Sum = CuratedSum<S>;
};
template <class T>
struct SumOf<CuratedSemiring<Plus, Oneb, T>> {
    using Sum = CountedSum<T>;
};

template <class I>
DotFunction find_for_width(const DotCall &call) {
    static constexpr DotFunction curated[] = {
#define GRB_SEMIRING(add, multiply, type) \
    &dot_rows<typename SumOf<CuratedSemiring<add, multiply, type>>::Sum, I>,
#include "cpu/hot_semirings.def"
#undef GRB_SEMIRING
    };
    if (call.products.is_pattern_only) return &dot_rows<PatternSum, I>;
    const bool is_any = call.products.semiring->add->is_any();
    return call.products.curated >= 0 && !is_any ? curated[call.products.curated]
                                                 : &dot_rows<BatchSum, I>;
}

} // namespace

DotWorkspace::DotWorkspace(const DotCall &call) {
    const std::size_t chunk = Products::chunk_length;
    scratch_ = Array(chunk * (call.products.size + call.A.type->size + call.B.type->size) +
                     call.products.size);
    if (!call.has_lookup) return;
    has_positions_ =
        !call.products.is_constant && !call.A.is_iso && !call.products.multiply.ignores_x();
    memory_->reserve(
        call.A.ncols + 1,
        has_positions_ ? call.A.ncols * static_cast<std::size_t>(call.A.index_width) : 0, 0);
    memory_.set_clean();
}

DotFunction find_dot_function(const DotCall &call) {
    return call.A.index_width == 4 ? find_for_width<std::uint32_t>(call)
                                   : find_for_width<std::uint64_t>(call);
}

} // namespace grb
