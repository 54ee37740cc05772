// Serialization of matrices and vectors into memory that the library allocates.
#include "algebra/batch.hpp"
#include "capi/arenas.hpp"
#include "capi/blobs.hpp"
#include "capi/get_fields.hpp"
#include "capi/gxb_settings.hpp"
#include "io/serialize.hpp"
#include "operations/arguments.hpp"
#include "storage/column.hpp"
#include "storage/convert.hpp"
#include "suitesparse/GraphBLAS.h"

#include <cinttypes>
#include <memory>

using namespace grb;

namespace {

/// Returns GxB_COMPRESSION of a descriptor as a GrX_Compression; the library's without a
/// descriptor.
int compression_of(const Descriptor *desc) {
    const int number = desc != nullptr ? desc->compression : GxB_COMPRESSION_DEFAULT;
    if (number == GxB_COMPRESSION_DEFAULT) return context().compression();
    if (number == GxB_COMPRESSION_NONE) return GrX_COMPRESSION_NONE;
    if (number >= GxB_COMPRESSION_ZSTD && number <= GxB_COMPRESSION_ZSTD + 19) return number;
    if (number >= GxB_COMPRESSION_LZ4 && number < GxB_COMPRESSION_ZSTD) return GrX_COMPRESSION_LZ4;
    throw Error(GrB_INVALID_VALUE, "GxB_COMPRESSION %d is none", number);
}

/// `choose()` returns the arena of the blob; called after the checks of all other arguments.
template <class T, class Choose>
GrB_Info write(const char *function, void **blob, GrB_Index *size, T *handle, GrB_Descriptor desc,
               Choose &&choose) {
    return guard(function, handle, [&] {
        required_pointer(blob, "blob");
        required_pointer(size, "blob_size");
        const T &object = required(handle, Names<T>::A);
        const int compression = compression_of(optional(desc, "desc"));
        const int arena = choose();
        Array bytes = Array::in_arena(arena, blob_bound(object));
        const std::uint64_t length = write_blob(object, compression, bytes.data(), bytes.bytes());
        bytes.shrink(length);
        *size = length;
        *blob = bytes.give_away();
    });
}

int default_data_arena() noexcept {
    return default_arenas().data;
}

template <class Choose>
GrB_Info read_matrix(const char *function, GrB_Matrix *C, GrB_Type type, const void *blob,
                     std::uint64_t size, GrB_Descriptor desc, Choose &&choose) {
    return guard(function, nullptr, [&] {
        required_pointer(C, "C");
        optional(type, "type");
        required_pointer(blob, "blob");
        optional(desc, "desc");
        const Arenas arenas = choose();
        Ref<Snapshot> snapshot = deserialize(blob, size, type);
        auto made =
            make_object<Matrix>(arenas, snapshot->type(), snapshot->nrows(), snapshot->ncols());
        made->publish(std::move(snapshot));
        take_settings(*made, blob, size);
        made->move_data(arenas.data);
        *C = made.release();
    });
}

template <class Choose>
GrB_Info read_vector(const char *function, GrB_Vector *w, GrB_Type type, const void *blob,
                     std::uint64_t size, GrB_Descriptor desc, Choose &&choose) {
    return guard(function, nullptr, [&] {
        required_pointer(w, "w");
        optional(type, "type");
        required_pointer(blob, "blob");
        optional(desc, "desc");
        const Arenas arenas = choose();
        const Ref<Snapshot> column = deserialize(blob, size, type);
        if (column->ncols() != 1) {
            throw Error(GrB_INVALID_OBJECT,
                        "the blob holds a matrix of %" PRIu64 " columns, no vector",
                        column->ncols());
        }
        auto made = make_object<Vector>(arenas, column->type(), column->nrows());
        made->publish(as_vector(*column));
        take_settings(*made, blob, size);
        made->move_data(arenas.data);
        *w = made.release();
    });
}

} // namespace

GrB_Info GxB_Matrix_serialize(void **blob, GrB_Index *blob_size, GrB_Matrix A,
                              const GrB_Descriptor desc) {
    return write(__func__, blob, blob_size, A, desc, default_data_arena);
}
GrB_Info GxB_Matrix_serialize_arena(void **blob, GrB_Index *blob_size, GrB_Matrix A,
                                    const int data_arena, const GrB_Descriptor desc) {
    return write(__func__, blob, blob_size, A, desc,
                 [=] { return checked_arena("data_arena", data_arena); });
}

GrB_Info GxB_Vector_serialize(void **blob, GrB_Index *blob_size, GrB_Vector u,
                              const GrB_Descriptor desc) {
    return write(__func__, blob, blob_size, u, desc, default_data_arena);
}
GrB_Info GxB_Vector_serialize_arena(void **blob, GrB_Index *blob_size, GrB_Vector u,
                                    const int data_arena, const GrB_Descriptor desc) {
    return write(__func__, blob, blob_size, u, desc,
                 [=] { return checked_arena("data_arena", data_arena); });
}

GrB_Info GxB_Matrix_deserialize(GrB_Matrix *C, GrB_Type type, const void *blob, GrB_Index blob_size,
                                const GrB_Descriptor desc) {
    return read_matrix(__func__, C, type, blob, blob_size, desc, default_arenas);
}
GrB_Info GxB_Matrix_deserialize_arena(GrB_Matrix *C, GrB_Type type, const void *blob,
                                      uint64_t blob_size, const int header_arena,
                                      const int data_arena, const GrB_Descriptor desc) {
    return read_matrix(__func__, C, type, blob, blob_size, desc,
                       [=] { return checked_arenas(header_arena, data_arena); });
}

GrB_Info GxB_Vector_deserialize(GrB_Vector *w, GrB_Type type, const void *blob, GrB_Index blob_size,
                                const GrB_Descriptor desc) {
    return read_vector(__func__, w, type, blob, blob_size, desc, default_arenas);
}
GrB_Info GxB_Vector_deserialize_arena(GrB_Vector *w, GrB_Type type, const void *blob,
                                      GrB_Index blob_size, const int header_arena,
                                      const int data_arena, const GrB_Descriptor desc) {
    return read_vector(__func__, w, type, blob, blob_size, desc,
                       [=] { return checked_arenas(header_arena, data_arena); });
}

GrB_Info GxB_deserialize_type_name(char *type_name, const void *blob, GrB_Index blob_size) {
    return guard(__func__, nullptr, [&] {
        required_pointer(type_name, "type_name");
        required_pointer(blob, "blob");
        const BlobFacts facts = blob_facts(blob, blob_size);
        std::memcpy(type_name, facts.type_name, GxB_MAX_NAME_LEN);
    });
}

namespace {

std::int32_t number_of_blob(const BlobFacts &facts, int field) {
    switch (field) {
    case GrB_EL_TYPE_CODE:
        return facts.type_code == TypeCode::user
                   ? GrB_UDT_CODE
                   : *number_of_field(*builtin_type(facts.type_code), GrB_EL_TYPE_CODE);
    case GxB_FORMAT:
        return facts.is_by_column ? GxB_BY_COL : GxB_BY_ROW;
    case GrB_STORAGE_ORIENTATION_HINT:
        return facts.is_by_column ? GrB_COLMAJOR : GrB_ROWMAJOR;
    case GxB_IS_HYPER:
        return facts.format == Format::hypersparse ? 1 : 0;
    case GxB_SPARSITY_CONTROL:
        return facts.is_suitesparse ? facts.sparsity_control : GxB_AUTO_SPARSITY;
    case GxB_SPARSITY_STATUS:
        return sparsity_of(facts.format);
    default:
        throw Error(GrB_INVALID_VALUE, "a blob has no field %d of type INT32", field);
    }
}

/// This library's blobs have no switches: the answer is the value of a new object.
double real_of_blob(const BlobFacts &facts, int field) {
    if (facts.is_suitesparse && field == GxB_HYPER_SWITCH) return facts.hyper_switch;
    if (facts.is_suitesparse && field == GxB_BITMAP_SWITCH) return facts.bitmap_switch;
    if (field == GxB_HYPER_SWITCH) return settings().hyper_switch;
    if (field == GxB_BITMAP_SWITCH) return default_bitmap_switch(facts.nrows, facts.ncols);
    return number_of_blob(facts, field);
}

HostString type_name_of(const BlobFacts &facts) {
    return facts.long_name != nullptr ? HostString(facts.long_name, facts.long_name_bytes)
                                      : HostString(facts.type_name);
}

/// This library's blobs have no name.
HostString text_of_blob(const BlobFacts &facts, int field) {
    if (field == GrB_NAME) return facts.object_name != nullptr ? facts.object_name : "";
    if (field == GxB_JIT_C_NAME) return type_name_of(facts);
    if (field != GrB_EL_TYPE_STRING)
        throw Error(GrB_INVALID_VALUE, "a blob has no field %d of type String", field);
    if (facts.type_text != nullptr && facts.type_text[0] != 0) return facts.type_text;
    return facts.type_code == TypeCode::user
               ? type_name_of(facts)
               : *text_of_field(*builtin_type(facts.type_code), GrB_NAME);
}

/// `read(facts)` stores the answer.
template <class Value, class Read>
GrB_Info ask(const char *function, const void *blob, Value *value, std::size_t size, Read &&read) {
    return guard(function, nullptr, [&] {
        required_pointer(blob, "blob");
        required_pointer(value, "value");
        read(blob_facts(blob, size));
    });
}

} // namespace

GrB_Info GxB_Serialized_get_Scalar(const void *blob, GrB_Scalar value, GrB_Field field,
                                   size_t blob_size) {
    return ask(__func__, blob, value, blob_size, [&](const BlobFacts &facts) {
        Scalar &scalar = required(value, "value");
        const Type *const type = builtin_type(TypeCode::fp64);
        const double number = real_of_blob(facts, number_of(field));
        check_domain("the field", type, scalar.type);
        cast_values(scalar.value.data(), scalar.type, &number, type, 1);
        scalar.has_value = true;
    });
}

GrB_Info GxB_Serialized_get_String(const void *blob, char *value, GrB_Field field,
                                   size_t blob_size) {
    return ask(__func__, blob, value, blob_size, [&](const BlobFacts &facts) {
        const HostString text = text_of_blob(facts, number_of(field));
        std::memcpy(value, text.c_str(), text.size() + 1);
    });
}

GrB_Info GxB_Serialized_get_INT32(const void *blob, int32_t *value, GrB_Field field,
                                  size_t blob_size) {
    return ask(__func__, blob, value, blob_size,
               [&](const BlobFacts &facts) { *value = number_of_blob(facts, number_of(field)); });
}

GrB_Info GxB_Serialized_get_SIZE(const void *blob, size_t *value, GrB_Field field,
                                 size_t blob_size) {
    return ask(__func__, blob, value, blob_size, [&](const BlobFacts &facts) {
        *value = number_of(field) == GrB_SIZE ? facts.value_size
                                              : text_of_blob(facts, number_of(field)).size() + 1;
    });
}

GrB_Info GxB_Serialized_get_VOID(const void *blob, void *value, GrB_Field field, size_t blob_size) {
    return ask(__func__, blob, value, blob_size, [&](const BlobFacts &) {
        throw Error(GrB_INVALID_VALUE, "a blob has no field %d of type VOID", number_of(field));
    });
}
