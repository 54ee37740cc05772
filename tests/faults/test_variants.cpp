// Every variant of the registry, taken by force, while memory runs short.
#include "faults/sweep.h"

#include <map>

namespace faults {
namespace {

/// A semiring whose products are one value, whatever A and u hold.
GrB_Info make_semiring(World &o) {
    return GrB_Semiring_new(&o.made_semiring, GrB_LOR_MONOID_BOOL, GrB_ONEB_BOOL);
}

/// A as compressed rows, though half of its cells have entries.
GrB_Info make_sparse(World &o) {
    return GrB_Matrix_set_INT32(o.A, GrX_SPARSE, static_cast<GrB_Field>(GrX_FORMAT));
}

/// Problems of each operation of the registry, of kinds that its variants accept between them.
const std::map<std::string, std::vector<Case>> &problems() {
    static const std::map<std::string, std::vector<Case>> all = {
        {"mxm",
         {CALL(GrB_mxm, o.C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B, nullptr),
          CALL(GrB_mxm, o.C, o.mask_C, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B,
               GrB_DESC_RS),
          CALL(GrB_mxm, o.S, o.mask_S, GrB_PLUS_FP64, GrB_MAX_TIMES_SEMIRING_FP32, o.A, o.D,
               GrB_DESC_CT1)}},
        {"mxv",
         {CALL(GrB_mxv, o.w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.u, nullptr),
          CALL(GrB_mxv, o.w, o.mask_w, nullptr, GrB_MIN_PLUS_SEMIRING_FP64, o.A, o.u, GrB_DESC_RSC),
          CALL(GrB_vxm, o.u, nullptr, GrB_PLUS_FP64, GrB_PLUS_MIN_SEMIRING_INT32, o.w, o.A,
               nullptr),
          Case{"GrB_mxv of one value",
               [](World &o) {
                   return GrB_mxv(o.w, o.mask_w, nullptr, o.made_semiring, o.A, o.u, GrB_DESC_RS);
               },
               make_semiring}}},
        {"ewise_add",
         {CALL(GrB_Matrix_eWiseAdd_BinaryOp, o.A, o.mask_A, nullptr, GrB_MINUS_FP64, o.A, o.D,
               nullptr),
          CALL(GrB_Vector_eWiseAdd_BinaryOp, o.u, nullptr, nullptr, GrB_PLUS_FP64, o.u, o.v,
               nullptr)}},
        {"ewise_mult",
         {CALL(GrB_Matrix_eWiseMult_BinaryOp, o.A, o.mask_A, nullptr, GrB_TIMES_FP64, o.A, o.D,
               nullptr),
          CALL(GrB_Vector_eWiseMult_BinaryOp, o.u, nullptr, nullptr, GrB_TIMES_FP64, o.u, o.v,
               nullptr)}},
        {"apply",
         {CALL(GrB_Matrix_apply, o.D, nullptr, nullptr, GrB_AINV_FP64, o.A, nullptr),
          CALL(GrB_Vector_apply, o.u, o.mask_u, nullptr, GrB_ABS_FP64, o.v, GrB_DESC_R)}},
        {"select",
         {CALL(GrB_Matrix_select_INT64, o.S, nullptr, nullptr, GrB_TRIL, o.S, 0, nullptr),
          CALL(GrB_Vector_select_FP64, o.u, o.mask_u, nullptr, GrB_VALUENE_FP64, o.v, 1, nullptr)}},
        {"assign",
         {CALL(GrB_Matrix_assign, o.C, nullptr, nullptr, o.K, some_rows, 3, some_columns, 2,
               nullptr),
          CALL(GrB_Vector_assign, o.u, nullptr, nullptr, o.w, up_to, 12, nullptr),
          CALL(GrB_Vector_assign, o.u, o.mask_u, GrB_PLUS_FP64, o.v, GrB_ALL, 14, nullptr),
          CALL(GrB_Matrix_assign_FP64, o.A, o.mask_A, nullptr, 5, GrB_ALL, 12, GrB_ALL, 14,
               GrB_DESC_S),
          CALL(GrB_Vector_assign_FP64, o.u, nullptr, nullptr, 5, some_columns, 4, nullptr)}},
        {"extract",
         {CALL(GrB_Matrix_extract, o.K, nullptr, nullptr, o.A, some_rows, 3, some_columns, 2,
               nullptr),
          CALL(GrB_Vector_extract, o.w, nullptr, nullptr, o.u, up_to, 12, nullptr),
          Case{"GrB_Matrix_extract of rows",
               [](World &o) {
                   return GrB_Matrix_extract(o.D, nullptr, nullptr, o.A, up_to, 12, GrB_ALL, 14,
                                             nullptr);
               },
               make_sparse},
          CALL(GrB_Col_extract, o.w, nullptr, nullptr, o.A, GrB_ALL, 12, 3, nullptr)}},
        {"reduce",
         {CALL(GrB_Matrix_reduce_Monoid, o.w, nullptr, nullptr, GrB_PLUS_MONOID_FP64, o.A, nullptr),
          CALL(GrB_Matrix_reduce_Monoid, o.u, o.mask_u, nullptr, GrB_PLUS_MONOID_FP64, o.A,
               GrB_DESC_T0),
          CALL(GrB_Matrix_reduce_FP64, &o.number, nullptr, GrB_PLUS_MONOID_FP64, o.A, nullptr)}},
        {"transpose", {CALL(GrB_transpose, o.S, o.mask_S, nullptr, o.S, nullptr)}},
        {"kronecker",
         {CALL(GrB_Matrix_kronecker_BinaryOp, o.C, nullptr, nullptr, GrB_TIMES_FP64, o.K, o.L,
               nullptr)}},
    };
    return all;
}

struct Row {
    std::string operation, name;
    std::string forced() const { return operation + ":" + name; }
};

/// True when the call runs the variant if it is forced.
bool takes(const Case &a_case, Storage storage, const Row &row) {
    const Session session;
    World world(storage);
    if (a_case.prepare != nullptr) require(a_case.prepare(world));
    const auto forced = static_cast<GrB_Field>(GrX_FORCE);
    const auto last_variant = static_cast<GrB_Field>(GrX_LAST_VARIANT);
    require(GrB_Global_set_String(GrB_GLOBAL, row.forced().c_str(), forced));
    require(a_case.call(world));
    char last[200] = "";
    require(GrB_Global_get_String(GrB_GLOBAL, last, last_variant));
    return row.name == last;
}

std::vector<Row> registry() {
    const Session session;
    std::vector<Row> rows;
    GrB_Index count = 0;
    require(GrX_Variant_count(&count));
    for (GrB_Index k = 0; k < count; k++) {
        const char *operation = nullptr, *name = nullptr;
        require(GrX_Variant_get(k, &operation, &name));
        rows.push_back({operation, name});
    }
    return rows;
}

void sweep_variants_of(const std::string &operation) {
    int swept_variants = 0;
    for (const Row &row : registry()) {
        if (operation != row.operation) continue;
        bool is_swept = false;
        for (const Case &a_case : problems().at(operation)) {
            for (const Storage storage : all_storages) {
                if (!takes(a_case, storage, row)) continue;
                sweep(a_case, storage, Failing::once, row.forced().c_str());
                if (testing::Test::HasFailure()) return;
                is_swept = true;
            }
        }
        ASSERT_TRUE(is_swept) << "no problem here that " << row.name << " accepts";
        swept_variants++;
    }
    EXPECT_GT(swept_variants, 0);
}

class FaultsVariants : public testing::TestWithParam<const char *> {};

TEST_P(FaultsVariants, Swept) {
    sweep_variants_of(GetParam());
}
INSTANTIATE_TEST_SUITE_P(All, FaultsVariants,
                         testing::Values("mxm", "mxv", "ewise_add", "ewise_mult", "apply", "select",
                                         "assign", "extract", "reduce", "transpose", "kronecker"),
                         [](const auto &info) { return std::string(info.param); });

/// A new operation of the registry needs problems above.
TEST(FaultsVariantsList, HasEveryOperation) {
    for (const Row &row : registry()) EXPECT_EQ(problems().count(row.operation), 1U) << row.name;
}

} // namespace
} // namespace faults
