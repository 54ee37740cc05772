// Returns everything that a call could change, as bytes to compare.
#include "faults/world.h"

namespace faults {

namespace {

template <class T>
void append(std::string &bytes, const T &value) {
    bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
}
template <class T>
void append(std::string &bytes, const std::vector<T> &list, std::size_t n) {
    bytes.append(reinterpret_cast<const char *>(list.data()), n * sizeof(T));
}

template <class T, class Extract>
void append_tuples(std::string &bytes, GrB_Matrix A, Extract extract) {
    GrB_Index nvals = 0;
    require(GrB_Matrix_nvals(&nvals, A));
    std::vector<GrB_Index> rows(nvals + 1), columns(nvals + 1);
    std::vector<T> values(nvals + 1);
    require(extract(rows.data(), columns.data(), values.data(), &nvals, A));
    append(bytes, rows, nvals);
    append(bytes, columns, nvals);
    append(bytes, values, nvals);
}
template <class T, class Extract>
void append_tuples(std::string &bytes, GrB_Vector u, Extract extract) {
    GrB_Index nvals = 0;
    require(GrB_Vector_nvals(&nvals, u));
    std::vector<GrB_Index> indices(nvals + 1);
    std::vector<T> values(nvals + 1);
    require(extract(indices.data(), values.data(), &nvals, u));
    append(bytes, indices, nvals);
    append(bytes, values, nvals);
}

/// The settings that GrB_set has pinned.
template <class Object>
void append_options(std::string &bytes, Object object,
                    GrB_Info (*get)(Object, std::int32_t *, GrB_Field),
                    std::initializer_list<int> fields) {
    for (const int field : fields) {
        std::int32_t value = -1;
        require(get(object, &value, static_cast<GrB_Field>(field)));
        append(bytes, value);
    }
}

std::string contents_of(GrB_Matrix A) {
    if (A == nullptr) return "none";
    GrB_Index nrows = 0, ncols = 0;
    std::int32_t code = -1;
    require(GrB_Matrix_nrows(&nrows, A));
    require(GrB_Matrix_ncols(&ncols, A));
    require(GrB_Matrix_get_INT32(A, &code, GrB_EL_TYPE_CODE));
    std::string bytes;
    append(bytes, nrows);
    append(bytes, ncols);
    append_options(bytes, A, GrB_Matrix_get_INT32, {GrX_FORMAT, GrX_INDEX_WIDTH, GrX_ORIENTATIONS});
    if (code == GrB_UDT_CODE) {
        append_tuples<Big>(bytes, A, GrB_Matrix_extractTuples_UDT);
    } else {
        append_tuples<double>(bytes, A, GrB_Matrix_extractTuples_FP64);
    }
    return bytes;
}
std::string contents_of(GrB_Vector u) {
    if (u == nullptr) return "none";
    GrB_Index size = 0;
    std::int32_t code = -1;
    require(GrB_Vector_size(&size, u));
    require(GrB_Vector_get_INT32(u, &code, GrB_EL_TYPE_CODE));
    std::string bytes;
    append(bytes, size);
    append_options(bytes, u, GrB_Vector_get_INT32, {GrX_FORMAT, GrX_INDEX_WIDTH});
    if (code == GrB_UDT_CODE) {
        append_tuples<Big>(bytes, u, GrB_Vector_extractTuples_UDT);
    } else {
        append_tuples<double>(bytes, u, GrB_Vector_extractTuples_FP64);
    }
    return bytes;
}
std::string contents_of(GrB_Scalar s) {
    if (s == nullptr) return "none";
    std::string bytes;
    double value = 0;
    if (GrB_Scalar_extractElement_FP64(&value, s) == GrB_SUCCESS) append(bytes, value);
    Big wide;
    if (GrB_Scalar_extractElement_UDT(&wide, s) == GrB_SUCCESS) append(bytes, wide);
    return bytes;
}

template <class Object>
std::string name_of_object(Object object, GrB_Info (*get)(Object, char *, GrB_Field)) {
    char name[400] = "none";
    if (object != nullptr) require(get(object, name, GrB_NAME));
    return name;
}

} // namespace

std::string World::contents() const {
    std::string bytes;
    for (GrB_Matrix object :
         {A,         B,          C,      D,     S,     K,     L,     integers, mask_A,
          mask_B,    mask_C,     mask_S, empty, big_A, big_B, big_C, big_S,    big_one_by_one,
          big_empty, made_matrix}) {
        bytes += contents_of(object);
    }
    for (GrB_Vector object :
         {u, v, w, mask_u, mask_w, empty_w, positions, big_u, big_w, big_empty_w, made_vector}) {
        bytes += contents_of(object);
    }
    for (GrB_Scalar object : {s, none, big_s, made_scalar}) bytes += contents_of(object);
    bytes += name_of_object(big, GrB_Type_get_String);
    bytes += name_of_object(made_type, GrB_Type_get_String);
    bytes += name_of_object(made_unary, GrB_UnaryOp_get_String);
    bytes += name_of_object(made_binary, GrB_BinaryOp_get_String);
    bytes += name_of_object(made_index, GrB_IndexUnaryOp_get_String);
    bytes += name_of_object(big_monoid, GrB_Monoid_get_String);
    bytes += name_of_object(made_semiring, GrB_Semiring_get_String);
    bytes += name_of_object(desc, GrB_Descriptor_get_String);
    bytes += name_of_object(made_descriptor, GrB_Descriptor_get_String);
    bytes += name_of_object(A, GrB_Matrix_get_String);
    bytes += name_of_object(u, GrB_Vector_get_String);
    bytes += name_of_object(s, GrB_Scalar_get_String);
    append(bytes, made_monoid != nullptr);
    append(bytes, number);
    append(bytes, big_number);
    append(bytes, integer);
    append(bytes, count);
    append(bytes, counts);
    append(bytes, size);
    for (const auto *list : {&first, &second, &third}) append(bytes, *list, list->size());
    append(bytes, values, values.size());
    append(bytes, big_values, big_values.size());
    append(bytes, blob, blob.size());
    return bytes + text;
}

} // namespace faults
