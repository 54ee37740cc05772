// Tests the errors of import and export, for every domain.
#include "api/codes.h"
#include "api/exchange.h"

namespace api {
namespace {

struct BadImport {
    GrB_Info code;
    GrB_Format format;
    Positions offsets, indices;
    std::size_t values;
};

/// The arrays of a 3 x 3 matrix have one fault each.
const BadImport bad_imports[] = {
    {GrB_INDEX_OUT_OF_BOUNDS, GrB_CSR_FORMAT, {0, 1, 2, 3}, {0, 3, 1}, 3},
    {GrB_INDEX_OUT_OF_BOUNDS, GrB_CSC_FORMAT, {0, 1, 2, 3}, {0, 1, 3}, 3},
    {GrB_INDEX_OUT_OF_BOUNDS, GrB_COO_FORMAT, {0, 3, 2}, {0, 1, 2}, 3},
    {GrB_INDEX_OUT_OF_BOUNDS, GrB_CSR_FORMAT, {0, 2, 1, 3}, {0, 1, 2}, 3},
    {GrB_INVALID_VALUE, GrB_CSR_FORMAT, {0, 1, 2}, {0, 1, 2}, 3},
    {GrB_INDEX_OUT_OF_BOUNDS, GrB_CSC_FORMAT, {0, 1, 2, 3}, {0, 1}, 3},
    {GrB_INVALID_VALUE, GrB_COO_FORMAT, {0, 1, 2}, {0, 1, 2}, 2},
};

TEST(Codes, ImportOfEveryDomain) {
    World world;
    for (const Domain &domain : all_domains(world.pair)) {
        for (const BadImport &bad : bad_imports) {
            Bytes values;
            for (std::size_t k = 0; k < bad.values; k++) {
                append(values, domain.value(static_cast<int>(k)));
            }
            GrB_Matrix A = nullptr;
            EXPECT_EQ(domain.import(&A, domain.type, 3, 3, bad.offsets.data(), bad.indices.data(),
                                    values.data(), bad.offsets.size(), bad.indices.size(),
                                    bad.values, bad.format),
                      bad.code)
                << domain.name << ": case " << &bad - bad_imports;
            EXPECT_EQ(A, nullptr);
        }
        GrB_Matrix A = nullptr;
        const GrB_Index positions[] = {0, 1, 2, 3};
        const Bytes values(3 * sizeof(Pair));
        EXPECT_EQ(domain.import(&A, domain.type, 3, 3, positions, positions, values.data(), 4, 3, 3,
                                enumerator<GrB_Format>(7)),
                  GrB_INVALID_VALUE)
            << domain.name;
        EXPECT_EQ(domain.import(&A, domain.type, GrB_INDEX_MAX + 2, 3, positions, positions,
                                values.data(), 3, 3, 3, GrB_COO_FORMAT),
                  GrB_INVALID_VALUE)
            << domain.name;
        EXPECT_EQ(A, nullptr);
    }
}

/// Each of the three arrays is too short by one: nothing is written, the lengths stay unchanged.
TEST(Codes, ExportOfEveryDomain) {
    World world;
    for (const Domain &domain : all_domains(world.pair)) {
        GrB_Matrix A = matrix_of(domain, some_entries(domain), 4, 5);
        GrB_Index needed[3] = {0, 0, 0};
        REQUIRE(GrB_Matrix_exportSize(&needed[0], &needed[1], &needed[2], GrB_CSR_FORMAT, A));
        for (const int shorter : {0, 1, 2}) {
            GrB_Index lengths[3] = {needed[0], needed[1], needed[2]};
            lengths[shorter]--;
            const GrB_Index given = lengths[shorter];
            Positions offsets(needed[0], 77), indices(needed[1], 77);
            Bytes values(needed[2] * domain.size, 77);
            EXPECT_EQ(domain.export_(offsets.data(), indices.data(), values.data(), &lengths[0],
                                     &lengths[1], &lengths[2], GrB_CSR_FORMAT, A),
                      GrB_INSUFFICIENT_SPACE)
                << domain.name << ": array " << shorter;
            EXPECT_EQ(lengths[shorter], given);
            EXPECT_EQ(offsets, Positions(needed[0], 77));
            EXPECT_EQ(indices, Positions(needed[1], 77));
            EXPECT_EQ(values, Bytes(needed[2] * domain.size, 77));
        }
        REQUIRE(GrB_Matrix_free(&A));
    }
}

} // namespace
} // namespace api
