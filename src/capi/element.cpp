// Single elements of vectors and matrices in the C API.
#include "base/builtin_types.hpp"
#include "capi/guard.hpp"
#include "capi/shapes.hpp"
#include "capi/values.hpp"
#include "operations/arguments.hpp"

using namespace grb;

namespace {

/// The row and column of an element in the storage: a vector is one row.
struct Position {
    std::uint64_t row, column;
};

/// Sets C(at) = value; an empty GrB_Scalar removes the element.
void set(Container &C, Position at, const Given &given) {
    if (const void *const plain = given.plain(C.type()))
        return C.set_element(at.row, at.column, plain);
    check_domain("the value", given.type("the value", C.type()), C.type());
    if (given.is_empty()) {
        C.remove_element(at.row, at.column);
        return;
    }
    const Value value = given.value("the value", C.type());
    if (value.type == C.type()) {
        C.set_element(at.row, at.column, value.data);
        return;
    }
    ValueBuffer buffer(C.type());
    cast_values(buffer.get(), C.type(), value.data, value.type, 1);
    C.set_element(at.row, at.column, buffer.get());
}

/// Returns false when there is no element.
bool get(const char *name, const Container &A, Position at, void *target, const Type *type) {
    check_domain(name, A.type(), type);
    if (type == A.type()) return A.get_element(at.row, at.column, target);
    ValueBuffer buffer(A.type());
    if (!A.get_element(at.row, at.column, buffer.get())) return false;
    cast_values(target, type, buffer.get(), A.type(), 1);
    return true;
}

/// Sets x to the element, or empties x when there is none.
void get_scalar(const char *name, const Container &A, Position at, Scalar &x) {
    x.has_value = get(name, A, at, x.value.data(), x.type);
}

[[gnu::noinline]] GrB_Info set_in_vector(const char *function, GrB_Vector w, const Given &given,
                                         GrB_Index i) {
    return guard(function, w, [&] {
        Vector &vector = required(w, "w");
        given.check("the value");
        check_position("w", vector, i);
        set(vector, {0, i}, given);
    });
}

[[gnu::noinline]] GrB_Info set_in_matrix(const char *function, GrB_Matrix C, const Given &given,
                                         GrB_Index i, GrB_Index j) {
    return guard(function, C, [&] {
        Vector *const vector = C != nullptr ? behind<Vector>(C->header) : nullptr;
        if (vector != nullptr && j == 0) { // not through a stand-in, which would fold each update
            given.check("the value");
            check_position("C", *vector, i);
            set(*vector, {0, i}, given);
            return;
        }
        Matrix &matrix = required(C, "C");
        given.check("the value");
        check_position("C", matrix, i, j);
        set(matrix, {i, j}, given);
    });
}

[[gnu::noinline]] GrB_Info get_from_vector(const char *function, void *value, const Type *given,
                                           GrB_Vector u, GrB_Index i) {
    return guard(function, u, [&] {
        required_pointer(value, "value");
        const Vector &vector = required(u, "u");
        check_position("u", vector, i);
        return get("u", vector, {0, i}, value, target_type("value", given, vector.type()))
                   ? GrB_SUCCESS
                   : GrB_NO_VALUE;
    });
}

[[gnu::noinline]] GrB_Info get_from_matrix(const char *function, void *value, const Type *given,
                                           GrB_Matrix A, GrB_Index i, GrB_Index j) {
    return guard(function, A, [&] {
        required_pointer(value, "value");
        const Matrix &matrix = required(A, "A");
        check_position("A", matrix, i, j);
        return get("A", matrix, {i, j}, value, target_type("value", given, matrix.type()))
                   ? GrB_SUCCESS
                   : GrB_NO_VALUE;
    });
}

/// True when only the checks of the object and the position can fail, and no other process takes
/// part.
template <class T>
bool is_plain(const Container &object) noexcept {
    return object.type() == type_object<T>() && Context::is_initialised() &&
           joined_group.load(std::memory_order_relaxed) == nullptr;
}

template <class T>
GrB_Info set_typed(const char *function, GrB_Vector w, T value, GrB_Index i) {
    if (is_live(w) && i < w->ncols() && is_plain<T>(*w) && w->set_quickly(0, i, &value, sizeof(T)))
        return GrB_SUCCESS;
    return set_in_vector(function, w, Given::typed(value), i);
}

template <class T>
GrB_Info set_typed(const char *function, GrB_Matrix C, T value, GrB_Index i, GrB_Index j) {
    if (is_live(C) && i < C->nrows() && j < C->ncols() && is_plain<T>(*C) &&
        C->set_quickly(i, j, &value, sizeof(T)))
        return GrB_SUCCESS;
    return set_in_matrix(function, C, Given::typed(value), i, j);
}

enum class Seen : std::uint8_t { value, nothing, unknown };

/// Reads (row, column) when no error, cast or device is involved. Returns Seen::unknown when the
/// general function must do it, whatever the reason.
template <class T>
Seen probe(const Container &A, Position at, T *value) noexcept {
    if (value == nullptr || !is_plain<T>(A)) return Seen::unknown;
    const Probe found = A.probe(at.row, at.column, sizeof(T));
    if (found.value == nullptr) return found.is_known ? Seen::nothing : Seen::unknown;
    std::memcpy(value, found.value, sizeof(T));
    return Seen::value;
}

template <class T>
GrB_Info get_typed(const char *function, T *value, GrB_Vector u, GrB_Index i) {
    const bool is_inside = is_live(u) && i < u->ncols();
    const Seen seen = is_inside ? probe(*u, {0, i}, value) : Seen::unknown;
    if (seen == Seen::value) return GrB_SUCCESS;
    if (seen == Seen::nothing) return GrB_NO_VALUE;
    return get_from_vector(function, value, type_object<T>(), u, i);
}

template <class T>
GrB_Info get_typed(const char *function, T *value, GrB_Matrix A, GrB_Index i, GrB_Index j) {
    const bool is_inside = is_live(A) && i < A->nrows() && j < A->ncols();
    const Seen seen = is_inside ? probe(*A, {i, j}, value) : Seen::unknown;
    if (seen == Seen::value) return GrB_SUCCESS;
    if (seen == Seen::nothing) return GrB_NO_VALUE;
    return get_from_matrix(function, value, type_object<T>(), A, i, j);
}

} // namespace

#define GRB_DEFINE(P, T, type)                                                                    \
    GrB_Info P##_Vector_setElement_##T(GrB_Vector w, type value, GrB_Index i) {                   \
        return set_typed<type>(__func__, w, value, i);                                            \
    }                                                                                             \
    GrB_Info P##_Matrix_setElement_##T(GrB_Matrix C, type value, GrB_Index i, GrB_Index j) {      \
        return set_typed<type>(__func__, C, value, i, j);                                         \
    }                                                                                             \
    GrB_Info P##_Vector_extractElement_##T(type *value, GrB_Vector u, GrB_Index i) {              \
        return get_typed(__func__, value, u, i);                                                  \
    }                                                                                             \
    GrB_Info P##_Matrix_extractElement_##T(type *value, GrB_Matrix A, GrB_Index i, GrB_Index j) { \
        return get_typed(__func__, value, A, i, j);                                               \
    }
GRB_PREFIXED_TYPES(GRB_DEFINE)
#undef GRB_DEFINE

GrB_Info GrB_Vector_setElement_UDT(GrB_Vector w, const void *value, GrB_Index i) {
    return set_in_vector(__func__, w, Given::untyped(value), i);
}

GrB_Info GrB_Vector_setElement_Scalar(GrB_Vector w, GrB_Scalar x, GrB_Index i) {
    return set_in_vector(__func__, w, Given::boxed(x), i);
}

GrB_Info GrB_Matrix_setElement_UDT(GrB_Matrix C, const void *value, GrB_Index i, GrB_Index j) {
    return set_in_matrix(__func__, C, Given::untyped(value), i, j);
}

GrB_Info GrB_Matrix_setElement_Scalar(GrB_Matrix C, GrB_Scalar x, GrB_Index i, GrB_Index j) {
    return set_in_matrix(__func__, C, Given::boxed(x), i, j);
}

GrB_Info GrB_Vector_extractElement_UDT(void *value, GrB_Vector u, GrB_Index i) {
    return get_from_vector(__func__, value, nullptr, u, i);
}

GrB_Info GrB_Matrix_extractElement_UDT(void *value, GrB_Matrix A, GrB_Index i, GrB_Index j) {
    return get_from_matrix(__func__, value, nullptr, A, i, j);
}

GrB_Info GrB_Vector_extractElement_Scalar(GrB_Scalar x, GrB_Vector u, GrB_Index i) {
    return guard(__func__, x, [&] {
        Scalar &target = required(x, "x");
        const Vector &vector = required(u, "u");
        check_position("u", vector, i);
        get_scalar("u", vector, {0, i}, target);
    });
}

GrB_Info GrB_Matrix_extractElement_Scalar(GrB_Scalar x, GrB_Matrix A, GrB_Index i, GrB_Index j) {
    return guard(__func__, x, [&] {
        Scalar &target = required(x, "x");
        const Matrix &matrix = required(A, "A");
        check_position("A", matrix, i, j);
        get_scalar("A", matrix, {i, j}, target);
    });
}

GrB_Info GrB_Vector_removeElement(GrB_Vector w, GrB_Index i) {
    return guard(__func__, w, [&] {
        Vector &vector = required(w, "w");
        check_position("w", vector, i);
        vector.remove_element(0, i);
    });
}

GrB_Info GrB_Matrix_removeElement(GrB_Matrix C, GrB_Index i, GrB_Index j) {
    return guard(__func__, C, [&] {
        Matrix &matrix = required(C, "C");
        check_position("C", matrix, i, j);
        matrix.remove_element(i, j);
    });
}
