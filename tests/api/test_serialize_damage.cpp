// Tests blobs that are damaged, truncated, or malicious: refused, and never read beyond their end.
#include "api/exchange.h"

#include <algorithm>
#include <memory>
#include <random>

namespace api {
namespace {

/// Deserializes a blob in memory of exactly its size; returns null when it is refused as damaged.
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

/// Makes a small blob for every kind of storage, with varying domains.
std::vector<std::pair<Domain, Bytes>> small_blobs(const World &world) {
    std::vector<std::pair<Domain, Bytes>> blobs;
    std::vector<Domain> domains = all_domains(world.pair);
    for (const int k : {0, 5, 10, 11}) { // BOOL, INT32, FP64, UDT
        const Domain &domain = domains[static_cast<std::size_t>(k)];
        for (const int storage : {GrX_SPARSE, GrX_HYPERSPARSE, GrX_BITMAP, GrX_BALANCED}) {
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
            for (std::size_t offset = 0; offset < blob.size(); offset++) {
                for (const unsigned char change : {0x01, 0xFF}) {
                    Bytes damaged = blob;
                    damaged[offset] ^= change;
                    GrB_Matrix B = refused_or_made(damaged, domain.type);
                    EXPECT_EQ(B, nullptr) << "byte " << offset << " of " << domain.name;
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

// These offsets in the header are those of docs/internals/serialization.md.
constexpr std::size_t version_at = 8, sections_at = 12, total_bytes_at = 16, metadata_bytes_at = 24,
                      checksum_at = 32, nrows_at = 40, nvals_at = 56, stored_rows_at = 64,
                      value_size_at = 72, type_at = 80, layout_at = 81, hyper_at = 84, iso_at = 85,
                      header_bytes = 216, entry_bytes = 16;

template <class T>
T read(const Bytes &blob, std::size_t offset) {
    T value;
    std::memcpy(&value, blob.data() + offset, sizeof value);
    return value;
}
template <class T>
void write(Bytes &blob, std::size_t offset, T value) {
    std::memcpy(blob.data() + offset, &value, sizeof value);
}

/// The checksum as the document specifies it.
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

/// Makes the checksums right again, as an attacker would.
void sign(Bytes &blob) {
    const auto metadata = read<std::uint64_t>(blob, metadata_bytes_at);
    if (metadata > blob.size() || metadata < header_bytes) return;
    const std::size_t tables = header_bytes + read<std::uint32_t>(blob, sections_at) * entry_bytes;
    std::size_t offset = metadata;
    for (std::size_t chunk = tables; chunk + entry_bytes <= metadata; chunk += entry_bytes) {
        const auto stored = read<std::uint64_t>(blob, chunk);
        if (stored > blob.size() - offset) break;
        write(blob, chunk + 8, checksum(blob.data() + offset, stored));
        offset += stored;
    }
    write<std::uint64_t>(blob, checksum_at, 0);
    write(blob, checksum_at, checksum(blob.data(), metadata));
}

/// A blob of 4 x 5 without compression. Its sections follow one another after the tables.
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
    Bytes with(std::size_t offset, T value) const {
        Bytes changed = blob;
        write(changed, offset, value);
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
                                   GrB_FP64); // sign() restores a valid blob
    ASSERT_NE(B, nullptr);
    EXPECT_EQ(entries_of(domain, B), some_entries(domain));
    REQUIRE(GrB_Matrix_free(&B));

    expect_refused(sparse.with(version_at, std::uint32_t{3}), "a later version");
    expect_refused(sparse.with(version_at, std::uint32_t{2}), "another layout's version");
    expect_refused(sparse.with(version_at, std::uint32_t{0}), "no version");
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
    expect_refused(sparse.with(type_at, std::uint8_t{14}), "an unknown type");
    expect_refused(sparse.with(layout_at, std::uint8_t{4}), "sparse as balanced");
    expect_refused(sparse.with(layout_at, std::uint8_t{5}), "an unknown layout");
    expect_refused(sparse.with(layout_at, std::uint8_t{1}), "rows as columns");
    expect_refused(sparse.with(layout_at, std::uint8_t{3}), "sparse as bitmap");
    expect_refused(sparse.with(layout_at + 1, std::uint8_t{2}), "an unknown width");
    expect_refused(sparse.with(layout_at + 1, std::uint8_t{8}), "a wrong width");
    expect_refused(sparse.with(hyper_at, std::uint8_t{1}), "hypersparse");
    expect_refused(sparse.with(iso_at, std::uint8_t{1}), "iso");
    expect_refused(sparse.with(header_bytes, std::uint32_t{9}), "an unknown section");
    expect_refused(sparse.with(header_bytes + 4, std::uint32_t{3}), "an unknown codec");
    expect_refused(sparse.with(header_bytes + 8, std::uint64_t{16}), "a short section");
    // The sections are offsets 0 3 3 4 6, then columns 0 2 4 | 3 | 0 2, each 4 bytes wide.
    expect_refused(sparse.with(sparse.data, std::uint32_t{1}), "first offset not 0");
    expect_refused(sparse.with(sparse.data + 4, std::uint32_t{5}), "offsets that decrease");
    expect_refused(sparse.with(sparse.data + 4, ~std::uint32_t{0}), "an offset far away");
    expect_refused(sparse.with(sparse.data + 16, std::uint32_t{5}), "last offset");
    expect_refused(sparse.with(sparse.data + 20, std::uint32_t{2}), "an index twice");
    expect_refused(sparse.with(sparse.data + 20, std::uint32_t{3}), "unsorted");
    expect_refused(sparse.with(sparse.data + 28, std::uint32_t{5}), "an index outside");
    expect_refused(sparse.with(sparse.data + 28, ~std::uint32_t{0}), "an index far outside");

    // The sections are offsets 0 3 4 6, then rows 0 2 3.
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

TEST(Serialize, LiesAboutSlotsAreRefused) {
    const Domain domain = domain_fp64();
    GrB_Matrix A = matrix_of(domain, some_entries(domain), 4, 5);
    const Plain plain(A, GrX_BALANCED);
    REQUIRE(GrB_Matrix_free(&A));
    ASSERT_EQ(plain.blob[layout_at], 4);
    ASSERT_EQ(read<std::uint32_t>(plain.blob, version_at), 2U);
    GrB_Matrix B = refused_or_made(plain.with(version_at, std::uint32_t{2}), GrB_FP64);
    ASSERT_NE(B, nullptr);
    EXPECT_EQ(entries_of(domain, B), some_entries(domain));
    REQUIRE(GrB_Matrix_free(&B));

    const std::uint64_t huge = std::uint64_t{1} << 60;
    expect_refused(plain.with(version_at, std::uint32_t{1}), "the version before");
    expect_refused(plain.with(layout_at, std::uint8_t{5}), "an unknown layout");
    expect_refused(plain.with(type_at, std::uint8_t{0}), "a user-defined type");
    expect_refused(plain.with(nrows_at, std::uint64_t{0}), "no rows");
    expect_refused(plain.with(nrows_at, huge), "very many rows");
    expect_refused(plain.with(nrows_at + 8, std::uint64_t{2}), "fewer columns than slots");
    expect_refused(plain.with(nrows_at + 8, std::uint64_t{300}), "an index too narrow");
    expect_refused(plain.with(nvals_at, std::uint64_t{7}), "more entries");
    expect_refused(plain.with(nvals_at, std::uint64_t{13}), "more entries than slots");
    expect_refused(plain.with(stored_rows_at, std::uint64_t{0}), "no slots");
    expect_refused(plain.with(stored_rows_at, std::uint64_t{4}), "more slots");
    expect_refused(plain.with(stored_rows_at, huge), "very many slots");
    expect_refused(plain.with(layout_at + 1, std::uint8_t{4}), "a width of offsets");
    expect_refused(plain.with(layout_at + 2, std::uint8_t{2}), "another width of indices");
    expect_refused(plain.with(hyper_at, std::uint8_t{1}), "hypersparse");
    expect_refused(plain.with(iso_at, std::uint8_t{1}), "iso");
    // The sections are counts 3 0 1 2, each 4 bytes wide, then columns 0 2 4 | - - - | 3 - - | 0 2
    // -, each 1 byte wide, and values.
    const std::size_t indices = plain.data + 16, values = indices + 12;
    ASSERT_EQ(plain.blob.size(), values + 12 * 8);
    expect_refused(plain.with(plain.data, std::uint32_t{4}), "more entries than slots in a row");
    expect_refused(plain.with(plain.data, ~std::uint32_t{0}), "very many entries in a row");
    expect_refused(plain.with(plain.data + 4, std::uint32_t{1}), "a count too many");
    expect_refused(plain.with(plain.data, std::uint64_t{1} << 32 | 2), "counts of other rows");
    expect_refused(plain.with(indices + 1, std::uint8_t{0}), "an index twice");
    expect_refused(plain.with(indices, std::uint8_t{3}), "unsorted");
    expect_refused(plain.with(indices + 2, std::uint8_t{5}), "an index outside");
    expect_refused(plain.with(indices + 4, std::uint8_t{1}), "an index in an empty slot");
    expect_refused(plain.with(values + 11 * 8, 1.0), "a value in an empty slot");
    expect_refused(plain.with(values + 3 * 8, std::uint8_t{1}), "a byte in an empty row");
}

TEST(Serialize, CompressedChunkIsOneFrame) {
    const Domain domain = domain_fp64();
    GrB_Matrix A = new_matrix(GrB_FP64, 40, 40);
    for (GrB_Index i = 0; i < 40; i++)
        REQUIRE(GrB_Matrix_setElement_FP64(A, static_cast<double>(i % 3), i, i));
    set_field(A, GrX_FORMAT, GrX_SPARSE);
    const Entries entries = entries_of(domain, A);
    const Bytes blob = serialized(A);
    REQUIRE(GrB_Matrix_free(&A));
    const auto metadata = read<std::uint64_t>(blob, metadata_bytes_at);
    const std::size_t first_chunk =
        header_bytes + read<std::uint32_t>(blob, sections_at) * entry_bytes;
    const auto stored = read<std::uint64_t>(blob, first_chunk);
    ASSERT_EQ(read<std::uint32_t>(blob, header_bytes + 4), 2u); // zstd
    ASSERT_LT(stored, read<std::uint64_t>(blob, header_bytes + 8));

    // An empty frame, which a decoder of several frames would skip, stands before or after the
    // chunk's.
    const Bytes empty = {0x50, 0x2A, 0x4D, 0x18, 0, 0, 0, 0};
    for (const std::uint64_t offset : {metadata, metadata + stored}) {
        Bytes longer = blob;
        longer.insert(longer.begin() + static_cast<std::ptrdiff_t>(offset), empty.begin(),
                      empty.end());
        write<std::uint64_t>(longer, first_chunk, stored + empty.size());
        write<std::uint64_t>(longer, total_bytes_at, blob.size() + empty.size());
        sign(longer);
        expect_refused(longer, "two frames");
    }
    Bytes same = blob;
    sign(same);
    ASSERT_NE(A = refused_or_made(same, GrB_FP64), nullptr);
    EXPECT_EQ(entries_of(domain, A), entries);
    REQUIRE(GrB_Matrix_free(&A));
}

/// An accepted blob must give a sound matrix: reads every entry and computes with it.
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
                        random() % 4 == 0 ? 0 : header_bytes; // skips names and checksums
                    const std::size_t offset = first + random() % (blob.size() - first);
                    static constexpr unsigned char values[] = {0, 1, 2, 4, 8, 0x7F, 0x80, 0xFF};
                    damaged[offset] = random() % 2 == 0 ? values[random() % 8]
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
    EXPECT_GT(accepted, 100); // wrong values are valid
    set_library(GrX_COMPRESSION, GrX_COMPRESSION_DEFAULT);
}

} // namespace
} // namespace api
