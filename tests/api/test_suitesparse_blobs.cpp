// Tests blobs in SuiteSparse's format: written and read back, built by hand, damaged.
#include "api/suitesparse_draft.h"
#include "suitesparse/GraphBLAS.h"

#include <random>

namespace api {
namespace {

using namespace draft;

/// Serialisation writes SuiteSparse's format as long as this lives.
class ForeignFormat {
public:
    ForeignFormat() { set_library(GrX_BLOB_FORMAT, GrX_BLOB_SUITESPARSE); }
    ~ForeignFormat() {
        set_library(GrX_BLOB_FORMAT, GrX_BLOB_GRAPHBLAST);
        set_library(GrX_COMPRESSION, GrX_COMPRESSION_DEFAULT);
    }
};

struct Tuples {
    Positions i, j;
    std::vector<std::int32_t> x;
    bool operator==(const Tuples &) const = default;
};
Tuples tuples_of(GrB_Matrix A) {
    GrB_Index n = 0;
    REQUIRE(GrB_Matrix_nvals(&n, A));
    Tuples tuples{Positions(n), Positions(n), std::vector<std::int32_t>(n)};
    REQUIRE(
        GrB_Matrix_extractTuples_INT32(tuples.i.data(), tuples.j.data(), tuples.x.data(), &n, A));
    return tuples;
}
const Tuples of_columns{{0, 2, 1}, {0, 0, 3}, {10, 20, 30}};

/// Returns the code; a matrix is made if and only if it is GrB_SUCCESS.
GrB_Info read(const Bytes &blob, GrB_Type type = nullptr) {
    GrB_Matrix A = nullptr;
    const GrB_Info info = GrB_Matrix_deserialize(&A, type, blob.data(), blob.size());
    EXPECT_EQ(A != nullptr, info == GrB_SUCCESS);
    if (A == nullptr) return info;
    GrB_Index n = 0;
    EXPECT_EQ(GrB_Matrix_nvals(&n, A), GrB_SUCCESS);
    REQUIRE(GrB_Matrix_free(&A));
    return info;
}

TEST(SuiteSparseBlobs, EveryDomainAndStorage) {
    const World world;
    const ForeignFormat format;
    for (const Domain &domain : all_domains(world.pair)) {
        if (is_narrow(domain)) continue;
        for (const int storage :
             {GrX_SPARSE, GrX_HYPERSPARSE, GrX_BITMAP, GrX_FULL, GrX_BALANCED}) {
            for (const int compression : {+GrX_COMPRESSION_NONE, +GrX_COMPRESSION_LZ4, 3001}) {
                for (const int orientations : {1, 2}) {
                    SCOPED_TRACE(domain.name + " " + std::to_string(storage) + " " +
                                 std::to_string(compression) + " " + std::to_string(orientations));
                    GrB_Matrix A = matrix_of(domain, some_entries(domain), 40, 50), B = nullptr;
                    set_field(A, GrX_FORMAT, storage);
                    set_field(A, GrX_ORIENTATIONS, orientations);
                    set_library(GrX_COMPRESSION, compression);
                    const Bytes blob = serialized(A);
                    std::uint64_t first = 0;
                    std::memcpy(&first, blob.data(), sizeof first);
                    EXPECT_EQ(first, blob.size());
                    GrB_Index bound = 0;
                    REQUIRE(GrB_Matrix_serializeSize(&bound, A));
                    EXPECT_LE(blob.size(), bound);
                    if (compression == GrX_COMPRESSION_NONE) {
                        EXPECT_EQ(blob.size(), bound);
                    }
                    ASSERT_EQ(GrB_Matrix_deserialize(&B, domain.type, blob.data(), blob.size()),
                              GrB_SUCCESS);
                    EXPECT_EQ(entries_of(domain, B), entries_of(domain, A));
                    EXPECT_EQ(field_of(B, GrB_EL_TYPE_CODE), field_of(A, GrB_EL_TYPE_CODE));
                    Bytes small(blob.size() - 1);
                    GrB_Index room = small.size();
                    EXPECT_EQ(GrB_Matrix_serialize(small.data(), &room, A), GrB_INSUFFICIENT_SPACE);
                    REQUIRE(GrB_Matrix_free(&A));
                    REQUIRE(GrB_Matrix_free(&B));
                }
            }
        }
    }
}

TEST(SuiteSparseBlobs, EmptyIsoAndLong) {
    const ForeignFormat format;
    const Domain domain = domain_fp64();
    for (const auto &[nrows, ncols, positions] : {std::tuple<GrB_Index, GrB_Index, int>{0, 0, 0},
                                                  {0, 7, 0},
                                                  {7, 0, 0},
                                                  {3, 4, 0},
                                                  {3, 4, 2},
                                                  {GrB_INDEX_MAX + 1, GrB_INDEX_MAX + 1, 2},
                                                  {3, 4, 12}}) {
        GrB_Matrix A = new_matrix(GrB_FP64, nrows, ncols), B = nullptr;
        if (positions == 12) { // full and iso
            REQUIRE(GrB_Matrix_assign_FP64(A, nullptr, nullptr, 2.5, GrB_ALL, nrows, GrB_ALL, ncols,
                                           nullptr));
        }
        if (positions == 2) {
            REQUIRE(GrB_Matrix_setElement_FP64(A, 1, nrows - 1, 3));
            REQUIRE(GrB_Matrix_setElement_FP64(A, 2, 2, ncols - 2));
        }
        const Bytes blob = serialized(A);
        ASSERT_EQ(GrB_Matrix_deserialize(&B, nullptr, blob.data(), blob.size()), GrB_SUCCESS);
        GrB_Index m = 1, n = 1;
        REQUIRE(GrB_Matrix_nrows(&m, B));
        REQUIRE(GrB_Matrix_ncols(&n, B));
        EXPECT_EQ(m, nrows);
        EXPECT_EQ(n, ncols);
        EXPECT_EQ(entries_of(domain, B), entries_of(domain, A));
        EXPECT_LT(blob.size(), 400U);
        REQUIRE(GrB_Matrix_free(&A));
        REQUIRE(GrB_Matrix_free(&B));
    }
}

/// A blob of many blocks depends on the entries alone, not on threads.
TEST(SuiteSparseBlobs, LargeVectorsAndThreads) {
    const ForeignFormat format;
    constexpr GrB_Index n = 400000;
    std::mt19937_64 random(5);
    GrB_Vector u = nullptr, w = nullptr;
    REQUIRE(GrB_Vector_new(&u, GrB_INT32, n));
    Positions positions;
    std::vector<std::int32_t> entries;
    for (GrB_Index k = 0; k < n; k += 1 + random() % 3) {
        positions.push_back(k);
        entries.push_back(static_cast<std::int32_t>(random() % 100));
    }
    REQUIRE(GrB_Vector_build_INT32(u, positions.data(), entries.data(), positions.size(), nullptr));
    const int threads = library_field(GxB_GLOBAL_NTHREADS);
    for (const int compression : {+GrX_COMPRESSION_NONE, +GrX_COMPRESSION_LZ4, 3003}) {
        set_library(GrX_COMPRESSION, compression);
        Bytes blobs[2];
        for (const int thread_count : {1, 4}) {
            set_library(GxB_GLOBAL_NTHREADS, thread_count);
            void *blob = nullptr;
            GrB_Index size = 0;
            REQUIRE(GxB_Vector_serialize(&blob, &size, u, nullptr));
            const auto *const first = static_cast<const unsigned char *>(blob);
            blobs[thread_count == 4 ? 1 : 0].assign(first, first + size);
            std::free(blob);
        }
        EXPECT_EQ(blobs[0], blobs[1]);
        REQUIRE(GxB_Vector_deserialize(&w, nullptr, blobs[0].data(), blobs[0].size(), nullptr));
        Positions found_positions(positions.size());
        std::vector<std::int32_t> found(positions.size());
        GrB_Index count = positions.size();
        REQUIRE(GrB_Vector_extractTuples_INT32(found_positions.data(), found.data(), &count, w));
        EXPECT_EQ(count, positions.size());
        EXPECT_EQ(found_positions, positions);
        EXPECT_EQ(found, entries);
        REQUIRE(GrB_Vector_free(&w));
    }
    set_library(GxB_GLOBAL_NTHREADS, threads);
    REQUIRE(GrB_Vector_free(&u));
}

/// 10.5.1 writes positions of 32 or 64 bits, each array separately; older versions write 64.
TEST(SuiteSparseBlobs, EveryWidth) {
    for (int k = 0; k < 16; k++) {
        SCOPED_TRACE(k);
        const Bytes blob =
            draft_of_columns((k & 8) != 0, (k & 4) != 0, (k & 2) != 0, (k & 1) != 0).blob();
        GrB_Matrix A = nullptr;
        ASSERT_EQ(GrB_Matrix_deserialize(&A, GrB_INT32, blob.data(), blob.size()), GrB_SUCCESS);
        EXPECT_EQ(tuples_of(A), of_columns);
        EXPECT_EQ(field_of(A, GrB_STORAGE_ORIENTATION_HINT), GrB_COLMAJOR);
        REQUIRE(GrB_Matrix_free(&A));
        EXPECT_EQ(read(blob, GrB_FP64), GrB_DOMAIN_MISMATCH);
    }
}

TEST(SuiteSparseBlobs, DenseByColumn) {
    Draft draft;
    draft.header.encoding = int32_code;
    draft.header.vector_length = 2;
    draft.header.vectors = 3;
    draft.header.stored_vectors = 3;
    draft.header.nvals = 4;
    draft.header.value_size = 4;
    draft.header.shape = 4U << 2 | 1U;
    draft.arrays[present] = {1, 0, 1, 1, 0, 1};
    draft.arrays[values] = bytes_of(std::vector<std::int32_t>{1, -1, 3, 4, -1, 6});
    GrB_Matrix A = nullptr;
    Bytes blob = draft.blob();
    REQUIRE(GrB_Matrix_deserialize(&A, nullptr, blob.data(), blob.size()));
    EXPECT_EQ(tuples_of(A), (Tuples{{0, 0, 1, 1}, {0, 1, 1, 2}, {1, 3, 4, 6}}));
    REQUIRE(GrB_Matrix_free(&A));
    draft.header.nvals = 3;
    EXPECT_EQ(read(draft.blob()), GrB_INVALID_OBJECT);
    draft.header.nvals = 4;
    draft.arrays[present][1] = 2;
    EXPECT_EQ(read(draft.blob()), GrB_INVALID_OBJECT);
    draft.arrays[present].clear();
    draft.header.shape = 8U << 2 | 1U;
    draft.header.nvals = 6;
    blob = draft.blob();
    REQUIRE(GrB_Matrix_deserialize(&A, nullptr, blob.data(), blob.size()));
    EXPECT_EQ(tuples_of(A), (Tuples{{0, 1, 0, 1, 0, 1}, {0, 0, 1, 1, 2, 2}, {1, -1, 3, 4, -1, 6}}));
    REQUIRE(GrB_Matrix_free(&A));
}

TEST(SuiteSparseBlobs, WhatTheObjectGets) {
    Draft draft = draft_of_columns(true, true, true, true);
    draft.name = "a name";
    draft.type_name = "GrB_INT32";
    draft.header.control = 3;
    const Bytes blob = draft.blob();
    GrB_Matrix A = nullptr;
    REQUIRE(GrB_Matrix_deserialize(&A, nullptr, blob.data(), blob.size()));
    char name[GxB_MAX_NAME_LEN] = "";
    REQUIRE(GrB_Matrix_get_String(A, name, GrB_NAME));
    EXPECT_STREQ(name, "a name");
    EXPECT_EQ(field_of(A, GxB_SPARSITY_CONTROL), 3);
    EXPECT_EQ(field_of(A, GxB_SPARSITY_STATUS), GxB_HYPERSPARSE);
    double number = 0;
    REQUIRE(GxB_Matrix_Option_get_FP64(A, GxB_HYPER_SWITCH, &number));
    EXPECT_EQ(number, 0.25);
    REQUIRE(GrB_Matrix_free(&A));
    const auto asked = [&](GrB_Field field) {
        std::int32_t value = -99;
        REQUIRE(GxB_Serialized_get_INT32(blob.data(), &value, field, blob.size()));
        return value;
    };
    EXPECT_EQ(asked(GrB_EL_TYPE_CODE), GrB_INT32_CODE);
    EXPECT_EQ(asked(GxB_SPARSITY_CONTROL), 3);
    EXPECT_EQ(asked(GxB_SPARSITY_STATUS), GxB_HYPERSPARSE);
    EXPECT_EQ(asked(GrB_STORAGE_ORIENTATION_HINT), GrB_COLMAJOR);
    REQUIRE(GxB_Serialized_get_String(blob.data(), name, GrB_NAME, blob.size()));
    EXPECT_STREQ(name, "a name");
    REQUIRE(GxB_Serialized_get_String(blob.data(), name, GrB_EL_TYPE_STRING, blob.size()));
    EXPECT_STREQ(name, "GrB_INT32");
    REQUIRE(GxB_deserialize_type_name(name, blob.data(), blob.size()));
    EXPECT_STREQ(name, "int32_t");
    // A blob written from the matrix has these fields again.
    const ForeignFormat format;
    REQUIRE(GrB_Matrix_deserialize(&A, nullptr, blob.data(), blob.size()));
    const Bytes again = serialized(A);
    Header header;
    std::memcpy(&header, again.data(), sizeof header);
    EXPECT_EQ(header.control, 3U);
    EXPECT_EQ(header.hyper_switch, 0.25F);
    EXPECT_EQ(header.bitmap_switch, 0.5F);
    EXPECT_EQ(header.nonempty_vectors, 2U);
    EXPECT_NE(std::string(again.begin(), again.end()).find("a name"), std::string::npos);
    REQUIRE(GrB_Matrix_free(&A));
}

TEST(SuiteSparseBlobs, Wrong) {
    const Draft right = draft_of_columns(true, false, false, false);
    ASSERT_EQ(read(right.blob()), GrB_SUCCESS);
    const auto refused = [&](const char *what, auto &&spoil) {
        Draft draft = right;
        spoil(draft);
        EXPECT_EQ(read(draft.blob()), GrB_INVALID_OBJECT) << what;
    };
    using D = Draft;
    refused("no type", [](D &d) { d.header.encoding = 0; });
    refused("type 15", [](D &d) { d.header.encoding = 15; });
    refused("width 2", [](D &d) { d.header.encoding |= 2U << 4; });
    refused("a later encoding", [](D &d) { d.header.encoding |= 1U << 16; });
    refused("lines", [](D &d) { d.header.vectors = (std::uint64_t{1} << 60) + 1; });
    refused("length", [](D &d) { d.header.vector_length = UINT64_MAX; });
    refused("stored lines", [](D &d) { d.header.stored_vectors = 5; });
    refused("nvals", [](D &d) { d.header.nvals = 2; });
    refused("value size", [](D &d) { d.header.value_size = 0; });
    refused("another value size", [](D &d) { d.header.value_size = 2; });
    refused("layout", [](D &d) { d.header.shape = 3U << 2; });
    refused("layouts", [](D &d) { d.header.shape = 16U << 2; });
    refused("full", [](D &d) { d.header.shape = 8U << 2; });
    refused("a bitmap, too", [](D &d) { d.arrays[present] = {1}; });
    refused("no offsets", [](D &d) { d.arrays[offsets].clear(); });
    refused("no ids", [](D &d) { d.arrays[ids].clear(); });
    refused("few values", [](D &d) { d.arrays[values].resize(8); });
    refused("offsets decrease", [](D &d) { d.arrays[offsets] = numbers({0, 4, 3}, false); });
    refused("first offset", [](D &d) { d.arrays[offsets] = numbers({1, 2, 3}, false); });
    refused("last offset", [](D &d) { d.arrays[offsets] = numbers({0, 2, 2}, false); });
    refused("ids descend", [](D &d) { d.arrays[ids] = numbers({3, 0}, false); });
    refused("id outside", [](D &d) { d.arrays[ids] = numbers({0, 4}, false); });
    refused("index outside", [](D &d) { d.arrays[indices] = numbers({0, 3, 1}, false); });
    refused("index twice", [](D &d) { d.arrays[indices] = numbers({2, 2, 1}, false); });
    Bytes blob = right.blob();
    const auto with = [&](std::size_t at, auto value) {
        Bytes changed = blob;
        std::memcpy(changed.data() + at, &value, sizeof value);
        return changed;
    };
    constexpr std::size_t first_blocks = 120, first_method = 124, first_end = 160;
    EXPECT_EQ(read(with(first_blocks, std::int32_t{-1})), GrB_INVALID_OBJECT);
    EXPECT_EQ(read(with(first_blocks, INT32_MAX)), GrB_INVALID_OBJECT);
    EXPECT_EQ(read(with(first_method, std::int32_t{1000})), GrB_INVALID_OBJECT);
    EXPECT_EQ(read(with(first_method, std::int32_t{3001})), GrB_INVALID_OBJECT);
    EXPECT_EQ(read(with(first_end, std::uint64_t{23})), GrB_INVALID_OBJECT);
    EXPECT_EQ(read(with(first_end, UINT64_MAX)), GrB_INVALID_OBJECT);
    for (std::size_t length = 1; length < blob.size(); length++)
        EXPECT_EQ(read(Bytes(blob.begin(), blob.begin() + static_cast<long>(length))),
                  GrB_INVALID_OBJECT);
}

/// Any change of one byte gives a matrix or one of these two codes.
TEST(SuiteSparseBlobs, EveryByteDamaged) {
    const World world;
    const ForeignFormat format;
    for (const int compression : {+GrX_COMPRESSION_NONE, +GrX_COMPRESSION_LZ4, 3001}) {
        set_library(GrX_COMPRESSION, compression);
        GrB_Matrix A = new_matrix(GrB_INT16, 20, 30);
        for (GrB_Index k = 0; k < 600; k += 3)
            REQUIRE(
                GrB_Matrix_setElement_INT16(A, static_cast<std::int16_t>(k % 7), k / 30, k % 30));
        set_field(A, GrX_FORMAT, GrX_SPARSE);
        const Bytes blob = serialized(A);
        for (std::size_t at = 0; at < blob.size(); at++) {
            for (const int bit : {0, 3, 7}) {
                Bytes damaged = blob;
                damaged[at] = static_cast<unsigned char>(damaged[at] ^ 1 << bit);
                const GrB_Info info = read(damaged);
                EXPECT_TRUE(info == GrB_SUCCESS || info == GrB_INVALID_OBJECT ||
                            info == GrB_DOMAIN_MISMATCH)
                    << info << " at " << at;
            }
        }
        REQUIRE(GrB_Matrix_free(&A));
    }
}

} // namespace
} // namespace api
