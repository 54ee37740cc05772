// Tests serialization: round trips in every domain and storage, compression, types, room.
#include "api/exchange.h"
#include "suitesparse/GraphBLAS.h"

#include <algorithm>
#include <random>

namespace api {
namespace {

constexpr int compressions[] = {GrX_COMPRESSION_NONE, GrX_COMPRESSION_DEFAULT, GrX_COMPRESSION_LZ4,
                                GrX_COMPRESSION_ZSTD + 3, GrX_COMPRESSION_ZSTD + 19};

/// The properties that a blob restores besides the entries.
struct Shape {
    GrB_Index nrows = 0, ncols = 0;
    std::int32_t type = 0, format = 0;
    bool operator==(const Shape &) const = default;
};

Shape shape_of(GrB_Matrix A) {
    Shape shape;
    REQUIRE(GrB_Matrix_nrows(&shape.nrows, A));
    REQUIRE(GrB_Matrix_ncols(&shape.ncols, A));
    shape.type = field_of(A, GrB_EL_TYPE_CODE);
    shape.format = field_of(A, GrX_FORMAT_STATUS);
    return shape;
}

void expect_round_trip(const Domain &domain, GrB_Matrix A) {
    const Bytes blob = serialized(A);
    GrB_Matrix B = nullptr;
    ASSERT_EQ(GrB_Matrix_deserialize(&B, domain.type, blob.data(), blob.size()), GrB_SUCCESS);
    EXPECT_EQ(shape_of(B), shape_of(A));
    EXPECT_EQ(entries_of(domain, B), entries_of(domain, A));
    EXPECT_EQ(serialized(B), blob);
    REQUIRE(GrB_Matrix_free(&B));
}

TEST(Serialize, EveryDomainAndStorage) {
    World world;
    for (const Domain &domain : all_domains(world.pair)) {
        for (const int storage : {GrX_SPARSE, GrX_HYPERSPARSE, GrX_BITMAP, GrX_BALANCED}) {
            for (const int orientations : {1, 2}) {
                for (const int compression : compressions) {
                    SCOPED_TRACE(domain.name + " " + std::to_string(storage) + " " +
                                 std::to_string(orientations) + " " + std::to_string(compression));
                    GrB_Matrix A = matrix_of(domain, some_entries(domain), 4, 5);
                    set_field(A, GrX_FORMAT, storage);
                    set_field(A, GrX_ORIENTATIONS, orientations);
                    set_library(GrX_COMPRESSION, compression);
                    expect_round_trip(domain, A);
                    REQUIRE(GrB_Matrix_free(&A));
                }
            }
        }
    }
    set_library(GrX_COMPRESSION, GrX_COMPRESSION_DEFAULT);
}

/// Row-balanced storage is limited to real types: complex copies have rows, with differing values
/// or iso.
TEST(Serialize, ComplexCopiesOfBalancedMatrices) {
    for (const Domain &domain : all_domains(nullptr)) {
        if (domain.name.rfind("FC", 0) != 0) continue;
        for (const bool is_iso : {false, true}) {
            for (const bool has_rows : {false, true}) {
                SCOPED_TRACE(domain.name + (is_iso ? " iso" : "") + (has_rows ? " with rows" : ""));
                GrB_Matrix A = new_matrix(GrB_INT8, 4, 5), C = new_matrix(domain.type, 4, 5);
                REQUIRE(GrB_Matrix_assign_INT8(A, nullptr, nullptr, 7, GrB_ALL, 4, GrB_ALL, 5,
                                               nullptr));
                if (!is_iso) REQUIRE(GrB_Matrix_setElement_INT8(A, 9, 1, 0));
                REQUIRE(GrX_Matrix_maxk(A, A, 2, nullptr));
                ASSERT_EQ(field_of(A, GrX_FORMAT_STATUS), GrX_BALANCED);
                Positions rows(8), columns(8);
                std::vector<double> values(8), expected(8, 7);
                if (!is_iso) expected[2] = 9;
                GrB_Index count = 8;
                if (has_rows) {
                    REQUIRE(GrB_Matrix_extractTuples_FP64(rows.data(), columns.data(),
                                                          values.data(), &count, A));
                }
                REQUIRE(GrB_transpose(C, nullptr, nullptr, A, GrB_DESC_T0));
                EXPECT_NE(field_of(C, GrX_FORMAT_STATUS), GrX_BALANCED);
                expect_round_trip(domain, C);
                REQUIRE(GrB_Matrix_extractTuples_FP64(rows.data(), columns.data(), values.data(),
                                                      &count, C));
                EXPECT_EQ(count, 8U);
                EXPECT_EQ(rows, (Positions{0, 0, 1, 1, 2, 2, 3, 3}));
                EXPECT_EQ(values, expected);
                REQUIRE(GrB_Matrix_free(&C));
                REQUIRE(GrB_Matrix_free(&A));
            }
        }
    }
}

TEST(Serialize, FullIsoEmptyAndPending) {
    const Domain domain = domain_fp64();
    GrB_Matrix A = new_matrix(GrB_FP64, 3, 4);
    expect_round_trip(domain, A);
    REQUIRE(GrB_Matrix_assign_FP64(A, nullptr, nullptr, 2.5, GrB_ALL, 3, GrB_ALL, 4, nullptr));
    expect_round_trip(domain, A); // full and iso
    const std::size_t iso_size = serialized(A).size();
    REQUIRE(GrB_Matrix_setElement_FP64(A, 9, 1, 1));
    EXPECT_GT(serialized(A).size(), iso_size);
    expect_round_trip(domain, A); // full
    set_field(A, GrX_FORMAT, GrX_BITMAP);
    expect_round_trip(domain, A); // a bitmap that could be full
    REQUIRE(GrB_Matrix_removeElement(A, 2, 2));
    set_field(A, GrX_FORMAT, GrX_SPARSE);
    REQUIRE(GrB_Matrix_setElement_FP64(A, 8, 2, 2));
    REQUIRE(GrB_Matrix_removeElement(A, 0, 0));
    expect_round_trip(domain, A); // with pending updates
    REQUIRE(GrB_Matrix_free(&A));
    for (const auto &[nrows, ncols] : {std::pair<GrB_Index, GrB_Index>{0, 0}, {0, 7}, {7, 0}}) {
        A = new_matrix(GrB_FP64, nrows, ncols);
        expect_round_trip(domain, A);
        REQUIRE(GrB_Matrix_free(&A));
    }
    A = new_matrix(GrB_FP64, GrB_INDEX_MAX + 1, GrB_INDEX_MAX + 1);
    REQUIRE(GrB_Matrix_setElement_FP64(A, 1, GrB_INDEX_MAX, 3));
    REQUIRE(GrB_Matrix_setElement_FP64(A, 2, 5, GrB_INDEX_MAX));
    expect_round_trip(domain, A);
    EXPECT_LT(serialized(A).size(), 500U);
    REQUIRE(GrB_Matrix_free(&A));
}

TEST(Serialize, WideIndices) {
    const Domain domain = domain_fp64();
    GrB_Matrix A = matrix_of(domain, some_entries(domain), 4, 5);
    set_field(A, GrX_FORMAT, GrX_SPARSE);
    const std::size_t narrow = serialized(A).size();
    set_field(A, GrX_INDEX_WIDTH, 64);
    EXPECT_GT(serialized(A).size(), narrow);
    expect_round_trip(domain, A);
    REQUIRE(GrB_Matrix_free(&A));
}

/// Makes a matrix with several chunks in every section.
GrB_Matrix large_matrix() {
    GrB_Matrix A = new_matrix(GrB_FP64, 70001, 50021);
    std::mt19937_64 random(11);
    std::map<std::pair<GrB_Index, GrB_Index>, double> entries;
    while (entries.size() < 150000) {
        entries[{random() % 70001, random() % 50021}] = static_cast<double>(random() % 50);
    }
    Positions i, j;
    std::vector<double> x;
    for (const auto &[position, value] : entries) {
        i.push_back(position.first);
        j.push_back(position.second);
        x.push_back(value);
    }
    REQUIRE(GrB_Matrix_build_FP64(A, i.data(), j.data(), x.data(), x.size(), nullptr));
    return A;
}

TEST(Serialize, CompressionAndThreads) {
    const Domain domain = domain_fp64();
    GrB_Matrix A = large_matrix();
    const int threads = library_field(GxB_GLOBAL_NTHREADS);
    std::map<int, std::size_t> sizes;
    for (const int compression : compressions) {
        if (compression == GrX_COMPRESSION_ZSTD + 19) continue; // slow
        set_library(GrX_COMPRESSION, compression);
        EXPECT_EQ(library_field(GrX_COMPRESSION), compression);
        set_library(GxB_GLOBAL_NTHREADS, 1);
        const Bytes blob = serialized(A);
        set_library(GxB_GLOBAL_NTHREADS, 4);
        EXPECT_EQ(serialized(A), blob) << "the bytes depend on the threads";
        expect_round_trip(domain, A);
        sizes[compression] = blob.size();
        // Any thread finds one wrong byte in the middle of a large blob.
        for (const std::size_t position : {blob.size() / 3, blob.size() - 1}) {
            Bytes damaged = blob;
            damaged[position] ^= 0x10;
            GrB_Matrix B = nullptr;
            EXPECT_EQ(GrB_Matrix_deserialize(&B, nullptr, damaged.data(), damaged.size()),
                      GrB_INVALID_OBJECT);
        }
    }
    GrB_Index bound = 0;
    REQUIRE(GrB_Matrix_serializeSize(&bound, A));
    EXPECT_EQ(sizes[GrX_COMPRESSION_NONE], bound);
    EXPECT_LT(sizes[GrX_COMPRESSION_LZ4], bound);
    EXPECT_LT(sizes[GrX_COMPRESSION_DEFAULT], sizes[GrX_COMPRESSION_LZ4]);
    set_library(GxB_GLOBAL_NTHREADS, threads);
    set_library(GrX_COMPRESSION, GrX_COMPRESSION_DEFAULT);
    for (const int wrong : {-2, 1, 999, 1001, 2000, 2999, 3020}) {
        EXPECT_EQ(GrB_Global_set_INT32(GrB_GLOBAL, wrong, GrX_COMPRESSION), GrB_INVALID_VALUE)
            << wrong;
    }
    EXPECT_EQ(library_field(GrX_COMPRESSION), GrX_COMPRESSION_DEFAULT);
    REQUIRE(GrB_Matrix_free(&A));
}

// Values of absent entries of a bitmap do not get into the blob.
TEST(Serialize, BitmapHidesAbsentValues) {
    set_library(GrX_COMPRESSION, GrX_COMPRESSION_NONE);
    Bytes blobs[2];
    for (const bool had_value : {false, true}) {
        GrB_Matrix A = new_matrix(GrB_FP64, 4, 4);
        set_field(A, GrX_FORMAT, GrX_BITMAP);
        REQUIRE(GrB_Matrix_setElement_FP64(A, 1.5, 2, 2));
        if (had_value) {
            REQUIRE(GrB_Matrix_setElement_FP64(A, 1234.5, 1, 1));
            REQUIRE(GrB_Matrix_wait(A, GrB_MATERIALIZE));
            REQUIRE(GrB_Matrix_removeElement(A, 1, 1));
        } else {
            REQUIRE(GrB_Matrix_setElement_FP64(A, 7, 3, 3)); // so that it is not iso either
            REQUIRE(GrB_Matrix_wait(A, GrB_MATERIALIZE));
            REQUIRE(GrB_Matrix_removeElement(A, 3, 3));
        }
        blobs[had_value ? 1 : 0] = serialized(A);
        REQUIRE(GrB_Matrix_free(&A));
    }
    EXPECT_EQ(blobs[0], blobs[1]);
    set_library(GrX_COMPRESSION, GrX_COMPRESSION_DEFAULT);
}

TEST(Serialize, TypeArgument) {
    World world;
    GrB_Type narrow = nullptr, twin = nullptr;
    REQUIRE(GrB_Type_new(&narrow, sizeof(Pair) - 1));
    REQUIRE(GrB_Type_new(&twin, sizeof(Pair)));
    for (const Domain &domain : all_domains(world.pair)) {
        GrB_Matrix A = matrix_of(domain, some_entries(domain), 4, 5);
        const Bytes blob = serialized(A);
        for (const Domain &other : all_domains(world.pair)) {
            GrB_Matrix B = nullptr;
            const bool is_same = other.name == domain.name;
            EXPECT_EQ(GrB_Matrix_deserialize(&B, other.type, blob.data(), blob.size()),
                      is_same ? GrB_SUCCESS : GrB_DOMAIN_MISMATCH)
                << domain.name << " as " << other.name;
            EXPECT_EQ(B != nullptr, is_same);
            REQUIRE(GrB_Matrix_free(&B));
        }
        const bool is_user = domain.name == "UDT";
        GrB_Matrix B = nullptr;
        EXPECT_EQ(GrB_Matrix_deserialize(&B, nullptr, blob.data(), blob.size()),
                  is_user ? GrB_DOMAIN_MISMATCH : GrB_SUCCESS);
        if (!is_user) {
            EXPECT_EQ(entries_of(domain, B), some_entries(domain));
            REQUIRE(GrB_Matrix_free(&B));
        }
        // The library only compares the size of a user-defined type.
        EXPECT_EQ(GrB_Matrix_deserialize(&B, narrow, blob.data(), blob.size()),
                  GrB_DOMAIN_MISMATCH);
        EXPECT_EQ(GrB_Matrix_deserialize(&B, twin, blob.data(), blob.size()),
                  is_user ? GrB_SUCCESS : GrB_DOMAIN_MISMATCH);
        if (is_user) {
            EXPECT_EQ(entries_of(domain, B), some_entries(domain));
            REQUIRE(GrB_Matrix_free(&B));
        }
        REQUIRE(GrB_Matrix_free(&A));
    }
    REQUIRE(GrB_Type_free(&narrow));
    REQUIRE(GrB_Type_free(&twin));
}

TEST(Serialize, RoomAndSpareBytes) {
    World world;
    const Domain domain = domain_fp64();
    const Bytes blob = serialized(world.A);
    for (const std::size_t room : {blob.size() - 1, blob.size() / 2, std::size_t{1}}) {
        Bytes small(room);
        GrB_Index size = room;
        EXPECT_EQ(GrB_Matrix_serialize(small.data(), &size, world.A), GrB_INSUFFICIENT_SPACE)
            << room;
        EXPECT_EQ(size, room);
        EXPECT_NE(error_text(world.A).find("room for"), std::string::npos);
    }
    Bytes exact(blob.size());
    GrB_Index size = exact.size();
    EXPECT_EQ(GrB_Matrix_serialize(exact.data(), &size, world.A), GrB_SUCCESS);
    EXPECT_EQ(exact, blob);
    // Deserialize accepts a buffer longer than the blob, as of serializeSize bytes.
    Bytes more = blob;
    more.resize(blob.size() + 100, 0xAB);
    GrB_Matrix B = nullptr;
    EXPECT_EQ(GrB_Matrix_deserialize(&B, nullptr, more.data(), more.size()), GrB_SUCCESS);
    EXPECT_EQ(entries_of(domain, B), entries_of(domain, world.A));
    REQUIRE(GrB_Matrix_free(&B));
}

/// Returns GrB_EL_TYPE_STRING of a blob.
std::string name_in(const Bytes &blob) {
    std::size_t size = 0;
    REQUIRE(GxB_Serialized_get_SIZE(blob.data(), &size, GrB_EL_TYPE_STRING, blob.size()));
    std::string name(size, '?');
    REQUIRE(GxB_Serialized_get_String(blob.data(), name.data(), GrB_EL_TYPE_STRING, blob.size()));
    EXPECT_EQ(name.back(), 0);
    name.pop_back();
    return name;
}

TEST(Serialize, NamesOfAnyLength) {
    for (const std::size_t length : {1U, 126U, 127U, 128U, 129U, 300U, 4000U}) {
        std::string given;
        for (std::size_t k = 0; k < length; k++) given += static_cast<char>('a' + k % 26);
        GrB_Type type = nullptr;
        REQUIRE(GrB_Type_new(&type, 4));
        REQUIRE(GrB_Type_set_String(type, given.data(), GrB_NAME));
        GrB_Matrix A = new_matrix(type, 3, 3), B = nullptr;
        const std::int32_t value = 7;
        REQUIRE(GrB_Matrix_setElement_UDT(A, &value, 1, 2));
        const Bytes blob = serialized(A);
        EXPECT_EQ(name_in(blob), given);
        char begin[GxB_MAX_NAME_LEN] = "";
        REQUIRE(GxB_deserialize_type_name(begin, blob.data(), blob.size()));
        EXPECT_EQ(begin, given.substr(0, GxB_MAX_NAME_LEN - 1));
        ASSERT_EQ(GrB_Matrix_deserialize(&B, type, blob.data(), blob.size()), GrB_SUCCESS);
        std::int32_t found = 0;
        REQUIRE(GrB_Matrix_extractElement_UDT(&found, B, 1, 2));
        EXPECT_EQ(found, value);
        REQUIRE(GrB_Matrix_free(&B));
        // A changed letter is detected as damage.
        Bytes damaged = blob;
        damaged.back() ^= 1;
        EXPECT_EQ(GrB_Matrix_deserialize(&B, type, damaged.data(), damaged.size()),
                  GrB_INVALID_OBJECT);
        EXPECT_EQ(GrB_Matrix_deserialize(&B, type, blob.data(), blob.size() - 1),
                  GrB_INVALID_OBJECT);
        REQUIRE(GrB_Matrix_free(&A));
        REQUIRE(GrB_Type_free(&type));
    }
}

} // namespace
} // namespace api
