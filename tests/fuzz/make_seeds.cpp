// Writes the seeds of fuzz_deserialize, fuzz_import and fuzz_container into the folders of FOLDER
// named after them.
#include "fuzz/blob.h"

#include "graphblast/grx_narrow.h"
#include "io/serialize_format.hpp"
#include "suitesparse/GraphBLAS.h"

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>

namespace {

using fuzz::Bytes;

std::filesystem::path folder;

void write(const std::string &name, const Bytes &bytes) {
    std::filesystem::create_directories((folder / name).parent_path());
    std::ofstream stream(folder / name, std::ios::binary);
    stream.write(reinterpret_cast<const char *>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
    FUZZ_CHECK(stream.good());
    std::printf("%s: %zu bytes\n", name.c_str(), bytes.size());
}

GrB_Matrix matrix(GrB_Type type, GrB_Index nrows, GrB_Index ncols) {
    GrB_Matrix A = nullptr;
    FUZZ_REQUIRE(GrB_Matrix_new(&A, type, nrows, ncols));
    return A;
}

/// A few entries; every `step`-th cell with values that repeat; one value everywhere.
GrB_Matrix some_entries(GrB_Type type, GrB_Index stretch) {
    GrB_Matrix A = matrix(type, 4 * stretch, 5 * stretch);
    const GrB_Index positions[][2] = {{0, 0}, {0, 2}, {0, 4}, {2, 3}, {3, 0}, {3, 2}};
    for (int k = 0; k < 6; k++)
        FUZZ_REQUIRE(GrB_Matrix_setElement_INT32(A, k * 3 - 4, positions[k][0] * stretch,
                                                 positions[k][1] * stretch));
    return A;
}
GrB_Matrix repeating(GrB_Type type, GrB_Index nrows, GrB_Index ncols, GrB_Index step) {
    GrB_Matrix A = matrix(type, nrows, ncols);
    for (GrB_Index k = 0; k < nrows * ncols; k += step)
        FUZZ_REQUIRE(GrB_Matrix_setElement_INT32(A, static_cast<int>(k % 5), k / ncols, k % ncols));
    return A;
}
GrB_Matrix constant(GrB_Type type, GrB_Index nrows, GrB_Index ncols) {
    GrB_Matrix A = matrix(type, nrows, ncols);
    FUZZ_REQUIRE(
        GrB_Matrix_assign_INT32(A, nullptr, nullptr, 7, GrB_ALL, nrows, GrB_ALL, ncols, nullptr));
    return A;
}

struct Setting {
    GrB_Field field;
    int value;
};

/// The blob of A, which is freed.
Bytes blob_of(GrB_Matrix A, int compression, std::initializer_list<Setting> settings) {
    FUZZ_REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, compression, GrX_COMPRESSION));
    for (const Setting &setting : settings)
        FUZZ_REQUIRE(GrB_Matrix_set_INT32(A, setting.value, setting.field));
    GrB_Index size = 0;
    FUZZ_REQUIRE(GrB_Matrix_serializeSize(&size, A));
    Bytes blob(size);
    FUZZ_REQUIRE(GrB_Matrix_serialize(blob.data(), &size, A));
    blob.resize(size);
    FUZZ_REQUIRE(GrB_Matrix_free(&A));
    return blob;
}

Bytes user_type_blob() {
    GrB_Type type = nullptr;
    FUZZ_REQUIRE(GrB_Type_new(&type, 16));
    GrB_Matrix A = matrix(type, 3, 4);
    unsigned char value[16] = "a struct of 16b";
    for (const GrB_Index k : {0, 1, 2}) {
        value[0] = static_cast<unsigned char>('a' + k);
        FUZZ_REQUIRE(GrB_Matrix_setElement_UDT(A, value, k, k + 1));
    }
    const Bytes blob = blob_of(A, GrX_COMPRESSION_NONE, {{GrX_FORMAT, GrX_SPARSE}});
    FUZZ_REQUIRE(GrB_Type_free(&type));
    return blob;
}

/// Returns `full`, a blob of a full matrix of n bytes a value, as if it had 4096 rows and columns:
/// in chunks of one byte each, or of nothing but the frame's head, which says 256 KiB.
Bytes claims_much(const Bytes &full, grb::blob::Codec codec, const Bytes &chunk) {
    using namespace grb::blob;
    Header header;
    std::memcpy(&header, full.data(), sizeof header);
    header.nrows = header.ncols = 4096;
    header.nvals = header.nrows * header.ncols;
    const Section section{static_cast<std::uint32_t>(SectionKind::values),
                          static_cast<std::uint32_t>(codec), header.nvals * header.value_size};
    const std::uint64_t chunks = chunk_count(section.raw_bytes);
    header.section_count = 1;
    header.metadata_bytes = sizeof header + sizeof section + chunks * sizeof(Chunk);
    header.total_bytes = header.metadata_bytes + chunks * chunk.size();
    Bytes blob(header.total_bytes);
    std::memcpy(blob.data(), &header, sizeof header);
    std::memcpy(blob.data() + sizeof header, &section, sizeof section);
    for (std::uint64_t k = 0; k < chunks; k++) {
        const Chunk entry{chunk.size(), 0};
        std::memcpy(blob.data() + sizeof header + sizeof section + k * sizeof entry, &entry,
                    sizeof entry);
        std::memcpy(blob.data() + header.metadata_bytes + k * chunk.size(), chunk.data(),
                    chunk.size());
    }
    fuzz::sign(blob);
    return blob;
}

void write_blobs() {
    constexpr int none = GrX_COMPRESSION_NONE, lz4 = GrX_COMPRESSION_LZ4,
                  zstd = GrX_COMPRESSION_ZSTD;
    constexpr Setting sparse{GrX_FORMAT, GrX_SPARSE}, hyper{GrX_FORMAT, GrX_HYPERSPARSE},
        bitmap{GrX_FORMAT, GrX_BITMAP}, full{GrX_FORMAT, GrX_FULL}, wide{GrX_INDEX_WIDTH, 64},
        by_column{GrX_ORIENTATIONS, 2}, balanced{GrX_FORMAT, GrX_BALANCED};
    const Bytes rows = blob_of(some_entries(GrB_INT32, 1), none, {sparse});
    write("deserialize/rows_int32", rows);
    write("deserialize/rows_fp16", blob_of(some_entries(GrX_FP16, 1), none, {sparse}));
    write("deserialize/rows_wide_fp64", blob_of(some_entries(GrB_FP64, 1), none, {sparse, wide}));
    write("deserialize/columns_uint16",
          blob_of(some_entries(GrB_UINT16, 1), none, {sparse, by_column}));
    write("deserialize/hyper_fp32_2e52",
          blob_of(some_entries(GrB_FP32, GrB_Index{1} << 52), none, {hyper}));
    write("deserialize/bitmap_bool", blob_of(some_entries(GrB_BOOL, 1), none, {bitmap}));
    write("deserialize/full_int8", blob_of(repeating(GrB_INT8, 6, 7, 1), none, {full}));
    write("deserialize/full_one_value_fp64_65536",
          blob_of(constant(GrB_FP64, 1 << 16, 1 << 16), none, {}));
    write("deserialize/rows_one_value_uint8", blob_of(constant(GrB_UINT8, 3, 4), none, {sparse}));
    write("deserialize/rows_int64_lz4", blob_of(repeating(GrB_INT64, 20, 30, 3), lz4, {sparse}));
    write("deserialize/rows_int16_zstd",
          blob_of(repeating(GrB_INT16, 20, 30, 3), zstd + 1, {sparse}));
    write("deserialize/bitmap_uint64_zstd19",
          blob_of(repeating(GrB_UINT64, 30, 30, 5), zstd + 19, {bitmap}));
    write("deserialize/column_vector_fp64_lz4",
          blob_of(repeating(GrB_FP64, 300, 1, 2), lz4, {sparse}));
    write("deserialize/empty_uint32", blob_of(matrix(GrB_UINT32, 5, 6), none, {sparse}));
    write("deserialize/user_type_16_bytes", user_type_blob());
    const Bytes slots = blob_of(some_entries(GrB_INT32, 1), none, {balanced});
    write("deserialize/balanced_int32", slots);
    write("deserialize/balanced_wide_fp64", blob_of(some_entries(GrB_FP64, 60), none, {balanced}));
    write("deserialize/balanced_one_value_uint8",
          blob_of(constant(GrB_UINT8, 3, 4), none, {balanced}));
    write("deserialize/balanced_int64_lz4",
          blob_of(repeating(GrB_INT64, 20, 30, 3), lz4, {balanced}));

    const Bytes full_int8 = blob_of(repeating(GrB_INT8, 6, 7, 1), none, {full});
    using grb::blob::Codec;
    write("deserialize/damaged_claims_much", claims_much(full_int8, Codec::none, {0}));
    write("deserialize/damaged_claims_much_lz4", claims_much(full_int8, Codec::lz4, {0x1F, 0}));
    // The head of a frame of 262,144 bytes, and a last block of no bytes.
    write("deserialize/damaged_claims_much_zstd",
          claims_much(full_int8, Codec::zstd, {0x28, 0xB5, 0x2F, 0xFD, 0xA0, 0, 0, 4, 0, 1, 0, 0}));

    Bytes damaged = rows;
    damaged.resize(rows.size() - 5);
    write("deserialize/damaged_cut_short", damaged);
    damaged = rows;
    damaged[rows.size() - 6 * 8 - 4] = 9; // the last offset
    fuzz::sign(damaged);
    write("deserialize/damaged_last_offset", damaged);
    damaged = slots;
    damaged[slots.size() - 12 * 4 - 12 - 16] = 4; // entries of the first row, which has 3 slots
    fuzz::sign(damaged);
    write("deserialize/damaged_count", damaged);
}

/// Blobs in SuiteSparse's format.
void write_suitesparse_blobs() {
    constexpr int none = GrX_COMPRESSION_NONE;
    constexpr Setting sparse{GrX_FORMAT, GrX_SPARSE}, hyper{GrX_FORMAT, GrX_HYPERSPARSE},
        bitmap{GrX_FORMAT, GrX_BITMAP}, by_column{GrX_ORIENTATIONS, 2};
    FUZZ_REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, GrX_BLOB_SUITESPARSE, GrX_BLOB_FORMAT));
    const Bytes rows = blob_of(some_entries(GrB_INT32, 1), none, {sparse});
    write("deserialize/suitesparse_rows_int32", rows);
    write("deserialize/suitesparse_columns_fp64",
          blob_of(some_entries(GrB_FP64, 1), none, {sparse, by_column}));
    write("deserialize/suitesparse_hyper_uint8_2e52",
          blob_of(some_entries(GrB_UINT8, GrB_Index{1} << 52), none, {hyper}));
    write("deserialize/suitesparse_bitmap_bool",
          blob_of(some_entries(GrB_BOOL, 1), none, {bitmap}));
    write("deserialize/suitesparse_full_one_value", blob_of(constant(GrB_FP32, 30, 40), none, {}));
    write("deserialize/suitesparse_rows_int64_lz4",
          blob_of(repeating(GrB_INT64, 20, 30, 3), GrX_COMPRESSION_LZ4, {sparse}));
    write("deserialize/suitesparse_bitmap_int16_zstd",
          blob_of(repeating(GrB_INT16, 30, 30, 5), GrX_COMPRESSION_ZSTD + 3, {bitmap}));
    write("deserialize/suitesparse_empty", blob_of(matrix(GrB_UINT32, 5, 6), none, {sparse}));
    write("deserialize/suitesparse_user_type", user_type_blob());
    Bytes damaged = rows;
    damaged[160 + 3 * 8 + 4 * 8] = 9; // the last offset
    write("deserialize/suitesparse_damaged_offset", damaged);
    FUZZ_REQUIRE(GrB_Global_set_INT32(GrB_GLOBAL, GrX_BLOB_GRAPHBLAST, GrX_BLOB_FORMAT));
}

/// type (0 BOOL to 10 FP64, 11 and a size less 1), format (0 rows, 1 columns, 2 tuples), nulls,
/// nrows, ncols, three lengths, then the arrays: see import.cpp.
void write_imports() {
    write("import/rows_int8", {1, 0, 0, 3, 4, 4, 3, 3, 0, 2, 2, 3, 1, 3, 0, 5, 6, 7});
    write("import/columns_int8_unsorted",
          {1, 1, 0, 4, 2, 3, 4, 4, 0, 3, 4, 3, 0, 2, 1, 8, 7, 6, 5});
    write("import/tuples_uint8", {2, 2, 0, 3, 3, 3, 3, 3, 2, 0, 1, 0, 1, 2, 9, 9, 9});
    write("import/tuples_2e60", {0, 2, 0, 0xFD, 0xFD, 2, 2, 2, 5, 0xFB, 0xFC, 0, 1, 0});
    write("import/rows_fp64", {10, 0, 0, 1, 2,    2,    2, 2, 0, 2, 0, 1, 0,    0,
                               0,  0, 0, 0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0xF8, 0x7F});
    write("import/user_type_3_bytes",
          {11, 2, 2, 0, 2, 2, 2, 2, 2, 0, 1, 1, 0, 'a', 'b', 'c', 'd', 'e', 'f'});
    write("import/rows_2e32_wide", {1, 1, 0, 0xFC, 1, 2, 2, 2, 0, 2, 0xFB, 7, 1, 2});
    write("import/no_rows", {1, 0, 0, 0, 9, 1, 0, 0, 0});
    write("import/wrong_offsets_decrease", {1, 0, 0, 3, 4, 4, 3, 3, 0, 3, 2, 3, 1, 3, 0, 5, 6, 7});
    write("import/wrong_first_offset", {1, 0, 0, 2, 4, 3, 3, 3, 1, 2, 3, 1, 3, 0, 5, 6, 7});
    write("import/wrong_last_offset_huge", {1, 0, 0, 2, 4, 3, 2, 2, 0, 2, 0xFF, 1, 3, 5, 6});
    write("import/wrong_offsets_short", {1, 0, 0, 3, 4, 3, 2, 2, 0, 1, 2, 1, 3, 5, 6});
    write("import/wrong_values_short", {1, 0, 0, 2, 4, 3, 3, 2, 0, 2, 3, 1, 3, 0, 5, 6});
    write("import/wrong_index", {1, 0, 0, 2, 4, 3, 3, 3, 0, 2, 3, 1, 4, 0, 5, 6, 7});
    write("import/wrong_duplicate", {1, 1, 0, 4, 2, 3, 3, 3, 0, 2, 3, 1, 1, 0, 5, 6, 7});
    write("import/wrong_null_values", {1, 0, 4, 2, 4, 3, 3, 3, 0, 2, 3, 1, 3, 0, 5, 6, 7});
}

/// A seed has type, format (0 hypersparse, 1 sparse, 2 bitmap, 3 full), orientation, flags (1 iso,
/// 2 jumbled, 4 a vector), nrows, ncols, nvals, types of p, h, i (0 UINT32 to 3 INT64), lengths of
/// p, h, i, b, x, then the arrays: see container.cpp.
void write_containers() {
    write("container/rows_int8",
          {1, 1, 0, 0, 3, 4, 3, 0, 0, 1, 4, 0, 3, 0, 3, 0, 2, 2, 3, 1, 3, 0, 5, 6, 7});
    write("container/columns_jumbled",
          {1, 1, 1, 2, 4, 2, 4, 2, 0, 3, 3, 0, 4, 0, 4, 0, 3, 4, 3, 0, 2, 1, 8, 7, 6, 5});
    write("container/hyper_wide_lines",
          {1, 0, 0, 0, 0xFC, 9, 2, 0, 2, 1, 3, 2, 2, 0, 2, 0, 1, 2, 5, 0xFB, 3, 4, 8, 9});
    write("container/hyper_iso",
          {1, 0, 1, 1, 9, 9, 3, 2, 2, 2, 3, 2, 3, 0, 1, 0, 1, 3, 2, 5, 8, 0, 1, 77});
    write("container/narrow_in_long",
          {1, 1, 0, 0, 2, 0xFD, 2, 0, 0, 1, 3, 0, 2, 0, 2, 0, 1, 2, 5, 7, 1, 2});
    write("container/bitmap_bool",
          {0, 2, 0, 0, 2, 2, 2, 0, 0, 0, 0, 0, 0, 4, 4, 1, 0, 0, 1, 1, 7, 7, 0});
    write("container/full_iso_large",
          {3, 3, 1, 1, 0xFA, 16, 0xFA, 16, 0, 0, 0, 0, 0, 0, 0, 0, 1, 5, 6});
    write("container/full_columns",
          {1, 3, 1, 0, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 6, 1, 2, 3, 4, 5, 6});
    write("container/vector", {1, 1, 1, 4, 9, 1, 2, 0, 0, 1, 2, 0, 2, 0, 2, 0, 2, 3, 6, 1, 2});
    write("container/vector_by_row",
          {1, 1, 0, 4, 3, 1, 2, 0, 0, 1, 4, 0, 2, 0, 2, 0, 0, 1, 2, 0, 0, 1, 2});
    write("container/wrong_offsets_decrease",
          {1, 1, 0, 0, 3, 4, 3, 0, 0, 1, 4, 0, 3, 0, 3, 0, 3, 2, 3, 1, 3, 0, 5, 6, 7});
    write("container/wrong_offset_beyond",
          {1, 1, 0, 0, 3, 4, 3, 2, 0, 1, 4, 0, 3, 0, 3, 0, 0xFD, 2, 3, 1, 3, 0, 5, 6, 7});
    write("container/wrong_position",
          {1, 1, 0, 0, 3, 4, 3, 0, 0, 1, 4, 0, 3, 0, 3, 0, 2, 2, 3, 1, 4, 0, 5, 6, 7});
    write("container/wrong_order",
          {1, 1, 0, 0, 3, 4, 3, 0, 0, 1, 4, 0, 3, 0, 3, 0, 2, 2, 3, 3, 1, 0, 5, 6, 7});
    write("container/wrong_twice",
          {1, 1, 1, 2, 4, 2, 4, 2, 0, 3, 3, 0, 4, 0, 4, 0, 3, 4, 3, 0, 3, 1, 8, 7, 6, 5});
    write("container/wrong_line",
          {1, 0, 0, 0, 5, 9, 2, 0, 2, 1, 3, 2, 2, 0, 2, 0, 1, 2, 1, 5, 3, 4, 8, 9});
    write("container/wrong_mark",
          {1, 2, 0, 0, 2, 2, 2, 0, 0, 0, 0, 0, 0, 4, 4, 1, 0, 0, 2, 1, 7, 7, 0});
    write("container/wrong_count",
          {1, 2, 0, 0, 2, 2, 3, 0, 0, 0, 0, 0, 0, 4, 4, 1, 0, 0, 1, 1, 7, 7, 0});
    write("container/wrong_bool", {0, 1, 0, 0, 1, 4, 1, 0, 0, 1, 2, 0, 1, 0, 1, 0, 1, 2, 9});
    write("container/wrong_no_one_value", {1, 3, 0, 1, 3, 4, 12, 0, 0, 0, 0, 0, 0, 0, 0});
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 1;
    }
    folder = argv[1];
    LLVMFuzzerInitialize(&argc, &argv);
    write_blobs();
    write_suitesparse_blobs();
    write_imports();
    write_containers();
    return 0;
}
