// Tests the commit's variants under the library's settings: forced, skipped, counted and logged.
#include "GraphBLAS.h"

#include <gtest/gtest.h>

#include <string>

namespace grb {
namespace {

class CommitSettings : public testing::Test {
protected:
    GrB_Vector u = nullptr, w = nullptr;
    void SetUp() override {
        ASSERT_EQ(GrB_init(GrB_NONBLOCKING), GrB_SUCCESS);
        for (GrB_Vector *one : {&u, &w}) GrB_Vector_new(one, GrB_FP64, 10);
        GrB_Vector_setElement_FP64(u, 3, 1);
        GrB_Vector_assign_FP64(w, nullptr, nullptr, 1, GrB_ALL, 10, nullptr);
        GrB_Vector_setElement_FP64(w, 2, 2);
        set(GrX_PICKS, "");
    }
    void TearDown() override {
        GrB_Vector_free(&u);
        GrB_Vector_free(&w);
        EXPECT_EQ(GrB_finalize(), GrB_SUCCESS);
    }
    static void set(int field, const char *text) {
        EXPECT_EQ(GrB_Global_set_String(GrB_GLOBAL, text, static_cast<GrB_Field>(field)),
                  GrB_SUCCESS);
    }
    static std::string text(int field) {
        char text[4000] = "";
        EXPECT_EQ(GrB_Global_get_String(GrB_GLOBAL, text, static_cast<GrB_Field>(field)),
                  GrB_SUCCESS);
        return text;
    }
    /// Runs w += u and returns the commit's variant, by the picks.
    std::string committed() {
        set(GrX_PICKS, "");
        EXPECT_EQ(GrB_Vector_assign(w, nullptr, GrB_PLUS_FP64, u, GrB_ALL, 10, nullptr),
                  GrB_SUCCESS);
        EXPECT_EQ(text(GrX_LAST_VARIANT).rfind("cpu/assign_", 0), 0U)
            << "the commit is no operation";
        const std::string picks = text(GrX_PICKS);
        const std::size_t begin = picks.find("commit:") + 7;
        return picks.substr(begin, picks.find('=', begin) - begin);
    }
    double value(GrB_Index k) const {
        double x = 0;
        EXPECT_EQ(GrB_Vector_extractElement_FP64(&x, w, k), GrB_SUCCESS);
        return x;
    }
};

TEST_F(CommitSettings, EveryVariantByForce) {
    double expected = 1;
    for (const char *name :
         {"cpu/commit_scatter", "cpu/commit_merge_dense", "cpu/commit_merge_sparse"}) {
        set(GrX_FORCE, (std::string("commit:") + name).c_str());
        EXPECT_EQ(committed(), name);
        expected += 3;
        EXPECT_EQ(value(1), expected);
        EXPECT_EQ(value(2), 2);
    }
    set(GrX_FORCE, "commit:cpu/commit_store");
    EXPECT_NE(committed(), "cpu/commit_store") << "it refuses";
    EXPECT_EQ(value(1), expected + 3);
}

TEST_F(CommitSettings, SkippedVariants) {
    const std::string first = committed();
    set(GrX_SKIP, ("commit:" + first).c_str());
    EXPECT_NE(committed(), first);
    EXPECT_EQ(value(1), 7);
}

/// The commit counts its only variant without a choice.
TEST_F(CommitSettings, StoresAreCounted) {
    EXPECT_EQ(GrB_Vector_apply(w, nullptr, nullptr, GrB_AINV_FP64, u, nullptr), GrB_SUCCESS);
    EXPECT_NE(text(GrX_PICKS).find("commit:cpu/commit_store=1"), std::string::npos)
        << text(GrX_PICKS);
}

/// The log does not change the choice.
TEST_F(CommitSettings, TheLogChangesNothing) {
    const std::string silent = committed();
    set(GrX_LOG, "pick");
    testing::internal::CaptureStderr();
    EXPECT_EQ(committed(), silent);
    set(GrX_LOG, "");
    EXPECT_NE(testing::internal::GetCapturedStderr().find("op=commit variant=" + silent),
              std::string::npos);
}

} // namespace
} // namespace grb
