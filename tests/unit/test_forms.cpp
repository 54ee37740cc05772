// Tests that conversions that an operation needs are chosen, counted, forced, skipped and logged as
// operations are, and leave the operation's log line, time and name unchanged.
#include "GraphBLAS.h"
#include "suitesparse/GraphBLAS.h"

#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <vector>

namespace {

void require(GrB_Info info) {
    ASSERT_EQ(info, GrB_SUCCESS);
}

void set_text(GrB_Field field, const std::string &text) {
    require(GrB_Global_set_String(GrB_GLOBAL, text.c_str(), static_cast<GrB_Field>(field)));
}

std::string text_of(GrB_Field field) {
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

class FormsOfObjects : public testing::Test {
protected:
    GrB_Matrix A = nullptr, C = nullptr; // 8 x 8, A without pending updates

    void SetUp() override {
        require(GrB_init(GrB_NONBLOCKING));
        for (GrB_Matrix *matrix : {&A, &C}) require(GrB_Matrix_new(matrix, GrB_FP64, 8, 8));
        for (GrB_Index k = 0; k < 8; k++)
            require(GrB_Matrix_setElement_FP64(A, static_cast<double>(k), k, (3 * k + 1) % 8));
        pin(A, GrX_SPARSE);
        require(GrB_Matrix_wait(A, GrB_MATERIALIZE));
        set_text(GrX_PICKS, "");
    }
    void TearDown() override {
        for (const GrB_Field field : {GrX_LOG, GrX_FORCE, GrX_SKIP}) set_text(field, "");
        for (GrB_Matrix *matrix : {&A, &C}) require(GrB_Matrix_free(matrix));
        require(GrB_finalize());
    }
    static void pin(GrB_Matrix matrix, GrX_Format format) {
        require(GrB_Matrix_set_INT32(matrix, format, static_cast<GrB_Field>(GrX_FORMAT)));
    }
    /// Returns the text that the call writes to stderr.
    template <class Call>
    static std::string logged(Call call, const char *level) {
        testing::internal::CaptureStderr();
        set_text(GrX_LOG, level);
        const GrB_Info info = call();
        set_text(GrX_LOG, "");
        EXPECT_EQ(info, GrB_SUCCESS);
        return testing::internal::GetCapturedStderr();
    }
    GrB_Info transpose() { return GrB_transpose(C, nullptr, nullptr, A, nullptr); }
};

TEST_F(FormsOfObjects, CountedBesideTheOperation) {
    require(transpose());
    EXPECT_EQ(text_of(GrX_LAST_VARIANT), "cpu/transpose_columns");
    const std::string picks = " " + text_of(GrX_PICKS) + " ";
    EXPECT_NE(picks.find(" transpose:cpu/transpose_columns=1 "), std::string::npos) << picks;
    EXPECT_NE(picks.find(" orient:cpu/orient_buckets=1 "), std::string::npos) << picks;
    require(transpose()); // the form by columns stays
    EXPECT_NE(text_of(GrX_PICKS).find("orient:cpu/orient_buckets=1"), std::string::npos);
}

TEST_F(FormsOfObjects, ALineOfTheirOwn) {
    const std::string text = logged([&] { return transpose(); }, "pick");
    const std::size_t form = text.find("graphblast pick op=orient variant=cpu/orient_buckets"),
                      whole = text.find("graphblast pick op=transpose ");
    ASSERT_NE(form, std::string::npos) << text;
    ASSERT_NE(whole, std::string::npos) << text;
    EXPECT_LT(form, whole) << "a part is there before what needs it";
    const std::string line = text.substr(form, text.find('\n', form) - form);
    EXPECT_NE(line.find(" A=8x8:8:sparse:FP64 prepare_us="), std::string::npos) << line;
    EXPECT_NE(line.find(" cost_us=cpu/orient_buckets("), std::string::npos) << line;
    EXPECT_NE(line.find(" time_us="), std::string::npos) << line;
}

/// Timed variants may run any number of times: the log names and counts their conversions once.
TEST_F(FormsOfObjects, NotComparedInsideOfAnother) {
    const std::string text = logged([&] { return transpose(); }, "compare");
    EXPECT_EQ(count_of(text, "op=orient "), 1) << text;
    EXPECT_EQ(text.substr(0, text.find('\n')).find("compared_us"), std::string::npos) << text;
    EXPECT_NE(text.find("op=transpose"), std::string::npos);
    EXPECT_NE(text_of(GrX_PICKS).find("orient:cpu/orient_buckets=1"), std::string::npos);
    // The log compares variants of a conversion outside an operation.
    const auto change = [&] {
        require(GrB_Matrix_setElement_FP64(A, 5, 0, 0));
        return GrB_Matrix_wait(A, GrB_MATERIALIZE);
    };
    EXPECT_NE(logged(change, "compare").find("op=update variant=cpu/update_rows"),
              std::string::npos);
    EXPECT_NE(logged(
                  [&] {
                      return GrB_Matrix_setElement_FP64(A, 6, 0, 5) != GrB_SUCCESS
                                 ? GrB_PANIC
                                 : GrB_Matrix_wait(A, GrB_MATERIALIZE);
                  },
                  "compare")
                  .find(" compared_us=cpu/update_rows("),
              std::string::npos);
    double value = 0;
    require(GrB_Matrix_extractElement_FP64(&value, A, 0, 5));
    EXPECT_EQ(value, 6);
}

TEST_F(FormsOfObjects, EveryOperationHasALine) {
    const GrB_Index list[] = {0, 3, 5};
    const double values[] = {1, 2, 3};
    GrB_Index rows[64], columns[64], count = 64;
    double found[64];
    const auto expect = [&](const char *words, auto call) {
        const std::string text =
            std::regex_replace(logged(call, "pick"), std::regex(" stage=[a-z]+"), "");
        EXPECT_NE(text.find(words), std::string::npos) << text;
    };
    expect("op=build variant=cpu/build_sort tuples=3 from=lists op_name=PLUS_FP64 C=8x8:FP64",
           [&] { return GrB_Matrix_build_FP64(C, list, list, values, 3, GrB_PLUS_FP64); });
    EXPECT_EQ(text_of(GrX_LAST_VARIANT), "cpu/build_sort");
    expect("op=tuples variant=cpu/tuples_copy rows=1 columns=1 values=FP64 A=8x8:3:",
           [&] { return GrB_Matrix_extractTuples_FP64(rows, columns, found, &count, C); });
    EXPECT_EQ(text_of(GrX_LAST_VARIANT), "cpu/build_sort") << "who only reads makes nothing";
    expect("op=sort variant=cpu/sort_merge op_name=LT_FP64 by=rows A=8x8:8:sparse:FP64",
           [&] { return GxB_Matrix_sort(C, nullptr, GrB_LT_FP64, A, nullptr); });
    EXPECT_EQ(text_of(GrX_LAST_VARIANT), "cpu/sort_merge");
    expect("op=concat variant=cpu/concat_tuples tiles=1 C=8x8:FP64",
           [&] { return GxB_Matrix_concat(C, &A, 1, 1, nullptr); });
    EXPECT_EQ(text_of(GrX_LAST_VARIANT), "cpu/concat_tuples");
    expect("op=convert variant=cpu/convert_dense to=bitmap:FP64 A=8x8:8:sparse:FP64", [&] {
        pin(A, GrX_BITMAP);
        return GrB_Matrix_wait(A, GrB_MATERIALIZE);
    });
    expect("op=statistics variant=cpu/statistics_rows A=8x8:8:sparse:FP64", [&] {
        pin(A, GrX_BALANCED);
        return GrB_Matrix_wait(A, GrB_MATERIALIZE);
    });
    EXPECT_EQ(text_of(GrX_LAST_VARIANT), "cpu/concat_tuples");
}

/// Rules apply as for operations: a skipped variant runs only where no other can.
TEST_F(FormsOfObjects, ForcedAndSkipped) {
    set_text(GrX_FORCE, "orient:cpu/orient_buckets,update:cpu/update_rows");
    EXPECT_EQ(text_of(GrX_FORCE), "orient:cpu/orient_buckets,update:cpu/update_rows");
    set_text(GrX_SKIP, "orient:cpu/orient_buckets");
    const std::string forced = logged([&] { return transpose(); }, "pick");
    EXPECT_EQ(forced.find("refused=cpu/orient_buckets"), std::string::npos) << forced;
    set_text(GrX_FORCE, "");
    require(GrB_Matrix_setElement_FP64(A, 5, 7, 7));
    const std::string skipped = logged([&] { return transpose(); }, "pick");
    EXPECT_NE(skipped.find("op=orient variant=cpu/orient_buckets"), std::string::npos) << skipped;
    EXPECT_NE(skipped.find("cpu/orient_buckets(skipped)"), std::string::npos) << skipped;
    EXPECT_EQ(
        GrB_Global_set_String(GrB_GLOBAL, "orient:cpu/nothing", static_cast<GrB_Field>(GrX_FORCE)),
        GrB_INVALID_VALUE);
}

/// The dump writes an operation's operands, but not again those of its conversions.
TEST_F(FormsOfObjects, DumpLeavesThemOut) {
    pin(A, GrX_BITMAP);
    const std::string text = logged([&] { return GrB_Matrix_wait(A, GrB_MATERIALIZE); }, "dump");
    EXPECT_EQ(text.find("dump="), std::string::npos) << text;
}

} // namespace
