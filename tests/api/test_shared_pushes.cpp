// Tests pushes in which threads add up sums of their own, against a pull by one thread.
#include "api/world.h"
#include "graphblast/gxb_objects.h"

#include <tuple>

namespace api {
namespace {

/// A matrix and a frontier of every step-th vertex, with `degree` edges out of each.
struct Shape {
    GrB_Index size, step, degree;
    const char *what;
};
constexpr Shape shapes[] = {
    {5000, 1, 40, "several entries for each position"},
    {200000, 200, 20, "few entries in a long vector"},
    {60000, 7, 5, "fewer entries than positions"},
    {300000, 4, 2, "sums beyond a cache"},
    {100000, 100000, 60000, "one vertex, which no threads can share"},
};

enum class Mask { none, bits, listed, complement };

class SharedPushes : public testing::TestWithParam<std::tuple<int, Mask>> {
protected:
    void SetUp() override {
        REQUIRE(GrB_Global_get_INT32(GrB_GLOBAL, &before_, static_cast<GrB_Field>(GxB_NTHREADS)));
        const Shape &shape = shapes[std::get<0>(GetParam())];
        std::vector<GrB_Index> rows, columns;
        std::vector<std::int64_t> values;
        for (GrB_Index j = 0; j < shape.size; j += shape.step)
            for (GrB_Index k = 0; k < shape.degree; k++) {
                rows.push_back((j * 7919 + k * k * 104729 + k) % shape.size);
                columns.push_back(j);
                values.push_back(static_cast<std::int64_t>((j * 31 + k * 17) % 120) - 7);
            }
        whole_ = new_matrix(GrB_INT64, shape.size, shape.size);
        REQUIRE(GrB_Matrix_build_INT64(whole_, rows.data(), columns.data(), values.data(),
                                       rows.size(), GrB_PLUS_INT64));
        whole_u_ = new_vector(GrB_INT64, shape.size);
        mask_ = new_vector(GrB_BOOL, shape.size);
        const GrB_Index gap = std::get<1>(GetParam()) == Mask::listed ? 50 : 3;
        for (GrB_Index i = 0; i < shape.size; i += shape.step)
            REQUIRE(
                GrB_Vector_setElement_INT64(whole_u_, static_cast<std::int64_t>(i % 90) - 3, i));
        for (GrB_Index i = 0; i < shape.size; i += gap)
            REQUIRE(GrB_Vector_setElement_BOOL(mask_, i % 2 == 0, i));
    }
    void TearDown() override {
        use("", before_);
        for (GrB_Vector *vector : {&whole_u_, &u_, &mask_}) REQUIRE(GrB_Vector_free(vector));
        for (GrB_Matrix *matrix : {&whole_, &A_}) REQUIRE(GrB_Matrix_free(matrix));
    }

    /// Makes the operands of the type: semirings are curated for operands of their own.
    void use_operands(GrB_Type type) {
        const GrB_Index size = shapes[std::get<0>(GetParam())].size;
        REQUIRE(GrB_Matrix_free(&A_));
        REQUIRE(GrB_Vector_free(&u_));
        A_ = new_matrix(type, size, size);
        u_ = new_vector(type, size);
        REQUIRE(
            GrB_Matrix_assign(A_, nullptr, nullptr, whole_, GrB_ALL, size, GrB_ALL, size, nullptr));
        REQUIRE(GrB_Vector_assign(u_, nullptr, nullptr, whole_u_, GrB_ALL, size, nullptr));
    }

    std::string product(GrB_Semiring semiring, GrB_Type type, const char *variant, int threads) {
        use((std::string("mxv:") + variant).c_str(), threads);
        GrB_Vector w = new_vector(type, shapes[std::get<0>(GetParam())].size);
        const Mask mask = std::get<1>(GetParam());
        REQUIRE(GrB_mxv(w, mask == Mask::none ? nullptr : mask_, nullptr, semiring, A_, u_,
                        mask == Mask::complement ? GrB_DESC_C : nullptr));
        char used[64] = {};
        REQUIRE(GrB_Global_get_String(GrB_GLOBAL, used, static_cast<GrB_Field>(GrX_LAST_VARIANT)));
        EXPECT_STREQ(used, variant);
        GrB_Index count = 0;
        REQUIRE(GrB_Vector_nvals(&count, w));
        EXPECT_GT(count, 0U);
        std::string text = contents(w);
        REQUIRE(GrB_Vector_free(&w));
        return text;
    }

private:
    static void use(const char *rule, std::int32_t threads) {
        REQUIRE(GrB_Global_set_String(GrB_GLOBAL, rule, static_cast<GrB_Field>(GrX_FORCE)));
        REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, threads, static_cast<GrB_Field>(GxB_NTHREADS)));
    }
    GrB_Matrix whole_{}, A_{};
    GrB_Vector whole_u_{}, u_{}, mask_{};
    std::int32_t before_ = 0;
};

/// Curated and other semirings, values and patterns alone.
TEST_P(SharedPushes, AgreeWithOneThread) {
    const std::tuple<GrB_Semiring, GrB_Type, const char *> all[] = {
        {GrB_MIN_PLUS_SEMIRING_INT32, GrB_INT32, "MIN_PLUS_INT32"},
        {GrB_MIN_PLUS_SEMIRING_FP64, GrB_FP64, "MIN_PLUS_FP64"},
        {GrB_MAX_SECOND_SEMIRING_UINT8, GrB_UINT8, "MAX_SECOND_UINT8"},
        {GrB_PLUS_TIMES_SEMIRING_INT64, GrB_INT64, "PLUS_TIMES_INT64"},
        {GrB_PLUS_MIN_SEMIRING_UINT16, GrB_UINT16, "PLUS_MIN_UINT16"},
        {GrB_LOR_LAND_SEMIRING_BOOL, GrB_BOOL, "LOR_LAND_BOOL"},
        {GxB_ANY_PAIR_BOOL, GrB_BOOL, "ANY_PAIR_BOOL"},
    };
    for (const auto &[semiring, type, name] : all) {
        use_operands(type);
        const std::string expected = product(semiring, type, "cpu/mxv_pull_rows", 1);
        for (const int threads : {2, 8})
            EXPECT_EQ(product(semiring, type, "cpu/mxv_push_spa", threads), expected)
                << name << " by " << threads
                << " threads: " << shapes[std::get<0>(GetParam())].what;
    }
}

INSTANTIATE_TEST_SUITE_P(Shapes, SharedPushes,
                         testing::Combine(testing::Range(0, 5),
                                          testing::Values(Mask::none, Mask::bits, Mask::listed,
                                                          Mask::complement)));

} // namespace
} // namespace api
