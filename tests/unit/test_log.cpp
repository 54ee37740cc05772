// Tests the log: one line per operation names the variant and its operands, and "dump" writes the
// operands to files.
#include "GraphBLAS.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <regex>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace {

void require(GrB_Info info) {
    ASSERT_EQ(info, GrB_SUCCESS);
}

void set_log(const char *level) {
    require(GrB_Global_set_String(GrB_GLOBAL, level, static_cast<GrB_Field>(GrX_LOG)));
}

class Log : public testing::Test {
protected:
    GrB_Matrix A = nullptr, B = nullptr, C = nullptr; // 3 x 3
    GrB_Vector u = nullptr, w = nullptr;

    void SetUp() override {
        require(GrB_init(GrB_NONBLOCKING));
        for (GrB_Matrix *matrix : {&A, &B, &C}) require(GrB_Matrix_new(matrix, GrB_FP64, 3, 3));
        for (GrB_Vector *vector : {&u, &w}) require(GrB_Vector_new(vector, GrB_FP64, 3));
        for (GrB_Matrix matrix : {A, B}) {
            require(GrB_Matrix_setElement_FP64(matrix, 0.5, 0, 1));
            require(GrB_Matrix_setElement_FP64(matrix, -2, 2, 0));
        }
        require(GrB_Vector_setElement_FP64(u, 3, 1));
    }
    void TearDown() override {
        set_log("");
        for (GrB_Matrix *matrix : {&A, &B, &C}) require(GrB_Matrix_free(matrix));
        for (GrB_Vector *vector : {&u, &w}) require(GrB_Vector_free(vector));
        require(GrB_finalize());
    }

    /// Returns the text that the call writes to stderr.
    template <class Call>
    std::string logged(Call call, const char *level = "pick") {
        testing::internal::CaptureStderr();
        set_log(level);
        const GrB_Info info = call();
        set_log("");
        const std::string text = testing::internal::GetCapturedStderr();
        EXPECT_EQ(info, GrB_SUCCESS);
        return text;
    }
};

/// Separates the lines of commits from the others.
std::pair<std::string, std::string> without_commits(const std::string &text) {
    std::string others, commits, line;
    for (std::istringstream lines(text); std::getline(lines, line);) {
        const bool is_commit = line.rfind("graphblast pick op=commit ", 0) == 0;
        (is_commit ? commits : others) += line + '\n';
    }
    return {others, commits};
}

/// Expects one line of the operation: one of its variants, the words, costs and time. Lines of
/// conversions and of the GPU's state may stand between.
void expect_line(const std::string &text, const std::string &operation, const std::string &words) {
    const std::string others =
        "(graphblast (device|pick op=(convert|orient|statistics|update|commit) ).*\n)*";
    const std::regex line(others + "graphblast pick op=" + operation + " variant=(cpu|cuda)/" +
                          operation + "[a-z_]*.*" + words +
                          ".* cost_us=(cpu|cuda)/[a-z_]+\\([0-9.e+-]+\\).* time_us=[0-9.]+ "
                          "bytes=[1-9][0-9]* gbs=[0-9.]+\n" +
                          others);
    EXPECT_TRUE(std::regex_match(text, line)) << text;
}

TEST_F(Log, EveryOperation) {
    const std::string a = "A=3x3:2:[a-z]+:FP64";
    expect_line(logged([&] {
                    return GrB_mxm(C, B, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A, B, GrB_DESC_SC);
                }),
                "mxm",
                "semiring=PLUS_TIMES_FP64 mask=comp_structure M=3x3:2:.* " + a + " B=3x3:2:");
    expect_line(logged([&] {
                    return GrB_mxv(w, nullptr, nullptr, GrB_MIN_PLUS_SEMIRING_FP64, A, u,
                                   GrB_DESC_T0);
                }),
                "mxv", "semiring=MIN_PLUS_FP64 mask=none tran=1 flip=0 " + a + " u=3:1:");
    expect_line(logged([&] {
                    return GrB_Matrix_eWiseAdd_BinaryOp(C, nullptr, nullptr, GrB_MAX_FP64, A, B,
                                                        GrB_DESC_T1);
                }),
                "ewise_add", "op_name=MAX_FP64 mask=none tran=0 tran1=1 " + a);
    expect_line(logged([&] {
                    return GrB_Matrix_eWiseMult_BinaryOp(C, nullptr, nullptr, GrB_TIMES_FP64, A, B,
                                                         nullptr);
                }),
                "ewise_mult", "op_name=TIMES_FP64 .* " + a);
    expect_line(logged([&] { return GrB_Matrix_apply(C, A, nullptr, GrB_AINV_FP64, A, nullptr); }),
                "apply", "kind=unary op_name=GrB_AINV_FP64 mask=value M=.* " + a);
    expect_line(logged([&] {
                    return GrB_Matrix_apply_BinaryOp2nd_FP64(C, nullptr, nullptr, GrB_PLUS_FP64, A,
                                                             1, nullptr);
                }),
                "apply", "kind=bind_second op_name=PLUS_FP64");
    expect_line(logged([&] {
                    return GrB_Matrix_apply_IndexOp_INT64(C, nullptr, nullptr, GrB_ROWINDEX_INT64,
                                                          A, 1, nullptr);
                }),
                "apply", "kind=index op_name=GrB_ROWINDEX_INT64");
    expect_line(logged([&] {
                    return GrB_Matrix_select_INT64(C, nullptr, nullptr, GrB_TRIL, A, 0,
                                                   GrB_DESC_T0);
                }),
                "select", "op_name=GrB_TRIL mask=none tran=1 " + a);
    expect_line(logged([&] {
                    return GrB_Matrix_eWiseMult_BinaryOp(C, nullptr, nullptr, GrB_BXOR_INT32, A, B,
                                                         nullptr);
                }),
                "ewise_mult", "op_name=BXOR_INT32");
    double sum = 0;
    expect_line(logged([&] {
                    return GrB_Matrix_reduce_FP64(&sum, nullptr, GrB_PLUS_MONOID_FP64, A, nullptr);
                }),
                "reduce", "op_name=PLUS_FP64 mask=none tran=0 to=scalar " + a);
    EXPECT_EQ(sum, -1.5);
    expect_line(logged([&] {
                    return GrB_Matrix_reduce_Monoid(w, nullptr, nullptr, GrB_MAX_MONOID_FP64, A,
                                                    nullptr);
                }),
                "reduce", "to=vector");
    expect_line(logged([&] { return GrB_transpose(C, A, nullptr, B, nullptr); }), "transpose",
                "mask=value M=.* A=3x3:2:");
    const GrB_Index list[] = {2, 0};
    expect_line(logged([&] {
                    return GrB_Matrix_extract(C, nullptr, nullptr, A, GrB_ALL, 3, GrB_ALL, 3,
                                              GrB_DESC_T0);
                }),
                "extract", "tran=1 rows=3:all columns=3:all " + a);
    expect_line(logged([&] {
                    return GrB_Matrix_assign_FP64(C, nullptr, nullptr, 7, list, 2, GrB_ALL, 3,
                                                  nullptr);
                }),
                "assign", "tran=0 rows=2 columns=3:all C=3x3");
    GrB_Matrix K = nullptr;
    require(GrB_Matrix_new(&K, GrB_FP64, 9, 9));
    expect_line(logged([&] {
                    return GrB_Matrix_kronecker_BinaryOp(K, nullptr, nullptr, GrB_TIMES_FP64, A, B,
                                                         GrB_DESC_T1);
                }),
                "kronecker", "op_name=TIMES_FP64 mask=none tran=0 tran1=1 " + a + " B=3x3:2:");
    require(GrB_Matrix_free(&K));
    expect_line(logged([&] { return GrX_Matrix_maxk(C, A, 2, GrB_DESC_T0); }), "maxk",
                "k=2 abs=0 tran=1 " + a);
    EXPECT_EQ(logged([&] { return GrB_transpose(C, nullptr, nullptr, A, nullptr); }, ""), "");
}

std::string text_of(const std::filesystem::path &path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

/// A folder that lasts as long as a test.
class Folder {
public:
    Folder() : before_(std::filesystem::current_path()) {
        std::string pattern = std::filesystem::temp_directory_path() / "graphblast-log-XXXXXX";
        path_ = mkdtemp(pattern.data());
        std::filesystem::current_path(path_);
    }
    ~Folder() {
        std::filesystem::current_path(before_);
        std::filesystem::remove_all(path_);
    }
    Folder(const Folder &) = delete;
    Folder &operator=(const Folder &) = delete;
    const std::filesystem::path &path() const { return path_; }

private:
    std::filesystem::path before_, path_;
};

std::string prefix_of(const std::string &line) {
    std::smatch match;
    const bool is_there =
        std::regex_search(line, match, std::regex("dump=(graphblast-[0-9]+-[0-9]+)"));
    EXPECT_TRUE(is_there) << line;
    return is_there ? match[1].str() : "";
}

TEST_F(Log, DumpsOperands) {
    const Folder folder;
    std::string prefix = prefix_of(logged(
        [&] { return GrB_mxv(w, u, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A, u, GrB_DESC_S); },
        "dump"));
    EXPECT_EQ(text_of(prefix + "-A.mtx"),
              "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 0.5\n3 1 -2\n");
    EXPECT_EQ(text_of(prefix + "-u.mtx"),
              "%%MatrixMarket matrix coordinate real general\n1 3 1\n1 2 3\n");
    EXPECT_EQ(text_of(prefix + "-M.mtx"), text_of(prefix + "-u.mtx"));
    EXPECT_FALSE(std::filesystem::exists(prefix + "-B.mtx"));

    prefix = prefix_of(logged(
        [&] { return GrB_mxm(C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, A, B, nullptr); },
        "dump"));
    EXPECT_EQ(text_of(prefix + "-B.mtx"), text_of(prefix + "-A.mtx"));

    // The dump writes integers of either sign in full, and of a user-defined type the pattern.
    GrB_Matrix large = nullptr, odd = nullptr;
    GrB_Type type = nullptr;
    require(GrB_Type_new(&type, 3));
    require(GrB_Matrix_new(&large, GrB_UINT64, 3, 3));
    require(GrB_Matrix_new(&odd, type, 3, 3));
    require(GrB_Matrix_setElement_UINT64(large, UINT64_MAX, 1, 1));
    require(GrB_Matrix_setElement_UDT(odd, "abc", 2, 2));
    prefix = prefix_of(
        logged([&] { return GrB_transpose(large, odd, nullptr, large, GrB_DESC_S); }, "dump"));
    EXPECT_EQ(text_of(prefix + "-A.mtx"), "%%MatrixMarket matrix coordinate integer general\n"
                                          "3 3 1\n2 2 18446744073709551615\n");
    EXPECT_EQ(text_of(prefix + "-M.mtx"),
              "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n3 3\n");
    GrB_Matrix small = nullptr;
    require(GrB_Matrix_new(&small, GrB_INT8, 3, 3));
    require(GrB_Matrix_setElement_INT8(small, -128, 0, 2));
    prefix = prefix_of(
        logged([&] { return GrB_transpose(small, nullptr, nullptr, small, nullptr); }, "dump"));
    EXPECT_EQ(text_of(prefix + "-A.mtx"),
              "%%MatrixMarket matrix coordinate integer general\n3 3 1\n1 3 -128\n");
    for (GrB_Matrix *matrix : {&large, &odd, &small}) require(GrB_Matrix_free(matrix));
    require(GrB_Type_free(&type));
}

/// The log times every eligible variant, also the chosen one; the result is that of one call.
TEST_F(Log, ComparesVariants) {
    const std::string text = logged(
        [&] {
            return GrB_mxv(w, nullptr, GrB_PLUS_FP64, GrB_PLUS_TIMES_SEMIRING_FP64, A, u, nullptr);
        },
        "compare");
    std::smatch match;
    ASSERT_TRUE(std::regex_search(
        text, match, std::regex("op=mxv variant=(\\S+) .* compared_us=(\\S+) time_us=[0-9.]+ ")))
        << text;
    const std::string chosen = match[1], compared = match[2];
    EXPECT_NE(compared.find(chosen + '('), std::string::npos) << text;
    EXPECT_NE(compared.find("cpu/mxv_pull_rows("), std::string::npos) << text;
    EXPECT_NE(compared.find("cpu/mxv_push_spa("), std::string::npos) << text;
    double value = 0;
    require(GrB_Vector_extractElement_FP64(&value, w, 0));
    EXPECT_EQ(value, 1.5);
    EXPECT_EQ(
        logged([&] { return GrB_transpose(C, nullptr, nullptr, A, nullptr); }).find("compared_us"),
        std::string::npos);
}

/// The commit's line follows the operation's, also where C becomes the result.
TEST_F(Log, Commits) {
    const auto line = [&](auto call, const char *level = "pick") {
        return without_commits(logged(call, level)).second;
    };
    const std::string times =
        ".* cost_us=cpu/commit_[a-z_]+\\([0-9.e+-]+\\).* time_us=[0-9.]+ bytes=[1-9][0-9]* "
        "gbs=[0-9.]+\n";
    const auto expect = [&](const std::string &text, const std::string &words) {
        EXPECT_TRUE(
            std::regex_match(text, std::regex("graphblast pick op=commit " + words + times)))
            << text;
    };
    expect(line([&] { return GrB_Matrix_apply(C, nullptr, nullptr, GrB_AINV_FP64, A, nullptr); }),
           "variant=cpu/commit_store stage=evident mask=none applied=[01] replace=0 shared=0 "
           "T=3x3:2:[a-z]+:FP64");
    const auto add = [&] {
        return GrB_Matrix_apply(C, B, GrB_PLUS_FP64, GrB_AINV_FP64, A, GrB_DESC_RSC);
    };
    expect(line(add),
           "variant=cpu/commit_merge_[a-z]+ stage=[a-z]+ accumulator=PLUS_FP64 mask=comp_structure "
           "M=3x3:2:.* applied=[01] replace=1 shared=[01] C=3x3:2:.* T=3x3:[0-9]:");
    expect(line([&] { return GrB_Row_assign(C, nullptr, nullptr, u, 1, GrB_ALL, 3, nullptr); }),
           "variant=cpu/commit_[a-z_]+ stage=[a-z]+ mask=none .* rows=1 columns=3 vector=row .* "
           "T=3x3:1:");
}

/// The log times the commit's variants on copies: C is the result of one call.
TEST_F(Log, ComparesCommits) {
    GrB_Vector full = nullptr;
    require(GrB_Vector_new(&full, GrB_FP64, 3));
    require(GrB_Vector_assign_FP64(full, nullptr, nullptr, 1, GrB_ALL, 3, nullptr));
    require(GrB_Vector_setElement_FP64(full, 2, 2));
    const std::string text =
        without_commits(logged(
                            [&] {
                                return GrB_Vector_assign(full, nullptr, GrB_PLUS_FP64, u, GrB_ALL,
                                                         3, nullptr);
                            },
                            "compare"))
            .second;
    std::smatch match;
    ASSERT_TRUE(std::regex_search(text, match, std::regex(" compared_us=(\\S+) time_us="))) << text;
    for (const char *variant :
         {"cpu/commit_scatter(", "cpu/commit_merge_dense(", "cpu/commit_merge_sparse("})
        EXPECT_NE(match[1].str().find(variant), std::string::npos) << text;
    const double expected[] = {1, 4, 2};
    for (GrB_Index k = 0; k < 3; k++) {
        double value = 0;
        require(GrB_Vector_extractElement_FP64(&value, full, k));
        EXPECT_EQ(value, expected[k]);
    }
    require(GrB_Vector_free(&full));
}

/// Returns the name of the dump after the next one.
std::string next_prefix(const std::string &prefix) {
    const std::size_t dash = prefix.rfind('-');
    return prefix.substr(0, dash + 1) + std::to_string(std::stoul(prefix.substr(dash + 1)) + 1);
}

/// A dump skips names that are taken: it writes through no link and replaces no file.
TEST_F(Log, DumpsIntoNewFilesOnly) {
    const Folder folder;
    const auto transpose = [&] { return GrB_transpose(C, A, nullptr, A, GrB_DESC_S); };
    const std::string first = prefix_of(logged(transpose, "dump")), link = next_prefix(first),
                      file = next_prefix(link), dangling = next_prefix(file),
                      free = next_prefix(dangling);
    std::ofstream("victim") << "old";
    std::filesystem::create_symlink("victim", link + "-M.mtx");
    std::ofstream(file + "-A.mtx") << "old";
    std::filesystem::create_symlink("nothing", dangling + "-A.mtx");
    EXPECT_EQ(prefix_of(logged(transpose, "dump")), free);
    EXPECT_EQ(text_of("victim"), "old");
    EXPECT_EQ(text_of(file + "-A.mtx"), "old");
    EXPECT_FALSE(std::filesystem::exists("nothing"));
    EXPECT_EQ(text_of(free + "-A.mtx"), text_of(first + "-A.mtx"));
    EXPECT_EQ(text_of(free + "-M.mtx"), text_of(first + "-M.mtx"));
}

/// A dump that fails leaves no file, and the limit on file sizes ends no program.
TEST_F(Log, DumpThatGetsTooLong) {
    const Folder folder;
    GrB_Matrix large = nullptr;
    require(GrB_Matrix_new(&large, GrB_FP64, 20000, 20000));
    for (GrB_Index k = 0; k < 20000; k++) require(GrB_Matrix_setElement_FP64(large, 0.5, k, k));
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit limit{1 << 15, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
    const std::string text =
        logged([&] { return GrB_transpose(large, nullptr, nullptr, large, nullptr); }, "dump");
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    const std::string prefix = prefix_of(text);
    EXPECT_NE(text.find("graphblast: cannot write " + prefix + "-A.mtx: File too large\n"),
              std::string::npos)
        << text;
    EXPECT_FALSE(std::filesystem::exists(prefix + "-A.mtx"));
    require(GrB_Matrix_free(&large));
}

TEST_F(Log, DumpWithoutAFolder) {
    const Folder folder;
    std::filesystem::remove(folder.path()); // no file can be created in it now
    const std::string text =
        logged([&] { return GrB_transpose(C, nullptr, nullptr, A, nullptr); }, "dump");
    EXPECT_NE(text.find("graphblast: cannot write graphblast-"), std::string::npos) << text;
    GrB_Index nvals = 0;
    require(GrB_Matrix_nvals(&nvals, C));
    EXPECT_EQ(nvals, 2u); // the operation itself succeeded
}

/// Lines give rows before columns, and estimates in microseconds.
TEST_F(Log, ShapesAndEstimates) {
    GrB_Matrix wide = nullptr, out = nullptr;
    require(GrB_Matrix_new(&wide, GrB_FP64, 2, 9));
    require(GrB_Matrix_new(&out, GrB_FP64, 2, 9));
    require(GrB_Matrix_setElement_FP64(wide, 1, 1, 7));
    const std::string text = logged(
        [&] { return GrB_Matrix_apply(out, nullptr, nullptr, GrB_AINV_FP64, wide, nullptr); });
    EXPECT_NE(text.find(" A=2x9:1:sparse"), std::string::npos) << text;
    std::smatch estimate;
    ASSERT_TRUE(std::regex_search(text, estimate, std::regex(R"(cost_us=cpu/\w+\(([^)]+)\))")))
        << text;
    EXPECT_GT(std::stod(estimate[1]), 0);
    EXPECT_LT(std::stod(estimate[1]), 1e4);
    require(GrB_Matrix_free(&wide));
    require(GrB_Matrix_free(&out));
}

} // namespace
