// Tests a group that partitions every object: its variants run, its members' choices are made and
// logged as one, and operations without a variant read gathered objects.
#include "base/group_partitions.hpp"
#include "suitesparse/GraphBLAS.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace {

void require(GrB_Info info) {
    ASSERT_EQ(info, GrB_SUCCESS);
}

void set_text(int field, const std::string &text) {
    require(GrB_Global_set_String(GrB_GLOBAL, text.c_str(), static_cast<GrB_Field>(field)));
}
std::string text_of(int field) {
    std::size_t size = 0;
    EXPECT_EQ(GrB_Global_get_SIZE(GrB_GLOBAL, &size, static_cast<GrB_Field>(field)), GrB_SUCCESS);
    std::string text(size + 1, 0);
    EXPECT_EQ(GrB_Global_get_String(GrB_GLOBAL, text.data(), static_cast<GrB_Field>(field)),
              GrB_SUCCESS);
    return text.c_str();
}

int count_of(const std::string &text, const std::string &word) {
    int count = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
        count++;
    return count;
}

class GroupVariants : public testing::Test {
protected:
    static constexpr GrB_Index n = 30;
    GrB_Matrix A = nullptr, C = nullptr; // A: a cycle, with a second entry in each third row
    GrB_Vector u = nullptr, w = nullptr;

    void SetUp() override {
        require(GrB_init(GrB_NONBLOCKING));
        grb::set_group_partitions(0);
        for (GrB_Matrix *matrix : {&A, &C}) require(GrB_Matrix_new(matrix, GrB_INT64, n, n));
        for (GrB_Vector *vector : {&u, &w}) require(GrB_Vector_new(vector, GrB_INT64, n));
        for (GrB_Index k = 0; k < n; k++) {
            require(GrB_Matrix_setElement_INT64(A, 1, k, (k + 1) % n));
            if (k % 3 == 0) require(GrB_Matrix_setElement_INT64(A, 2, k, (k + 5) % n));
            require(GrB_Vector_setElement_INT64(u, static_cast<std::int64_t>(k), k));
        }
        require(GrB_Matrix_wait(A, GrB_MATERIALIZE));
        require(GrB_Vector_wait(u, GrB_MATERIALIZE));
        set_text(GrX_PICKS, "");
        grb::set_group_partitions(3);
    }
    void TearDown() override {
        for (const int field : {GrX_LOG, GrX_FORCE, GrX_SKIP}) set_text(field, "");
        for (GrB_Matrix *matrix : {&A, &C}) require(GrB_Matrix_free(matrix));
        for (GrB_Vector *vector : {&u, &w}) require(GrB_Vector_free(vector));
        require(GrB_finalize());
        grb::set_group_partitions(0);
    }
    void multiply() {
        require(GrB_mxv(w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_INT64, A, u, nullptr));
    }
    std::int64_t value(GrB_Index k) {
        std::int64_t x = -1;
        require(GrB_Vector_extractElement_INT64(&x, w, k));
        return x;
    }
    void expect_product() {
        for (GrB_Index k = 0; k < n; k++) {
            const GrB_Index sum = (k + 1) % n + (k % 3 == 0 ? 2 * ((k + 5) % n) : 0);
            EXPECT_EQ(value(k), static_cast<std::int64_t>(sum));
        }
    }
    template <class Call>
    std::string logged(const Call &call) {
        testing::internal::CaptureStderr();
        set_text(GrX_LOG, "pick");
        call();
        set_text(GrX_LOG, "");
        return testing::internal::GetCapturedStderr();
    }
};

TEST_F(GroupVariants, EachMemberWithPositionsChoosesForItself) {
    const std::string text = logged([&] { multiply(); });
    EXPECT_EQ(text_of(GrX_LAST_VARIANT).substr(0, 9), "group/mxv");
    expect_product();
    // The second partition is empty.
    EXPECT_EQ(count_of(text, " member=0 "), count_of(text, " member=2 "));
    EXPECT_GE(count_of(text, " member=0 "), 1);
    EXPECT_EQ(count_of(text, " member=1 "), 0);
    EXPECT_EQ(count_of(text, "op=mxv variant=group/"), 1) << text;
    EXPECT_EQ(count_of(text, "op=mxv variant=cpu/"), 2) << text;
    EXPECT_EQ(count_of(text, "op=mxv variant=cpu/mxv"), count_of(text, "inside_a_group") / 3);
}

TEST_F(GroupVariants, WithoutAVariantOfTheGroupThingsAreGathered) {
    GrB_Vector sorted = nullptr;
    require(GrB_Vector_new(&sorted, GrB_INT64, n));
    // A single row is not split.
    const std::string text =
        logged([&] { require(GxB_Vector_sort(sorted, nullptr, GrB_GT_INT64, u, nullptr)); });
    require(GrB_Vector_free(&sorted));
    const std::size_t at = text.find("op=sort variant=cpu/");
    ASSERT_NE(at, std::string::npos) << text;
    EXPECT_NE(text.substr(at, text.find('\n', at) - at).find(" gathered=1 "), std::string::npos);
}

TEST_F(GroupVariants, AreNotConsideredWithoutAGroup) {
    grb::set_group_partitions(0);
    const std::string text = logged([&] { multiply(); });
    EXPECT_EQ(text_of(GrX_LAST_VARIANT).substr(0, 4), "cpu/");
    EXPECT_NE(text.find("group/mxv_pull(no_group)"), std::string::npos) << text;
    EXPECT_EQ(text.find("gathered="), std::string::npos) << text;
    EXPECT_EQ(text_of(GrX_PICKS).find("group/"), std::string::npos);
}

TEST_F(GroupVariants, AForcedOneRunsInThreePartitions) {
    grb::set_group_partitions(0);
    for (const char *const variant : {"group/mxv_pull", "group/mxv_push"}) {
        set_text(GrX_FORCE, std::string("mxv:") + variant);
        const std::string text = logged([&] { multiply(); });
        EXPECT_EQ(text_of(GrX_LAST_VARIANT), variant);
        expect_product();
        EXPECT_GE(count_of(text, " member=2 "), 1) << text;
        EXPECT_EQ(count_of(text, " member=3 "), 0) << text;
        // No other operation runs on the group.
        require(GrB_Matrix_apply(C, nullptr, nullptr, GrB_AINV_INT64, A, nullptr));
        EXPECT_EQ(text_of(GrX_LAST_VARIANT).substr(0, 4), "cpu/");
    }
}

TEST_F(GroupVariants, ResultsKeepThePartitionsOfTheirMembers) {
    require(GrB_Vector_apply(w, nullptr, nullptr, GrB_AINV_INT64, u, nullptr));
    std::size_t held = 0, bare = 0;
    require(GrB_Vector_get_SIZE(w, &held, static_cast<GrB_Field>(GrX_BYTES)));
    grb::set_group_partitions(0);
    require(GrB_Vector_apply(w, nullptr, nullptr, GrB_AINV_INT64, u, nullptr));
    require(GrB_Vector_get_SIZE(w, &bare, static_cast<GrB_Field>(GrX_BYTES)));
    EXPECT_GT(held, bare + n * sizeof(std::int64_t));
}

/// After a change, partitions cut before it are not used.
TEST_F(GroupVariants, ChangedObjectsAreCutAnew) {
    for (const bool is_full : {false, true}) {
        if (is_full)
            require(GrB_Matrix_set_INT32(A, GrX_BITMAP, static_cast<GrB_Field>(GrX_FORMAT)));
        multiply();
        require(GrB_Matrix_setElement_INT64(A, 100, 4, 5));
        multiply();
        EXPECT_EQ(value(4), 500);
        require(GrB_Matrix_setElement_INT64(A, 1, 4, 5));
        require(GrB_Vector_setElement_INT64(u, 1000, 5));
        multiply();
        EXPECT_EQ(value(4), 1000);
        require(GrB_Matrix_removeElement(A, 4, 5));
        multiply();
        std::int64_t x = 0;
        EXPECT_EQ(GrB_Vector_extractElement_INT64(&x, w, 4), GrB_NO_VALUE);
        require(GrB_Matrix_setElement_INT64(A, 1, 4, 5));
        require(GrB_Vector_setElement_INT64(u, 5, 5));
        multiply();
        expect_product();
    }
}

/// The error names a wrong tuple by its position in the whole list, whichever member finds it.
TEST_F(GroupVariants, TextsSpeakOfTheWhole) {
    const GrB_Index rows[] = {0, 29, 15, 29, 4}, columns[] = {0, 7, 2, 7, 4};
    const std::int64_t values[] = {1, 2, 3, 4, 5};
    const auto message = [&] {
        require(GrB_Matrix_clear(C));
        EXPECT_EQ(GrB_Matrix_build_INT64(C, rows, columns, values, 5, nullptr), GrB_INVALID_VALUE);
        const char *text = nullptr;
        require(GrB_Matrix_error(&text, C));
        return std::string(text);
    };
    const std::string of_group = message();
    EXPECT_NE(of_group.find("tuple 3 repeats position (29, 7)"), std::string::npos) << of_group;
    grb::set_group_partitions(0);
    EXPECT_EQ(message(), of_group);
    grb::set_group_partitions(3);
    require(GrB_Matrix_clear(C));
    require(GrB_Matrix_build_INT64(C, rows, columns, values, 5, GrB_MINUS_INT64));
    std::int64_t x = 0;
    require(GrB_Matrix_extractElement_INT64(&x, C, 29, 7));
    EXPECT_EQ(x, 2 - 4) << "in the order of the list";
    EXPECT_GE(count_of(text_of(GrX_PICKS), "build:group/build="), 1);
}

TEST(GroupSettings, PartitionsOfTheEnvironment) {
    const char *const given = std::getenv("GRAPHBLAST_PARTS");
    const std::string before = given != nullptr ? given : "";
    for (const char *const wrong : {"0", "65", "-1", "3x", "many", " 3"}) {
        setenv("GRAPHBLAST_PARTS", wrong, 1);
        testing::internal::CaptureStderr();
        require(GrB_init(GrB_NONBLOCKING));
        const std::string line = testing::internal::GetCapturedStderr();
        EXPECT_EQ(line.find("graphblast: GRAPHBLAST_PARTS ignored: "), 0U) << line;
        EXPECT_NE(line.find(std::string("\"") + wrong + "\" is not a number from 1 to 64\n"),
                  std::string::npos)
            << line;
        EXPECT_EQ(grb::group_partitions(), 0);
        require(GrB_finalize());
    }
    for (const int partitions : {1, 7, 64}) {
        setenv("GRAPHBLAST_PARTS", std::to_string(partitions).c_str(), 1);
        require(GrB_init(GrB_NONBLOCKING));
        EXPECT_EQ(grb::group_partitions(), partitions);
        require(GrB_finalize());
    }
    unsetenv("GRAPHBLAST_PARTS");
    require(GrB_init(GrB_NONBLOCKING));
    EXPECT_EQ(grb::group_partitions(), 0);
    require(GrB_finalize());
    if (given != nullptr) setenv("GRAPHBLAST_PARTS", before.c_str(), 1);
}

} // namespace
