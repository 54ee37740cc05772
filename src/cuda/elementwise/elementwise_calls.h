// The calls of operations on cells, one by one, as the library fills them in and the plugin carries them out.
#pragma once

#include "cuda/kernels/bound_arguments.h"
#include "cuda/table.h"

namespace grb::device {

/// An operand of the element-wise calls. The one value of an iso operand may come with the call, in the
/// low bytes of `value`: dense.values is null then. `is_empty`: no entries, and nothing else counts.
struct CellOperand {
    DenseArrays dense;
    std::uint64_t value;
    bool is_empty;
};

/// The rule of a merge: what a cell takes where only a, only b, or both have an entry.
enum Take : std::uint8_t { take_nothing = 0, take_a = 1, take_b = 2, take_both = 3 };
struct Takes {
    Take only_a, only_b, both;
};

/// values(p) = a(p), b(p) or op(a(p), b(p)), as z_type; where the mask lets cell p through by the rule
/// `inside`, or `beyond` where p's bit of `region` is not set, elsewhere by `outside`. values may be a's
/// own array, bits a's own. bits null: every cell is known to get an entry. nvals: counted only with bits. The mask may
/// have values of one byte beside its bits, which are then null where it is full.
struct MergeCall {
    CellOperand a, b;
    BinaryName op; // functor null: never both
    const char *z_type;
    Takes inside, beyond, outside;
    MaskBits mask;
    const std::uint64_t *region; // null: everything is inside
    std::uint64_t cells;
    void *values;
    std::uint64_t *bits;
    CountOutput nvals;
};

enum class MapKind : int { unary, bind_first, bind_second, position, value, entry };

/// values(p) = f(x(p)) where x has an entry. With is_selection f is a test, and values null. bits: where x
/// has an entry, the mask lets through, and a selection's test is true; null when they are x's own.
/// nvals as in MergeCall. f = functor<type>, with kind position over (i, j) and without type for a test,
/// with kind entry (a user's) over the value, i and j.
struct MapCall {
    MapKind kind;
    const char *functor, *type;
    bool is_selection;
    CellOperand x;
    const void *indices; // x is a list of one row: the columns of its entries; null: x is dense
    int index_width;
    BoundValue scalar; // the bound scalar or the thunk, in its operator's type
    const char *z_type;
    std::uint64_t cells, ncols;
    bool is_vector; // i is the column, j is 0
    MaskBits mask;
    OwnTest own_test; // x is the mask, too, by value; of a built-in real type
    void *values;
    std::uint64_t *bits;
    CountOutput nvals;
};

/// result (host, the first bytes of 8, or of what a user's type takes) = the sum of all entries of x;
/// has_result: there is one. Waits.
struct ReduceCall {
    CellOperand x;
    BinaryName add;
    std::uint64_t *result;
    bool *has_result;
};

/// w(k) = the sum of line k of x, a row or a column of the matrix. w_bits null: every line is known to
/// have an entry, and the mask lets all through. nvals as in MergeCall.
struct ReduceLinesCall {
    CellOperand x;
    std::uint64_t nrows, ncols;
    bool of_columns;
    BinaryName add;
    MaskBits mask;
    void *w_values;
    std::uint64_t *w_bits;
    CountOutput nvals;
};

/// The function or the test that entries of an operand go through; see MapCall. Without functor they stay as they
/// are.
struct EntryFunction {
    MapKind kind;
    const char *functor, *type;
    BoundValue scalar;
};

namespace gpu {
inline const Function<const MergeCall *> merge_cells{"merge_cells"};
inline const Function<const MapCall *> map_cells{"map_cells"};
inline const Function<const ReduceCall *> reduce_cells{"reduce_cells"};
inline const Function<const ReduceLinesCall *> reduce_lines{"reduce_lines"};
} // namespace gpu

} // namespace grb::device
