// Kernels of the product of few rows with a matrix, by pattern and by curated semiring.
#include "cpu/common/any_offsets.hpp"
#include "cpu/mxm/mxm_few_rows.hpp"

#include <bit>
#include <cstring>

namespace grb {

namespace {

/// Calls f(k, position) for the entries of one column of B until it returns false.
template <class I, class F>
inline void for_each_entry(const AnySparse<I> &B, std::uint64_t column, F &&f) {
    const std::uint64_t end = B.row_offsets[column + 1];
    for (std::uint64_t q = B.row_offsets[column]; q < end; q++)
        if (!f(static_cast<std::uint64_t>(B.column_indices[q]), q)) return;
}

/// The words of bits, typed.
template <class W>
struct BitWords {
    BitWords(const SideBySide &a, const FewRowsResult &c)
        : entries(static_cast<const W *>(a.entries)), allowed(static_cast<const W *>(a.allowed)),
          matched(static_cast<W *>(c.entries)) {}
    const W *entries, *allowed;
    W *matched;
};

/// Computes only the rows with an entry in each column.
template <class W, class I>
void pattern_columns(const Products &, const SparseView &view, const SideBySide &a,
                     const FewRowsResult &c, std::uint64_t begin, std::uint64_t end) {
    const AnySparse<I> B(view);
    const BitWords<W> bits(a, c);
    for (std::uint64_t s = begin; s < end; s++) {
        const std::uint64_t j = B.row_id(s);
        const W allowed = bits.allowed[j];
        W matched = 0;
        if (allowed != 0) {
            for_each_entry(B, s, [&](std::uint64_t k, std::uint64_t) {
                matched |= static_cast<W>(bits.entries[k] & allowed);
                return matched != allowed;
            });
        }
        bits.matched[j] = static_cast<W>(matched);
    }
}

template <class S>
void write_column(const typename S::T *sums, std::uint64_t matched, const FewRowsResult &c,
                  std::uint64_t j) {
    auto *values = reinterpret_cast<typename S::T *>(c.values);
    for (std::uint64_t left = matched; left != 0; left &= left - 1) {
        const int r = std::countr_zero(left);
        values[static_cast<std::uint64_t>(r) * c.n + j] = sums[r];
    }
}

/// Ignores B's values: absent entries of A hold neutral values, and the kernel adds all rows at
/// once. `lanes`: number of rows, or 0 when only known at run time.
template <class S, std::uint64_t lanes, class W, class I>
void full_columns(const Products &, const SparseView &view, const SideBySide &a,
                  const FewRowsResult &c, std::uint64_t begin, std::uint64_t end) {
    using T = typename S::T;
    const AnySparse<I> B(view);
    const BitWords<W> bits(a, c);
    const auto *values = static_cast<const T *>(a.values);
    const std::uint64_t stride = lanes != 0 ? lanes : a.stride;
    for (std::uint64_t s = begin; s < end; s++) {
        const std::uint64_t j = B.row_id(s);
        const W allowed = bits.allowed[j];
        W matched = 0;
        if (allowed != 0) {
            T sums[lanes != 0 ? lanes : most_few_rows];
            for (std::uint64_t r = 0; r < stride; r++) sums[r] = S::neutral();
            const auto add = [&](std::uint64_t k) {
                const T *x = values + k * stride;
                for (std::uint64_t r = 0; r < stride; r++) sums[r] = S::add(sums[r], x[r]);
                matched |= bits.entries[k];
                return true;
            };
            if (a.has_few) {
                for_each_entry(B, s, [&](std::uint64_t k, std::uint64_t) {
                    return bits.entries[k] == 0 || add(k);
                });
            } else {
                for_each_entry(B, s, [&](std::uint64_t k, std::uint64_t) { return add(k); });
            }
            matched &= allowed;
            write_column<S>(sums, matched, c, j);
        }
        bits.matched[j] = static_cast<W>(matched);
    }
}

/// Adds only the rows that have an entry, one by one.
template <class S, class W, class I>
void sparse_columns(const Products &products, const SparseView &view, const SideBySide &a,
                    const FewRowsResult &c, std::uint64_t begin, std::uint64_t end) {
    using T = typename S::T;
    const AnySparse<I> B(view);
    const BitWords<W> bits(a, c);
    const auto *a_values = static_cast<const T *>(a.values);
    const auto *b_values = static_cast<const T *>(products.b.values);
    const std::uint64_t b_mask = products.b.step_mask;
    for (std::uint64_t s = begin; s < end; s++) {
        const std::uint64_t j = B.row_id(s), allowed = bits.allowed[j];
        std::uint64_t matched = 0, open = allowed;
        if (allowed != 0) {
            T sums[most_few_rows];
            for_each_entry(B, s, [&](std::uint64_t k, std::uint64_t q) {
                for (std::uint64_t left = bits.entries[k] & open; left != 0; left &= left - 1) {
                    const int r = std::countr_zero(left);
                    T x{}, y{};
                    if constexpr (!S::ignores_a)
                        x = a_values[k * a.stride + static_cast<std::uint64_t>(r)];
                    if constexpr (!S::ignores_b) y = b_values[q & b_mask];
                    const T product = S::multiply(x, y);
                    const std::uint64_t bit = std::uint64_t{1} << r;
                    sums[r] = (matched & bit) == 0 ? product : S::add(sums[r], product);
                    matched |= bit;
                    if (S::is_terminal(sums[r])) open &= ~bit;
                }
                return open != 0;
            });
            write_column<S>(sums, matched, c, j);
        }
        bits.matched[j] = static_cast<W>(matched);
    }
}

template <class S, class I>
FewRowsFunction function_of(std::uint64_t stride) {
    if constexpr (S::is_pattern_only) {
        return nullptr;
    } else if constexpr (!S::ignores_a && S::ignores_b && !S::has_terminal) {
        return stride == 4   ? &full_columns<S, 4, std::uint8_t, I>
               : stride == 8 ? &full_columns<S, 8, std::uint8_t, I>
                             : &full_columns<S, 0, std::uint64_t, I>;
    } else {
        return stride <= most_byte_rows ? &sparse_columns<S, std::uint8_t, I>
                                        : &sparse_columns<S, std::uint64_t, I>;
    }
}

template <class I>
FewRowsFunction find_of_width(int curated, std::uint64_t stride) {
    static constexpr FewRowsFunction (*functions[])(std::uint64_t) = {
#define GRB_SEMIRING(add, multiply, type) &function_of<CuratedSemiring<add, multiply, type>, I>,
#include "cpu/mxv/hot_semirings.def"
#undef GRB_SEMIRING
    };
    return functions[curated](stride);
}

template <class S>
void fill_neutral(void *to, std::uint64_t n) {
    std::fill_n(static_cast<typename S::T *>(to), n, S::neutral());
}

} // namespace

FewRowsFunction find_few_rows(const Products &products, const SparseView &B, std::uint64_t stride) {
    return dispatch_indices(B, [&](const auto &sparse) -> FewRowsFunction {
        using I = typename std::decay_t<decltype(sparse)>::Index;
        if (products.is_pattern_only)
            return stride <= most_byte_rows ? &pattern_columns<std::uint8_t, I>
                                            : &pattern_columns<std::uint64_t, I>;
        return find_of_width<I>(products.curated, stride);
    });
}

FillNeutral find_neutral(int curated) {
    static constexpr FillNeutral functions[] = {
#define GRB_SEMIRING(add, multiply, type) &fill_neutral<CuratedSemiring<add, multiply, type>>,
#include "cpu/mxv/hot_semirings.def"
#undef GRB_SEMIRING
    };
    return functions[curated];
}

} // namespace grb
