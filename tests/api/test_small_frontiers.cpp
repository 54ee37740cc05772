// Tests pushes of small frontiers in large graphs against a model: short and long columns, empty
// ones and masks of each kind.
#include "api/vector_entries.h"

#include <functional>
#include <map>
#include <random>

namespace api {
namespace {

constexpr GrB_Index size = 100000;
/// A graph of which a vertex in nine has no edges, and a vertex in fifty has 600.
struct Graph {
    MatrixPointer A{new_matrix(GrB_INT32, size, size)};
    std::map<GrB_Index, Entries> rows;

    explicit Graph(std::mt19937 &random) {
        std::vector<GrB_Index> from, to;
        std::vector<double> values;
        for (GrB_Index vertex = 0; vertex < size; vertex += 40) {
            const std::uint32_t kind = random() % 50;
            const GrB_Index degree = kind == 0 ? 600 : kind < 7 ? 0 : random() % 7;
            Entries &row = rows[vertex];
            while (row.size() < degree) row[random() % size] = static_cast<double>(random() % 100);
            for (const auto &[column, value] : row) {
                from.push_back(vertex);
                to.push_back(column);
                values.push_back(value);
            }
        }
        REQUIRE(GrB_Matrix_build_FP64(A.get(), from.data(), to.data(), values.data(), from.size(),
                                      GrB_FIRST_FP64));
    }
};

VectorPointer vector_of(const Entries &entries, GrB_Type type, int format) {
    VectorPointer v(new_vector(type, size));
    for (const auto &[position, value] : entries)
        REQUIRE(GrB_Vector_setElement_FP64(v.get(), value, position));
    REQUIRE(GxB_Vector_Option_set(v.get(), GxB_SPARSITY_CONTROL, format));
    return v;
}

struct Semiring {
    GrB_Semiring handle;
    std::function<double(double, double)> add, multiply; // of a value of u and one of A
};

TEST(SmallFrontiers, ArePushedAsByTheModel) {
    std::mt19937 random(13);
    const Graph graph(random);
    const auto least = [](double x, double y) { return std::min(x, y); };
    const auto plus = [](double x, double y) { return x + y; };
    const auto is_any = [](double x, double y) { return x != 0 || y != 0 ? 1.0 : 0.0; };
    const auto first = [](double x, double) { return x; };
    const auto both = [](double x, double y) { return x != 0 && y != 0 ? 1.0 : 0.0; };
    const Semiring semirings[] = {
        {GrB_MIN_PLUS_SEMIRING_INT32, least, plus},
        {GrB_PLUS_TIMES_SEMIRING_INT32, plus, std::multiplies<double>()},
        {GrB_MIN_FIRST_SEMIRING_INT32, least, first},
        {GrB_LOR_LAND_SEMIRING_BOOL, is_any, both},
        {GxB_PLUS_PAIR_INT64, plus, [](double, double) { return 1.0; }},
        {GxB_ANY_PAIR_BOOL, [](double, double) { return 1.0; }, [](double, double) { return 1.0; }},
    };
    for (int round = 0; round < 120; round++) {
        Entries u, mask;
        const GrB_Index counts[] = {1, 3, 20, 70, 150, 400};
        const GrB_Index vertices = counts[random() % 6];
        while (u.size() < vertices)
            u[random() % (size / 40) * 40] = static_cast<double>(random() % 50);
        const Semiring &semiring = semirings[round % 6];
        Entries product;
        for (const auto &[vertex, x] : u) {
            const auto row = graph.rows.find(vertex);
            if (row == graph.rows.end()) continue;
            for (const auto &[column, a] : row->second) {
                const double z = semiring.multiply(x, a);
                const auto [at, is_new] = product.insert({column, z});
                if (!is_new) at->second = semiring.add(at->second, z);
            }
        }
        const bool has_mask = random() % 3 != 0, is_structural = random() % 2 == 0,
                   is_complemented = random() % 2 == 0;
        for (const auto &[column, x] : product)
            if (random() % 2 == 0) mask[column] = static_cast<double>(random() % 2);
        for (int k = 0; k < 500; k++) mask[random() % size] = 1;
        Entries expected;
        for (const auto &[column, x] : product) {
            const auto at = mask.find(column);
            const bool is_true = at != mask.end() && (is_structural || at->second != 0);
            if (!has_mask || is_true != is_complemented) expected[column] = x;
        }
        const VectorPointer frontier = vector_of(u, GrB_INT32, GxB_SPARSE),
                            m = vector_of(mask, GrB_INT8,
                                          random() % 2 == 0 ? GxB_SPARSE : GxB_BITMAP),
                            w(new_vector(GrB_FP64, size));
        const GrB_Descriptor descriptors[] = {GrB_DESC_R, GrB_DESC_RS, GrB_DESC_RC, GrB_DESC_RSC};
        const int which = (is_structural ? 1 : 0) + (is_complemented ? 2 : 0);
        ASSERT_EQ(GrB_vxm(w.get(), has_mask ? m.get() : nullptr, nullptr, semiring.handle,
                          frontier.get(), graph.A.get(), has_mask ? descriptors[which] : nullptr),
                  GrB_SUCCESS);
        ASSERT_EQ(map_of(w.get()), expected) << "round " << round;
    }
}

/// The bytes of absent entries may be anything: they must not allow or forbid positions beside
/// them.
TEST(MaskOfBytes, AbsentEntriesHaveAnyByte) {
    constexpr GrB_Index n = 70;
    auto *present = static_cast<std::int8_t *>(std::malloc(n));
    auto *values = static_cast<std::uint8_t *>(std::malloc(n));
    for (GrB_Index i = 0; i < n; i++) {
        present[i] = i % 3 == 0 ? 1 : 0;
        values[i] = present[i] != 0 ? static_cast<std::uint8_t>(i % 2) : 0x5a;
    }
    GrB_Vector mask = new_vector(GrB_BOOL, n), u = new_vector(GrB_INT64, n),
               w = new_vector(GrB_INT64, n);
    void *given = values;
    REQUIRE(GxB_Vector_pack_Bitmap(mask, &present, &given, n, n, false, (n + 2) / 3, nullptr));
    REQUIRE(GrB_Vector_assign_INT64(u, nullptr, nullptr, 1, GrB_ALL, n, nullptr));
    GrB_Matrix A = new_matrix(GrB_INT64, n, n);
    for (GrB_Index i = 0; i < n; i++)
        for (GrB_Index j = 0; j < n; j += 2) REQUIRE(GrB_Matrix_setElement_INT64(A, 1, i, j));
    for (const bool is_complement : {false, true}) {
        REQUIRE(GrB_vxm(w, mask, nullptr, GrB_MIN_PLUS_SEMIRING_INT64, u, A,
                        is_complement ? GrB_DESC_RC : GrB_DESC_R));
        for (GrB_Index i = 0; i < n; i++) {
            const bool is_true = i % 3 == 0 && i % 2 == 1;
            std::int64_t value = 0;
            EXPECT_EQ(GrB_Vector_extractElement_INT64(&value, w, i),
                      i % 2 == 0 && is_true != is_complement ? GrB_SUCCESS : GrB_NO_VALUE)
                << i;
        }
    }
    for (GrB_Vector *vector : {&mask, &u, &w}) REQUIRE(GrB_Vector_free(vector));
    REQUIRE(GrB_Matrix_free(&A));
}

} // namespace
} // namespace api
