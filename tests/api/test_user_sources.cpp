// Tests types and operators with C source: a GPU gives the processor's results. Only the last test
// needs no GPU.
#include "api/source_cases.h"

#include <regex>
#include <sstream>
#include <thread>

namespace api {
namespace {

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

/// Removes signs of zeros: on the device a sum begins with the monoid's identity, and 0 + -0 is 0.
std::string without_signs_of_zero(std::string text) {
    const std::string negative = "=-0.000000";
    for (std::size_t at; (at = text.find(negative)) != std::string::npos;) text.erase(at + 1, 1);
    return text;
}

/// Uses the GPU, and restores all settings afterwards.
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

    static std::string on_host(const SourceCase &a_case) {
        set_forced("");
        set_device(GrX_DEVICE_OFF);
        SourceObjects objects;
        const std::string result = a_case.run(objects);
        set_device(GrX_DEVICE_AUTO);
        return result;
    }

    static void expect_equal(const std::vector<SourceCase> &cases) {
        for (const SourceCase &a_case : cases) {
            SCOPED_TRACE(a_case.variant);
            const std::string expected = on_host(a_case);
            set_forced(std::string(a_case.operation) + ':' + a_case.variant);
            SourceObjects objects;
            const std::string result = a_case.run(objects);
            EXPECT_EQ(last_variant(), a_case.variant);
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

TEST_F(UserSourcesOnDevice, Moves) {
    expect_equal(moving_cases());
}

TEST_F(UserSourcesOnDevice, Positions) {
    expect_equal(position_cases());
}

/// Returns w = A ⊕.tilt u with this theta, as text.
std::string tilted(const SourceObjects &o, double theta) {
    GrB_BinaryOp op = o.tilt(theta);
    GrB_Semiring semiring = nullptr;
    GrB_Vector w = new_vector(GrB_FP64, SourceObjects::n);
    REQUIRE(GrB_Semiring_new(&semiring, GrB_PLUS_MONOID_FP64, op));
    REQUIRE(GrB_mxv(w, nullptr, nullptr, semiring, o.A, o.u, nullptr));
    std::string text = contents(w);
    REQUIRE(GrB_Vector_free(&w));
    REQUIRE(GrB_Semiring_free(&semiring));
    REQUIRE(GrB_BinaryOp_free(&op));
    return without_signs_of_zero(text);
}

std::uint64_t programs_made() {
    std::uint64_t compiled = 0, found = 0;
    REQUIRE(GrX_Device_counter(&compiled, GrX_DEVICE_COMPILATIONS));
    REQUIRE(GrX_Device_counter(&found, GrX_DEVICE_CACHE_HITS));
    return compiled + found;
}

constexpr double thetas[] = {0.5, 2, -1.25, 16};

/// Only the first theta compiles programs, and each call uses its own theta, in any thread.
TEST_F(UserSourcesOnDevice, EachCallHasItsTheta) {
    const SourceObjects objects;
    std::vector<std::string> expected;
    set_device(GrX_DEVICE_OFF);
    for (const double theta : thetas) expected.push_back(tilted(objects, theta));
    set_device(GrX_DEVICE_ALWAYS);
    // One variant is forced: its programs exist once it has run.
    set_forced("mxv:cuda/mxv_warp_row");
    for (int call = 0; call < 2; call++) EXPECT_EQ(tilted(objects, thetas[0]), expected[0]);
    EXPECT_EQ(last_variant(), "cuda/mxv_warp_row");
    const std::uint64_t made = programs_made();
    std::size_t wrong[std::size(thetas)] = {};
    std::vector<std::thread> threads;
    for (std::size_t k = 0; k < std::size(thetas); k++)
        threads.emplace_back([&, k] {
            for (std::size_t call = 0; call < 30; call++) {
                const std::size_t own = (k + call) % std::size(thetas);
                wrong[k] += tilted(objects, thetas[own]) != expected[own];
            }
        });
    for (std::thread &thread : threads) thread.join();
    for (const std::size_t count : wrong) EXPECT_EQ(count, 0U);
    EXPECT_EQ(programs_made(), made);
}

std::uint64_t bytes_out() {
    std::uint64_t bytes = 0;
    REQUIRE(GrX_Device_counter(&bytes, GrX_DEVICE_BYTES_OUT));
    return bytes;
}

/// Runs masked updates, assignments and changes of format on objects that the device alone has;
/// `fetched` gets the bytes fetched meanwhile.
std::string moved_pairs(SourceObjects &o, std::uint64_t *fetched) {
    const Pair value{8, -8};
    const std::vector<GrB_Index> list = positions(false);
    const auto set_format = [&o](GrX_Format format) {
        REQUIRE(GrB_Vector_set_INT32(o.pair_w, format, static_cast<GrB_Field>(GrX_FORMAT)));
    };
    REQUIRE(GrB_Vector_apply(o.pair_w, nullptr, nullptr, o.split_op, o.u, nullptr));
    const std::uint64_t before = bytes_out();
    REQUIRE(GrB_Vector_assign(o.pair_w, o.holes, nullptr, o.pairs, GrB_ALL, o.n, GrB_DESC_SC));
    REQUIRE(GrB_Vector_assign_UDT(o.pair_w, nullptr, o.add_pairs_op, &value, list.data(),
                                  list.size(), nullptr));
    REQUIRE(GrB_Vector_removeElement(o.pair_w, 11));
    REQUIRE(GrB_Vector_setElement_UDT(o.pair_w, &value, 12));
    REQUIRE(GrB_Vector_wait(o.pair_w, GrB_COMPLETE));
    set_format(GrX_SPARSE);
    REQUIRE(GrB_Vector_removeElement(o.pair_w, 21));
    REQUIRE(GrB_Vector_wait(o.pair_w, GrB_COMPLETE));
    set_format(GrX_BITMAP);
    *fetched = bytes_out() - before;
    return contents(o.pair_w);
}

TEST_F(UserSourcesOnDevice, WhatMovesIsNotFetched) {
    std::uint64_t fetched = 0;
    set_device(GrX_DEVICE_OFF);
    std::string expected;
    {
        SourceObjects objects;
        expected = moved_pairs(objects, &fetched);
    }
    set_device(GrX_DEVICE_ALWAYS);
    SourceObjects objects;
    EXPECT_EQ(without_signs_of_zero(moved_pairs(objects, &fetched)),
              without_signs_of_zero(expected));
    EXPECT_LT(fetched, SourceObjects::n * sizeof(Pair) / 4);
}

/// Builds a matrix of tuples, some of which share a position, and a vector with separate positions.
std::string built_pairs(SourceObjects &o) {
    std::vector<GrB_Index> rows, columns;
    std::vector<Pair> values;
    for (GrB_Index k = 0; k < 4 * o.n; k++) {
        rows.push_back(k * k % 40);
        columns.push_back(k * 11 % 7);
        values.push_back({static_cast<double>(k), 1});
    }
    REQUIRE(GrB_Matrix_clear(o.pair_C));
    REQUIRE(GrB_Matrix_build_UDT(o.pair_C, rows.data(), columns.data(), values.data(), rows.size(),
                                 o.add_pairs_op));
    const std::vector<GrB_Index> list = positions(false);
    REQUIRE(GrB_Vector_clear(o.pair_w));
    REQUIRE(GrB_Vector_build_UDT(o.pair_w, list.data(), values.data(), list.size(), nullptr));
    return contents(o.pair_C) + contents(o.pair_w);
}

TEST_F(UserSourcesOnDevice, Builds) {
    SourceObjects objects;
    set_device(GrX_DEVICE_OFF);
    const std::string expected = built_pairs(objects);
    set_device(GrX_DEVICE_ALWAYS);
    std::uint64_t before = 0, after = 0;
    REQUIRE(GrX_Device_counter(&before, GrX_DEVICE_LAUNCHES));
    EXPECT_EQ(built_pairs(objects), expected);
    REQUIRE(GrX_Device_counter(&after, GrX_DEVICE_LAUNCHES));
    EXPECT_GT(after, before);
}

/// Returns the log of u ⊕ holes by an operator with this source, whose result must be that of
/// `add_op`.
std::string log_of_adding(SourceObjects &o, const char *source, int times) {
    GrB_BinaryOp op = nullptr;
    REQUIRE(GxB_BinaryOp_new(&op, add_doubles, GrB_FP64, GrB_FP64, GrB_FP64, "add", source));
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

/// Counts the log lines in which the variant gives this reason; lines name each of several devices.
std::size_t calls_refused(const std::string &log, const std::string &reason) {
    const std::regex refusal("cuda/ewise_add_dense(@[0-9]+)?\\(" + reason + "\\)");
    std::istringstream lines(log);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line);)
        count += std::regex_search(line, refusal) ? 1 : 0;
    return count;
}

/// An operator that the device cannot compile runs on the processor; the log reports it once, and
/// the library does not try again.
TEST_F(UserSourcesOnDevice, BrokenSourceRunsOnTheHost) {
    SourceObjects o;
    const std::string log = log_of_adding(
        o, "void add (double *z, const double *x, const double *y) { unheard_of ; }", 3);
    EXPECT_EQ(count_of(log, "source refused: add: "), 1U) << log;
    EXPECT_NE(log.find("unheard_of"), std::string::npos) << log;
    EXPECT_EQ(calls_refused(log, "its_source_does_not_compile_for_the_GPU"), 2U) << log;
}

TEST(UserSources, WithoutSourceOnTheHost) {
    SourceObjects o;
    for (const char *source : {static_cast<const char *>(nullptr), ""}) {
        const std::string log = log_of_adding(o, source, 1);
        EXPECT_EQ(calls_refused(log, "no_source_for_the_GPU"), 1U) << log;
    }
}

/// The cases run without a GPU.
TEST(UserSources, ComputeOnTheHost) {
    SourceObjects objects;
    EXPECT_GT(built_pairs(objects).size(), 3U);
    std::uint64_t fetched = 0;
    EXPECT_GT(moved_pairs(objects, &fetched).size(), 3U);
    for (const std::vector<SourceCase> &cases :
         {elementwise_cases(), sum_cases(), position_cases(), moving_cases()}) {
        for (const SourceCase &a_case : cases) {
            SourceObjects first, second;
            const std::string result = a_case.run(first);
            EXPECT_GT(result.size(), 3U) << a_case.variant;
            EXPECT_EQ(result, a_case.run(second)) << a_case.variant;
        }
    }
}

} // namespace
} // namespace api
