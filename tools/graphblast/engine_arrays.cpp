// Makes GraphBLAS matrices of the caller's arrays.
#include "engine.h"

#include <graphblast/gxb_containers.h>

namespace grb::tool {

namespace {

using Container = Owner<GxB_Container, GxB_Container_free>;

/// Loads the caller's array into the vector without a copy; the caller keeps ownership.
void lend(GrB_Vector component, void *array, GrB_Type type, uint64_t count, size_t bytes_each) {
    check(GxB_Vector_load(component, &array, type, count, count * bytes_each, GxB_IS_READONLY,
                          nullptr),
          "GxB_Vector_load");
}

} // namespace

Matrix matrix_of_arrays(const SparseArrays &arrays) {
    size_t value_bytes = 0;
    check(GrB_Type_get_SIZE(arrays.type, &value_bytes, GrB_SIZE), "GrB_Type_get_SIZE");
    Container components;
    check(GxB_Container_new(components.out()), "GxB_Container_new");
    GxB_Container_struct &container = *components.get();
    container.nrows = arrays.nrows;
    container.ncols = arrays.ncols;
    container.nvals = arrays.entries;
    container.format = GxB_SPARSE;
    container.orientation = GrB_ROWMAJOR;
    container.iso = arrays.is_iso;
    lend(container.p, arrays.offsets, arrays.has_short_offsets ? GrB_UINT32 : GrB_UINT64,
         arrays.nrows + 1, arrays.has_short_offsets ? 4 : 8);
    lend(container.i, arrays.columns, GrB_UINT32, arrays.entries, sizeof *arrays.columns);
    lend(container.x, arrays.values, arrays.type, arrays.is_iso ? 1 : arrays.entries, value_bytes);
    Matrix A;
    check(GrB_Matrix_new(A.out(), arrays.type, arrays.nrows, arrays.ncols), "GrB_Matrix_new");
    check(GxB_load_Matrix_from_Container(A, components, nullptr), "GxB_load_Matrix_from_Container");
    return A;
}

} // namespace grb::tool
