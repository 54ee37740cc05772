// The row functions of mxm_gustavson.hpp, instantiated by one file per accumulator.
#pragma once

#include "cpu/common/any_offsets.hpp"
#include "cpu/mxm/mxm_gustavson.hpp"

namespace grb {

/// Calls f(p, begin, end) for each entry p in row `row` of A, with the entries of the row of B that
/// it names.
template <class I, class F>
inline void for_each_segment(const AnySparse<I> &A, const AnySparse<I> &B, std::uint64_t row,
                             F &&f) {
    const std::uint64_t last = A.row_offsets[row + 1];
    for (std::uint64_t p = A.row_offsets[row]; p < last; p++) {
        std::uint64_t k = 0;
        if (B.find_row(A.column_indices[p], k)) f(p, B.row_offsets[k], B.row_offsets[k + 1]);
    }
}

template <class S, class Accumulator, class I>
void curated_row(const Products &products, const SparseView &a_view, const SparseView &b_view,
                 std::uint64_t row, void *where, unsigned char *) {
    using T = typename S::T;
    auto &accumulator = *static_cast<Accumulator *>(where);
    const AnySparse<I> A(a_view), B(b_view);
    const auto *a_values = static_cast<const T *>(products.a.values);
    const auto *b_values = static_cast<const T *>(products.b.values);
    const std::uint64_t a_mask = products.a.step_mask, b_mask = products.b.step_mask;
    for_each_segment(A, B, row, [&](std::uint64_t p, std::uint64_t begin, std::uint64_t end) {
        accumulator.make_room(end - begin);
        auto *values = reinterpret_cast<T *>(accumulator.values());
        T a{};
        if constexpr (!S::ignores_a) a = a_values[p & a_mask];
        for (std::uint64_t q = begin; q < end; q++) {
            std::uint64_t slot;
            const Touch touch = accumulator.touch(B.column_indices[q], slot);
            if (touch == Touch::dropped) continue;
            T b{};
            if constexpr (!S::ignores_b) b = b_values[q & b_mask];
            const T product = S::multiply(a, b);
            values[slot] = touch == Touch::first ? product : S::add(values[slot], product);
        }
    });
}

template <class Accumulator, class I>
void pattern_row(const Products &, const SparseView &a_view, const SparseView &b_view,
                 std::uint64_t row, void *where, unsigned char *) {
    auto &accumulator = *static_cast<Accumulator *>(where);
    const AnySparse<I> A(a_view), B(b_view);
    for_each_segment(A, B, row, [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
        accumulator.make_room(end - begin);
        for (std::uint64_t q = begin; q < end; q++) {
            std::uint64_t slot;
            accumulator.touch(B.column_indices[q], slot);
        }
    });
}

/// `bytes`: size of a product, 0 when only known at run time.
template <std::size_t bytes, class Accumulator, class I>
void batch_row(const Products &products, const SparseView &a_view, const SparseView &b_view,
               std::uint64_t row, void *where, unsigned char *scratch) {
    auto &accumulator = *static_cast<Accumulator *>(where);
    const AnySparse<I> A(a_view), B(b_view);
    const std::size_t size = bytes != 0 ? bytes : products.size;
    constexpr std::size_t chunk = Products::chunk_length;
    unsigned char *repeated = scratch + chunk * size;
    std::uint64_t slots[chunk];
    for_each_segment(A, B, row, [&](std::uint64_t p, std::uint64_t begin, std::uint64_t end) {
        accumulator.make_room(end - begin);
        unsigned char *values = accumulator.values();
        for (std::uint64_t q = begin; q < end; q += chunk) {
            const std::size_t n = end - q < chunk ? end - q : chunk;
            const unsigned char *fresh = products.one_by_many(scratch, p, q, n);
            std::size_t repeats = 0;
            for (std::size_t k = 0; k < n; k++) {
                std::uint64_t slot;
                const Touch touch = accumulator.touch(B.column_indices[q + k], slot);
                if (touch == Touch::first) {
                    std::memcpy(values + slot * size, fresh + k * size, bytes != 0 ? bytes : size);
                } else if (touch == Touch::again) {
                    slots[repeats] = slot;
                    std::memcpy(repeated + repeats * size, fresh + k * size,
                                bytes != 0 ? bytes : size);
                    repeats++;
                }
            }
            products.add->scatter(products.add, values, slots, 8, repeated, repeats);
        }
    });
}

namespace detail {

template <class S, class Accumulator, class I>
constexpr RowFunction curated_function() {
    if constexpr (S::is_pattern_only) {
        return nullptr;
    } else {
        return &curated_row<S, Accumulator, I>;
    }
}

template <class Accumulator, class I>
RowFunction find_row_of_width(const Products &products) {
    static constexpr RowFunction curated[] = {
#define GRB_SEMIRING(add, multiply, type) \
    curated_function<CuratedSemiring<add, multiply, type>, Accumulator, I>(),
#include "cpu/mxv/hot_semirings.def"
#undef GRB_SEMIRING
    };
    if (products.is_pattern_only) return &pattern_row<Accumulator, I>;
    if (products.curated >= 0) return curated[products.curated];
    switch (products.size) {
    case 1:
        return &batch_row<1, Accumulator, I>;
    case 2:
        return &batch_row<2, Accumulator, I>;
    case 4:
        return &batch_row<4, Accumulator, I>;
    case 8:
        return &batch_row<8, Accumulator, I>;
    default:
        return &batch_row<0, Accumulator, I>;
    }
}

} // namespace detail

template <class Accumulator>
RowFunction find_row(const Products &products, const SparseView &A) {
    return dispatch_indices(A, [&](const auto &sparse) {
        return detail::find_row_of_width<Accumulator,
                                         typename std::decay_t<decltype(sparse)>::Index>(products);
    });
}

} // namespace grb
