// The batch tier: an operator is a function over arrays. A kernel needs to know no more of types
// and operators than these signatures; the catalogue (algebra/catalogue.hpp) defines the operators.
//
// `self` is the operator object: user functions find their pointer there, built-in ones ignore it.
// z may equal x or y (element-wise in place) but not overlap otherwise.
#pragma once

#include "base/type.hpp"

#include <cstddef>
#include <cstdint>

namespace grb {

/// The operand of a binary batch that is one value for all n results.
enum class Broadcast : std::uint8_t { none, x, y };

using UnaryBatch = void (*)(const void *self, void *z, const void *x, std::size_t n);
using BinaryBatch = void (*)(const void *self, void *z, const void *x, const void *y, std::size_t n,
                             Broadcast broadcast);
/// Sets z[0] = z[0] ⊕ x[0] ⊕ ... ⊕ x[n-1], in this order; stops at a terminal value.
using ReduceBatch = void (*)(const void *self, void *z, const void *x, std::size_t n);
/// Sets z[index[k]] = z[index[k]] ⊕ x[k], k = 0..n-1 in order; index width 4 or 8 bytes.
using ScatterBatch = void (*)(const void *self, void *z, const void *index, int index_width,
                              const void *x, std::size_t n);

/// Positions of a run of entries inside one row of the object: the i and j of an index operator.
/// With `columns` null, entry k is in column first_column + k. `is_vector`: i = column, j = 0.
/// `is_swapped`: the entries are stored by column, so row and column are exchanged.
struct Positions {
    std::uint64_t row = 0;
    const void *columns = nullptr;
    int column_width = 8;
    std::uint64_t first_column = 0;
    bool is_vector = false;
    bool is_swapped = false;

    std::uint64_t column(std::size_t k) const noexcept {
        if (columns == nullptr) return first_column + k;
        return column_width == 4 ? static_cast<const std::uint32_t *>(columns)[k]
                                 : static_cast<const std::uint64_t *>(columns)[k];
    }
    std::uint64_t i(std::size_t k) const noexcept {
        return is_vector || is_swapped ? column(k) : row;
    }
    std::uint64_t j(std::size_t k) const noexcept {
        return is_vector ? 0 : is_swapped ? row : column(k);
    }
    Positions from(std::size_t k) const noexcept {
        Positions rest = *this;
        if (columns == nullptr) {
            rest.first_column += k;
        } else {
            rest.columns =
                static_cast<const char *>(columns) + k * static_cast<std::size_t>(column_width);
        }
        return rest;
    }
};

/// Sets z[k] = f(x[k], i[k], j[k], thunk); x_is_scalar: x has one value for all k.
using IndexUnaryBatch = void (*)(const void *self, void *z, const void *x, bool x_is_scalar,
                                 const Positions &positions, const void *thunk, std::size_t n);

/// Sets z[k] = (Z) x[k] with the rules of docs/guide/numerics.md; built-in types only.
using CastBatch = void (*)(void *z, const void *x, std::size_t n);
CastBatch find_cast(TypeCode to, TypeCode from) noexcept;

/// Casts n values, or copies them when the types are the same. Types must be compatible.
void cast_values(void *z, const Type *to, const void *x, const Type *from, std::size_t n) noexcept;

/// True when the value at `x` of this type casts to true. User types: any non-zero byte.
bool is_true(const void *x, const Type *type) noexcept;

/// Gathers z[k] = x[index[k]]. This and the next two functions move values of `size` bytes without
/// knowing their type.
void gather_values(void *z, const void *x, const void *index, int index_width, std::size_t n,
                   std::size_t size) noexcept;
/// Scatters z[index[k]] = x[k].
void scatter_values(void *z, const void *index, int index_width, const void *x, std::size_t n,
                    std::size_t size) noexcept;
/// Fills z[k] = x[0].
void fill_values(void *z, const void *x, std::size_t n, std::size_t size) noexcept;

} // namespace grb
