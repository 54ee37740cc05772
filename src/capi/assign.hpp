// Arguments that the forms of assign and subassign share.
#pragma once

#include "capi/values.hpp"
#include "operations/arguments.hpp"
#include "operations/assign.hpp"
#include "problems/index_list.hpp"

namespace grb {

/// Assigns the value, or nothing for an empty GrB_Scalar, to every position of the region.
void assign_given(const Output &output, const Given &given, const IndexList &rows,
                  const IndexList &columns);

/// Row and column assign: the mask is a vector, which the operation expands to C.
struct RowOrColumnCall {
    Output output;
    const Vector *mask;

    /// Makes the variables point to the objects, which may be stand-ins.
    RowOrColumnCall(GrB_Matrix &C, GrB_Vector mask_handle, GrB_BinaryOp accum, GrB_Vector &u,
                    GrB_Descriptor desc) {
        required(C, "C");
        mask = optional(mask_handle, "mask");
        optional(accum, "accum");
        required(u, "u");
        optional(desc, "desc");
        output = make_output(*C, nullptr, accum, nullptr);
    }
};

} // namespace grb
