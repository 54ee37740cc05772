// Tests the methods of containers while memory runs short.
#include "faults/sweep.h"

#include <utility>

#include <algorithm>

namespace faults {
namespace {

const double some_values[] = {1, -2, 3, 4, 5};

TEST(FaultsMethods, Build) {
    sweep_all({
        CALL(GrB_Matrix_build_FP64, o.empty, some_rows, some_columns, some_values, 4, nullptr),
        CALL(GrB_Matrix_build_FP64, o.empty, some_columns, some_columns, some_values, 4,
             GrB_PLUS_FP64),
        CALL(GrB_Matrix_build_FP64, o.empty, std::vector<GrB_Index>(5, 3).data(),
             std::vector<GrB_Index>(5, 4).data(), some_values, 5, GrB_PLUS_INT32),
        CALL(GrB_Vector_build_FP64, o.empty_w, some_rows, some_values, 5, nullptr),
        CALL(GrB_Vector_build_FP64, o.empty_w, std::vector<GrB_Index>(5, 3).data(), some_values, 5,
             GrB_MAX_FP64),
        CALL(GxB_Vector_build_Vector, o.empty_w, o.positions, o.positions, nullptr, nullptr),
        CALL(GxB_Vector_build_Vector, o.empty_w, o.positions, o.positions, GrB_MIN_FP64, nullptr),
    });
}

TEST(FaultsMethods, Elements) {
    sweep_all({
        CALL(GrB_Matrix_setElement_FP64, o.A, 9, 0, 0), // overwrites an entry
        CALL(GrB_Matrix_setElement_FP64, o.A, 9, 0, 3), // adds an entry
        CALL(GrB_Matrix_setElement_FP64, o.empty, 9, 0, 3),
        CALL(GrB_Matrix_setElement_Scalar, o.A, o.s, 0, 3),
        CALL(GrB_Matrix_setElement_Scalar, o.A, o.none, 0, 0),
        CALL(GrB_Matrix_removeElement, o.A, 0, 0),
        CALL(GrB_Matrix_extractElement_FP64, &o.number, o.A, 0, 0),
        CALL(GrB_Matrix_extractElement_Scalar, o.s, o.A, 0, 0),
        CALL(GrB_Matrix_nvals, &o.count, o.A),
        CALL(GrB_Vector_setElement_FP64, o.u, 9, 1), // overwrites an entry
        CALL(GrB_Vector_setElement_FP64, o.u, 9, 2), // adds an entry
        CALL(GrB_Vector_setElement_FP64, o.empty_w, 9, 2),
        CALL(GrB_Vector_setElement_Scalar, o.u, o.s, 2),
        CALL(GrB_Vector_removeElement, o.u, 1),
        CALL(GrB_Vector_extractElement_FP64, &o.number, o.u, 1),
        CALL(GrB_Vector_extractElement_Scalar, o.none, o.u, 1),
        CALL(GrB_Vector_nvals, &o.count, o.u),
        CALL(GrB_Scalar_setElement_FP64, o.none, 4),
        CALL(GrB_Scalar_extractElement_FP64, &o.number, o.s),
        CALL(GrB_Scalar_clear, o.s),
    });
}

TEST(FaultsMethods, LifeCycle) {
    sweep_all({
        CALL(GrB_Matrix_new, &o.made_matrix, GrB_FP64, 100, 100),
        CALL(GrB_Matrix_dup, &o.made_matrix, o.A),
        CALL(GrB_Matrix_diag, &o.made_matrix, o.u, -2),
        CALL(GrB_Matrix_clear, o.A),
        CALL(GrB_Matrix_resize, o.A, 20, 30),
        CALL(GrB_Matrix_resize, o.A, 5, 6),
        CALL(GrB_Matrix_wait, o.A, GrB_MATERIALIZE),
        CALL(GrB_Matrix_extractTuples_FP64, o.first.data(), o.second.data(), o.values.data(),
             &o.count, o.A),
        CALL(GrB_Vector_new, &o.made_vector, GrB_FP64, 100),
        CALL(GrB_Vector_dup, &o.made_vector, o.u),
        CALL(GrB_Vector_clear, o.u),
        CALL(GrB_Vector_resize, o.u, 30),
        CALL(GrB_Vector_resize, o.u, 5),
        CALL(GrB_Vector_wait, o.u, GrB_COMPLETE),
        CALL(GrB_Vector_extractTuples_FP64, o.first.data(), o.values.data(), &o.count, o.u),
        CALL(GrB_Scalar_new, &o.made_scalar, GrB_FP64),
        CALL(GrB_Scalar_dup, &o.made_scalar, o.s),
    });
}

const GrB_Index offsets[] = {0, 2, 2, 4};
const GrB_Index columns[] = {3, 1, 0, 2};
const GrB_Index tuple_rows[] = {2, 0, 2, 1};

TEST(FaultsMethods, ImportAndExport) {
    sweep_all({
        CALL(GrB_Matrix_import_FP64, &o.made_matrix, GrB_FP64, 3, 4, offsets, columns, some_values,
             4, 4, 4, GrB_CSR_FORMAT),
        CALL(GrB_Matrix_import_FP64, &o.made_matrix, GrB_FP64, 4, 3, offsets, columns, some_values,
             4, 4, 4, GrB_CSC_FORMAT),
        CALL(GrB_Matrix_import_FP64, &o.made_matrix, GrB_FP64, 4, 4, tuple_rows, columns,
             some_values, 4, 4, 4, GrB_COO_FORMAT),
        CALL(GrB_Matrix_export_FP64, o.first.data(), o.second.data(), o.values.data(), &o.counts[0],
             &o.counts[1], &o.counts[2], GrB_CSR_FORMAT, o.A),
        CALL(GrB_Matrix_export_FP64, o.first.data(), o.second.data(), o.values.data(), &o.counts[0],
             &o.counts[1], &o.counts[2], GrB_CSC_FORMAT, o.A),
        CALL(GrB_Matrix_export_FP64, o.first.data(), o.second.data(), o.values.data(), &o.counts[0],
             &o.counts[1], &o.counts[2], GrB_COO_FORMAT, o.A),
        CALL(GrB_Matrix_exportSize, &o.counts[0], &o.counts[1], &o.counts[2], GrB_CSC_FORMAT, o.A),
    });
}

/// The array handed over: 12 numbers; null when the library owns it.
void *array = nullptr;
constexpr GrB_Index array_bytes = 12 * sizeof(double);

GrB_Info make_array(World &) {
    if (array == nullptr) array = allocate_zeroed(12, sizeof(double));
    return array == nullptr ? GrB_OUT_OF_MEMORY : GrB_SUCCESS;
}
/// Frees the caller's arrays of an export.
GrB_Info released(GrB_Info info) {
    if (info == GrB_SUCCESS) release(std::exchange(array, nullptr));
    return info;
}

GrB_Info make_full_matrix(World &o) {
    const GrB_Info info = GrB_Matrix_new(&o.made_matrix, GrB_FP64, 3, 4);
    if (info != GrB_SUCCESS) return info;
    return GrB_Matrix_assign_FP64(o.made_matrix, nullptr, nullptr, 5, GrB_ALL, 3, GrB_ALL, 4,
                                  nullptr);
}
GrB_Info make_full_vector(World &o) {
    const GrB_Info info = GrB_Vector_new(&o.made_vector, GrB_FP64, 12);
    if (info != GrB_SUCCESS) return info;
    return GrB_Vector_assign_FP64(o.made_vector, nullptr, nullptr, 5, GrB_ALL, 12, nullptr);
}

TEST(FaultsMethods, HandOver) {
    sweep_all({
        {"GrX_Matrix_import_full",
         [](World &o) {
             return GrX_Matrix_import_full(&o.made_matrix, GrB_FP64, 3, 4, &array, array_bytes,
                                           nullptr);
         },
         make_array},
        {"GrX_Vector_import_full",
         [](World &o) {
             return GrX_Vector_import_full(&o.made_vector, GrB_FP64, 12, &array, array_bytes,
                                           nullptr);
         },
         make_array},
        {"GxB_Matrix_import_FullR",
         [](World &o) {
             return GxB_Matrix_import_FullR(&o.made_matrix, GrB_FP64, 3, 4, &array, array_bytes,
                                            true, nullptr);
         },
         make_array},
        {"GxB_Vector_import_Full",
         [](World &o) {
             return GxB_Vector_import_Full(&o.made_vector, GrB_FP64, 12, &array, array_bytes, false,
                                           nullptr);
         },
         make_array},
        // Empty dimensions need no GPU.
        {"GrX_Matrix_import_device",
         [](World &o) {
             array = nullptr;
             return GrX_Matrix_import_device(&o.made_matrix, GrB_FP64, 3, 0, &array, 0, nullptr);
         }},
        {"GrX_Vector_import_device",
         [](World &o) {
             array = nullptr;
             return GrX_Vector_import_device(&o.made_vector, GrB_FP64, 0, &array, 0, nullptr);
         }},
        // The export densifies the iso value.
        {"GrX_Matrix_export_full",
         [](World &o) {
             return released(GrX_Matrix_export_full(&o.made_matrix, &array, &o.count, nullptr));
         },
         make_full_matrix},
        {"GrX_Vector_export_full",
         [](World &o) {
             return released(GrX_Vector_export_full(&o.made_vector, &array, &o.count, nullptr));
         },
         make_full_vector},
        {"GxB_Matrix_export_FullR",
         [](World &o) {
             return released(GxB_Matrix_export_FullR(&o.made_matrix, &o.made_type, &o.counts[0],
                                                     &o.counts[1], &array, &o.count, nullptr,
                                                     nullptr));
         },
         make_full_matrix},
        {"GxB_Vector_export_Full",
         [](World &o) {
             return released(GxB_Vector_export_Full(&o.made_vector, &o.made_type, &o.counts[0],
                                                    &array, &o.count, nullptr, nullptr));
         },
         make_full_vector},
        {"GrX_Matrix_export_device",
         [](World &o) {
             return GrX_Matrix_export_device(&o.made_matrix, &array, &o.count, nullptr);
         },
         [](World &o) { return GrB_Matrix_new(&o.made_matrix, GrB_FP64, 3, 0); }},
        {"GrX_Vector_export_device",
         [](World &o) {
             return GrX_Vector_export_device(&o.made_vector, &array, &o.count, nullptr);
         },
         [](World &o) { return GrB_Vector_new(&o.made_vector, GrB_FP64, 0); }},
    });
}

/// After a failed call the blob's content does not count: only its length does.
GrB_Info serialize(World &o) {
    const GrB_Info info = GrB_Matrix_serialize(o.blob.data(), &o.count, o.A);
    if (info != GrB_SUCCESS) std::fill(o.blob.begin(), o.blob.end(), 77);
    return info;
}
GrB_Info serialize_with(World &o, GrX_Compression compression) {
    const auto field = static_cast<GrB_Field>(GrX_COMPRESSION);
    const GrB_Info info = GrB_Global_set_INT32(GrB_GLOBAL, compression, field);
    return info == GrB_SUCCESS ? serialize(o) : info;
}
GrB_Info make_room(World &o) {
    o.count = o.blob.size();
    return GrB_SUCCESS;
}
GrB_Info make_blob(World &o) {
    o.count = o.blob.size();
    return serialize(o);
}

TEST(FaultsMethods, Serialize) {
    sweep_all({
        CALL(GrB_Matrix_serializeSize, &o.count, o.A),
        {"GrB_Matrix_serialize", serialize, make_room},
        {"GrB_Matrix_serialize, lz4",
         [](World &o) { return serialize_with(o, GrX_COMPRESSION_LZ4); }, make_room},
        {"GrB_Matrix_serialize, not compressed",
         [](World &o) { return serialize_with(o, GrX_COMPRESSION_NONE); }, make_room},
        {"GrB_Matrix_deserialize",
         [](World &o) {
             return GrB_Matrix_deserialize(&o.made_matrix, nullptr, o.blob.data(), o.count);
         },
         make_blob},
    });
}

/// Calls GrB_set with a number on a matrix or vector.
template <int field, int value>
GrB_Info set_of_matrix(World &o) {
    return GrB_Matrix_set_INT32(o.A, value, static_cast<GrB_Field>(field));
}
template <int field, int value>
GrB_Info set_of_vector(World &o) {
    return GrB_Vector_set_INT32(o.u, value, static_cast<GrB_Field>(field));
}

TEST(FaultsMethods, SetStorage) {
    sweep_all({
        {"to sparse", set_of_matrix<GrX_FORMAT, GrX_SPARSE>},
        {"to hypersparse", set_of_matrix<GrX_FORMAT, GrX_HYPERSPARSE>},
        {"to bitmap", set_of_matrix<GrX_FORMAT, GrX_BITMAP>},
        {"to full", set_of_matrix<GrX_FORMAT, GrX_FULL>},
        {"to balanced", set_of_matrix<GrX_FORMAT, GrX_BALANCED>},
        {"to 32 bits", set_of_matrix<GrX_INDEX_WIDTH, 32>},
        {"to 64 bits", set_of_matrix<GrX_INDEX_WIDTH, 64>},
        {"by row", set_of_matrix<GrX_ORIENTATIONS, 1>},
        {"by column", set_of_matrix<GrX_ORIENTATIONS, 2>},
        {"both", set_of_matrix<GrX_ORIENTATIONS, 3>},
        {"by column, as a hint", set_of_matrix<GrB_STORAGE_ORIENTATION_HINT, GrB_COLMAJOR>},
        {"vector to sparse", set_of_vector<GrX_FORMAT, GrX_SPARSE>},
        {"vector to bitmap", set_of_vector<GrX_FORMAT, GrX_BITMAP>},
        {"vector to full", set_of_vector<GrX_FORMAT, GrX_FULL>},
        {"vector to 64 bits", set_of_vector<GrX_INDEX_WIDTH, 64>},
        {"format of a matrix",
         [](World &o) {
             return GrB_Matrix_get_INT32(o.A, &o.integer,
                                         static_cast<GrB_Field>(GrX_FORMAT_STATUS));
         }},
    });
}

} // namespace
} // namespace faults
