// import, export, serialize, deserialize: what one writes, the other reads.
#include "oracle/calls.h"

#include <algorithm>
#include <cstdio>

namespace grb::oracle {
namespace {

/// The arrays of an import, with the lines' entries in order.
struct Arrays {
    std::vector<Index> offsets, indices;
    std::vector<unsigned char> values;
    Index offsets_count, indices_count, values_count;
};

Arrays arrays_of(const Content &content, GrB_Format format) {
    const std::size_t size = type_size(content.type);
    const Content vectors = format == GrB_CSC_FORMAT ? transposed(content) : content;
    Arrays arrays;
    if (format != GrB_COO_FORMAT) arrays.offsets.assign(vectors.nrows + 1, 0);
    for (const auto &[at, value] : vectors.entries) {
        if (format == GrB_COO_FORMAT) {
            arrays.offsets.push_back(at.second); // COO: offsets are columns, indices are rows
            arrays.indices.push_back(at.first);
        } else {
            ++arrays.offsets[at.first + 1];
            arrays.indices.push_back(at.second);
        }
        arrays.values.insert(arrays.values.end(), value.bytes, value.bytes + size);
    }
    if (format != GrB_COO_FORMAT) {
        for (std::size_t k = 1; k < arrays.offsets.size(); ++k)
            arrays.offsets[k] += arrays.offsets[k - 1];
    }
    arrays.offsets_count = arrays.offsets.size();
    arrays.indices_count = arrays.values_count = arrays.indices.size();
    // One more: never a null pointer.
    arrays.offsets.push_back(0), arrays.indices.push_back(0);
    arrays.values.resize(arrays.values.size() + size);
    return arrays;
}

const char *format_name(GrB_Format format) {
    return format == GrB_CSR_FORMAT ? "CSR" : format == GrB_CSC_FORMAT ? "CSC" : "COO";
}

GrB_Info import_matrix(GrB_Matrix *made, const Content &shape, Arrays &arrays, GrB_Format format) {
    return with_api(shape.type, [&](auto api) {
        return api.matrix_import(made, type_handle(shape.type), shape.nrows, shape.ncols,
                                 arrays.offsets.data(), arrays.indices.data(),
                                 api.pointer(arrays.values.data()), arrays.offsets_count,
                                 arrays.indices_count, arrays.values_count, format);
    });
}

/// Export, and import what came out: the order of entries within a line is free.
GrB_Info round_trip(const Operand &A, GrB_Format format, Index missing, GrB_Matrix *made) {
    Arrays arrays;
    GrB_Info info = GrB_Matrix_exportSize(&arrays.offsets_count, &arrays.indices_count,
                                          &arrays.values_count, format, A.object.matrix);
    if (info != GrB_SUCCESS) return info;
    const std::size_t size = type_size(A.content.type);
    std::printf("> lengths %llu %llu %llu\n", static_cast<unsigned long long>(arrays.offsets_count),
                static_cast<unsigned long long>(arrays.indices_count),
                static_cast<unsigned long long>(arrays.values_count));
    arrays.offsets.resize(arrays.offsets_count + 1);
    arrays.indices.resize(arrays.indices_count + 1);
    arrays.values.resize((arrays.values_count + 1) * size);
    arrays.indices_count -= std::min(missing, arrays.indices_count);
    info = with_api(A.content.type, [&](auto api) {
        return api.matrix_export(arrays.offsets.data(), arrays.indices.data(),
                                 api.pointer(arrays.values.data()), &arrays.offsets_count,
                                 &arrays.indices_count, &arrays.values_count, format,
                                 A.object.matrix);
    });
    if (info != GrB_SUCCESS) return info;
    return import_matrix(made, A.content, arrays, format);
}

GrB_Info serialize_and_back(const Operand &A, Index missing, GrB_Matrix *made) {
    Index size = 0;
    GrB_Info info = GrB_Matrix_serializeSize(&size, A.object.matrix);
    if (info != GrB_SUCCESS) return info;
    std::vector<unsigned char> blob(size + 1);
    if (missing > 0) size = 1;
    info = GrB_Matrix_serialize(blob.data(), &size, A.object.matrix);
    if (info != GrB_SUCCESS) return info;
    // A user-defined domain is not in the bytes by name: it must be given.
    const GrB_Type type = A.content.type == type_pair ? type_handle(type_pair) : nullptr;
    return GrB_Matrix_deserialize(made, type, blob.data(), size);
}

} // namespace

void run_exchange(Case &c) {
    const std::uint64_t form = c.rng.below(3);
    const auto format = static_cast<GrB_Format>(c.rng.below(3));
    const Index missing = c.rng.chance(6) ? 1 : 0;
    Operand *A = c.matrix("A", c.any_type(), c.dimension(), c.dimension());
    Handles made;
    if (missing > 0 && form > 0) c.say("FAULT=too little room");
    if (form == 0) {
        Arrays arrays = arrays_of(A->content, format);
        c.call(std::string("GrB_Matrix_import ") + format_name(format), {},
               [&] { return import_matrix(&made.matrix, A->content, arrays, format); });
    } else if (form == 1) {
        c.call(std::string("GrB_Matrix_export ") + format_name(format), {},
               [&] { return round_trip(*A, format, missing, &made.matrix); });
    } else {
        c.call("GrB_Matrix_serialize", {},
               [&] { return serialize_and_back(*A, missing, &made.matrix); });
    }
    if (made.matrix) c.print_object("copy", made, A->content.type);
    free_handles(made);
}

} // namespace grb::oracle
