// Defines the operands, operators and calls of the source cases.
#include "api/source_cases.h"

namespace api {
namespace {

void mix(void *z, const void *x, const void *y) {
    *static_cast<double *>(z) =
        *static_cast<const double *>(x) * 2 + *static_cast<const double *>(y) / 4;
}
constexpr const char mix_source[] = "#define TWICE(a) ((a) * 2)\n"
                                    "void mix (double *z, const double *x, const double *y)\n"
                                    "{ (*z) = TWICE (*x) + (*y) / 4 ; }";

constexpr const char add_source[] =
    "void add (double *z, const double *x, const double *y) { *z = (*x) + (*y) ; }";

void cube(void *z, const void *x) {
    const double value = *static_cast<const double *>(x);
    *static_cast<double *>(z) = value * value * value;
}
constexpr const char cube_source[] = "static double square (double a) { return (a * a) ; }\n"
                                     "void cube (double *z, const double *x)\n"
                                     "{ *z = square (*x) * (*x) ; }";

void keep(void *z, const void *x, GrB_Index i, GrB_Index j, const void *y) {
    *static_cast<bool *>(z) =
        *static_cast<const double *>(x) > *static_cast<const double *>(y) && (i + 2 * j) % 3 != 0;
}
constexpr const char keep_source[] =
    "void keep (bool *z, const double *x, GrB_Index i, GrB_Index j, const double *y)\n"
    "{ *z = (*x) > (*y) && (i + 2 * j) % 3 != 0 ; }";

void join(void *z, const void *x, const void *y) {
    const Pair a = *static_cast<const Pair *>(x), b = *static_cast<const Pair *>(y);
    *static_cast<Pair *>(z) = {a.first + b.second, a.second - b.first};
}
constexpr const char join_source[] =
    "void join (Pair *z, const Pair *x, const Pair *y)\n"
    "{ z->first = x->first + y->second ; z->second = x->second - y->first ; }";

void add_pairs(void *z, const void *x, const void *y) {
    const Pair a = *static_cast<const Pair *>(x), b = *static_cast<const Pair *>(y);
    *static_cast<Pair *>(z) = {a.first + b.first, a.second + b.second};
}
constexpr const char add_pairs_source[] =
    "void add_pairs (Pair *z, const Pair *x, const Pair *y)\n"
    "{ z->first = x->first + y->first ; z->second = x->second + y->second ; }";

void weigh(void *z, const void *x, const void *y) {
    *static_cast<double *>(z) =
        static_cast<const Pair *>(x)->second * *static_cast<const double *>(y);
}
constexpr const char weigh_source[] = "void weigh (double *z, const Pair *x, const double *y)\n"
                                      "{ *z = x->second * (*y) ; }";

void split(void *z, const void *x) {
    const double value = *static_cast<const double *>(x);
    *static_cast<Pair *>(z) = {value, -value};
}
constexpr const char split_source[] =
    "void split (Pair *z, const double *x) { z->first = *x ; z->second = -(*x) ; }";

constexpr const char pair_source[] = "typedef struct { double first, second ; } Pair ;";

std::string of_w(SourceObjects &o, GrB_Info info) {
    EXPECT_EQ(info, GrB_SUCCESS);
    return contents(o.w);
}
std::string of_C(SourceObjects &o, GrB_Info info) {
    EXPECT_EQ(info, GrB_SUCCESS);
    return contents(o.C);
}

std::string of_pairs(SourceObjects &o, GrB_Info info) {
    EXPECT_EQ(info, GrB_SUCCESS);
    return contents(o.pair_w);
}

} // namespace

void add_doubles(void *z, const void *x, const void *y) {
    *static_cast<double *>(z) = *static_cast<const double *>(x) + *static_cast<const double *>(y);
}

SourceObjects::SourceObjects() {
    make_operators();
    u = new_vector(GrB_FP64, n);
    holes = new_vector(GrB_FP64, n);
    pairs = new_vector(pair, n);
    w = new_vector(GrB_FP64, n);
    pair_w = new_vector(pair, n);
    A = new_matrix(GrB_FP64, n, n);
    B = new_matrix(GrB_FP64, n, n);
    C = new_matrix(GrB_FP64, n, n);
    pair_A = new_matrix(pair, n, n);
    pair_C = new_matrix(pair, n, n);
    for (GrB_Index k = 0; k < n; k++) fill(k);
    REQUIRE(GrB_Vector_set_INT32(holes, GrX_BITMAP, static_cast<GrB_Field>(GrX_FORMAT)));
    REQUIRE(GrB_Vector_set_INT32(pairs, GrX_FULL, static_cast<GrB_Field>(GrX_FORMAT)));
}
SourceObjects::~SourceObjects() {
    for (GrB_Vector *vector : {&u, &holes, &pairs, &w, &pair_w}) REQUIRE(GrB_Vector_free(vector));
    for (GrB_Matrix *matrix : {&A, &B, &pair_A, &C, &pair_C}) REQUIRE(GrB_Matrix_free(matrix));
    for (GrB_Semiring *semiring : {&plus_mix, &add_times, &plus_weigh, &pairs_join, &plus_tilt})
        REQUIRE(GrB_Semiring_free(semiring));
    for (GrB_Monoid *monoid : {&add_monoid, &pair_monoid}) REQUIRE(GrB_Monoid_free(monoid));
    for (GrB_BinaryOp *op : {&mix_op, &add_op, &join_op, &add_pairs_op, &weigh_op, &tilt_op})
        REQUIRE(GrB_BinaryOp_free(op));
    REQUIRE(GxB_IndexBinaryOp_free(&tilt_source));
    REQUIRE(GrB_UnaryOp_free(&cube_op));
    REQUIRE(GrB_UnaryOp_free(&split_op));
    REQUIRE(GrB_IndexUnaryOp_free(&keep_op));
    REQUIRE(GrB_Type_free(&pair));
}

void SourceObjects::make_operators() {
    REQUIRE(GxB_Type_new(&pair, sizeof(Pair), "Pair", pair_source));
    REQUIRE(GxB_UnaryOp_new(&cube_op, cube, GrB_FP64, GrB_FP64, "cube", cube_source));
    REQUIRE(GxB_UnaryOp_new(&split_op, split, pair, GrB_FP64, "split", split_source));
    REQUIRE(GxB_BinaryOp_new(&mix_op, mix, GrB_FP64, GrB_FP64, GrB_FP64, "mix", mix_source));
    REQUIRE(
        GxB_BinaryOp_new(&add_op, add_doubles, GrB_FP64, GrB_FP64, GrB_FP64, "add", add_source));
    REQUIRE(GxB_BinaryOp_new(&join_op, join, pair, pair, pair, "join", join_source));
    REQUIRE(GxB_BinaryOp_new(&weigh_op, weigh, GrB_FP64, pair, GrB_FP64, "weigh", weigh_source));
    REQUIRE(
        GxB_IndexUnaryOp_new(&keep_op, keep, GrB_BOOL, GrB_FP64, GrB_FP64, "keep", keep_source));
    REQUIRE(GxB_BinaryOp_new(&add_pairs_op, add_pairs, pair, pair, pair, "add_pairs",
                             add_pairs_source));
    REQUIRE(GrB_Monoid_new_FP64(&add_monoid, add_op, 0));
    const Pair none{};
    REQUIRE(GrB_Monoid_new_UDT(&pair_monoid, add_pairs_op, &none));
    REQUIRE(GrB_Semiring_new(&plus_mix, GrB_PLUS_MONOID_FP64, mix_op));
    REQUIRE(GrB_Semiring_new(&add_times, add_monoid, GrB_TIMES_FP64));
    REQUIRE(GrB_Semiring_new(&plus_weigh, GrB_PLUS_MONOID_FP64, weigh_op));
    REQUIRE(GrB_Semiring_new(&pairs_join, pair_monoid, join_op));
    tilt_source = new_tilt();
    tilt_op = tilt(0.5);
    REQUIRE(GrB_Semiring_new(&plus_tilt, GrB_PLUS_MONOID_FP64, tilt_op));
}

void SourceObjects::fill(GrB_Index k) {
    const auto value = static_cast<double>(k % 31) - 12;
    const Pair two{value, static_cast<double>(k % 7)};
    REQUIRE(GrB_Vector_setElement_FP64(u, value, k));
    if (k % 3 != 0) REQUIRE(GrB_Vector_setElement_FP64(holes, 2 * value + 1, k));
    REQUIRE(GrB_Vector_setElement_UDT(pairs, &two, k));
    for (GrB_Index j = 0; j < k % 9; j++) {
        const GrB_Index column = (k * 37 + j * j * 11) % n;
        REQUIRE(GrB_Matrix_setElement_FP64(A, value + static_cast<double>(j), k, column));
        REQUIRE(GrB_Matrix_setElement_UDT(pair_A, &two, k, column));
        if (j % 2 == 0) REQUIRE(GrB_Matrix_setElement_FP64(B, 3 - value, column, k));
        if (j % 3 == 0) REQUIRE(GrB_Matrix_setElement_FP64(B, value, k, column));
    }
}

std::vector<GrB_Index> positions(bool repeat) {
    std::vector<GrB_Index> list;
    for (GrB_Index k = 0; k < SourceObjects::n / 2; k++) list.push_back(k * 7 % SourceObjects::n);
    if (repeat) list.insert(list.end(), list.begin() + 3, list.begin() + 20);
    return list;
}

std::vector<SourceCase> elementwise_cases() {
    return {
        {"apply", "cuda/apply_dense",
         [](SourceObjects &o) {
             return of_w(o, GrB_Vector_apply(o.w, nullptr, nullptr, o.cube_op, o.u, nullptr));
         }},
        {"apply", "cuda/apply_sparse",
         [](SourceObjects &o) {
             return of_C(o, GrB_Matrix_apply_BinaryOp2nd_FP64(o.C, nullptr, nullptr, o.mix_op, o.A,
                                                              0.75, nullptr));
         }},
        {"apply", "cuda/apply_sparse",
         [](SourceObjects &o) {
             return of_C(o, GrB_Matrix_apply_IndexOp_FP64(o.C, nullptr, nullptr, o.keep_op, o.A, 2,
                                                          nullptr));
         }},
        {"apply", "cuda/apply_dense",
         [](SourceObjects &o) {
             REQUIRE(GrB_Vector_apply(o.pair_w, nullptr, nullptr, o.split_op, o.holes, nullptr));
             return contents(o.pair_w);
         }},
        {"select", "cuda/select_dense",
         [](SourceObjects &o) {
             return of_w(
                 o, GrB_Vector_select_FP64(o.w, nullptr, nullptr, o.keep_op, o.holes, -3, nullptr));
         }},
        {"select", "cuda/select_sparse",
         [](SourceObjects &o) {
             return of_C(o,
                         GrB_Matrix_select_FP64(o.C, nullptr, nullptr, o.keep_op, o.A, 1, nullptr));
         }},
        {"select", "cuda/select_sparse",
         [](SourceObjects &o) {
             REQUIRE(GrB_Matrix_select_INT64(o.pair_C, nullptr, nullptr, GrB_TRIL, o.pair_A, -1,
                                             nullptr));
             return contents(o.pair_C);
         }},
        {"ewise_add", "cuda/ewise_add_dense",
         [](SourceObjects &o) {
             return of_w(o, GrB_Vector_eWiseAdd_BinaryOp(o.w, nullptr, nullptr, o.mix_op, o.u,
                                                         o.holes, nullptr));
         }},
        {"ewise_mult", "cuda/ewise_mult_dense",
         [](SourceObjects &o) {
             return of_w(o, GrB_Vector_eWiseMult_BinaryOp(o.w, nullptr, nullptr, o.weigh_op,
                                                          o.pairs, o.holes, nullptr));
         }},
        {"ewise_add", "cuda/ewise_add_sparse",
         [](SourceObjects &o) {
             return of_C(o, GrB_Matrix_eWiseAdd_BinaryOp(o.C, nullptr, nullptr, o.mix_op, o.A, o.B,
                                                         nullptr));
         }},
        {"ewise_add", "cuda/ewise_add_sparse",
         [](SourceObjects &o) {
             REQUIRE(GrB_Matrix_eWiseAdd_BinaryOp(o.pair_C, nullptr, nullptr, o.join_op, o.pair_A,
                                                  o.pair_A, nullptr));
             return contents(o.pair_C);
         }},
        // The accumulator is user-defined, too.
        {"ewise_mult", "cuda/ewise_mult_sparse",
         [](SourceObjects &o) {
             REQUIRE(GrB_Matrix_apply(o.C, nullptr, nullptr, GrB_AINV_FP64, o.A, nullptr));
             return of_C(o, GrB_Matrix_eWiseMult_BinaryOp(o.C, nullptr, o.mix_op, o.mix_op, o.A,
                                                          o.B, nullptr));
         }},
    };
}

std::vector<SourceCase> sum_cases() {
    std::vector<SourceCase> cases{
        {"reduce", "cuda/reduce_scalar",
         [](SourceObjects &o) {
             double sum = -1;
             REQUIRE(GrB_Vector_reduce_FP64(&sum, nullptr, o.add_monoid, o.holes, nullptr));
             return std::to_string(sum);
         }},
        {"reduce", "cuda/reduce_rows",
         [](SourceObjects &o) {
             return of_w(
                 o, GrB_Matrix_reduce_Monoid(o.w, nullptr, nullptr, o.add_monoid, o.A, nullptr));
         }},
        {"reduce", "cuda/reduce_scalar",
         [](SourceObjects &o) {
             Pair sum{-1, -1};
             REQUIRE(GrB_Vector_reduce_UDT(&sum, nullptr, o.pair_monoid, o.pairs, nullptr));
             return std::to_string(sum.first) + ' ' + std::to_string(sum.second);
         }},
        {"reduce", "cuda/reduce_rows",
         [](SourceObjects &o) {
             return of_pairs(o, GrB_Matrix_reduce_Monoid(o.pair_w, nullptr, nullptr, o.pair_monoid,
                                                         o.pair_A, nullptr));
         }},
        {"reduce", "cuda/reduce_rows",
         [](SourceObjects &o) {
             REQUIRE(
                 GrB_Matrix_set_INT32(o.pair_A, GrX_BITMAP, static_cast<GrB_Field>(GrX_FORMAT)));
             return of_pairs(o, GrB_Matrix_reduce_Monoid(o.pair_w, nullptr, nullptr, o.pair_monoid,
                                                         o.pair_A, nullptr));
         }},
    };
    for (const char *variant : {"cuda/mxv_thread_row", "cuda/mxv_warp_row", "cuda/mxv_merge_path",
                                "cuda/mxv_vsr", "cuda/mxv_pull_masked"}) {
        cases.push_back({"mxv", variant, [](SourceObjects &o) {
                             return of_w(
                                 o, GrB_mxv(o.w, nullptr, nullptr, o.plus_mix, o.A, o.u, nullptr));
                         }});
        cases.push_back(
            {"mxv", variant, [](SourceObjects &o) {
                 return of_w(o, GrB_mxv(o.w, nullptr, nullptr, o.add_times, o.A, o.holes, nullptr));
             }});
        cases.push_back({"mxv", variant, [](SourceObjects &o) {
                             return of_w(o, GrB_mxv(o.w, nullptr, nullptr, o.plus_weigh, o.pair_A,
                                                    o.holes, nullptr));
                         }});
        cases.push_back({"mxv", variant, [](SourceObjects &o) {
                             return of_pairs(o, GrB_mxv(o.pair_w, nullptr, nullptr, o.pairs_join,
                                                        o.pair_A, o.pairs, nullptr));
                         }});
    }
    cases.push_back({"mxv", "cuda/mxv_push_atomic", [](SourceObjects &o) {
                         return of_w(
                             o, GrB_vxm(o.w, nullptr, nullptr, o.plus_mix, o.holes, o.A, nullptr));
                     }});
    return cases;
}

std::vector<SourceCase> moving_cases() {
    return {
        {"assign", "cuda/assign_scalar_dense",
         [](SourceObjects &o) {
             const Pair value{2.5, -4};
             REQUIRE(GrB_Vector_assign(o.pair_w, nullptr, nullptr, o.pairs, GrB_ALL, o.n, nullptr));
             return of_pairs(o, GrB_Vector_assign_UDT(o.pair_w, o.holes, nullptr, &value, GrB_ALL,
                                                      o.n, GrB_DESC_SC));
         }},
        {"assign", "cuda/assign_share",
         [](SourceObjects &o) {
             REQUIRE(GrB_Vector_apply(o.pair_w, nullptr, nullptr, o.split_op, o.holes, nullptr));
             return of_pairs(o, GrB_Vector_assign(o.pair_w, o.holes, o.join_op, o.pairs, GrB_ALL,
                                                  o.n, GrB_DESC_S));
         }},
        {"assign", "cuda/assign_scatter",
         [](SourceObjects &o) {
             const std::vector<GrB_Index> list = positions(false);
             GrB_Vector part = new_vector(o.pair, list.size());
             REQUIRE(GrB_Vector_extract(part, nullptr, nullptr, o.pairs, list.data(), list.size(),
                                        nullptr));
             REQUIRE(GrB_Vector_apply(o.pair_w, nullptr, nullptr, o.split_op, o.holes, nullptr));
             const GrB_Info info = GrB_Vector_assign(o.pair_w, nullptr, nullptr, part, list.data(),
                                                     list.size(), nullptr);
             REQUIRE(GrB_Vector_free(&part));
             return of_pairs(o, info);
         }},
        {"extract", "cuda/extract_vector_gather",
         [](SourceObjects &o) {
             const std::vector<GrB_Index> list = positions(true);
             GrB_Vector part = new_vector(o.pair, list.size());
             REQUIRE(GrB_Vector_extract(part, nullptr, nullptr, o.pairs, list.data(), list.size(),
                                        nullptr));
             const std::string text = contents(part);
             REQUIRE(GrB_Vector_free(&part));
             return text;
         }},
        {"extract", "cuda/extract_rows",
         [](SourceObjects &o) {
             const std::vector<GrB_Index> list = positions(true);
             GrB_Matrix part = new_matrix(o.pair, list.size(), o.n);
             REQUIRE(GrB_Matrix_extract(part, nullptr, nullptr, o.pair_A, list.data(), list.size(),
                                        GrB_ALL, o.n, nullptr));
             const std::string text = contents(part);
             REQUIRE(GrB_Matrix_free(&part));
             return text;
         }},
        {"extract", "cuda/extract_lists",
         [](SourceObjects &o) {
             const std::vector<GrB_Index> list = positions(true);
             GrB_Matrix part = new_matrix(o.pair, list.size(), list.size());
             REQUIRE(GrB_Matrix_extract(part, nullptr, nullptr, o.pair_A, list.data(), list.size(),
                                        list.data(), list.size(), nullptr));
             const std::string text = contents(part);
             REQUIRE(GrB_Matrix_free(&part));
             return text;
         }},
        {"transpose", "cuda/transpose",
         [](SourceObjects &o) {
             REQUIRE(GrB_transpose(o.pair_C, nullptr, nullptr, o.pair_A, nullptr));
             return contents(o.pair_C);
         }},
    };
}

} // namespace api
