// Calls that move entries without computing on them, for the test of repeated runs.
#include "differential/engine_controls.h"
#include "differential/repeated_problems.h"

#include "reference/bridge.h"
#include "suitesparse/GraphBLAS.h"

namespace grb::fuzz {

using model::require;

namespace {

/// Makes o.product the lower triangle of A, stored by rows only.
void take_triangle(Operands &o) {
    require(GrB_Matrix_select_INT64(o.product, nullptr, nullptr, GrB_TRIL, o.A, 0, nullptr),
            "select");
}

GrB_Info bitmap_and_list(Operands &o) {
    take_triangle(o);
    pin(o.product, Format::Sparse, 0);
    pin(o.w, Format::Sparse, 0);
    pin(o.w, Format::Bitmap, 0);
    return GrB_SUCCESS;
}

GrB_Info slots(Operands &o) {
    const GrB_Info shared = GrB_transpose(o.wide, nullptr, nullptr, o.pruned, GrB_DESC_T0);
    pin(o.wide, Format::Sparse, 0);
    pin(o.wide, Format::Balanced, 0);
    return shared;
}

/// Casts differing values: an iso value is cast without a choice of variant.
GrB_Info cast(Operands &o) {
    GrB_Vector positions = nullptr;
    GrB_Info info = GrB_Vector_new(&positions, GrB_INT16, 3000);
    if (info == GrB_SUCCESS)
        info = GrB_Vector_apply_IndexOp_INT64(positions, nullptr, nullptr, GrB_ROWINDEX_INT64,
                                              o.bitmap, 0, nullptr);
    if (info == GrB_SUCCESS)
        info = GrB_Vector_assign(o.w, nullptr, nullptr, positions, GrB_ALL, 3000, nullptr);
    GrB_Vector_free(&positions);
    return info;
}

/// A transpose on a GPU may not need the transposed form; asking for both orientations makes it.
GrB_Info orient(Operands &o) {
    take_triangle(o);
    keep_both_orientations(o.product);
    return GrB_transpose(o.transpose, nullptr, nullptr, o.product, nullptr);
}

GrB_Info count_rows(Operands &o) {
    const GrB_Info made = GrX_Matrix_maxk(o.product, o.A, 3, nullptr);
    pin(o.product, Format::Sparse, 0);
    pin(o.product, Format::Balanced, 0);
    return made;
}

GrB_Info update(Operands &o) {
    take_triangle(o);
    for (GrB_Index k = 0; k < 50; k++) {
        const auto value = static_cast<float>(k) / 7;
        require(GrB_Matrix_setElement_FP32(o.product, value, 37 * k, 11 * k), "setElement");
        require(GrB_Vector_setElement_FP32(o.w, value, 37 * k), "setElement");
        require(GrB_Vector_removeElement(o.w, 37 * k + 1), "removeElement");
    }
    require(GrB_Vector_wait(o.w, GrB_MATERIALIZE), "wait");
    return GrB_Matrix_wait(o.product, GrB_MATERIALIZE);
}

/// Converts a bitmap to a list on the device that made the bitmap.
GrB_Info list_of_result(Operands &o) {
    require(GrB_Vector_apply(o.w, nullptr, nullptr, GrB_AINV_FP32, o.bitmap, nullptr), "apply");
    pin(o.w, Format::Sparse, 0);
    return GrB_SUCCESS;
}

/// Builds from A's tuples and sums repeated positions.
GrB_Info build(Operands &o) {
    GrB_Index count = 0;
    require(GrB_Matrix_nvals(&count, o.A), "nvals");
    std::vector<GrB_Index> rows(count), columns(count);
    std::vector<float> values(count);
    require(GrB_Matrix_extractTuples_FP32(rows.data(), columns.data(), values.data(), &count, o.A),
            "extractTuples");
    for (GrB_Index k = 0; k < count; k++) columns[k] /= 2;
    return GrB_Matrix_build_FP32(o.product, rows.data(), columns.data(), values.data(), count,
                                 GrB_PLUS_FP32);
}

/// Builds from vectors and keeps the largest value of each position.
GrB_Info build_from_vectors(Operands &o) {
    GrB_Vector positions = nullptr;
    require(GrB_Vector_new(&positions, GrB_INT64, 3000), "new");
    require(GrB_Vector_apply_IndexOp_INT64(positions, nullptr, nullptr, GrB_ROWINDEX_INT64, o.full,
                                           0, nullptr),
            "apply");
    require(GrB_Vector_apply_BinaryOp2nd_INT64(positions, nullptr, nullptr, GrB_DIV_INT64,
                                               positions, 3, nullptr),
            "apply");
    require(GrB_Vector_clear(o.w), "clear");
    const GrB_Info info = GxB_Vector_build_Vector(o.w, positions, o.full, GrB_MAX_FP32, nullptr);
    require(GrB_Vector_free(&positions), "free");
    return info;
}

/// Extracts tuples as bytes and builds a vector of them.
GrB_Info tuples(Operands &o) {
    GrB_Index count = 3000;
    std::vector<GrB_Index> positions(count);
    std::vector<std::int8_t> values(count);
    require(GrB_Vector_extractTuples_INT8(positions.data(), values.data(), &count, o.sparse),
            "extractTuples");
    require(GrB_Vector_clear(o.w), "clear");
    return GrB_Vector_build_INT8(o.w, positions.data(), values.data(), count, nullptr);
}

GrB_Info sort(Operands &o) {
    return GxB_Matrix_sort(o.product, nullptr, GrB_LT_FP32, o.A, nullptr);
}

GrB_Info concat(Operands &o) {
    const GrB_Matrix tiles[] = {o.A};
    return GxB_Matrix_concat(o.product, tiles, 1, 1, nullptr);
}

/// Recorded calls on a list: a product and a selection.
GrB_Info chain(Operands &o) {
    GrB_Info info = GrB_Vector_eWiseMult_BinaryOp(o.w, nullptr, nullptr, GrB_TIMES_FP32, o.sparse,
                                                  o.full, nullptr);
    if (info == GrB_SUCCESS)
        info = GrB_Vector_select_FP32(o.w, nullptr, nullptr, GrB_VALUEGT_FP32, o.w, 0, nullptr);
    return info == GrB_SUCCESS ? GrB_Vector_wait(o.w, GrB_MATERIALIZE) : info;
}

/// Recorded calls that relax edges: many of their products are equal.
GrB_Info relax(Operands &o) {
    GrB_Vector reached = nullptr, is_less = nullptr;
    require(GrB_Vector_new(&reached, GrB_FP32, 3000), "new");
    require(GrB_Vector_new(&is_less, GrB_BOOL, 3000), "new");
    fill_w(o);
    require(GrB_Vector_wait(o.w, GrB_MATERIALIZE), "wait");
    GrB_Info info =
        GrB_vxm(reached, nullptr, nullptr, GrB_MIN_TIMES_SEMIRING_FP32, o.sparse, o.A, nullptr);
    if (info == GrB_SUCCESS)
        info = GrB_Vector_eWiseMult_BinaryOp(is_less, nullptr, nullptr, GrB_LT_FP32, reached, o.w,
                                             nullptr);
    if (info == GrB_SUCCESS)
        info = GrB_Vector_select_BOOL(is_less, nullptr, nullptr, GrB_VALUENE_BOOL, is_less, false,
                                      nullptr);
    if (info == GrB_SUCCESS)
        info = GrB_Vector_apply(reached, is_less, nullptr, GrB_IDENTITY_FP32, reached, GrB_DESC_R);
    if (info == GrB_SUCCESS)
        info = GrB_Vector_assign(o.w, reached, nullptr, reached, GrB_ALL, 3000, GrB_DESC_S);
    if (info == GrB_SUCCESS) info = GrB_Vector_wait(o.w, GrB_MATERIALIZE);
    require(GrB_Vector_free(&reached), "free");
    require(GrB_Vector_free(&is_less), "free");
    return info;
}

/// Turns of a search, of which the third is run ahead with the fourth: w gets parents from 1.
GrB_Info search(Operands &o) {
    GrB_Vector visited = nullptr, frontier = nullptr;
    const GrB_Index n = 3000;
    GrB_Matrix path = nullptr;
    require(GrB_Matrix_new(&path, GrB_BOOL, n, n), "new");
    for (GrB_Index i = 0; i + 7 < n; i++)
        for (const GrB_Index step : {1, 3, 7})
            require(GrB_Matrix_setElement_BOOL(path, true, i, i + step), "setElement");
    require(GrB_Vector_new(&visited, GrB_INT32, n), "new");
    require(GrB_Vector_new(&frontier, GrB_INT32, n), "new");
    require(GrB_Vector_assign_INT32(visited, nullptr, nullptr, 0, GrB_ALL, n, nullptr), "assign");
    require(GrB_Vector_setElement_INT32(frontier, 1, 0), "setElement");
    for (int turn = 0; turn < 4; turn++) {
        GrB_Index found = 0;
        require(GrB_Vector_assign(visited, frontier, nullptr, frontier, GrB_ALL, n, GrB_DESC_S),
                "assign");
        require(GrB_vxm(frontier, visited, nullptr, GxB_MIN_SECONDI1_INT32, frontier, path,
                        GrB_DESC_RC),
                "vxm");
        require(GrB_Vector_nvals(&found, frontier), "nvals");
    }
    const GrB_Info info = GrB_Vector_assign(o.w, nullptr, nullptr, visited, GrB_ALL, n, nullptr);
    GrB_Matrix_free(&path);
    GrB_Vector_free(&visited);
    GrB_Vector_free(&frontier);
    return info == GrB_SUCCESS ? GrB_Vector_wait(o.w, GrB_MATERIALIZE) : info;
}

} // namespace

const std::map<std::string, std::vector<RepeatedCall>> &repeated_structure_problems() {
    static const std::map<std::string, std::vector<RepeatedCall>> all = {
        {"convert", {&bitmap_and_list, &slots, &cast, &list_of_result}},
        {"orient", {&orient}},
        {"statistics", {&count_rows}},
        {"update", {&update}},
        {"build", {&build, &build_from_vectors}},
        {"tuples", {&tuples}},
        {"sort", {&sort}},
        {"concat", {&concat}},
        {"chain", {&chain, &relax, &search}},
    };
    return all;
}

} // namespace grb::fuzz
