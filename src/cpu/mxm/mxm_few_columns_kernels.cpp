// Kernels of the product by a matrix of few columns, for sparse and dense B.
#include "cpu/common/any_offsets.hpp"
#include "cpu/mxm/mxm_few_columns.hpp"

#include <bit>

namespace grb {

namespace {

/// B as sparse rows. The kernel reads offsets for each entry of A: a branch on their width would be
/// measurable.
template <class O, class I>
class AsRows {
public:
    explicit AsRows(const FewColumns &call) : B_(call.B) {}
    /// Calls f(column, position of the value) for each entry of a row.
    template <class F>
    void for_each(std::uint64_t row, F &&f) const {
        std::uint64_t k = 0;
        if (!B_.find_row(row, k)) return;
        const std::uint64_t end = B_.row_offsets[k + 1];
        for (std::uint64_t q = B_.row_offsets[k]; q < end; q++)
            f(static_cast<std::uint64_t>(B_.column_indices[q]), q);
    }
    std::uint64_t columns_of(std::uint64_t row) const {
        std::uint64_t word = 0;
        for_each(row, [&](std::uint64_t j, std::uint64_t) { word |= std::uint64_t{1} << j; });
        return word;
    }

private:
    Sparse<O, I> B_;
};

/// B as dense rows.
class AsDense {
public:
    explicit AsDense(const FewColumns &call)
        : bits_(call.B_dense.bits), n_(call.n), all_(call.all()) {}
    template <class F>
    void for_each(std::uint64_t row, F &&f) const {
        for (std::uint64_t left = columns_of(row); left != 0; left &= left - 1) {
            const auto j = static_cast<std::uint64_t>(std::countr_zero(left));
            f(j, row * n_ + j);
        }
    }
    std::uint64_t columns_of(std::uint64_t row) const {
        if (bits_ == nullptr) return all_;
        const std::uint64_t bit = row * n_, shift = bit % 64;
        std::uint64_t word = bits_[bit / 64] >> shift;
        if (shift + n_ > 64) word |= bits_[bit / 64 + 1] << (64 - shift);
        return word & all_;
    }

private:
    const std::uint64_t *bits_;
    std::uint64_t n_, all_;
};

/// Entries of A in one row.
struct EntriesOfRow {
    std::uint64_t row, begin, end;
};

/// Calls make_row(entries, allowed) for the rows that the mask allows; it returns the columns that
/// got a value.
template <class I, class MakeRow>
std::uint64_t for_rows(const FewColumns &call, std::uint64_t begin, std::uint64_t end,
                       const MakeRow &make_row) {
    if (begin == end) return 0;
    const AnySparse<I> A(call.A);
    ElementBits bits(call, A.row_id(begin), A.row_id(end - 1) + 1);
    std::uint64_t count = 0;
    for (std::uint64_t s = begin; s < end; s++) {
        const EntriesOfRow own{A.row_id(s), A.row_offsets[s], A.row_offsets[s + 1]};
        if (own.begin == own.end) continue;
        const std::uint64_t allowed = call.allowed(own.row);
        if (allowed == 0) continue;
        const std::uint64_t matched = make_row(own, allowed) & allowed;
        bits.put(own.row, matched);
        count += static_cast<std::uint64_t>(std::popcount(matched));
    }
    return count;
}

template <class Right, class I>
std::uint64_t pattern_rows(const FewColumns &call, std::uint64_t begin, std::uint64_t end) {
    const Right B(call);
    const auto *columns = static_cast<const I *>(call.A.column_indices);
    return for_rows<I>(call, begin, end, [&](const EntriesOfRow &own, std::uint64_t allowed) {
        std::uint64_t matched = 0;
        for (std::uint64_t p = own.begin; p < own.end; p++) {
            matched |= B.columns_of(columns[p]) & allowed;
            if (matched == allowed) break;
        }
        return matched;
    });
}

/// Accumulates a row's sums in its dense elements. They begin with a neutral value, so that first
/// touches need no branch.
template <class S, class Right, class I>
std::uint64_t curated_rows(const FewColumns &call, std::uint64_t begin, std::uint64_t end) {
    using T = typename S::T;
    const Right B(call);
    const auto *columns = static_cast<const I *>(call.A.column_indices);
    const auto *a_values = static_cast<const T *>(call.products->a.values);
    const auto *b_values = static_cast<const T *>(call.products->b.values);
    const std::uint64_t a_mask = call.products->a.step_mask, b_mask = call.products->b.step_mask;
    return for_rows<I>(call, begin, end, [&](const EntriesOfRow &own, std::uint64_t allowed) {
        T *const sums = reinterpret_cast<T *>(call.values) + own.row * call.n;
        for (std::uint64_t j = 0; j < call.n; j++) sums[j] = S::neutral();
        std::uint64_t matched = 0, open = allowed;
        for (std::uint64_t p = own.begin; p < own.end && open != 0; p++) {
            T a{};
            if constexpr (!S::ignores_a) a = a_values[p & a_mask];
            B.for_each(columns[p], [&](std::uint64_t j, std::uint64_t q) {
                T b{};
                if constexpr (!S::ignores_b) b = b_values[q & b_mask];
                S::accumulate(sums[j], S::multiply(a, b));
                const std::uint64_t bit = std::uint64_t{1} << j;
                matched |= bit;
                if constexpr (S::has_terminal)
                    if (S::is_terminal(sums[j])) open &= ~bit;
            });
        }
        return matched;
    });
}

template <class S, class Right, class I>
constexpr FewColumnsFunction function_of() {
    if constexpr (S::is_pattern_only) {
        return nullptr;
    } else {
        return &curated_rows<S, Right, I>;
    }
}

template <class Right, class I>
FewColumnsFunction find_of_width(const Products &products) {
    static constexpr FewColumnsFunction curated[] = {
#define GRB_SEMIRING(add, multiply, type) \
    function_of<CuratedSemiring<add, multiply, type>, Right, I>(),
#include "cpu/mxv/hot_semirings.def"
#undef GRB_SEMIRING
    };
    return products.is_pattern_only ? &pattern_rows<Right, I> : curated[products.curated];
}

} // namespace

FewColumnsFunction find_few_columns(const FewColumns &call, bool has_dense_B) {
    if (has_dense_B)
        return dispatch_indices(call.A, [&](const auto &A) {
            return find_of_width<AsDense, typename std::decay_t<decltype(A)>::Index>(
                *call.products);
        });
    return dispatch_widths(call.A, [&](const auto &A) {
        using View = std::decay_t<decltype(A)>;
        using I = typename View::Index;
        return find_of_width<AsRows<typename View::Offset, I>, I>(*call.products);
    });
}

} // namespace grb
