// Serialization of matrices in the C API.
#include "io/serialize.hpp"

#include "capi/arenas.hpp"
#include "capi/blobs.hpp"

#include <memory>

using namespace grb;

GrB_Info GrB_Matrix_serializeSize(GrB_Index *size, GrB_Matrix A) {
    return guard(__func__, A, [&] {
        required_pointer(size, "size");
        *size = blob_bound(required(A, "A"));
    });
}

GrB_Info GrB_Matrix_serialize(void *blob, GrB_Index *size, GrB_Matrix A) {
    return guard(__func__, A, [&] {
        required_pointer(blob, "blob");
        required_pointer(size, "size");
        *size = write_blob(required(A, "A"), context().compression(), blob, *size);
    });
}

GrB_Info GrB_Matrix_deserialize(GrB_Matrix *C, GrB_Type type, const void *blob, GrB_Index size) {
    return guard(__func__, nullptr, [&] {
        required_pointer(C, "C");
        optional(type, "type");
        required_pointer(blob, "blob");
        // Keeps the stored format, which was the library's choice or the user's.
        Ref<Snapshot> snapshot = deserialize(blob, size, type);
        const Arenas arenas = default_arenas();
        auto matrix =
            make_object<Matrix>(arenas, snapshot->type(), snapshot->nrows(), snapshot->ncols());
        matrix->publish(std::move(snapshot));
        take_settings(*matrix, blob, size);
        matrix->move_data(arenas.data);
        *C = matrix.release();
    });
}
