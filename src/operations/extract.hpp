// Extract: reads a submatrix, a subvector or one column.
#pragma once

#include "operations/arguments.hpp"
#include "problems/index_list.hpp"

namespace grb {

/// C⟨M⟩ = accum(C, A(rows, columns)). Vectors are one row: rows is {all, 1}.
void extract(const Output &output, const Container &A, const IndexList &rows,
             const IndexList &columns, const Descriptor *descriptor);

/// w⟨m⟩ = accum(w, u(I)): the values of I's entries, in order, are the positions.
void extract_at_values(const Output &output, const Container &u, const Container &I);

/// w⟨m⟩ = accum(w, A(rows, column)); with A transposed, A(column, rows).
void extract_column(const Output &output, const Container &A, const IndexList &rows,
                    std::uint64_t column, const Descriptor *descriptor);

} // namespace grb
