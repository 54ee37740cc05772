// Tests operations on several threads while memory runs short: a refusal inside a parallel region
// reaches the caller as GrB_OUT_OF_MEMORY.
#include "faults/sweep.h"

#include <random>

namespace faults {
namespace {

constexpr GrB_Index size = 3000, entries = 60000;

/// Holds operands large enough for several threads; outputs are copies, the operands stay.
struct LargeWorld {
    GrB_Matrix A{}, B{}, mask{}, small{}, C{};
    GrB_Vector u{}, sparse{}, w{};
    std::vector<GrB_Index> rows, columns, positions;
    std::vector<double> values;
    double number = 0;

    LargeWorld() {
        require(GrB_Global_set_INT32(GrB_GLOBAL, 4, static_cast<GrB_Field>(GxB_GLOBAL_NTHREADS)));
        std::mt19937 random(7);
        for (GrB_Index k = 0; k < entries; k++) {
            rows.push_back(random() % size);
            columns.push_back(random() % size);
            values.push_back(static_cast<double>(random() % 7));
        }
        for (GrB_Index k = 0; k < size; k++) positions.push_back((k * 7 + 3) % size);
        for (GrB_Matrix *matrix : {&A, &B, &mask}) {
            require(GrB_Matrix_new(matrix, GrB_FP64, size, size));
            require(GrB_Matrix_build_FP64(*matrix, rows.data(), columns.data(), values.data(),
                                          entries, GrB_PLUS_FP64));
            rows.swap(columns);
        }
        require(GrB_Matrix_new(&small, GrB_FP64, 1, 2));
        require(GrB_Matrix_setElement_FP64(small, 2, 0, 0));
        require(GrB_Vector_new(&u, GrB_FP64, size));
        require(GrB_Vector_assign_FP64(u, nullptr, nullptr, 2, GrB_ALL, size, nullptr));
        require(GrB_Vector_new(&sparse, GrB_FP64, size));
        for (GrB_Index k = 0; k < size; k += 5) require(GrB_Vector_setElement_FP64(sparse, 1, k));
        require(GrB_Vector_wait(sparse, GrB_MATERIALIZE));
        renew();
    }
    ~LargeWorld() {
        for (GrB_Matrix *matrix : {&A, &B, &mask, &small, &C}) require(GrB_Matrix_free(matrix));
        for (GrB_Vector *vector : {&u, &sparse, &w}) require(GrB_Vector_free(vector));
    }
    LargeWorld(const LargeWorld &) = delete;
    LargeWorld &operator=(const LargeWorld &) = delete;

    /// Makes new outputs, and operands without the forms that calls have added.
    void renew() {
        require(GrB_Matrix_free(&C));
        require(GrB_Vector_free(&w));
        require(GrB_Matrix_new(&C, GrB_FP64, size, size));
        require(GrB_Vector_new(&w, GrB_FP64, size));
        require(GrB_Matrix_setElement_FP64(C, 9, 1, 1));
        require(GrB_Vector_setElement_FP64(w, 9, 1));
        for (GrB_Matrix *matrix : {&A, &B}) {
            const std::vector<double> entries_of_matrix = tuples(*matrix);
            const auto n = entries_of_matrix.size() / 3;
            require(GrB_Matrix_clear(*matrix));
            std::vector<GrB_Index> i(n), j(n);
            for (std::size_t k = 0; k < n; k++) {
                i[k] = static_cast<GrB_Index>(entries_of_matrix[k]);
                j[k] = static_cast<GrB_Index>(entries_of_matrix[n + k]);
            }
            require(GrB_Matrix_build_FP64(*matrix, i.data(), j.data(),
                                          entries_of_matrix.data() + 2 * n, n, nullptr));
        }
    }
    /// Returns rows, columns, values.
    static std::vector<double> tuples(GrB_Matrix matrix) {
        GrB_Index n = 0;
        require(GrB_Matrix_nvals(&n, matrix));
        std::vector<GrB_Index> i(n), j(n);
        std::vector<double> all(3 * n);
        require(GrB_Matrix_extractTuples_FP64(i.data(), j.data(), all.data() + 2 * n, &n, matrix));
        for (std::size_t k = 0; k < n; k++) {
            all[k] = static_cast<double>(i[k]);
            all[n + k] = static_cast<double>(j[k]);
        }
        return all;
    }
    std::vector<double> contents() const {
        std::vector<double> all = tuples(C);
        GrB_Index n = 0;
        require(GrB_Vector_nvals(&n, w));
        std::vector<GrB_Index> i(n);
        std::vector<double> x(n);
        require(GrB_Vector_extractTuples_FP64(i.data(), x.data(), &n, w));
        all.insert(all.end(), i.begin(), i.end());
        all.insert(all.end(), x.begin(), x.end());
        all.push_back(number);
        return all;
    }
};

using Call = GrB_Info (*)(LargeWorld &);

/// Skips some requests: their number depends on the machine, and the calls take milliseconds.
void sweep_groups(Call call) {
    const Session session;
    LargeWorld world;
    const std::vector<double> before = world.contents();
    const long start = requests();
    ASSERT_EQ(call(world), GrB_SUCCESS);
    const long total = requests() - start;
    const std::vector<double> after = world.contents();
    const double number = world.number;
    const long step = std::max(1L, total / 25);
    for (long n = 1; n <= total; n += n < 6 ? 1 : step) {
        world.number = 0;
        world.renew();
        ASSERT_EQ(world.contents() == before, true);
        fail_at(n, n % 2 != 0 ? Failing::once : Failing::from_then_on);
        const GrB_Info info = call(world);
        const bool was_refused = stop_failing();
        if (info == GrB_SUCCESS) {
            ASSERT_EQ(world.contents() == after, true) << "another result, request " << n;
            continue;
        }
        ASSERT_EQ(info, GrB_OUT_OF_MEMORY);
        ASSERT_TRUE(was_refused);
        ASSERT_EQ(world.contents() == before, true) << "request " << n << " changed something";
        ASSERT_EQ(call(world), GrB_SUCCESS);
        ASSERT_EQ(world.contents() == after, true) << "another result after request " << n;
        ASSERT_EQ(world.number, number);
    }
}

/// Defines a test that sweeps one call with members of the world `o`.
#define SWEEP(name, function, ...)                                         \
    TEST(FaultsGroups, name) {                                             \
        sweep_groups([](LargeWorld &o) { return function(__VA_ARGS__); }); \
    }

SWEEP(Mxm, GrB_mxm, o.C, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B, nullptr)
SWEEP(MaskedMxm, GrB_mxm, o.C, o.mask, GrB_PLUS_FP64, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.B,
      GrB_DESC_ST1)
SWEEP(MxvDense, GrB_mxv, o.w, nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, o.A, o.u, nullptr)
SWEEP(VxmSparse, GrB_vxm, o.w, nullptr, GrB_PLUS_FP64, GrB_PLUS_TIMES_SEMIRING_FP64, o.sparse, o.A,
      nullptr)
SWEEP(MxvByColumn, GrB_mxv, o.w, nullptr, nullptr, GrB_MIN_MAX_SEMIRING_FP64, o.A, o.u, GrB_DESC_T0)
SWEEP(EwiseAdd, GrB_Matrix_eWiseAdd_BinaryOp, o.C, nullptr, GrB_PLUS_FP64, GrB_PLUS_FP64, o.A, o.B,
      nullptr)
SWEEP(EwiseMult, GrB_Matrix_eWiseMult_BinaryOp, o.C, o.mask, nullptr, GrB_TIMES_FP64, o.A, o.B,
      GrB_DESC_T1)
SWEEP(Apply, GrB_Matrix_apply, o.C, o.mask, GrB_PLUS_FP64, GrB_AINV_FP64, o.A, nullptr)
SWEEP(Select, GrB_Matrix_select_FP64, o.C, nullptr, nullptr, GrB_VALUEGT_FP64, o.A, 3, nullptr)
SWEEP(Assign, GrB_Matrix_assign, o.C, nullptr, nullptr, o.A, o.positions.data(), size,
      o.positions.data(), size, nullptr)
SWEEP(Extract, GrB_Matrix_extract, o.C, nullptr, nullptr, o.A, o.positions.data(), size,
      o.positions.data(), size, nullptr)
SWEEP(ReduceToVector, GrB_Matrix_reduce_Monoid, o.w, nullptr, nullptr, GrB_PLUS_MONOID_FP64, o.A,
      GrB_DESC_T0)
SWEEP(ReduceToScalar, GrB_Matrix_reduce_FP64, &o.number, nullptr, GrB_PLUS_MONOID_FP64, o.A,
      nullptr)
SWEEP(Transpose, GrB_transpose, o.C, nullptr, GrB_PLUS_FP64, o.A, nullptr)

TEST(FaultsGroups, Build) {
    sweep_groups([](LargeWorld &o) {
        GrB_Matrix made = nullptr;
        GrB_Info info = GrB_Matrix_new(&made, GrB_FP64, size, size);
        if (info == GrB_SUCCESS) {
            info = GrB_Matrix_build_FP64(made, o.rows.data(), o.columns.data(), o.values.data(),
                                         entries, GrB_PLUS_FP64);
        }
        if (info == GrB_SUCCESS) {
            info = GrB_Matrix_reduce_FP64(&o.number, nullptr, GrB_PLUS_MONOID_FP64, made, nullptr);
        }
        require(GrB_Matrix_free(&made));
        return info;
    });
}
TEST(FaultsGroups, Kronecker) {
    sweep_groups([](LargeWorld &o) {
        GrB_Matrix made = nullptr;
        GrB_Info info = GrB_Matrix_new(&made, GrB_FP64, size, 2 * size);
        if (info == GrB_SUCCESS) {
            info = GrB_Matrix_kronecker_BinaryOp(made, nullptr, nullptr, GrB_TIMES_FP64, o.A,
                                                 o.small, nullptr);
        }
        if (info == GrB_SUCCESS) {
            info = GrB_Matrix_reduce_FP64(&o.number, nullptr, GrB_PLUS_MONOID_FP64, made, nullptr);
        }
        require(GrB_Matrix_free(&made));
        return info;
    });
}
TEST(FaultsGroups, Serialize) {
    sweep_groups([](LargeWorld &o) {
        GrB_Index bytes = 0;
        GrB_Info info = GrB_Matrix_serializeSize(&bytes, o.A);
        if (info != GrB_SUCCESS) return info;
        std::vector<char> blob(bytes);
        info = GrB_Matrix_serialize(blob.data(), &bytes, o.A);
        GrB_Matrix made = nullptr;
        if (info == GrB_SUCCESS) info = GrB_Matrix_deserialize(&made, nullptr, blob.data(), bytes);
        if (info == GrB_SUCCESS) {
            info = GrB_Matrix_reduce_FP64(&o.number, nullptr, GrB_PLUS_MONOID_FP64, made, nullptr);
        }
        require(GrB_Matrix_free(&made));
        return info;
    });
}
TEST(FaultsGroups, FoldUpdates) {
    sweep_groups([](LargeWorld &o) {
        GrB_Matrix made = nullptr;
        GrB_Info info = GrB_Matrix_dup(&made, o.A);
        for (GrB_Index k = 0; k < 500 && info == GrB_SUCCESS; k++)
            info = GrB_Matrix_setElement_FP64(made, 1, (k * 13) % size, (k * 29) % size);
        if (info == GrB_SUCCESS) {
            info = GrB_Matrix_reduce_FP64(&o.number, nullptr, GrB_PLUS_MONOID_FP64, made, nullptr);
        }
        require(GrB_Matrix_free(&made));
        return info;
    });
}

} // namespace
} // namespace faults
