// Finds the variants of the registry and defines problems for them.
#include "faults/variants.h"

#include "faults/structure_problems.h"

#include "graphblast/grx_narrow.h"

namespace faults {

namespace {

/// Fills B with two values.
GrB_Info fill_B(World &o) {
    const GrB_Info info =
        GrB_Matrix_assign_FP64(o.B, nullptr, nullptr, 2, GrB_ALL, 14, GrB_ALL, 10, nullptr);
    if (info != GrB_SUCCESS) return info;
    const GrB_Info set = GrB_Matrix_setElement_FP64(o.B, 3, 5, 5);
    return set == GrB_SUCCESS ? GrB_Matrix_wait(o.B, GrB_MATERIALIZE) : set;
}

/// Fills a B of narrow numbers.
GrB_Info fill_narrow_B(World &o) {
    GrB_Matrix_free(&o.B);
    const GrB_Info info = GrB_Matrix_new(&o.B, GrX_BF16, 14, 10);
    return info == GrB_SUCCESS ? fill_B(o) : info;
}

/// Makes B row-balanced and C full.
GrB_Info fill_C(World &o) {
    const GrB_Info balanced =
        GrB_Matrix_set_INT32(o.B, GrX_BALANCED, static_cast<GrB_Field>(GrX_FORMAT));
    if (balanced != GrB_SUCCESS) return balanced;
    const GrB_Info filled =
        GrB_Matrix_assign_FP64(o.C, nullptr, nullptr, 2, GrB_ALL, 12, GrB_ALL, 10, nullptr);
    if (filled != GrB_SUCCESS) return filled;
    const GrB_Info set = GrB_Matrix_setElement_FP64(o.C, 3, 5, 5);
    return set == GrB_SUCCESS ? GrB_Matrix_wait(o.C, GrB_MATERIALIZE) : set;
}

/// Fills A and B with two values each; C's mask is stored by rows.
GrB_Info fill_A_and_B(World &o) {
    for (const GrB_Info info :
         {fill_B(o),
          GrB_Matrix_assign_FP64(o.A, nullptr, nullptr, 2, GrB_ALL, 12, GrB_ALL, 14, nullptr),
          GrB_Matrix_setElement_FP64(o.A, 3, 5, 5), GrB_Matrix_wait(o.A, GrB_MATERIALIZE),
          GrB_Matrix_set_INT32(o.mask_C, GrX_SPARSE, static_cast<GrB_Field>(GrX_FORMAT))}) {
        if (info != GrB_SUCCESS) return info;
    }
    return GrB_SUCCESS;
}

/// Makes A and B iso and full.
GrB_Info make_iso(World &o) {
    const GrB_Info info =
        GrB_Matrix_assign_FP64(o.A, nullptr, nullptr, 2, GrB_ALL, 12, GrB_ALL, 14, nullptr);
    if (info != GrB_SUCCESS) return info;
    return GrB_Matrix_assign_FP64(o.B, nullptr, nullptr, 3, GrB_ALL, 14, GrB_ALL, 10, nullptr);
}

GrB_Info fill(GrB_Vector vector) {
    for (const GrB_Info info :
         {GrB_Vector_assign_FP64(vector, nullptr, nullptr, 2, GrB_ALL, 14, nullptr),
          GrB_Vector_setElement_FP64(vector, 3, 5), GrB_Vector_wait(vector, GrB_MATERIALIZE)}) {
        if (info != GrB_SUCCESS) return info;
    }
    return GrB_SUCCESS;
}

/// Fills u; v is a list.
GrB_Info fill_u(World &o) {
    const GrB_Info info = fill(o.u);
    if (info != GrB_SUCCESS) return info;
    return GrB_Vector_set_INT32(o.v, GrX_SPARSE, static_cast<GrB_Field>(GrX_FORMAT));
}

/// Fills u and v; u's mask is a list.
GrB_Info fill_u_and_v(World &o) {
    for (const GrB_Info info :
         {fill(o.u), fill(o.v),
          GrB_Vector_set_INT32(o.mask_u, GrX_SPARSE, static_cast<GrB_Field>(GrX_FORMAT))}) {
        if (info != GrB_SUCCESS) return info;
    }
    return GrB_SUCCESS;
}

/// Fills u and w.
GrB_Info fill_u_and_w(World &o) {
    for (const GrB_Info info :
         {fill(o.u), GrB_Vector_assign_FP64(o.w, nullptr, nullptr, 4, GrB_ALL, 12, nullptr),
          GrB_Vector_setElement_FP64(o.w, 5, 3), GrB_Vector_wait(o.w, GrB_MATERIALIZE)}) {
        if (info != GrB_SUCCESS) return info;
    }
    return GrB_SUCCESS;
}

/// Fills w and a second vector of its size with two values each; w's mask is a list.
GrB_Info fill_vectors(World &o) {
    for (const GrB_Info info :
         {fill_u_and_w(o),
          GrB_Vector_assign_FP64(o.empty_w, nullptr, nullptr, 2, GrB_ALL, 12, nullptr),
          GrB_Vector_setElement_FP64(o.empty_w, 7, 3), GrB_Vector_wait(o.empty_w, GrB_MATERIALIZE),
          GrB_Vector_set_INT32(o.mask_w, GrX_SPARSE, static_cast<GrB_Field>(GrX_FORMAT))}) {
        if (info != GrB_SUCCESS) return info;
    }
    return GrB_SUCCESS;
}

/// Makes w iso and full.
GrB_Info make_w_iso(World &o) {
    return GrB_Vector_assign_FP64(o.w, nullptr, nullptr, 4, GrB_ALL, 12, nullptr);
}

/// Makes u a list of 40 entries and v of one, in vectors of 1000 positions.
GrB_Info lengthen_u(World &o) {
    for (const GrB_Info info :
         {GrB_Vector_resize(o.u, 1000), GrB_Vector_resize(o.v, 1000), GrB_Vector_clear(o.v),
          GrB_Vector_setElement_FP64(o.v, 3, 200), GrB_Vector_wait(o.v, GrB_MATERIALIZE)}) {
        if (info != GrB_SUCCESS) return info;
    }
    for (GrB_Index k = 0; k < 40; k++) {
        const GrB_Info info = GrB_Vector_setElement_FP64(o.u, static_cast<double>(k), 20 * k);
        if (info != GrB_SUCCESS) return info;
    }
    return GrB_Vector_wait(o.u, GrB_MATERIALIZE);
}

/// Makes B and C of one column, and fills B with two values.
GrB_Info narrow_B(World &o) {
    for (const GrB_Info info :
         {GrB_Matrix_resize(o.B, 14, 1), GrB_Matrix_resize(o.C, 12, 1),
          GrB_Matrix_assign_FP64(o.B, nullptr, nullptr, 2, GrB_ALL, 14, GrB_ALL, 1, nullptr),
          GrB_Matrix_setElement_FP64(o.B, 3, 5, 0), GrB_Matrix_wait(o.B, GrB_MATERIALIZE)}) {
        if (info != GrB_SUCCESS) return info;
    }
    return GrB_SUCCESS;
}

/// Makes S diagonal, with an entry in each row.
GrB_Info make_diagonal(World &o) {
    GrB_Info info = GrB_Matrix_clear(o.S);
    for (GrB_Index k = 0; info == GrB_SUCCESS && k < 12; k++)
        info = GrB_Matrix_setElement_FP64(o.S, static_cast<double>(k + 1), k, k);
    return info == GrB_SUCCESS ? GrB_Matrix_wait(o.S, GrB_MATERIALIZE) : info;
}

std::vector<Case> mxm_cases() {
    return {
        CALL(GrB_mxm, o.C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B, nullptr),
        CALL(GrB_mxm, o.C, o.mask_C, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B, GrB_DESC_RS),
        CALL(GrB_mxm, o.S, o.mask_S, GrB_PLUS_FP64, GrB_MAX_TIMES_SEMIRING_FP32, o.A, o.D,
             GrB_DESC_CT1),
        {"GrB_mxm with a full B",
         [](World &o) {
             return GrB_mxm(o.C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B, nullptr);
         },
         &fill_B},
        {"GrB_mxm with a full B of narrow numbers",
         [](World &o) {
             return GrB_mxm(o.C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B, nullptr);
         },
         &fill_narrow_B},
        {"GrB_mxm with a full B under a mask",
         [](World &o) {
             return GrB_mxm(o.C, o.mask_C, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B,
                            GrB_DESC_RC);
         },
         &fill_B},
        {"GrB_mxm of full matrices at the entries of a list",
         [](World &o) {
             return GrB_mxm(o.C, o.mask_C, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B,
                            GrB_DESC_S);
         },
         &fill_A_and_B},
        {"GrB_mxm of matrices of one value",
         [](World &o) {
             return GrB_mxm(o.C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B, nullptr);
         },
         &make_iso},
        {"GrB_mxm with a diagonal",
         [](World &o) {
             return GrB_mxm(o.D, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.S, o.A, nullptr);
         },
         &make_diagonal},
        {"GrB_mxm with a full column",
         [](World &o) {
             return GrB_mxm(o.C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B, nullptr);
         },
         &narrow_B},
        {"GrB_mxm of a row-balanced B, added to a full C",
         [](World &o) {
             return GrB_mxm(o.C, nullptr, GrB_PLUS_FP64, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B,
                            nullptr);
         },
         &fill_C}};
}

std::vector<Case> ewise_mult_cases() {
    return {CALL(GrB_Matrix_eWiseMult_BinaryOp, o.A, o.mask_A, nullptr, GrB_TIMES_FP64, o.A, o.D,
                 nullptr),
            CALL(GrB_Vector_eWiseMult_BinaryOp, o.u, nullptr, nullptr, GrB_TIMES_FP64, o.u, o.v,
                 nullptr),
            {"GrB_Vector_eWiseMult_BinaryOp at the entries of a list",
             [](World &o) {
                 return GrB_Vector_eWiseMult_BinaryOp(o.u, o.mask_u, nullptr, GrB_TIMES_FP64, o.u,
                                                      o.v, GrB_DESC_S);
             },
             &fill_u_and_v},
            {"GrB_Vector_eWiseMult_BinaryOp of a long list and a short one",
             [](World &o) {
                 return GrB_Vector_eWiseMult_BinaryOp(o.u, nullptr, nullptr, GrB_TIMES_FP64, o.u,
                                                      o.v, nullptr);
             },
             &lengthen_u},
            {"GrB_Vector_eWiseMult_BinaryOp of full vectors into a third",
             [](World &o) {
                 return GrB_Vector_eWiseMult_BinaryOp(o.w, nullptr, nullptr, GrB_TIMES_FP64,
                                                      o.empty_w, o.empty_w, nullptr);
             },
             &fill_vectors}};
}

std::vector<Case> assign_cases() {
    return {
        CALL(GrB_Matrix_assign, o.C, nullptr, nullptr, o.K, some_rows, 3, some_columns, 2, nullptr),
        CALL(GrB_Vector_assign, o.u, nullptr, nullptr, o.w, up_to, 12, nullptr),
        CALL(GrB_Vector_assign, o.u, o.mask_u, GrB_PLUS_FP64, o.v, GrB_ALL, 14, nullptr),
        CALL(GrB_Matrix_assign_FP64, o.A, o.mask_A, nullptr, 5, GrB_ALL, 12, GrB_ALL, 14,
             GrB_DESC_S),
        CALL(GrB_Vector_assign_FP64, o.u, nullptr, nullptr, 5, some_columns, 4, nullptr),
        {"GrB_Vector_assign of a full vector to a range",
         [](World &o) { return GrB_Vector_assign(o.u, nullptr, nullptr, o.w, up_to, 12, nullptr); },
         &fill_u_and_w},
        {"GrB_Vector_assign_FP64 of a value to a vector of one value",
         [](World &o) {
             return GrB_Vector_assign_FP64(o.w, nullptr, nullptr, 5, GrB_ALL, 12, nullptr);
         },
         &make_w_iso},
        {"GrB_Vector_assign_FP64 at the positions of a list",
         [](World &o) {
             return GrB_Vector_assign_FP64(o.w, o.mask_w, nullptr, 5, GrB_ALL, 12, GrB_DESC_S);
         },
         &fill_vectors}};
}

std::vector<Case> commit_cases() {
    return {CALL(GrB_Matrix_apply, o.D, nullptr, nullptr, GrB_AINV_FP64, o.A, nullptr),
            CALL(GrB_Matrix_apply, o.A, o.mask_A, GrB_PLUS_FP64, GrB_AINV_FP64, o.D, nullptr),
            CALL(GrB_Vector_assign_FP64, o.w, nullptr, GrB_PLUS_FP64, 5, some_rows, 1, nullptr),
            CALL(GrB_Vector_assign_FP64, o.w, o.mask_w, nullptr, 5, some_rows, 5, nullptr),
            CALL(GrB_Vector_assign, o.empty_w, nullptr, GrB_PLUS_FP64, o.w, GrB_ALL, 12, nullptr),
            {"GrB_Vector_apply that deletes entries of a full vector at those of a list",
             [](World &o) {
                 return GrB_Vector_apply(o.u, o.mask_u, nullptr, GrB_AINV_FP64, o.v, GrB_DESC_S);
             },
             &fill_u},
            {"GrB_Vector_assign of a full vector, added to a range",
             [](World &o) {
                 return GrB_Vector_assign(o.u, nullptr, GrB_PLUS_FP64, o.w, up_to, 12, nullptr);
             },
             &fill_u_and_w}};
}

} // namespace

const std::map<std::string, std::vector<Case>> &problems() {
    static const std::map<std::string, std::vector<Case>> all = {
        {"mxm", mxm_cases()},
        {"mxv",
         {CALL(GrB_mxv, o.w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.u, nullptr),
          CALL(GrB_mxv, o.w, o.mask_w, nullptr, GrB_MIN_PLUS_SEMIRING_FP64, o.A, o.u, GrB_DESC_RSC),
          CALL(GrB_vxm, o.u, nullptr, GrB_PLUS_FP64, GrB_PLUS_MIN_SEMIRING_INT32, o.w, o.A,
               nullptr),
          CALL(GrB_mxv, o.w, o.mask_w, nullptr, GrB_LOR_LAND_SEMIRING_BOOL, o.A, o.u, GrB_DESC_RS),
          {"GrB_mxv of a full vector",
           [](World &o) {
               return GrB_mxv(o.w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.u,
                              nullptr);
           },
           &fill_u},
          {"GrB_mxv into a full vector",
           [](World &o) {
               return GrB_mxv(o.w, nullptr, GrB_MIN_FP64, GrB_MIN_PLUS_SEMIRING_FP64, o.A, o.u,
                              nullptr);
           },
           &fill_u_and_w}}},
        {"ewise_add",
         {CALL(GrB_Matrix_eWiseAdd_BinaryOp, o.A, o.mask_A, nullptr, GrB_MINUS_FP64, o.A, o.D,
               nullptr),
          CALL(GrB_Vector_eWiseAdd_BinaryOp, o.u, nullptr, nullptr, GrB_PLUS_FP64, o.u, o.v,
               nullptr),
          {"GrB_Vector_eWiseAdd_BinaryOp of a full vector and a list",
           [](World &o) {
               return GrB_Vector_eWiseAdd_BinaryOp(o.u, nullptr, nullptr, GrB_PLUS_FP64, o.u, o.v,
                                                   nullptr);
           },
           &fill_u},
          {"GrB_Vector_eWiseAdd_BinaryOp of full vectors into a third",
           [](World &o) {
               return GrB_Vector_eWiseAdd_BinaryOp(o.w, nullptr, nullptr, GrB_PLUS_FP64, o.empty_w,
                                                   o.empty_w, nullptr);
           },
           &fill_vectors}}},
        {"ewise_mult", ewise_mult_cases()},
        {"apply",
         {CALL(GrB_Matrix_apply, o.D, nullptr, nullptr, GrB_AINV_FP64, o.A, nullptr),
          CALL(GrB_Vector_apply, o.u, o.mask_u, nullptr, GrB_ABS_FP64, o.v, GrB_DESC_R)}},
        {"select",
         {CALL(GrB_Matrix_select_INT64, o.S, nullptr, nullptr, GrB_TRIL, o.S, 0, nullptr),
          CALL(GrB_Vector_select_FP64, o.u, o.mask_u, nullptr, GrB_VALUENE_FP64, o.v, 1, nullptr)}},
        {"assign", assign_cases()},
        {"extract",
         {CALL(GrB_Matrix_extract, o.K, nullptr, nullptr, o.A, some_rows, 3, some_columns, 2,
               nullptr),
          CALL(GrB_Vector_extract, o.w, nullptr, nullptr, o.u, up_to, 12, nullptr),
          CALL(GrB_Matrix_extract, o.S, nullptr, nullptr, o.A, up_to, 12, GrB_ALL, 12, GrB_DESC_T0),
          CALL(GrB_Col_extract, o.w, nullptr, nullptr, o.A, GrB_ALL, 12, 3, nullptr),
          CALL(GrB_Matrix_extract, o.D, o.mask_A, nullptr, o.A, up_to, 12, GrB_ALL, 14, nullptr)}},
        {"reduce",
         {CALL(GrB_Matrix_reduce_Monoid, o.w, nullptr, nullptr, GrB_PLUS_MONOID_FP64, o.A, nullptr),
          CALL(GrB_Matrix_reduce_Monoid, o.u, o.mask_u, nullptr, GrB_PLUS_MONOID_FP64, o.A,
               GrB_DESC_T0),
          CALL(GrB_Matrix_reduce_FP64, &o.number, nullptr, GrB_PLUS_MONOID_FP64, o.A, nullptr)}},
        {"transpose", {CALL(GrB_transpose, o.S, o.mask_S, nullptr, o.S, nullptr)}},
        {"kronecker",
         {CALL(GrB_Matrix_kronecker_BinaryOp, o.C, nullptr, nullptr, GrB_TIMES_FP64, o.K, o.L,
               nullptr)}},
        {"maxk", {CALL(GrX_Matrix_maxk, o.D, o.A, 3, nullptr)}},
        {"commit", commit_cases()},
    };
    static const auto both = [] {
        auto joined = all;
        joined.insert(structure_problems().begin(), structure_problems().end());
        return joined;
    }();
    return both;
}

bool takes(const Case &a_case, Storage storage, const RegistryVariant &variant) {
    const Session session;
    World world(storage);
    if (a_case.prepare != nullptr) require(a_case.prepare(world));
    const auto picks = static_cast<GrB_Field>(GrX_PICKS);
    force(variant.forced().c_str());
    require(GrB_Global_set_String(GrB_GLOBAL, "", picks));
    require(a_case.call(world));
    std::size_t size = 0;
    require(GrB_Global_get_SIZE(GrB_GLOBAL, &size, picks));
    std::string ran(size + 1, ' ');
    require(GrB_Global_get_String(GrB_GLOBAL, ran.data() + 1, picks));
    return ran.find(" " + variant.forced() + "=") != std::string::npos;
}

std::vector<RegistryVariant> registry() {
    const Session session;
    std::vector<RegistryVariant> variants;
    GrB_Index count = 0;
    require(GrX_Variant_count(&count));
    for (GrB_Index k = 0; k < count; k++) {
        const char *operation = nullptr, *name = nullptr;
        require(GrX_Variant_get(k, &operation, &name));
        variants.push_back({operation, name});
    }
    return variants;
}

} // namespace faults
