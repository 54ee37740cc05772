// The user's operators on values and positions (GxB_IndexBinaryOp). No kernel knows them: each
// operand's entries become {row, column, value}, values of a private type, and an operator on these
// types calls the user's function. On a GPU both come from the user's C source: see
// cuda/library/user_operators.hpp.
#pragma once

#include "algebra/held.hpp"
#include "base/array.hpp"
#include "graphblast/gxb_index_binary.h"

struct GxB_IndexBinaryOp_opaque : grb::ArenaAllocated<GxB_IndexBinaryOp_opaque> {
    grb::ObjectHeader header;
    const grb::Type *ztype, *xtype, *ytype, *theta_type;
    GxB_index_binary_function function;
    const char *name;
    char *definition = nullptr;
};

namespace grb {

using IndexBinaryOp = GxB_IndexBinaryOp_opaque;

void let_go(const IndexBinaryOp *op) noexcept;

/// An operator with its theta, and its replacement in kernels. `carried` owns it, which the
/// operator holds.
struct IndexedBinding : HostAllocated {
    Held<IndexBinaryOp> source;
    Array theta;      // one value of source->theta_type
    Type left, right; // an entry of either operand with its position
    IndexUnaryOp carry_left,
        carry_right; // from an operand's entries to these; thunk: whether it is transposed
    BinaryOp *carried = nullptr; // on left and right

    explicit IndexedBinding(const IndexBinaryOp &op);
    IndexedBinding(const IndexedBinding &) = delete;
    IndexedBinding &operator=(const IndexedBinding &) = delete;
};

/// Makes an operator of code `indexed` in an arena; the caller has the reference. `theta` is of
/// type op.theta_type. Throws std::bad_alloc.
BinaryOp *make_indexed(const IndexBinaryOp &op, const void *theta, int arena = 0);

/// The position of an entry, in front of its value.
struct EntryPosition {
    std::uint64_t row, column;
};
/// Implement the BinaryBatch of `carried` and the IndexUnaryBatch of carry_left and carry_right.
void user_indexed_batch(const void *self, void *z, const void *x, const void *y, std::size_t n,
                        Broadcast broadcast);
void carry_position_batch(const void *self, void *z, const void *x, bool x_is_scalar,
                          const Positions &positions, const void *thunk, std::size_t n);

} // namespace grb
