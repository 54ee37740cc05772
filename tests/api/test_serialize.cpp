// Serialization: round trips in every domain and storage, and blobs that are damaged or made to harm.
#include "api/exchange.h"

#include <algorithm>
#include <memory>
#include <random>

namespace api {
namespace {

void set_library(GrB_Field field, std::int32_t value) {
    REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, value, field));
}

std::int32_t library_field(GrB_Field field) {
    std::int32_t value = -99;
    REQUIRE(GrB_Global_get_INT32(GrB_GLOBAL, &value, field));
    return value;
}

Bytes serialized(GrB_Matrix A) {
    GrB_Index size = 0;
    REQUIRE(GrB_Matrix_serializeSize(&size, A));
    Bytes blob(size);
    REQUIRE(GrB_Matrix_serialize(blob.data(), &size, A));
    EXPECT_LE(size, blob.size());
    blob.resize(size);
    return blob;
}

constexpr int compressions[] = {GrX_COMPRESSION_NONE, GrX_COMPRESSION_DEFAULT, GrX_COMPRESSION_LZ4,
                                GrX_COMPRESSION_ZSTD + 3, GrX_COMPRESSION_ZSTD + 19};

/// What a blob restores besides the entries.
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
        for (const int storage : {GrX_SPARSE, GrX_HYPERSPARSE, GrX_BITMAP}) {
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
    expect_round_trip(domain, A); // with updates that wait
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

/// Several chunks in every section.
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
        // One wrong byte in the middle of a large blob, found by any thread.
        for (const std::size_t place : {blob.size() / 3, blob.size() - 1}) {
            Bytes damaged = blob;
            damaged[place] ^= 0x10;
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

// Absent entries of a bitmap hold anything: none of it gets into the blob.
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
            REQUIRE(GrB_Matrix_setElement_FP64(A, 7, 3, 3)); // not iso either
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
        // Of a user-defined type only the size is known.
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
    // A buffer of serializeSize bytes, all given back.
    Bytes more = blob;
    more.resize(blob.size() + 100, 0xAB);
    GrB_Matrix B = nullptr;
    EXPECT_EQ(GrB_Matrix_deserialize(&B, nullptr, more.data(), more.size()), GrB_SUCCESS);
    EXPECT_EQ(entries_of(domain, B), entries_of(domain, world.A));
    REQUIRE(GrB_Matrix_free(&B));
}

/// Deserializes what lies in memory of exactly this size; null when it is refused as damaged.
GrB_Matrix refused_or_made(const Bytes &blob, GrB_Type type) {
    const std::unique_ptr<unsigned char[]> exact(new unsigned char[blob.size()]);
    std::copy(blob.begin(), blob.end(), exact.get());
    GrB_Matrix A = nullptr;
    const GrB_Info info = GrB_Matrix_deserialize(&A, type, exact.get(), blob.size());
    EXPECT_TRUE(info == GrB_SUCCESS || info == GrB_INVALID_OBJECT || info == GrB_DOMAIN_MISMATCH)
        << info;
    EXPECT_EQ(A != nullptr, info == GrB_SUCCESS);
    return A;
}

/// One small blob for every kind of storage, domain-wise mixed.
std::vector<std::pair<Domain, Bytes>> small_blobs(const World &world) {
    std::vector<std::pair<Domain, Bytes>> blobs;
    std::vector<Domain> domains = all_domains(world.pair);
    for (const int k : {0, 5, 10, 11}) { // BOOL, INT32, FP64, UDT
        const Domain &domain = domains[static_cast<std::size_t>(k)];
        for (const int storage : {GrX_SPARSE, GrX_HYPERSPARSE, GrX_BITMAP}) {
            GrB_Matrix A = matrix_of(domain, some_entries(domain), 4, 5);
            set_field(A, GrX_FORMAT, storage);
            if (storage == GrX_SPARSE && k == 5) set_field(A, GrX_ORIENTATIONS, 2);
            if (storage == GrX_HYPERSPARSE && k == 10) set_field(A, GrX_INDEX_WIDTH, 64);
            blobs.emplace_back(domain, serialized(A));
            REQUIRE(GrB_Matrix_free(&A));
        }
    }
    GrB_Matrix A = new_matrix(GrB_FP64, 3, 3);
    REQUIRE(GrB_Matrix_assign_FP64(A, nullptr, nullptr, 2, GrB_ALL, 3, GrB_ALL, 3, nullptr));
    blobs.emplace_back(domain_fp64(), serialized(A));
    REQUIRE(GrB_Matrix_free(&A));
    return blobs;
}

TEST(Serialize, EveryWrongByteIsFound) {
    World world;
    for (const int compression :
         {GrX_COMPRESSION_NONE, GrX_COMPRESSION_DEFAULT, GrX_COMPRESSION_LZ4}) {
        set_library(GrX_COMPRESSION, compression);
        for (const auto &[domain, blob] : small_blobs(world)) {
            for (std::size_t place = 0; place < blob.size(); place++) {
                for (const unsigned char change : {0x01, 0xFF}) {
                    Bytes damaged = blob;
                    damaged[place] ^= change;
                    GrB_Matrix B = refused_or_made(damaged, domain.type);
                    EXPECT_EQ(B, nullptr) << "byte " << place << " of " << domain.name;
                    REQUIRE(GrB_Matrix_free(&B));
                }
            }
            for (std::size_t size = 0; size < blob.size(); size++) {
                GrB_Matrix B = refused_or_made(
                    Bytes(blob.begin(), blob.begin() + static_cast<std::ptrdiff_t>(size)),
                    domain.type);
                EXPECT_EQ(B, nullptr) << size << " bytes of " << domain.name;
                REQUIRE(GrB_Matrix_free(&B));
            }
        }
    }
    set_library(GrX_COMPRESSION, GrX_COMPRESSION_DEFAULT);
}

// The places of the header that docs/serialization.md gives.
constexpr std::size_t version_at = 8, sections_at = 12, metadata_bytes_at = 24, checksum_at = 32,
                      nrows_at = 40, nvals_at = 56, stored_rows_at = 64, value_size_at = 72,
                      type_at = 80, layout_at = 81, hyper_at = 84, iso_at = 85, header_bytes = 216,
                      entry_bytes = 16;

template <class T>
T read(const Bytes &blob, std::size_t place) {
    T value;
    std::memcpy(&value, blob.data() + place, sizeof value);
    return value;
}
template <class T>
void write(Bytes &blob, std::size_t place, T value) {
    std::memcpy(blob.data() + place, &value, sizeof value);
}

/// The checksum as the document describes it.
std::uint64_t checksum(const unsigned char *data, std::size_t bytes) {
    std::uint64_t state = 0xCBF29CE484222325 ^ bytes;
    for (std::size_t k = 0; k < bytes; k += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, data + k, std::min<std::size_t>(8, bytes - k));
        state = (state ^ word) * 0x100000001B3;
        state ^= state >> 29;
    }
    return (state ^ state >> 32) * 0x9E3779B97F4A7C15;
}

/// Makes the checksums right again, as whoever wants to do harm would.
void sign(Bytes &blob) {
    const auto metadata = read<std::uint64_t>(blob, metadata_bytes_at);
    if (metadata > blob.size() || metadata < header_bytes) return;
    const std::size_t tables = header_bytes + read<std::uint32_t>(blob, sections_at) * entry_bytes;
    std::size_t place = metadata;
    for (std::size_t chunk = tables; chunk + entry_bytes <= metadata; chunk += entry_bytes) {
        const auto stored = read<std::uint64_t>(blob, chunk);
        if (stored > blob.size() - place) break;
        write(blob, chunk + 8, checksum(blob.data() + place, stored));
        place += stored;
    }
    write<std::uint64_t>(blob, checksum_at, 0);
    write(blob, checksum_at, checksum(blob.data(), metadata));
}

/// A blob of 4 x 5 without compression. Its parts lie one after the other behind the tables.
struct Plain {
    Bytes blob;
    std::size_t data;

    Plain(GrB_Matrix A, int storage) {
        set_library(GrX_COMPRESSION, GrX_COMPRESSION_NONE);
        set_field(A, GrX_FORMAT, storage);
        blob = serialized(A);
        data = read<std::uint64_t>(blob, metadata_bytes_at);
        set_library(GrX_COMPRESSION, GrX_COMPRESSION_DEFAULT);
    }
    template <class T>
    Bytes with(std::size_t place, T value) const {
        Bytes changed = blob;
        write(changed, place, value);
        sign(changed);
        return changed;
    }
};

void expect_refused(const Bytes &blob, const char *what) {
    GrB_Matrix B = nullptr;
    EXPECT_EQ(GrB_Matrix_deserialize(&B, nullptr, blob.data(), blob.size()), GrB_INVALID_OBJECT)
        << what;
    EXPECT_EQ(B, nullptr) << what;
    REQUIRE(GrB_Matrix_free(&B));
}

TEST(Serialize, LiesWithRightChecksumsAreRefused) {
    const Domain domain = domain_fp64();
    const std::uint64_t huge = std::uint64_t{1} << 60;
    GrB_Matrix A = matrix_of(domain, some_entries(domain), 4, 5);
    const Plain sparse(A, GrX_SPARSE);
    GrB_Matrix B = refused_or_made(sparse.with(version_at, std::uint32_t{1}),
                                   GrB_FP64); // sign() signs rightly
    ASSERT_NE(B, nullptr);
    EXPECT_EQ(entries_of(domain, B), some_entries(domain));
    REQUIRE(GrB_Matrix_free(&B));

    expect_refused(sparse.with(version_at, std::uint32_t{2}), "a later version");
    expect_refused(sparse.with(sections_at, std::uint32_t{2}), "too few sections");
    expect_refused(sparse.with(sections_at, ~std::uint32_t{0}), "very many sections");
    expect_refused(sparse.with(nrows_at, std::uint64_t{5}), "another number of rows");
    expect_refused(sparse.with(nrows_at, huge), "very many rows");
    expect_refused(sparse.with(nrows_at, 2 * huge), "too many rows");
    expect_refused(sparse.with(nrows_at + 8, std::uint64_t{4}), "too few columns");
    expect_refused(sparse.with(nvals_at, std::uint64_t{7}), "more entries");
    expect_refused(sparse.with(nvals_at, ~std::uint64_t{0}), "very many entries");
    expect_refused(sparse.with(stored_rows_at, ~std::uint64_t{0}), "very many stored rows");
    expect_refused(sparse.with(value_size_at, std::uint64_t{4}), "another size of values");
    expect_refused(sparse.with(value_size_at, std::uint64_t{0}), "no size of values");
    expect_refused(sparse.with(type_at, std::uint8_t{12}), "an unknown type");
    expect_refused(sparse.with(layout_at, std::uint8_t{4}), "an unknown layout");
    expect_refused(sparse.with(layout_at, std::uint8_t{1}), "rows as columns");
    expect_refused(sparse.with(layout_at, std::uint8_t{3}), "sparse as bitmap");
    expect_refused(sparse.with(layout_at + 1, std::uint8_t{2}), "an unknown width");
    expect_refused(sparse.with(layout_at + 1, std::uint8_t{8}), "a wrong width");
    expect_refused(sparse.with(hyper_at, std::uint8_t{1}), "hypersparse");
    expect_refused(sparse.with(iso_at, std::uint8_t{1}), "iso");
    expect_refused(sparse.with(header_bytes, std::uint32_t{9}), "an unknown section");
    expect_refused(sparse.with(header_bytes + 4, std::uint32_t{3}), "an unknown codec");
    expect_refused(sparse.with(header_bytes + 8, std::uint64_t{16}), "a short section");
    // Offsets 0 3 3 4 6, then columns 0 2 4 | 3 | 0 2, each 4 bytes wide.
    expect_refused(sparse.with(sparse.data, std::uint32_t{1}), "first offset not 0");
    expect_refused(sparse.with(sparse.data + 4, std::uint32_t{5}), "offsets that decrease");
    expect_refused(sparse.with(sparse.data + 4, ~std::uint32_t{0}), "an offset far away");
    expect_refused(sparse.with(sparse.data + 16, std::uint32_t{5}), "last offset");
    expect_refused(sparse.with(sparse.data + 20, std::uint32_t{2}), "an index twice");
    expect_refused(sparse.with(sparse.data + 20, std::uint32_t{3}), "unsorted");
    expect_refused(sparse.with(sparse.data + 28, std::uint32_t{5}), "an index outside");
    expect_refused(sparse.with(sparse.data + 28, ~std::uint32_t{0}), "an index far outside");

    // Offsets 0 3 4 6, then rows 0 2 3.
    const Plain hyper(A, GrX_HYPERSPARSE);
    ASSERT_EQ(hyper.blob[hyper_at], 1);
    expect_refused(hyper.with(hyper.data + 16, std::uint32_t{2}), "a row twice");
    expect_refused(hyper.with(hyper.data + 24, std::uint32_t{4}), "a row outside");
    expect_refused(hyper.with(stored_rows_at, std::uint64_t{5}), "more stored rows than rows");

    const Plain bitmap(A, GrX_BITMAP);
    ASSERT_EQ(bitmap.blob[layout_at], 3);
    expect_refused(bitmap.with(bitmap.data, std::uint64_t{1}), "too few bits");
    expect_refused(bitmap.with(bitmap.data, read<std::uint64_t>(bitmap.blob, bitmap.data) << 44),
                   "bits outside");
    expect_refused(bitmap.with(layout_at, std::uint8_t{2}), "bitmap as full");
    expect_refused(bitmap.with(nrows_at, huge), "a very large bitmap");
    expect_refused(bitmap.with(stored_rows_at, std::uint64_t{4}), "dense with stored rows");
    REQUIRE(GrB_Matrix_free(&A));

    GrB_Matrix truths = new_matrix(GrB_BOOL, 4, 5);
    REQUIRE(GrB_Matrix_setElement_BOOL(truths, true, 1, 1));
    REQUIRE(GrB_Matrix_setElement_BOOL(truths, false, 2, 2));
    const Plain booleans(truths, GrX_SPARSE);
    expect_refused(booleans.with(booleans.blob.size() - 1, std::uint8_t{2}), "a truth value of 2");
    REQUIRE(GrB_Matrix_free(&truths));
}

/// Whatever was accepted must be a sound matrix: reads every entry and computes with it.
void expect_sound(GrB_Matrix A) {
    GrB_Index nvals = 0, nrows = 0, ncols = 0;
    REQUIRE(GrB_Matrix_nvals(&nvals, A));
    REQUIRE(GrB_Matrix_nrows(&nrows, A));
    REQUIRE(GrB_Matrix_ncols(&ncols, A));
    if (nvals > 1000000) return; // a full iso matrix may be large
    Positions i(nvals), j(nvals);
    GrB_Index room = nvals;
    REQUIRE(GrB_Matrix_extractTuples_FP64(i.data(), j.data(), nullptr, &room, A));
    for (GrB_Index k = 0; k < nvals; k++) {
        ASSERT_LT(i[k], nrows);
        ASSERT_LT(j[k], ncols);
        ASSERT_TRUE(k == 0 || i[k - 1] < i[k] || (i[k - 1] == i[k] && j[k - 1] < j[k]));
    }
}

TEST(Serialize, RandomLiesAreHarmless) {
    World world;
    std::mt19937_64 random(5);
    int accepted = 0;
    for (const int compression :
         {GrX_COMPRESSION_NONE, GrX_COMPRESSION_DEFAULT, GrX_COMPRESSION_LZ4}) {
        set_library(GrX_COMPRESSION, compression);
        for (const auto &[domain, blob] : small_blobs(world)) {
            for (int round = 0; round < 400; round++) {
                Bytes damaged = blob;
                const auto changes = 1 + random() % 3;
                for (std::uint64_t k = 0; k < changes; k++) {
                    const std::size_t first =
                        random() % 4 == 0 ? 0 : header_bytes; // names and sums are dull
                    const std::size_t place = first + random() % (blob.size() - first);
                    static constexpr unsigned char values[] = {0, 1, 2, 4, 8, 0x7F, 0x80, 0xFF};
                    damaged[place] = random() % 2 == 0 ? values[random() % 8]
                                                       : static_cast<unsigned char>(random());
                }
                sign(damaged);
                GrB_Matrix B = refused_or_made(damaged, domain.type);
                if (B == nullptr) continue;
                accepted++;
                if (domain.name != "UDT") expect_sound(B);
                REQUIRE(GrB_Matrix_free(&B));
            }
        }
    }
    EXPECT_GT(accepted, 100); // wrong values are no lies
    set_library(GrX_COMPRESSION, GrX_COMPRESSION_DEFAULT);
}

} // namespace
} // namespace api
