// Defines problems of operations that move entries without computing on them.
#include "faults/structure_problems.h"

#include "suitesparse/GraphBLAS.h"

namespace faults {

namespace {

GrB_Info stored_as(GrB_Matrix matrix, GrX_Format format) {
    return GrB_Matrix_set_INT32(matrix, format, static_cast<GrB_Field>(GrX_FORMAT));
}

GrB_Info balance_A(World &o) {
    return stored_as(o.A, GrX_BALANCED);
}

/// Changes an entry and removes another.
GrB_Info change_A(World &o) {
    const GrB_Info set = GrB_Matrix_setElement_FP64(o.A, 77, 3, 3);
    return set == GrB_SUCCESS ? GrB_Matrix_removeElement(o.A, 0, 0) : set;
}

/// Changes A while a copy shares its entries.
GrB_Info change_shared_A(World &o) {
    const GrB_Info shared = GrB_Matrix_dup(&o.made_matrix, o.A);
    return shared == GrB_SUCCESS ? change_A(o) : shared;
}

/// Keeps two entries, at the ends.
GrB_Info thin_out_u(World &o) {
    const GrB_Info cleared = GrB_Vector_clear(o.u);
    if (cleared != GrB_SUCCESS) return cleared;
    for (const GrB_Index position : {GrB_Index{0}, GrB_Index{13}}) {
        const GrB_Info set =
            GrB_Vector_setElement_FP64(o.u, static_cast<double>(position), position);
        if (set != GrB_SUCCESS) return set;
    }
    return GrB_Vector_wait(o.u, GrB_MATERIALIZE);
}

template <class T>
struct Tuples {
    GrB_Index rows[400], columns[400], count = 400;
    T values[400];
};

GrB_Info extract_small(World &o) {
    static Tuples<float> to;
    to.count = 400;
    return GrB_Matrix_extractTuples_FP32(to.rows, to.columns, to.values, &to.count, o.A);
}

GrB_Info extract_vector(World &o) {
    static Tuples<double> to;
    to.count = 400;
    return GrB_Vector_extractTuples_FP64(to.rows, to.values, &to.count, o.u);
}

GrB_Info build_matrix(World &o) {
    static const GrB_Index rows[] = {3, 1, 3, 9, 0}, columns[] = {4, 2, 4, 9, 9};
    static const double values[] = {1, -2, 3, 4, 5};
    return GrB_Matrix_build_FP64(o.empty, rows, columns, values, 5, GrB_PLUS_FP64);
}

GrB_Info join(World &o) {
    const GrB_Matrix tiles[] = {o.A};
    return GxB_Matrix_concat(o.D, tiles, 1, 1, nullptr);
}

/// Recorded calls; the result of the first is freed.
GrB_Info negate_and_select(World &o) {
    GrB_Vector negative = nullptr;
    GrB_Info info = GrB_Vector_new(&negative, GrB_FP64, 14);
    if (info == GrB_SUCCESS)
        info = GrB_Vector_apply(negative, nullptr, nullptr, GrB_AINV_FP64, o.u, nullptr);
    if (info == GrB_SUCCESS)
        info =
            GrB_Vector_select_FP64(o.u, nullptr, nullptr, GrB_VALUELT_FP64, negative, 2, nullptr);
    GrB_Vector_free(&negative);
    return info;
}

/// Makes v a bitmap that lacks two entries of most lists.
GrB_Info fill_v(World &o) {
    GrB_Info info = GrB_Vector_assign_FP64(o.v, nullptr, nullptr, 100, GrB_ALL, 14, nullptr);
    if (info == GrB_SUCCESS) info = GrB_Vector_setElement_FP64(o.v, 7, 13);
    for (const GrB_Index position : {GrB_Index{0}, GrB_Index{3}})
        if (info == GrB_SUCCESS) info = GrB_Vector_removeElement(o.v, position);
    return info == GrB_SUCCESS ? GrB_Vector_wait(o.v, GrB_MATERIALIZE) : info;
}

/// Recorded calls: a sum that is freed, and elements of v that are set at its positions.
GrB_Info add_and_set(World &o) {
    GrB_Vector sum = nullptr;
    GrB_Info info = GrB_Vector_new(&sum, GrB_FP64, 14);
    if (info == GrB_SUCCESS)
        info =
            GrB_Vector_eWiseMult_BinaryOp(sum, nullptr, nullptr, GrB_PLUS_FP64, o.u, o.v, nullptr);
    if (info == GrB_SUCCESS)
        info = GrB_Vector_assign_FP64(o.v, sum, nullptr, 5, GrB_ALL, 14, GrB_DESC_S);
    GrB_Vector_free(&sum);
    return info;
}

/// Gives v all elements, of two values.
GrB_Info fill_all_of_v(World &o) {
    GrB_Info info = GrB_Vector_assign_FP64(o.v, nullptr, nullptr, 2, GrB_ALL, 14, nullptr);
    if (info == GrB_SUCCESS) info = GrB_Vector_setElement_FP64(o.v, -1, 5);
    return info == GrB_SUCCESS ? GrB_Vector_wait(o.v, GrB_MATERIALIZE) : info;
}

/// Recorded calls that relax edges: only v is left.
GrB_Info relax(World &o) {
    GrB_Vector sum = nullptr, is_less = nullptr;
    GrB_Info info = GrB_Vector_new(&sum, GrB_FP64, 14);
    const auto then = [&](auto &&call) {
        if (info == GrB_SUCCESS) info = call();
    };
    then([&] { return GrB_Vector_new(&is_less, GrB_BOOL, 14); });
    then([&] {
        return GrB_vxm(sum, nullptr, nullptr, GrB_MIN_PLUS_SEMIRING_FP64, o.w, o.A, nullptr);
    });
    then([&] {
        return GrB_Vector_eWiseMult_BinaryOp(is_less, nullptr, nullptr, GrB_LT_FP64, sum, o.v,
                                             nullptr);
    });
    then([&] {
        return GrB_Vector_select_BOOL(is_less, nullptr, nullptr, GrB_VALUENE_BOOL, is_less, false,
                                      nullptr);
    });
    then([&] {
        return GrB_Vector_apply(sum, is_less, nullptr, GrB_IDENTITY_FP64, sum, GrB_DESC_R);
    });
    then([&] { return GrB_Vector_assign(o.v, sum, nullptr, sum, GrB_ALL, 14, GrB_DESC_S); });
    GrB_Vector_free(&sum);
    GrB_Vector_free(&is_less);
    return info;
}

/// Turns of a search along a path, of which the third is run ahead with further ones; w gets the
/// levels.
GrB_Info search_path(World &o) {
    static const GrB_Index from[] = {0, 1, 2, 3, 4, 5, 6}, to[] = {1, 2, 3, 4, 5, 6, 7};
    static const bool edges[] = {true, true, true, true, true, true, true};
    GrB_Matrix path = nullptr;
    GrB_Vector levels = nullptr, frontier = nullptr;
    GrB_Info info = GrB_Matrix_new(&path, GrB_BOOL, 12, 12);
    const auto then = [&info](const auto &call) {
        if (info == GrB_SUCCESS) info = call();
    };
    then([&] { return GrB_Matrix_build_BOOL(path, from, to, edges, 7, GrB_LOR); });
    then([&] { return GrB_Vector_new(&levels, GrB_INT32, 12); });
    then([&] { return GrB_Vector_new(&frontier, GrB_BOOL, 12); });
    then(
        [&] { return GrB_Vector_assign_INT32(levels, nullptr, nullptr, 0, GrB_ALL, 12, nullptr); });
    then([&] { return GrB_Vector_setElement_BOOL(frontier, true, 0); });
    GrB_Index found = 0;
    for (int level = 1; level <= 4; level++) {
        then([&] {
            return GrB_Vector_assign_INT32(levels, frontier, nullptr, level, GrB_ALL, 12,
                                           GrB_DESC_S);
        });
        then([&] {
            return GrB_vxm(frontier, levels, nullptr, GxB_ANY_PAIR_BOOL, frontier, path,
                           GrB_DESC_RC);
        });
        then([&] { return GrB_Vector_nvals(&found, frontier); });
    }
    then([&] { return GrB_Vector_assign(o.w, nullptr, nullptr, levels, GrB_ALL, 12, nullptr); });
    GrB_Matrix_free(&path);
    GrB_Vector_free(&levels);
    GrB_Vector_free(&frontier);
    return info;
}

} // namespace

const std::map<std::string, std::vector<Case>> &structure_problems() {
    static const std::map<std::string, std::vector<Case>> all = {
        {"convert",
         {{"a matrix as bitmap", [](World &o) { return stored_as(o.A, GrX_BITMAP); }},
          {"a matrix as sparse", [](World &o) { return stored_as(o.A, GrX_SPARSE); }},
          {"a matrix as row-balanced", [](World &o) { return stored_as(o.A, GrX_BALANCED); }},
          {"a row-balanced matrix as sparse", [](World &o) { return stored_as(o.A, GrX_SPARSE); },
           &balance_A},
          CALL(GrB_transpose, o.integers, nullptr, nullptr, o.C, GrB_DESC_T0)}},
        {"orient", {CALL(GrB_transpose, o.S, nullptr, nullptr, o.S, nullptr)}},
        {"statistics",
         {{"a matrix as row-balanced", [](World &o) { return stored_as(o.A, GrX_BALANCED); }}}},
        {"update",
         {{"GrB_Matrix_wait", [](World &o) { return GrB_Matrix_wait(o.A, GrB_MATERIALIZE); },
           &change_A},
          {"GrB_Matrix_wait of a shared one",
           [](World &o) { return GrB_Matrix_wait(o.A, GrB_MATERIALIZE); }, &change_shared_A}}},
        {"build",
         {{"GrB_Matrix_build", &build_matrix},
          CALL(GxB_Vector_build_Vector, o.empty_w, o.positions, o.positions, GrB_MIN_FP64,
               nullptr)}},
        {"tuples",
         {{"GrB_Matrix_extractTuples", &extract_small},
          {"GrB_Vector_extractTuples", &extract_vector, &thin_out_u}}},
        {"sort", {CALL(GxB_Matrix_sort, o.D, nullptr, GrB_LT_FP64, o.A, nullptr)}},
        {"concat", {{"GxB_Matrix_concat", &join}}},
        {"chain",
         {{"apply and select", &negate_and_select},
          {"add and assign in place", &add_and_set, &fill_v},
          {"relax", &relax, &fill_all_of_v},
          {"turns of a search", &search_path}}},
    };
    return all;
}

} // namespace faults
