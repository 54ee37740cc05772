// Tests the destination of the lines of GxB_BURBLE.
#include "GraphBLAS.h"
#include "graphblast/gxb_options.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <string>

namespace {

void require(GrB_Info info) {
    ASSERT_EQ(info, GrB_SUCCESS);
}

std::string heard_;
int flushes_ = 0;
int hear(const char *format, ...) {
    char line[8192];
    std::va_list arguments;
    va_start(arguments, format);
    const int length = std::vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    heard_ += line;
    return length;
}
int count_flush() {
    return ++flushes_;
}

class Burble : public testing::Test {
protected:
    GrB_Matrix A = nullptr, C = nullptr;

    void SetUp() override {
        require(GrB_init(GrB_BLOCKING));
        for (GrB_Matrix *matrix : {&A, &C}) require(GrB_Matrix_new(matrix, GrB_FP64, 3, 3));
        require(GrB_Matrix_setElement_FP64(A, 0.5, 0, 1));
        require(GrB_Matrix_wait(A, GrB_MATERIALIZE));
        heard_.clear();
        flushes_ = 0;
    }
    void TearDown() override {
        for (GrB_Matrix *matrix : {&A, &C}) require(GrB_Matrix_free(matrix));
        require(GrB_finalize());
    }
    static void set_function(void *function, GrB_Field field) {
        require(GrB_Global_set_VOID(GrB_GLOBAL, function, field, sizeof function));
    }
    /// Returns the lines that a call writes to stderr.
    std::string said(bool is_burbling, const char *level) {
        testing::internal::CaptureStderr();
        require(GrB_Global_set_INT32(GrB_GLOBAL, is_burbling, GxB_BURBLE));
        require(GrB_Global_set_String(GrB_GLOBAL, level, static_cast<GrB_Field>(GrX_LOG)));
        require(GrB_transpose(C, nullptr, nullptr, A, nullptr));
        require(GrB_Global_set_String(GrB_GLOBAL, "", static_cast<GrB_Field>(GrX_LOG)));
        require(GrB_Global_set_INT32(GrB_GLOBAL, 0, GxB_BURBLE));
        return testing::internal::GetCapturedStderr();
    }
    static bool has_line(const std::string &text) {
        return text.find("graphblast pick op=transpose variant=") != std::string::npos &&
               text.find(" end_us=") != std::string::npos && text.back() == '\n';
    }
};

TEST_F(Burble, WithoutAFunctionOnStderr) {
    EXPECT_TRUE(has_line(said(true, "")));
    EXPECT_EQ(said(false, ""), "");
}

TEST_F(Burble, SpeaksToTheFunction) {
    set_function(reinterpret_cast<void *>(hear), GxB_PRINTF);
    set_function(reinterpret_cast<void *>(count_flush), GxB_FLUSH);
    EXPECT_EQ(said(true, ""), "");
    EXPECT_TRUE(has_line(heard_)) << heard_;
    EXPECT_EQ(flushes_, std::count(heard_.begin(), heard_.end(), '\n'));
    set_function(nullptr, GxB_PRINTF);
    const std::string before = heard_;
    EXPECT_TRUE(has_line(said(true, "")));
    EXPECT_EQ(heard_, before);
}

/// The lines of GrX_LOG stay on stderr; without burble the function gets none.
TEST_F(Burble, LeavesTheLog) {
    set_function(reinterpret_cast<void *>(hear), GxB_PRINTF);
    EXPECT_TRUE(has_line(said(false, "pick")));
    EXPECT_EQ(heard_, "");
    EXPECT_TRUE(has_line(said(true, "pick")));
    EXPECT_TRUE(has_line(heard_)) << heard_;
}

/// A program that turns burble off after the environment was read, as LAGraph's drivers do, keeps
/// the log.
TEST_F(Burble, TurnedOffLaterLeavesTheLog) {
    TearDown();
    setenv("GRAPHBLAST_LOG", "pick", 1);
    SetUp();
    unsetenv("GRAPHBLAST_LOG");
    testing::internal::CaptureStderr();
    require(GrB_Global_set_INT32(GrB_GLOBAL, 0, GxB_BURBLE));
    require(GxB_Global_Option_set_INT32(GxB_BURBLE, 0));
    require(GrB_transpose(C, nullptr, nullptr, A, nullptr));
    EXPECT_TRUE(has_line(testing::internal::GetCapturedStderr()));
}

/// The library forgets the function when it starts anew.
TEST_F(Burble, FinalizeForgetsTheFunction) {
    set_function(reinterpret_cast<void *>(hear), GxB_PRINTF);
    TearDown();
    SetUp();
    EXPECT_TRUE(has_line(said(true, "")));
    EXPECT_EQ(heard_, "");
}

} // namespace
