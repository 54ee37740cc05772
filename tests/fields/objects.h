// One object of each kind that the API makes, and predefined ones, for field_answers.cpp.
#pragma once

#include "suitesparse/GraphBLAS.h"

// The header's macros are removed, so that the library itself answers.
#undef GrB_Global_get_INT32
#undef GrB_Global_get_Scalar
#undef GrB_Global_get_String
#undef GrB_Global_get_SIZE

#include <cstdio>
#include <cstdlib>

namespace grb::fields {

inline void require(GrB_Info info) {
    if (info == GrB_SUCCESS) return;
    std::fprintf(stderr, "a call that prepares the objects gave %d\n", static_cast<int>(info));
    std::exit(5);
}

struct Pair {
    double first, second;
};

struct Blob {
    void *bytes = nullptr;
    GrB_Index size = 0;
};

struct Objects {
    Objects();
    ~Objects();
    Objects(const Objects &) = delete;

    /// visit(name, handle) for each of them.
    template <class Visit>
    void for_each(Visit visit) const;

    // Without a name or source, and (named_) with both.
    GrB_Type type = nullptr, named_type = nullptr;
    GrB_UnaryOp unary = nullptr, named_unary = nullptr;
    GrB_BinaryOp binary = nullptr, named_binary = nullptr, pair_binary = nullptr;
    GrB_IndexUnaryOp index_unary = nullptr, named_index_unary = nullptr;
    GrB_Monoid monoid = nullptr, terminal_monoid = nullptr, pair_monoid = nullptr;
    GrB_Semiring semiring = nullptr;
    GrB_Descriptor descriptor = nullptr;
    GrB_Scalar empty = nullptr, scalar = nullptr, pair_scalar = nullptr;
    GrB_Vector vector = nullptr, full_vector = nullptr, named_vector = nullptr;
    GrB_Matrix matrix = nullptr, by_column = nullptr, full_matrix = nullptr, named_matrix = nullptr,
               pair_matrix = nullptr;
    GxB_Context context = nullptr;
    Blob matrix_blob, vector_blob;
};

template <class Visit>
void Objects::for_each(Visit visit) const {
    visit("GrB_GLOBAL", GrB_GLOBAL);
    visit("GrB_INT32", GrB_INT32);
    visit("GxB_FC64", GxB_FC64);
    visit("new", type);
    visit("named", named_type);
    visit("GrB_ABS_INT8", GrB_ABS_INT8);
    visit("GxB_POSITIONI_INT64", GxB_POSITIONI_INT64);
    visit("new", unary);
    visit("named", named_unary);
    visit("GrB_LT_FP32", GrB_LT_FP32);
    visit("GxB_FIRSTI_INT64", GxB_FIRSTI_INT64);
    visit("new", binary);
    visit("named", named_binary);
    visit("GrB_TRIU", GrB_TRIU);
    visit("GrB_ROWINDEX_INT32", GrB_ROWINDEX_INT32);
    visit("GrB_VALUEGT_UINT8", GrB_VALUEGT_UINT8);
    visit("new", index_unary);
    visit("named", named_index_unary);
    visit("GrB_PLUS_MONOID_FP64", GrB_PLUS_MONOID_FP64);
    visit("GrB_MIN_MONOID_UINT8", GrB_MIN_MONOID_UINT8);
    visit("GxB_ANY_INT16_MONOID", GxB_ANY_INT16_MONOID);
    visit("GxB_TIMES_FC32_MONOID", GxB_TIMES_FC32_MONOID);
    visit("new", monoid);
    visit("terminal", terminal_monoid);
    visit("pair", pair_monoid);
    visit("GrB_MAX_PLUS_SEMIRING_FP64", GrB_MAX_PLUS_SEMIRING_FP64);
    visit("GxB_LOR_GT_INT8", GxB_LOR_GT_INT8);
    visit("new", semiring);
    visit("GrB_DESC_RSCT1", GrB_DESC_RSCT1);
    visit("new", descriptor);
    visit("empty", empty);
    visit("new", scalar);
    visit("pair", pair_scalar);
    visit("new", vector);
    visit("full", full_vector);
    visit("named", named_vector);
    visit("new", matrix);
    visit("by column", by_column);
    visit("full", full_matrix);
    visit("named", named_matrix);
    visit("pair", pair_matrix);
    visit("GxB_CONTEXT_WORLD", GxB_CONTEXT_WORLD);
    visit("new", context);
}

} // namespace grb::fields
