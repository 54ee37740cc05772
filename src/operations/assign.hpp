// Assign: writes a matrix, a vector or a scalar into a region of C.
#pragma once

#include "operations/arguments.hpp"
#include "problems/index_list.hpp"

namespace grb {

/// C⟨M⟩(rows, columns) = accum(C(rows, columns), A); vectors are one row: rows is {all, 1}. Mask
/// and replace act on all of C. Of duplicates in a list the last one wins.
void assign(const Output &output, const Container &A, const IndexList &rows,
            const IndexList &columns, const Descriptor *descriptor);

/// C(row, columns)⟨m⟩ = accum(C(row, columns), u); mask (a vector of C's row length, may be null)
/// and replace act on that row only. assign_column likewise.
void assign_row(const Output &output, const Container *mask, const Container &u, std::uint64_t row,
                const IndexList &columns, const Descriptor *descriptor);
void assign_column(const Output &output, const Container *mask, const Container &u,
                   std::uint64_t column, const IndexList &rows, const Descriptor *descriptor);

/// Assigns one value of `type` to all positions of the region.
void assign_scalar(const Output &output, const void *value, const Type *type, const IndexList &rows,
                   const IndexList &columns);

/// Assigns an empty scalar: without accumulator it deletes the region's entries, with one it leaves
/// them unchanged.
void assign_nothing(const Output &output, const Type *type, const IndexList &rows,
                    const IndexList &columns);

} // namespace grb
