// Tests minima and maxima that threads add to a full vector at the same rows, in place.
#include "differential/engine_controls.h"
#include "differential/random.h"
#include "differential/runner.h"
#include "reference/bridge.h"
#include "suitesparse/GraphBLAS.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <tuple>
#include <vector>

namespace grb::fuzz {
namespace {

using model::require;

constexpr GrB_Index n = 60000; // columns, enough for eight threads

/// Returns a copy that the library may free.
template <class T>
void *given(const std::vector<T> &values) {
    void *const copy = std::malloc(values.size() * sizeof(T));
    std::memcpy(copy, values.data(), values.size() * sizeof(T));
    return copy;
}

/// MIN and MAX of a type, and their semirings with SECOND and FIRST.
struct Operators {
    GrB_Type type;
    GrB_BinaryOp add[2];
    GrB_Semiring second[2], first[2];
};
#define OPERATORS(T)                                                      \
    {                                                                     \
        GrB_##T, {GrB_MIN_##T, GrB_MAX_##T},                              \
            {GrB_MIN_SECOND_SEMIRING_##T, GrB_MAX_SECOND_SEMIRING_##T}, { \
            GrB_MIN_FIRST_SEMIRING_##T, GrB_MAX_FIRST_SEMIRING_##T        \
        }                                                                 \
    }
Operators operators_of(std::int64_t) {
    return OPERATORS(INT64);
}
Operators operators_of(std::uint32_t) {
    return OPERATORS(UINT32);
}
Operators operators_of(std::int16_t) {
    return OPERATORS(INT16);
}
Operators operators_of(float) {
    return OPERATORS(FP32);
}

enum class Rows { equal, halves, random, own };
enum class Lengths { one, uneven };

/// The columns of a matrix, each with the rows of its entries.
struct Columns {
    std::vector<GrB_Index> offsets{0}, rows;

    Columns(Rng &rng, Rows kind, Lengths lengths) {
        for (GrB_Index j = 0; j < n; j++) {
            const GrB_Index count = lengths == Lengths::one ? 1 : rng.below(4),
                            first = kind == Rows::equal    ? 7
                                    : kind == Rows::halves ? j / 2
                                    : kind == Rows::random ? rng.below(n)
                                                           : j;
            for (GrB_Index k = 0; k < count; k++) rows.push_back((first + k) % n);
            offsets.push_back(rows.size());
        }
    }
    /// Makes the matrix: of 8-byte indices from arrays that the library takes, or of its own.
    GrB_Matrix matrix(GrB_Type type, bool is_wide) const {
        GrB_Matrix A = nullptr;
        if (is_wide) {
            require(GrB_Matrix_new(&A, type, n, n), "new");
            void *offsets_given = given(offsets), *rows_given = given(rows),
                 *value = std::calloc(1, 8);
            require(GxB_Matrix_pack_CSC(A, reinterpret_cast<GrB_Index **>(&offsets_given),
                                        reinterpret_cast<GrB_Index **>(&rows_given), &value,
                                        offsets.size() * sizeof(GrB_Index),
                                        rows.size() * sizeof(GrB_Index), 8, true, true, nullptr),
                    "pack");
            return A;
        }
        std::vector<GrB_Index> columns;
        for (GrB_Index j = 0; j < n; j++) columns.resize(offsets[j + 1], j);
        GrB_Scalar one = nullptr;
        require(GrB_Scalar_new(&one, type), "new");
        require(GrB_Scalar_setElement_INT64(one, 1), "set");
        GrB_Matrix transposed = nullptr; // by rows, which are the columns of its transpose
        require(GrB_Matrix_new(&transposed, type, n, n), "new");
        require(GxB_Matrix_build_Scalar(transposed, columns.data(), rows.data(), one, rows.size()),
                "build");
        require(GrB_Scalar_free(&one), "free");
        return transposed;
    }
};

template <class T>
class ScatteredMinima : public ::testing::Test {
protected:
    ScatteredMinima() {
        require(GxB_Global_Option_get_INT32(GxB_GLOBAL_NTHREADS, &threads_), "get");
        require(GxB_Global_Option_set_INT32(GxB_GLOBAL_NTHREADS, 8), "set");
    }
    ~ScatteredMinima() override {
        force_variant("");
        GxB_Global_Option_set_INT32(GxB_GLOBAL_NTHREADS, threads_);
    }

    static GrB_Vector vector(const std::vector<T> &values) {
        void *array = given(values);
        GrB_Vector result = nullptr;
        require(GxB_Vector_import_Full(&result, operators_.type, values.size(), &array,
                                       values.size() * sizeof(T), false, nullptr),
                "import");
        return result;
    }
    static std::vector<T> values_of(GrB_Vector w) {
        void *array = nullptr;
        GrB_Index size = 0, bytes = 0;
        bool is_iso = false;
        GrB_Type type = nullptr;
        require(GxB_Vector_export_Full(&w, &type, &size, &array, &bytes, &is_iso, nullptr),
                "export");
        EXPECT_FALSE(is_iso);
        std::vector<T> values(size);
        std::memcpy(values.data(), array, size * sizeof(T));
        std::free(array);
        return values;
    }
    /// Returns falling values, so that each addition to one row changes it, or random ones.
    std::vector<T> values(bool are_falling) {
        std::vector<T> result(n);
        for (GrB_Index j = 0; j < n; j++) {
            result[j] = static_cast<T>(are_falling ? (n - j) / 4 + 1 : 1 + rng_.below(15000));
            if constexpr (std::is_floating_point_v<T>)
                if (rng_.chance(5)) result[j] = std::numeric_limits<T>::quiet_NaN();
        }
        return result;
    }
    static T sum(bool is_max, T x, T y) {
        if constexpr (std::is_floating_point_v<T>)
            return is_max ? std::fmax(x, y) : std::fmin(x, y);
        else
            return is_max ? std::max(x, y) : std::min(x, y);
    }
    static void expect_same(const std::vector<T> &expected, const std::vector<T> &seen) {
        ASSERT_EQ(expected.size(), seen.size());
        for (std::size_t k = 0; k < seen.size(); k++)
            ASSERT_TRUE(expected[k] == seen[k] ||
                        (expected[k] != expected[k] && seen[k] != seen[k]))
                << "at " << k;
    }

    /// Adds by the product's operator; u is w itself when it has no values.
    void expect_sums(Rows rows, Lengths lengths, bool is_wide, bool is_max,
                     const std::vector<T> &u) {
        const Columns columns(rng_, rows, lengths);
        const std::vector<T> before = values(false), &x = u.empty() ? before : u;
        std::vector<T> expected = before;
        for (GrB_Index j = 0; j < n; j++)
            for (GrB_Index p = columns.offsets[j]; p < columns.offsets[j + 1]; p++)
                expected[columns.rows[p]] = sum(is_max, expected[columns.rows[p]], x[j]);
        GrB_Matrix A = columns.matrix(operators_.type, is_wide);
        GrB_Vector w = vector(before), operand = u.empty() ? w : vector(u);
        force_variant("mxv:cpu/mxv_push_into");
        // The matrix of its own indices is by rows: u A.
        const GrB_Info info = is_wide ? GrB_mxv(w, nullptr, operators_.add[is_max],
                                                operators_.second[is_max], A, operand, nullptr)
                                      : GrB_vxm(w, nullptr, operators_.add[is_max],
                                                operators_.first[is_max], operand, A, nullptr);
        ASSERT_EQ(info, GrB_SUCCESS);
        require(GrB_Vector_wait(w, GrB_MATERIALIZE), "wait");
        EXPECT_EQ(last_variant() == "cpu/mxv_push_into", can_run("cpu/mxv_push_into"));
        force_variant("");
        if (operand != w) GrB_Vector_free(&operand);
        GrB_Matrix_free(&A);
        expect_same(expected, values_of(w));
    }

    static inline const Operators operators_ = operators_of(T{});
    Rng rng_{1};
    std::int32_t threads_ = 0;
};

using Types = ::testing::Types<std::int64_t, std::uint32_t, std::int16_t, float>;
TYPED_TEST_SUITE(ScatteredMinima, Types);

TYPED_TEST(ScatteredMinima, AreExact) {
    for (const Rows rows : {Rows::equal, Rows::halves, Rows::random, Rows::own})
        for (const Lengths lengths : {Lengths::one, Lengths::uneven})
            for (const bool is_wide : {false, true})
                for (const bool is_max : {false, true})
                    this->expect_sums(rows, lengths, is_wide, is_max,
                                      this->values(rows == Rows::equal));
}

TYPED_TEST(ScatteredMinima, ReadTheOldOutput) {
    for (const Rows rows : {Rows::halves, Rows::random})
        for (const bool is_wide : {false, true})
            this->expect_sums(rows, Lengths::one, is_wide, true, {});
}

} // namespace
} // namespace grb::fuzz
