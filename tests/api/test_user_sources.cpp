// Types and operators with C source: a GPU gives what the processor gives. Needs a GPU, but for the last.
#include "api/world.h"

#include <functional>

namespace api {
namespace {

void mix(void *z, const void *x, const void *y) {
    *static_cast<double *>(z) =
        *static_cast<const double *>(x) * 2 + *static_cast<const double *>(y) / 4;
}
constexpr const char mix_source[] = "#define TWICE(a) ((a) * 2)\n"
                                    "void mix (double *z, const double *x, const double *y)\n"
                                    "{ (*z) = TWICE (*x) + (*y) / 4 ; }";

void add(void *z, const void *x, const void *y) {
    *static_cast<double *>(z) = *static_cast<const double *>(x) + *static_cast<const double *>(y);
}
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

/// Operators with source, and operands: dense vectors, sparse matrices.
struct Objects {
    static constexpr GrB_Index n = 150;
    GrB_Type pair{};
    GrB_UnaryOp cube_op{}, split_op{};
    GrB_BinaryOp mix_op{}, add_op{}, join_op{}, weigh_op{};
    GrB_IndexUnaryOp keep_op{};
    GrB_Monoid add_monoid{};
    GrB_Semiring plus_mix{}, add_times{}, plus_weigh{};
    GrB_Vector u{}, holes{}, pairs{}, w{}, pair_w{};
    GrB_Matrix A{}, B{}, pair_A{}, C{}, pair_C{};

    Objects() {
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
    ~Objects() {
        for (GrB_Vector *vector : {&u, &holes, &pairs, &w, &pair_w})
            REQUIRE(GrB_Vector_free(vector));
        for (GrB_Matrix *matrix : {&A, &B, &pair_A, &C, &pair_C}) REQUIRE(GrB_Matrix_free(matrix));
        for (GrB_Semiring *semiring : {&plus_mix, &add_times, &plus_weigh})
            REQUIRE(GrB_Semiring_free(semiring));
        REQUIRE(GrB_Monoid_free(&add_monoid));
        for (GrB_BinaryOp *op : {&mix_op, &add_op, &join_op, &weigh_op})
            REQUIRE(GrB_BinaryOp_free(op));
        REQUIRE(GrB_UnaryOp_free(&cube_op));
        REQUIRE(GrB_UnaryOp_free(&split_op));
        REQUIRE(GrB_IndexUnaryOp_free(&keep_op));
        REQUIRE(GrB_Type_free(&pair));
    }
    Objects(const Objects &) = delete;
    Objects &operator=(const Objects &) = delete;

private:
    void make_operators() {
        REQUIRE(GxB_Type_new(&pair, sizeof(Pair), "Pair", pair_source));
        REQUIRE(GxB_UnaryOp_new(&cube_op, cube, GrB_FP64, GrB_FP64, "cube", cube_source));
        REQUIRE(GxB_UnaryOp_new(&split_op, split, pair, GrB_FP64, "split", split_source));
        REQUIRE(GxB_BinaryOp_new(&mix_op, mix, GrB_FP64, GrB_FP64, GrB_FP64, "mix", mix_source));
        REQUIRE(GxB_BinaryOp_new(&add_op, add, GrB_FP64, GrB_FP64, GrB_FP64, "add", add_source));
        REQUIRE(GxB_BinaryOp_new(&join_op, join, pair, pair, pair, "join", join_source));
        REQUIRE(
            GxB_BinaryOp_new(&weigh_op, weigh, GrB_FP64, pair, GrB_FP64, "weigh", weigh_source));
        REQUIRE(GxB_IndexUnaryOp_new(&keep_op, keep, GrB_BOOL, GrB_FP64, GrB_FP64, "keep",
                                     keep_source));
        REQUIRE(GrB_Monoid_new_FP64(&add_monoid, add_op, 0));
        REQUIRE(GrB_Semiring_new(&plus_mix, GrB_PLUS_MONOID_FP64, mix_op));
        REQUIRE(GrB_Semiring_new(&add_times, add_monoid, GrB_TIMES_FP64));
        REQUIRE(GrB_Semiring_new(&plus_weigh, GrB_PLUS_MONOID_FP64, weigh_op));
    }

    /// Small integers and quarters: sums are exact in any order.
    void fill(GrB_Index k) {
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
};

struct Case {
    const char *operation, *row;
    std::function<std::string(Objects &)> run;
};

std::string of_w(Objects &o, GrB_Info info) {
    EXPECT_EQ(info, GrB_SUCCESS);
    return contents(o.w);
}
std::string of_C(Objects &o, GrB_Info info) {
    EXPECT_EQ(info, GrB_SUCCESS);
    return contents(o.C);
}

std::vector<Case> elementwise_cases() {
    return {
        {"apply", "cuda/apply_dense",
         [](Objects &o) {
             return of_w(o, GrB_Vector_apply(o.w, nullptr, nullptr, o.cube_op, o.u, nullptr));
         }},
        {"apply", "cuda/apply_sparse",
         [](Objects &o) {
             return of_C(o, GrB_Matrix_apply_BinaryOp2nd_FP64(o.C, nullptr, nullptr, o.mix_op, o.A,
                                                              0.75, nullptr));
         }},
        {"apply", "cuda/apply_sparse",
         [](Objects &o) {
             return of_C(o, GrB_Matrix_apply_IndexOp_FP64(o.C, nullptr, nullptr, o.keep_op, o.A, 2,
                                                          nullptr));
         }},
        {"apply", "cuda/apply_dense",
         [](Objects &o) {
             REQUIRE(GrB_Vector_apply(o.pair_w, nullptr, nullptr, o.split_op, o.holes, nullptr));
             return contents(o.pair_w);
         }},
        {"select", "cuda/select_dense",
         [](Objects &o) {
             return of_w(
                 o, GrB_Vector_select_FP64(o.w, nullptr, nullptr, o.keep_op, o.holes, -3, nullptr));
         }},
        {"select", "cuda/select_sparse",
         [](Objects &o) {
             return of_C(o,
                         GrB_Matrix_select_FP64(o.C, nullptr, nullptr, o.keep_op, o.A, 1, nullptr));
         }},
        {"select", "cuda/select_sparse",
         [](Objects &o) {
             REQUIRE(GrB_Matrix_select_INT64(o.pair_C, nullptr, nullptr, GrB_TRIL, o.pair_A, -1,
                                             nullptr));
             return contents(o.pair_C);
         }},
        {"ewise_add", "cuda/ewise_add_dense",
         [](Objects &o) {
             return of_w(o, GrB_Vector_eWiseAdd_BinaryOp(o.w, nullptr, nullptr, o.mix_op, o.u,
                                                         o.holes, nullptr));
         }},
        {"ewise_mult", "cuda/ewise_mult_dense",
         [](Objects &o) {
             return of_w(o, GrB_Vector_eWiseMult_BinaryOp(o.w, nullptr, nullptr, o.weigh_op,
                                                          o.pairs, o.holes, nullptr));
         }},
        {"ewise_add", "cuda/ewise_add_sparse",
         [](Objects &o) {
             return of_C(o, GrB_Matrix_eWiseAdd_BinaryOp(o.C, nullptr, nullptr, o.mix_op, o.A, o.B,
                                                         nullptr));
         }},
        {"ewise_add", "cuda/ewise_add_sparse",
         [](Objects &o) {
             REQUIRE(GrB_Matrix_eWiseAdd_BinaryOp(o.pair_C, nullptr, nullptr, o.join_op, o.pair_A,
                                                  o.pair_A, nullptr));
             return contents(o.pair_C);
         }},
        // The accumulator is a user's as well.
        {"ewise_mult", "cuda/ewise_mult_sparse",
         [](Objects &o) {
             REQUIRE(GrB_Matrix_apply(o.C, nullptr, nullptr, GrB_AINV_FP64, o.A, nullptr));
             return of_C(o, GrB_Matrix_eWiseMult_BinaryOp(o.C, nullptr, o.mix_op, o.mix_op, o.A,
                                                          o.B, nullptr));
         }},
    };
}

std::vector<Case> sum_cases() {
    std::vector<Case> cases{
        {"reduce", "cuda/reduce_scalar",
         [](Objects &o) {
             double sum = -1;
             REQUIRE(GrB_Vector_reduce_FP64(&sum, nullptr, o.add_monoid, o.holes, nullptr));
             return std::to_string(sum);
         }},
        {"reduce", "cuda/reduce_rows",
         [](Objects &o) {
             return of_w(
                 o, GrB_Matrix_reduce_Monoid(o.w, nullptr, nullptr, o.add_monoid, o.A, nullptr));
         }},
    };
    for (const char *row : {"cuda/mxv_thread_row", "cuda/mxv_warp_row", "cuda/mxv_merge_path",
                            "cuda/mxv_vsr", "cuda/mxv_pull_masked"}) {
        cases.push_back({"mxv", row, [](Objects &o) {
                             return of_w(
                                 o, GrB_mxv(o.w, nullptr, nullptr, o.plus_mix, o.A, o.u, nullptr));
                         }});
        cases.push_back(
            {"mxv", row, [](Objects &o) {
                 return of_w(o, GrB_mxv(o.w, nullptr, nullptr, o.add_times, o.A, o.holes, nullptr));
             }});
        cases.push_back({"mxv", row, [](Objects &o) {
                             return of_w(o, GrB_mxv(o.w, nullptr, nullptr, o.plus_weigh, o.pair_A,
                                                    o.holes, nullptr));
                         }});
    }
    cases.push_back({"mxv", "cuda/mxv_push_atomic", [](Objects &o) {
                         return of_w(
                             o, GrB_vxm(o.w, nullptr, nullptr, o.plus_mix, o.holes, o.A, nullptr));
                     }});
    return cases;
}

void set_device(GrX_Device_Use use) {
    REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, use, static_cast<GrB_Field>(GrX_DEVICE)));
}
void set_forced(const std::string &rule) {
    REQUIRE(GrB_Global_set_String(GrB_GLOBAL, rule.c_str(), static_cast<GrB_Field>(GrX_FORCE)));
}
std::string last_variant() {
    char name[256] = "";
    REQUIRE(GrB_Global_get_String(GrB_GLOBAL, name, static_cast<GrB_Field>(GrX_LAST_VARIANT)));
    return name;
}

/// A sum begins with the monoid's identity on the device, and 0 + -0 is 0.
std::string without_signs_of_zero(std::string text) {
    const std::string negative = "=-0.000000";
    for (std::size_t at; (at = text.find(negative)) != std::string::npos;) text.erase(at + 1, 1);
    return text;
}

/// With a GPU; afterwards everything is as it was.
class UserSourcesOnDevice : public testing::Test {
protected:
    void SetUp() override {
        GrB_Index count = 0;
        REQUIRE(GrX_Device_count(&count));
        if (count == 0) GTEST_SKIP() << "no GPU";
    }
    void TearDown() override {
        set_forced("");
        set_device(GrX_DEVICE_AUTO);
    }

    static std::string on_host(const Case &a_case) {
        set_forced("");
        set_device(GrX_DEVICE_OFF);
        Objects objects;
        const std::string result = a_case.run(objects);
        set_device(GrX_DEVICE_AUTO);
        return result;
    }

    static void expect_equal(const std::vector<Case> &cases) {
        for (const Case &a_case : cases) {
            SCOPED_TRACE(a_case.row);
            const std::string expected = on_host(a_case);
            set_forced(std::string(a_case.operation) + ':' + a_case.row);
            Objects objects;
            const std::string result = a_case.run(objects);
            EXPECT_EQ(last_variant(), a_case.row);
            EXPECT_EQ(without_signs_of_zero(result), without_signs_of_zero(expected));
        }
    }
};

TEST_F(UserSourcesOnDevice, Elementwise) {
    expect_equal(elementwise_cases());
}

TEST_F(UserSourcesOnDevice, SumsAndProducts) {
    expect_equal(sum_cases());
}

/// The log of u ⊕ holes by an operator with such a source, whose result must be that of `add_op`.
std::string log_of_adding(Objects &o, const char *source, int times) {
    GrB_BinaryOp op = nullptr;
    REQUIRE(GxB_BinaryOp_new(&op, add, GrB_FP64, GrB_FP64, GrB_FP64, "add", source));
    REQUIRE(GrB_Vector_eWiseAdd_BinaryOp(o.w, nullptr, nullptr, o.add_op, o.u, o.holes, nullptr));
    const std::string expected = contents(o.w);
    set_forced("ewise_add:cuda/ewise_add_dense");
    REQUIRE(GrB_Global_set_String(GrB_GLOBAL, "pick", static_cast<GrB_Field>(GrX_LOG)));
    testing::internal::CaptureStderr();
    for (int k = 0; k < times; k++) {
        EXPECT_EQ(GrB_Vector_eWiseAdd_BinaryOp(o.w, nullptr, nullptr, op, o.u, o.holes, nullptr),
                  GrB_SUCCESS);
    }
    std::string log = testing::internal::GetCapturedStderr();
    REQUIRE(GrB_Global_set_String(GrB_GLOBAL, "", static_cast<GrB_Field>(GrX_LOG)));
    set_forced("");
    EXPECT_EQ(last_variant().rfind("cpu/", 0), 0U) << last_variant();
    EXPECT_EQ(contents(o.w), expected);
    REQUIRE(GrB_BinaryOp_free(&op));
    return log;
}

std::size_t count_of(const std::string &text, const std::string &part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        count++;
    return count;
}

/// What the device cannot compile runs on the processor; the log says so once, and it is not tried again.
TEST_F(UserSourcesOnDevice, BrokenSourceRunsOnTheHost) {
    Objects o;
    const std::string log = log_of_adding(
        o, "void add (double *z, const double *x, const double *y) { unheard_of ; }", 3);
    EXPECT_EQ(count_of(log, "source refused: add: "), 1U) << log;
    EXPECT_NE(log.find("unheard_of"), std::string::npos) << log;
    EXPECT_EQ(count_of(log, "cuda/ewise_add_dense(its_source_does_not_compile_for_the_GPU)"), 2U)
        << log;
}

TEST(UserSources, WithoutSourceOnTheHost) {
    Objects o;
    for (const char *source : {static_cast<const char *>(nullptr), ""}) {
        const std::string log = log_of_adding(o, source, 1);
        EXPECT_NE(log.find("cuda/ewise_add_dense(no_source_for_the_GPU)"), std::string::npos)
            << log;
    }
}

/// The cases themselves, without a GPU.
TEST(UserSources, ComputeOnTheHost) {
    for (const std::vector<Case> &cases : {elementwise_cases(), sum_cases()}) {
        for (const Case &a_case : cases) {
            Objects first, second;
            const std::string result = a_case.run(first);
            EXPECT_GT(result.size(), 3U) << a_case.row;
            EXPECT_EQ(result, a_case.run(second)) << a_case.row;
        }
    }
}

} // namespace
} // namespace api
