// Matrix: serialization.
#include "io/serialize.hpp"

#include "capi/arenas.hpp"

#include <memory>

using namespace grb;

namespace {

const char *name_of(const Type &type) noexcept {
    return type.header.given_name != nullptr ? type.header.given_name : type.name;
}

} // namespace

GrB_Info GrB_Matrix_serializeSize(GrB_Index *size, GrB_Matrix A) {
    return guard(__func__, A, [&] {
        required_pointer(size, "size");
        const Matrix &matrix = required(A, "A");
        *size = serialized_bound(*matrix.snapshot(), name_of(*matrix.type()));
    });
}

GrB_Info GrB_Matrix_serialize(void *blob, GrB_Index *size, GrB_Matrix A) {
    return guard(__func__, A, [&] {
        required_pointer(blob, "blob");
        required_pointer(size, "size");
        const Matrix &matrix = required(A, "A");
        *size = serialize(*matrix.snapshot(), context().compression(), name_of(*matrix.type()),
                          blob, *size);
    });
}

GrB_Info GrB_Matrix_deserialize(GrB_Matrix *C, GrB_Type type, const void *blob, GrB_Index size) {
    return guard(__func__, nullptr, [&] {
        required_pointer(C, "C");
        optional(type, "type");
        required_pointer(blob, "blob");
        // As it was stored: the format was the library's choice, or the user's.
        Ref<Snapshot> snapshot = deserialize(blob, size, type);
        const Arenas arenas = default_arenas();
        auto matrix =
            make_object<Matrix>(arenas, snapshot->type(), snapshot->nrows(), snapshot->ncols());
        matrix->publish(std::move(snapshot));
        matrix->move_data(arenas.data);
        *C = matrix.release();
    });
}
