// Row kernels of the product with a full B, for curated semirings and for batches.
#include "cpu/mxm/mxm_full_rows.hpp"

#include <cstring>

namespace grb {

namespace {

/// All columns of the row are equal.
template <class S>
void curated_single(const Products &products, const FullRow &row) {
    using T = typename S::T;
    const auto *a = static_cast<const T *>(row.a);
    const auto *b = static_cast<const T *>(products.b.values);
    T sum{};
    for (std::uint64_t t = 0; t < row.count; t++) {
        T x{}, y{};
        if constexpr (!S::ignores_a) x = a[t * row.a_step];
        if constexpr (!S::ignores_b) y = b[row.ks[t] * row.b_stride];
        const T product = S::multiply(x, y);
        sum = t == 0 ? product : S::add(sum, product);
    }
    std::memcpy(row.c, &sum, sizeof sum);
}

/// Few columns: the sums stay in registers.
template <class S, std::size_t columns>
void curated_narrow_row(const Products &products, const FullRow &row) {
    using T = typename S::T;
    const auto *a = static_cast<const T *>(row.a);
    const auto *b = static_cast<const T *>(products.b.values);
    T sums[columns];
    for (std::uint64_t t = 0; t < row.count; t++) {
        T x{};
        if constexpr (!S::ignores_a) x = a[t * row.a_step];
        const T *const y = b + row.ks[t] * row.b_stride;
        for (std::size_t j = 0; j < columns; j++) {
            const T product = S::multiply(x, y[j]);
            sums[j] = t == 0 ? product : S::add(sums[j], product);
        }
    }
    std::memcpy(row.c, sums, sizeof sums);
}

template <class S>
void curated_full_row(const Products &products, const FullRow &row) {
    using T = typename S::T;
    if (row.columns == 4) return curated_narrow_row<S, 4>(products, row);
    if (row.columns == 8) return curated_narrow_row<S, 8>(products, row);
    constexpr std::uint64_t tile = 2048 / sizeof(T); // of c, in the L1 cache
    const auto *a = static_cast<const T *>(row.a);
    const auto *b = static_cast<const T *>(products.b.values);
    const auto a_at = [&](std::uint64_t t) {
        if constexpr (S::ignores_a) {
            return T{};
        } else {
            return a[t * row.a_step];
        }
    };
    for (std::uint64_t first = 0; first < row.columns; first += tile) {
        const std::uint64_t n = row.columns - first < tile ? row.columns - first : tile;
        T *__restrict__ c = reinterpret_cast<T *>(row.c) + first;
        const auto b_row = [&](std::uint64_t t) { return b + row.ks[t] * row.b_stride + first; };
        const T a0 = a_at(0);
        const T *b0 = b_row(0);
        for (std::uint64_t j = 0; j < n; j++) c[j] = S::multiply(a0, b0[j]);
        std::uint64_t t = 1;
        // Four rows of B per pass over c, added in the order of k.
        for (; t + 4 <= row.count; t += 4) {
            const T x0 = a_at(t), x1 = a_at(t + 1), x2 = a_at(t + 2), x3 = a_at(t + 3);
            const T *y0 = b_row(t), *y1 = b_row(t + 1), *y2 = b_row(t + 2), *y3 = b_row(t + 3);
            for (std::uint64_t j = 0; j < n; j++) {
                T sum = S::add(c[j], S::multiply(x0, y0[j]));
                sum = S::add(sum, S::multiply(x1, y1[j]));
                sum = S::add(sum, S::multiply(x2, y2[j]));
                c[j] = S::add(sum, S::multiply(x3, y3[j]));
            }
        }
        for (; t < row.count; t++) {
            const T x = a_at(t);
            const T *y = b_row(t);
            for (std::uint64_t j = 0; j < n; j++) c[j] = S::add(c[j], S::multiply(x, y[j]));
        }
    }
}

void batch_full_row(const Products &products, const FullRow &row) {
    const auto *a = static_cast<const unsigned char *>(row.a);
    const std::size_t size = products.size;
    for (std::uint64_t first = 0; first < row.columns; first += Products::chunk_length) {
        const std::uint64_t n =
            std::min<std::uint64_t>(row.columns - first, Products::chunk_length);
        unsigned char *c = row.c + first * size;
        for (std::uint64_t t = 0; t < row.count; t++) {
            const unsigned char *x = a == nullptr ? nullptr : a + t * products.a_step * row.a_step;
            const unsigned char *y =
                products.b_values + (row.ks[t] * row.b_stride + first) * products.b_step;
            products.multiply(t == 0 ? c : row.scratch, x, y, n, Broadcast::x);
            if (t != 0) products.add->batch(products.add, c, c, row.scratch, n, Broadcast::none);
        }
    }
}

template <class S>
constexpr FullRowFunction curated_function() {
    if constexpr (S::ignores_b) {
        return &curated_single<S>;
    } else {
        return &curated_full_row<S>;
    }
}

} // namespace

FullRowFunction find_full_row(const Products &products) {
    static constexpr FullRowFunction curated[] = {
#define GRB_SEMIRING(add, multiply, type) curated_function<CuratedSemiring<add, multiply, type>>(),
#include "cpu/mxv/hot_semirings.def"
#undef GRB_SEMIRING
    };
    return products.curated >= 0 ? curated[products.curated] : &batch_full_row;
}

} // namespace grb
