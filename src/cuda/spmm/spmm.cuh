// C = A ⊕.⊗ B, A m×k by rows, B k×F and C m×F full and row-major. Empty rows of A leave their rows
// of C untouched. Template parameter P, defined by the program:
//   P::Offset, P::Index     widths of A's arrays
//   P::A, P::U, P::Z        stored types of A's and B's values, type of the monoid, which has a
//                           neutral value
//   P::C                    stored type of C's values
//   P::rounds_once          C's type is narrower than that of the sums, which are therefore stored
//                           only when complete
//   P::a_is_iso, u_is_iso, uses_a, uses_u, multiply(a, u), add(x, y)
//   P::is_masked            rows without an element that the mask allows may be left out
//   P::vec                  neighbouring columns that a lane holds: F is a multiple of it
#pragma once

#include "kernels/quad.cuh"
#include "kernels/row_walk.cuh"
#include "spmm/spmm_arguments.h"

namespace grb::device {

/// The word of so many bytes.
template <int bytes>
struct WordOf;
template <>
struct WordOf<1> {
    using type = unsigned char;
};
template <>
struct WordOf<2> {
    using type = unsigned short;
};
template <>
struct WordOf<4> {
    using type = unsigned;
};
template <>
struct WordOf<8> {
    using type = uint2;
};
template <>
struct WordOf<16> {
    using type = uint4;
};

/// The words of so many bytes, each of up to 16.
template <int bytes>
struct Words {
    static constexpr int count = bytes <= 16 ? 1 : bytes / 16;
    using Word = typename WordOf<bytes / count>::type;
    static_assert(sizeof(Word) * count == bytes);
    Word words[count];
};

/// Neighbouring values of a row of B, and sums that belong to a row of C.
template <class P>
struct Terms {
    typename P::U values[P::vec];
};
template <class P>
struct Sums {
    using Z = typename P::Z;
    Z values[P::vec];

    __device__ Sums() {
#pragma unroll
        for (Z &value : values) value = neutral_of<typename P::Add, Z>();
    }
    __device__ void add(typename P::A a, const Terms<P> &x) {
#pragma unroll
        for (int k = 0; k < P::vec; k++) values[k] = P::add(values[k], P::multiply(a, x.values[k]));
    }
    __device__ void add(const Sums &other) {
#pragma unroll
        for (int k = 0; k < P::vec; k++) values[k] = P::add(values[k], other.values[k]);
    }
    /// Puts the other's terms before its own.
    __device__ void add_before(const Sums &other) {
#pragma unroll
        for (int k = 0; k < P::vec; k++) values[k] = P::add(other.values[k], values[k]);
    }
};

template <class P>
struct SpmmView {
    using Index = typename P::Index;
    using A = typename P::A;
    using U = typename P::U;
    using Z = typename P::Z;
    using C = typename P::C;
    static constexpr int vec = P::vec;
    static constexpr unsigned long no_row = ~0ul;

    const SpmmArguments &arguments;
    const typename P::Offset *offsets;
    const Index *indices;

    __device__ explicit SpmmView(const SpmmArguments &a)
        : arguments(a), offsets(static_cast<const typename P::Offset *>(a.A.row_offsets)),
          indices(static_cast<const Index *>(a.A.column_indices)) {}

    /// Returns true when row k of C is computed.
    __device__ bool wants(unsigned long k) const {
        if constexpr (P::is_masked) {
            return (__ldg(arguments.wanted + k / 32) >> (k % 32) & 1) != 0;
        } else {
            return true;
        }
    }

    __device__ Index column(unsigned long p) const { return load_once(indices + p); }
    __device__ A matrix_value(unsigned long p) const {
        if constexpr (P::uses_a) {
            const auto *values = static_cast<const A *>(arguments.A.values);
            if constexpr (P::a_is_iso) return *values;
            return load_once(values + p);
        } else {
            return A{};
        }
    }

    /// Reads entries that the lanes of a group walk together: L1 must keep the sector.
    __device__ Index walked_column(unsigned long p) const { return __ldg(indices + p); }
    __device__ A walked_value(unsigned long p) const {
        if constexpr (P::uses_a) {
            const auto *values = static_cast<const A *>(arguments.A.values);
            return load_streaming(values + (P::a_is_iso ? 0 : p));
        } else {
            return A{};
        }
    }

    /// Returns B(j, c), B(j, c + 1), ...
    __device__ Terms<P> terms(Index j, unsigned c) const {
        Terms<P> x{};
        if constexpr (P::uses_u) {
            const auto *values = static_cast<const U *>(arguments.b_values);
            if constexpr (P::u_is_iso) {
#pragma unroll
                for (U &value : x.values) value = *values;
            } else if constexpr (is_structured<U>) {
                values += static_cast<unsigned long>(j) * arguments.columns + c;
#pragma unroll
                for (int k = 0; k < vec; k++) x.values[k] = values[k];
            } else {
                using Word = typename WordOf<static_cast<int>(sizeof(U)) * vec>::type;
                const Word word = __ldg(reinterpret_cast<const Word *>(
                    values + static_cast<unsigned long>(j) * arguments.columns + c));
                memcpy(&x, &word, sizeof x);
            }
        }
        return x;
    }

    using SumWords = Words<static_cast<int>(sizeof(Z)) * vec>;
    /// Returns the address of the sums of columns c, c + 1, ... in row `row` of an array of sums.
    __device__ SumWords *address(void *array, unsigned long row, unsigned c) const {
        return reinterpret_cast<SumWords *>(static_cast<Z *>(array) + row * arguments.columns + c);
    }
    __device__ Sums<P> sums_at(void *array, unsigned long row, unsigned c) const {
        const SumWords *const from = address(array, row, c);
        SumWords x;
#pragma unroll
        for (int k = 0; k < SumWords::count; k++) x.words[k] = from->words[k];
        Sums<P> sums;
        memcpy(sums.values, &x, sizeof x);
        return sums;
    }
    /// Reads sums that another block left in this launch, which L1 may lack.
    __device__ Sums<P> others_sums_at(void *array, unsigned long row, unsigned c) const {
        const SumWords *const from = address(array, row, c);
        SumWords x;
#pragma unroll
        for (int k = 0; k < SumWords::count; k++) x.words[k] = __ldcg(from->words + k);
        Sums<P> sums;
        memcpy(sums.values, &x, sizeof x);
        return sums;
    }
    __device__ void leave_sums(void *array, unsigned long row, unsigned c,
                               const Sums<P> &sums) const {
        SumWords x;
        memcpy(&x, sums.values, sizeof x);
        SumWords *const to = address(array, row, c);
#pragma unroll
        for (int k = 0; k < SumWords::count; k++) to->words[k] = x.words[k];
    }
    /// A streaming store: C is written once and must not displace rows of B in the L2 cache.
    __device__ void store(unsigned long row, unsigned c, const Sums<P> &sums) const {
        C values[vec];
#pragma unroll
        for (int k = 0; k < vec; k++) values[k] = convert<C>(sums.values[k]);
        using CWords = Words<static_cast<int>(sizeof(C)) * vec>;
        CWords x;
        memcpy(&x, values, sizeof x);
        auto *const to = reinterpret_cast<CWords *>(static_cast<C *>(arguments.c_values) +
                                                    row * arguments.columns + c);
#pragma unroll
        for (int k = 0; k < CWords::count; k++) __stcs(to->words + k, x.words[k]);
    }
    /// Writes the carry of `tile`: its sum of a row that continues, or no_row. One lane for each
    /// column.
    __device__ void leave(unsigned long tile, unsigned long row, unsigned c,
                          const Sums<P> &sums) const {
        if (c == 0) arguments.carry_rows[tile] = row;
        if (row != no_row) leave_sums(arguments.carry_values, tile, c, sums);
    }
    /// Writes the sum of a row in the tile where it ends; earlier tiles have carries of it.
    __device__ void leave_end(unsigned long tile, unsigned long row, unsigned c,
                              const Sums<P> &sums) const {
        if constexpr (P::rounds_once) {
            leave_sums(arguments.end_values, tile, c, sums);
        } else {
            store(row, c, sums);
        }
    }
    __device__ Sums<P> end_at(unsigned long tile, unsigned long row, unsigned c) const {
        if constexpr (P::rounds_once) return sums_at(arguments.end_values, tile, c);
        return sums_at(arguments.c_values, row, c);
    }
};

/// The unit (row or tile) and the columns of a warp. Slices of the columns come one after the
/// other: fewer bytes of B are in use at a time.
template <class P>
struct WarpTask {
    unsigned long unit;
    unsigned long slice;

    __device__ WarpTask(unsigned long number, unsigned long units)
        : unit(number % units), slice(number / units) {}
    /// Returns the first column of lane `member` of `lanes` adjacent ones.
    __device__ unsigned long first_column(int member, int lanes) const {
        return (slice * lanes + member) * P::vec;
    }
};

__device__ inline unsigned long warp_number() {
    return (blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x) / warp_size;
}

} // namespace grb::device
