// Tests import and export: entries survive in every layout and domain; wrong arrays are refused.
#include "api/exchange.h"

#include <numeric>
#include <random>

namespace api {
namespace {

constexpr GrB_Format formats[] = {GrB_CSR_FORMAT, GrB_CSC_FORMAT, GrB_COO_FORMAT};

TEST(ImportExport, EveryDomainAndFormat) {
    World world;
    for (const Domain &domain : all_domains(world.pair)) {
        const Entries entries = some_entries(domain);
        for (const GrB_Format format : formats) {
            for (const bool is_reversed : {false, true}) {
                SCOPED_TRACE(domain.name + " " + std::to_string(format) +
                             (is_reversed ? " reversed" : ""));
                GrB_Matrix A = nullptr;
                Arrays arrays = arrays_of(domain, entries, 4, 5, format, is_reversed);
                ASSERT_EQ(import(&A, domain, 4, 5, arrays, format), GrB_SUCCESS);
                arrays = {}; // the matrix keeps no array of the caller
                GrB_Index nrows = 0, ncols = 0;
                REQUIRE(GrB_Matrix_nrows(&nrows, A));
                REQUIRE(GrB_Matrix_ncols(&ncols, A));
                EXPECT_EQ(nrows, 4U);
                EXPECT_EQ(ncols, 5U);
                EXPECT_EQ(entries_of(domain, A), entries);
                for (const GrB_Format out : formats) {
                    EXPECT_EQ(entries_of(domain, exported(domain, A, out), 4, 5, out), entries);
                }
                REQUIRE(GrB_Matrix_free(&A));
            }
        }
    }
}

TEST(ImportExport, FromEveryStorage) {
    const Domain domain = domain_fp64();
    const Entries entries = some_entries(domain);
    for (const int storage : {GrX_SPARSE, GrX_HYPERSPARSE, GrX_BITMAP}) {
        for (const int orientations : {1, 2}) {
            for (const bool is_iso : {false, true}) {
                Entries wanted = entries;
                if (is_iso) {
                    for (auto &[position, value] : wanted) value = domain.value(7);
                }
                GrB_Matrix A = matrix_of(domain, wanted, 4, 5);
                set_field(A, GrX_FORMAT, storage);
                set_field(A, GrX_ORIENTATIONS, orientations);
                EXPECT_EQ(field_of(A, GrX_FORMAT_STATUS), storage);
                for (const GrB_Format format : formats) {
                    EXPECT_EQ(entries_of(domain, exported(domain, A, format), 4, 5, format), wanted)
                        << storage << ' ' << orientations << ' ' << is_iso << ' ' << format;
                }
                REQUIRE(GrB_Matrix_free(&A));
            }
        }
    }
}

TEST(ImportExport, FullAndIso) {
    const Domain domain = domain_fp64();
    GrB_Matrix A = new_matrix(GrB_FP64, 3, 4);
    REQUIRE(GrB_Matrix_assign_FP64(A, nullptr, nullptr, 2.5, GrB_ALL, 3, GrB_ALL, 4, nullptr));
    EXPECT_EQ(field_of(A, GrX_FORMAT_STATUS), GrX_FULL);
    const Entries entries = entries_of(domain, A);
    EXPECT_EQ(entries.size(), 12U);
    for (const GrB_Format format : formats) {
        EXPECT_EQ(entries_of(domain, exported(domain, A, format), 3, 4, format), entries) << format;
    }
    GrB_Matrix B = nullptr;
    ASSERT_EQ(import(&B, domain, 3, 4, exported(domain, A, GrB_CSC_FORMAT), GrB_CSC_FORMAT),
              GrB_SUCCESS);
    EXPECT_EQ(entries_of(domain, B), entries);
    REQUIRE(GrB_Matrix_free(&A));
    REQUIRE(GrB_Matrix_free(&B));
}

TEST(ImportExport, ExportSeesPendingUpdates) {
    World world;
    REQUIRE(GrB_Matrix_setElement_FP64(world.A, 77, 0, 0));
    REQUIRE(GrB_Matrix_removeElement(world.A, 0, 1));
    const Domain domain = domain_fp64();
    const Entries entries =
        entries_of(domain, exported(domain, world.A, GrB_CSR_FORMAT), 5, 7, GrB_CSR_FORMAT);
    EXPECT_EQ(entries.count({0, 1}), 0U);
    const double value = 77;
    Bytes bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    EXPECT_EQ(entries.at({0, 0}), bytes);
    EXPECT_EQ(entries, entries_of(domain, world.A));
}

// The example is the specification's: column indices are in the first array.
TEST(ImportExport, CoordinateLayout) {
    const GrB_Index columns[] = {1, 3, 4, 6, 5, 0, 2, 5, 2, 2, 3, 4},
                    rows[] = {0, 0, 1, 1, 2, 3, 3, 4, 5, 6, 6, 6};
    const double values[] = {5, 4, 8, 1, 3, 2, 7, 9, 6, 3, 5, 7};
    GrB_Matrix A = nullptr;
    ASSERT_EQ(GrB_Matrix_import_FP64(&A, GrB_FP64, 7, 7, columns, rows, values, 12, 12, 12,
                                     GrB_COO_FORMAT),
              GrB_SUCCESS);
    double value = 0;
    EXPECT_EQ(GrB_Matrix_extractElement_FP64(&value, A, 0, 1), GrB_SUCCESS);
    EXPECT_EQ(value, 5);
    EXPECT_EQ(GrB_Matrix_extractElement_FP64(&value, A, 1, 6), GrB_SUCCESS);
    EXPECT_EQ(value, 1);
    EXPECT_EQ(GrB_Matrix_extractElement_FP64(&value, A, 1, 0), GrB_NO_VALUE);
    const Arrays arrays = exported(domain_fp64(), A, GrB_COO_FORMAT);
    EXPECT_EQ(arrays.offsets, Positions(columns, columns + 12));
    EXPECT_EQ(arrays.indices, Positions(rows, rows + 12));
    REQUIRE(GrB_Matrix_free(&A));
}

TEST(ImportExport, SizesAndHint) {
    World world; // A is 5 x 7
    GrB_Index nvals = 0, lengths[3] = {0, 0, 0};
    REQUIRE(GrB_Matrix_nvals(&nvals, world.A));
    const GrB_Index first[] = {6, 8, nvals};
    for (const GrB_Format format : formats) {
        ASSERT_EQ(GrB_Matrix_exportSize(&lengths[0], &lengths[1], &lengths[2], format, world.A),
                  GrB_SUCCESS);
        EXPECT_EQ(lengths[0], first[format]);
        EXPECT_EQ(lengths[1], nvals);
        EXPECT_EQ(lengths[2], nvals);
    }
    EXPECT_EQ(GrB_Matrix_exportSize(&lengths[0], &lengths[1], &lengths[2],
                                    enumerator<GrB_Format>(3), world.A),
              GrB_INVALID_VALUE);

    GrB_Format hint = GrB_COO_FORMAT;
    set_field(world.A, GrX_FORMAT, GrX_SPARSE);
    set_field(world.A, GrX_ORIENTATIONS, 1);
    ASSERT_EQ(GrB_Matrix_exportHint(&hint, world.A), GrB_SUCCESS);
    EXPECT_EQ(hint, GrB_CSR_FORMAT);
    set_field(world.A, GrX_ORIENTATIONS, 2);
    ASSERT_EQ(GrB_Matrix_exportHint(&hint, world.A), GrB_SUCCESS);
    EXPECT_EQ(hint, GrB_CSC_FORMAT);
    set_field(world.A, GrX_FORMAT, GrX_HYPERSPARSE);
    ASSERT_EQ(GrB_Matrix_exportHint(&hint, world.A), GrB_SUCCESS);
    EXPECT_EQ(hint, GrB_COO_FORMAT);
}

TEST(ImportExport, EmptyMatrices) {
    const Domain domain = domain_fp64();
    for (const auto &[nrows, ncols] :
         {std::pair<GrB_Index, GrB_Index>{0, 0}, {0, 5}, {5, 0}, {3, 4}}) {
        for (const GrB_Format format : formats) {
            GrB_Matrix A = nullptr;
            ASSERT_EQ(import(&A, domain, nrows, ncols,
                             arrays_of(domain, {}, nrows, ncols, format, false), format),
                      GrB_SUCCESS);
            EXPECT_TRUE(entries_of(domain, A).empty());
            EXPECT_TRUE(
                entries_of(domain, exported(domain, A, format), nrows, ncols, format).empty());
            REQUIRE(GrB_Matrix_free(&A));
        }
    }
}

TEST(ImportExport, LargestDimensions) {
    const GrB_Index n = GrB_INDEX_MAX + 1, columns[] = {n - 1, 5}, rows[] = {0, n - 1};
    const double values[] = {1, 2};
    GrB_Matrix A = nullptr;
    ASSERT_EQ(
        GrB_Matrix_import_FP64(&A, GrB_FP64, n, n, columns, rows, values, 2, 2, 2, GrB_COO_FORMAT),
        GrB_SUCCESS);
    const Arrays arrays = exported(domain_fp64(), A, GrB_COO_FORMAT);
    EXPECT_EQ(arrays.offsets, Positions(columns, columns + 2));
    EXPECT_EQ(arrays.indices, Positions(rows, rows + 2));
    GrB_Index lengths[] = {2, 2, 2}, offsets[2], indices[2];
    double room[2];
    EXPECT_EQ(GrB_Matrix_export_FP64(offsets, indices, room, &lengths[0], &lengths[1], &lengths[2],
                                     GrB_CSR_FORMAT, A),
              GrB_INSUFFICIENT_SPACE);
    REQUIRE(GrB_Matrix_free(&A));
    // The matrix is hypersparse in one direction only: the other has few offsets.
    ASSERT_EQ(
        GrB_Matrix_import_FP64(&A, GrB_FP64, n, 9, rows, rows, values, 1, 1, 1, GrB_COO_FORMAT),
        GrB_SUCCESS);
    const Arrays by_column = exported(domain_fp64(), A, GrB_CSC_FORMAT);
    EXPECT_EQ(by_column.offsets, (Positions{0, 1, 1, 1, 1, 1, 1, 1, 1, 1}));
    EXPECT_EQ(by_column.indices, Positions{0});
    REQUIRE(GrB_Matrix_free(&A));
}

TEST(ImportExport, ManyEntries) {
    const Domain domain = domain_fp64();
    const GrB_Index nrows = 30011, ncols = 20011, n = 400000;
    std::mt19937_64 random(7);
    std::map<GrB_Index, double> entry_map;
    while (entry_map.size() < n)
        entry_map[random() % (nrows * ncols)] = static_cast<double>(random() % 1000);
    Positions offsets(nrows + 1), rows, columns;
    std::vector<double> values;
    for (const auto &[element, value] : entry_map) {
        offsets[element / ncols + 1]++;
        rows.push_back(element / ncols);
        columns.push_back(element % ncols);
        values.push_back(value);
    }
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
    GrB_Matrix A = nullptr, B = nullptr;
    ASSERT_EQ(GrB_Matrix_import_FP64(&A, GrB_FP64, nrows, ncols, offsets.data(), columns.data(),
                                     values.data(), offsets.size(), n, n, GrB_CSR_FORMAT),
              GrB_SUCCESS);
    const Arrays coordinates = exported(domain, A, GrB_COO_FORMAT);
    EXPECT_EQ(coordinates.indices, rows);
    EXPECT_EQ(coordinates.offsets, columns);
    EXPECT_EQ(std::memcmp(coordinates.values.data(), values.data(), n * sizeof(double)), 0);
    // Imports each column in reverse order and exports by row.
    Arrays by_column = exported(domain, A, GrB_CSC_FORMAT);
    for (GrB_Index j = 0; j < ncols; j++) {
        std::reverse(by_column.indices.begin() + static_cast<std::ptrdiff_t>(by_column.offsets[j]),
                     by_column.indices.begin() +
                         static_cast<std::ptrdiff_t>(by_column.offsets[j + 1]));
        auto *const value = reinterpret_cast<double *>(by_column.values.data());
        std::reverse(value + by_column.offsets[j], value + by_column.offsets[j + 1]);
    }
    ASSERT_EQ(import(&B, domain, nrows, ncols, by_column, GrB_CSC_FORMAT), GrB_SUCCESS);
    const Arrays by_row = exported(domain, B, GrB_CSR_FORMAT);
    EXPECT_EQ(by_row.offsets, offsets);
    EXPECT_EQ(by_row.indices, columns);
    EXPECT_EQ(by_row.values, coordinates.values);
    // Any thread finds a single fault among many entries.
    Positions wrong = columns;
    wrong[n / 2] = ncols;
    EXPECT_EQ(GrB_Matrix_import_FP64(&B, GrB_FP64, nrows, ncols, offsets.data(), wrong.data(),
                                     values.data(), offsets.size(), n, n, GrB_CSR_FORMAT),
              GrB_INDEX_OUT_OF_BOUNDS);
    wrong = offsets;
    wrong[nrows / 2] = n + 1;
    EXPECT_EQ(GrB_Matrix_import_FP64(&B, GrB_FP64, nrows, ncols, wrong.data(), columns.data(),
                                     values.data(), offsets.size(), n, n, GrB_CSR_FORMAT),
              GrB_INDEX_OUT_OF_BOUNDS);
    REQUIRE(GrB_Matrix_free(&A));
    REQUIRE(GrB_Matrix_free(&B));
}

struct Refusal {
    const char *what;
    GrB_Format format;
    Positions offsets, indices;
    GrB_Index values; // number of them
    GrB_Info code;
};

// The matrix is 2 x 3. The arrays have exactly their lengths, so that a sanitizer detects accesses
// beyond them.
TEST(ImportExport, RefusesWrongArrays) {
    const GrB_Index huge = ~GrB_Index{0};
    const Refusal refusals[] = {
        {"too few offsets", GrB_CSR_FORMAT, {0, 1}, {0}, 1, GrB_INVALID_VALUE},
        {"too few offsets by column", GrB_CSC_FORMAT, {0, 1, 1}, {0}, 1, GrB_INVALID_VALUE},
        {"no offsets", GrB_CSR_FORMAT, {}, {0}, 1, GrB_INVALID_VALUE},
        {"first offset not 0", GrB_CSR_FORMAT, {1, 1, 2}, {0, 1}, 2, GrB_INDEX_OUT_OF_BOUNDS},
        {"offsets that decrease", GrB_CSR_FORMAT, {0, 2, 1}, {0, 1}, 2, GrB_INDEX_OUT_OF_BOUNDS},
        {"an offset far away", GrB_CSR_FORMAT, {0, huge, 2}, {0, 1}, 2, GrB_INDEX_OUT_OF_BOUNDS},
        {"last offset far away", GrB_CSR_FORMAT, {0, 0, huge}, {0, 1}, 2, GrB_INDEX_OUT_OF_BOUNDS},
        {"too few indices", GrB_CSR_FORMAT, {0, 1, 2}, {0}, 2, GrB_INDEX_OUT_OF_BOUNDS},
        {"too few values", GrB_CSR_FORMAT, {0, 1, 2}, {0, 1}, 1, GrB_INDEX_OUT_OF_BOUNDS},
        {"an index outside", GrB_CSR_FORMAT, {0, 1, 2}, {0, 3}, 2, GrB_INDEX_OUT_OF_BOUNDS},
        {"an index far outside", GrB_CSR_FORMAT, {0, 1, 2}, {huge, 0}, 2, GrB_INDEX_OUT_OF_BOUNDS},
        {"an index outside by column",
         GrB_CSC_FORMAT,
         {0, 1, 2, 2},
         {0, 2},
         2,
         GrB_INDEX_OUT_OF_BOUNDS},
        {"an index twice", GrB_CSR_FORMAT, {0, 2, 2}, {1, 1}, 2, GrB_INVALID_VALUE},
        {"an index twice, unsorted", GrB_CSR_FORMAT, {0, 3, 3}, {1, 0, 1}, 3, GrB_INVALID_VALUE},
        {"an index twice by column", GrB_CSC_FORMAT, {0, 0, 2, 2}, {1, 1}, 2, GrB_INVALID_VALUE},
        {"a row outside", GrB_COO_FORMAT, {0, 1}, {0, 2}, 2, GrB_INDEX_OUT_OF_BOUNDS},
        {"a column outside", GrB_COO_FORMAT, {0, 3}, {0, 1}, 2, GrB_INDEX_OUT_OF_BOUNDS},
        {"fewer rows", GrB_COO_FORMAT, {0, 1}, {0}, 2, GrB_INVALID_VALUE},
        {"fewer columns", GrB_COO_FORMAT, {0}, {0, 1}, 2, GrB_INVALID_VALUE},
        {"fewer values", GrB_COO_FORMAT, {0, 1}, {0, 1}, 1, GrB_INVALID_VALUE},
        {"a position twice", GrB_COO_FORMAT, {2, 0, 2}, {1, 0, 1}, 3, GrB_INVALID_VALUE},
        {"unknown format", enumerator<GrB_Format>(3), {0, 1, 2}, {0, 1}, 2, GrB_INVALID_VALUE},
    };
    const Domain domain = domain_fp64();
    for (const Refusal &refusal : refusals) {
        GrB_Matrix A = nullptr;
        const Arrays arrays{refusal.offsets, refusal.indices, Bytes(refusal.values * domain.size)};
        EXPECT_EQ(import(&A, domain, 2, 3, arrays, refusal.format), refusal.code) << refusal.what;
        EXPECT_EQ(A, nullptr) << refusal.what;
    }
}

// A compressed layout accepts longer arrays than needed.
TEST(ImportExport, AcceptsSpareElements) {
    const GrB_Index offsets[] = {0, 1, 2, 99}, indices[] = {2, 0, 99};
    const double values[] = {1, 2, 3};
    GrB_Matrix A = nullptr;
    ASSERT_EQ(GrB_Matrix_import_FP64(&A, GrB_FP64, 2, 3, offsets, indices, values, 4, 3, 3,
                                     GrB_CSR_FORMAT),
              GrB_SUCCESS);
    GrB_Index nvals = 0;
    REQUIRE(GrB_Matrix_nvals(&nvals, A));
    EXPECT_EQ(nvals, 2U);
    double value = 0;
    EXPECT_EQ(GrB_Matrix_extractElement_FP64(&value, A, 0, 2), GrB_SUCCESS);
    EXPECT_EQ(value, 1);
    REQUIRE(GrB_Matrix_free(&A));
}

TEST(ImportExport, RefusesOtherDomains) {
    World world;
    const std::vector<Domain> domains = all_domains(world.pair);
    for (const Domain &domain : domains) {
        GrB_Matrix A = matrix_of(domain, some_entries(domain), 4, 5);
        const Arrays arrays = exported(domain, A, GrB_CSR_FORMAT);
        for (const Domain &other : domains) {
            if (&other == &domain) continue;
            GrB_Matrix C = nullptr;
            EXPECT_EQ(other.import(&C, domain.type, 4, 5, arrays.offsets.data(),
                                   arrays.indices.data(), Bytes(1000).data(), 5, 6, 6,
                                   GrB_CSR_FORMAT),
                      GrB_DOMAIN_MISMATCH)
                << domain.name << " as " << other.name;
            EXPECT_EQ(C, nullptr);
            Positions offsets(5, 99), indices(6, 99);
            Bytes values(1000, 99);
            GrB_Index lengths[] = {5, 6, 6};
            EXPECT_EQ(other.export_(offsets.data(), indices.data(), values.data(), &lengths[0],
                                    &lengths[1], &lengths[2], GrB_CSR_FORMAT, A),
                      GrB_DOMAIN_MISMATCH)
                << domain.name << " as " << other.name;
            EXPECT_EQ(offsets, Positions(5, 99));
        }
        REQUIRE(GrB_Matrix_free(&A));
    }
}

TEST(ImportExport, RefusesDimensions) {
    const GrB_Index zeros[3] = {0, 0, 0};
    const double value = 0;
    GrB_Matrix A = nullptr;
    EXPECT_EQ(GrB_Matrix_import_FP64(&A, GrB_FP64, GrB_INDEX_MAX + 2, 2, zeros, zeros, &value, 3, 0,
                                     0, GrB_CSR_FORMAT),
              GrB_INVALID_VALUE);
    EXPECT_EQ(GrB_Matrix_import_FP64(&A, GrB_FP64, 2, GrB_INDEX_MAX + 2, zeros, zeros, &value, 3, 0,
                                     0, GrB_CSR_FORMAT),
              GrB_INVALID_VALUE);
    // No machine has memory for so many offsets.
    EXPECT_EQ(GrB_Matrix_import_FP64(&A, GrB_FP64, GrB_INDEX_MAX + 1, 2, zeros, zeros, &value, 3, 0,
                                     0, GrB_CSR_FORMAT),
              GrB_INVALID_VALUE);
    EXPECT_EQ(A, nullptr);
}

TEST(ImportExport, SmallRoomIsRefused) {
    const Domain domain = domain_fp64();
    GrB_Matrix A = matrix_of(domain, some_entries(domain), 4, 5);
    for (const GrB_Format format : formats) {
        GrB_Index needed[3];
        REQUIRE(GrB_Matrix_exportSize(&needed[0], &needed[1], &needed[2], format, A));
        for (int wrong = 0; wrong < 3; wrong++) {
            GrB_Index lengths[3] = {needed[0], needed[1], needed[2]};
            lengths[wrong]--;
            Positions offsets(lengths[0], 99), indices(lengths[1], 99);
            std::vector<double> values(lengths[2], 99);
            EXPECT_EQ(GrB_Matrix_export_FP64(offsets.data(), indices.data(), values.data(),
                                             &lengths[0], &lengths[1], &lengths[2], format, A),
                      GrB_INSUFFICIENT_SPACE);
            EXPECT_EQ(lengths[wrong], needed[wrong] - 1);
            EXPECT_EQ(offsets, Positions(lengths[0], 99));
            EXPECT_EQ(indices, Positions(lengths[1], 99));
            EXPECT_EQ(values, std::vector<double>(lengths[2], 99));
            EXPECT_NE(error_text(A).find("room for"), std::string::npos);
        }
        GrB_Index more[3] = {needed[0] + 2, needed[1] + 2, needed[2] + 2};
        Positions offsets(more[0]), indices(more[1]);
        std::vector<double> values(more[2]);
        EXPECT_EQ(GrB_Matrix_export_FP64(offsets.data(), indices.data(), values.data(), &more[0],
                                         &more[1], &more[2], format, A),
                  GrB_SUCCESS);
        EXPECT_EQ(more[0], needed[0]);
        EXPECT_EQ(more[1], needed[1]);
        EXPECT_EQ(more[2], needed[2]);
        EXPECT_EQ(GrB_Matrix_export_FP64(offsets.data(), indices.data(), values.data(), &more[0],
                                         &more[1], &more[2], enumerator<GrB_Format>(7), A),
                  GrB_INVALID_VALUE);
    }
    REQUIRE(GrB_Matrix_free(&A));
}

} // namespace
} // namespace api
