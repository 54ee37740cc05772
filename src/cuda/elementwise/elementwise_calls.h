// The calls of the element-wise operations, which the library fills in and the plugin executes.
#pragma once

#include "cuda/kernels/bound_arguments.h"
#include "cuda/table.h"

namespace grb::device {

/// An operand of the element-wise calls. The value of an iso operand may travel with the call, in
/// the low bytes of `value`: dense.values is then null. `is_empty`: no entries, and all other
/// members are ignored.
struct DenseOperand {
    DenseArrays dense;
    std::uint64_t value;
    bool is_empty;
};

/// The rule of a merge: what the result takes where only a, only b, or both have an entry.
enum Take : std::uint8_t { take_nothing = 0, take_a = 1, take_b = 2, take_both = 3 };
struct Takes {
    Take only_a, only_b, both;
};

/// values(p) = a(p), b(p) or op(a(p), b(p)), as z_type. The rule is `inside` where the mask allows
/// p, `beyond` where it does but p's bit of `region` is not set, `outside` elsewhere. values may be
/// a's own array, bits a's own. bits null: every element is known to get an entry. nvals: counted
/// only with bits. The mask may have values of one byte beside its bits, which are null if it is
/// full.
struct MergeCall {
    DenseOperand a, b;
    BinaryName op; // functor null: never both
    const char *z_type;
    Takes inside, beyond, outside;
    MaskBits mask;
    const std::uint64_t *region; // null: every position is inside
    std::uint64_t elements;
    void *values;
    std::uint64_t *bits;
    CountOutput nvals;
};

enum class MapKind : int { unary, bind_first, bind_second, position, value, entry };

/// values(p) = f(x(p)) where x has an entry. With is_selection f is a test, and values null. bits:
/// set where x has an entry, the mask allows it, and a selection's test is true; null when they are
/// x's own. nvals as in MergeCall. f = functor<type>. With kind position f is over (i, j), without
/// type for a test; with kind entry (a user's) it is over the value, i and j.
struct MapCall {
    MapKind kind;
    const char *functor, *type;
    bool is_selection;
    DenseOperand x;
    const void *indices; // x is a list of one row: the columns of its entries; null: x is dense
    int index_width;
    BoundValue scalar; // the bound scalar or the thunk, in its operator's type
    const char *z_type;
    std::uint64_t elements, ncols;
    bool is_vector; // i is the column, j is 0
    MaskBits mask;
    OwnTest own_test; // x is also the mask, by value; of a built-in real type
    void *values;
    std::uint64_t *bits;
    CountOutput nvals;
};

/// result (host, the first bytes of 8, or of a user's type's size) = the sum of all entries of x;
/// has_result: the sum exists. Waits.
struct ReduceCall {
    DenseOperand x;
    BinaryName add;
    std::uint64_t *result;
    bool *has_result;
};

/// w(k) = the sum of row (column) k of x. w_bits null: every row (column) is known to have an
/// entry, and the mask allows all. nvals as in MergeCall.
struct ReduceToVectorCall {
    DenseOperand x;
    std::uint64_t nrows, ncols;
    bool of_columns;
    BinaryName add;
    MaskBits mask;
    void *w_values;
    std::uint64_t *w_bits;
    CountOutput nvals;
};

/// The function or test that an operand's entries go through; see MapCall. Without functor the
/// entries stay unchanged.
struct EntryFunction {
    MapKind kind;
    const char *functor, *type;
    BoundValue scalar;
};

namespace gpu {
inline const Function<const MergeCall *> merge_elements{"merge_elements"};
inline const Function<const MapCall *> map_elements{"map_elements"};
inline const Function<const ReduceCall *> reduce_elements{"reduce_elements"};
inline const Function<const ReduceToVectorCall *> reduce_to_vector{"reduce_to_vector"};
} // namespace gpu

} // namespace grb::device
