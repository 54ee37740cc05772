// Build of one value, and build and extractTuples with vectors in place of lists.
#include "capi/guard.hpp"
#include "capi/gxb_sparsity.hpp"
#include "capi/index_lists.hpp"
#include "operations/arguments.hpp"
#include "operations/build.hpp"
#include "storage/build.hpp"
#include "storage/hand_over.hpp"
#include "suitesparse/GraphBLAS.h"

#include <cinttypes>

using namespace grb;

namespace {

/// Builds one value at all positions; a repeated position is one entry. `rows` are null for a
/// vector.
void build_equal(const char *name, Container &object, const GrB_Index *rows,
                 const GrB_Index *columns, GrB_Scalar handle, GrB_Index nvals) {
    if (nvals != 0) {
        if (!object.is_vector()) required_pointer(rows, "I");
        required_pointer(columns, object.is_vector() ? "I" : "J");
    }
    const Scalar &scalar = required(handle, "scalar");
    check_is_empty(name, object);
    const Type *const type = object.type();
    check_domain("scalar", scalar.type, type);
    if (!scalar.has_value) throw Error(GrB_EMPTY_OBJECT, "scalar has no value");
    if (!object.is_vector()) check_indices("I", {rows, nvals, false}, object.nrows(), name, "rows");
    check_indices(object.is_vector() ? "I" : "J", {columns, nvals, false}, object.ncols(), name,
                  object.is_vector() ? "positions" : "columns");
    // FIRST on a user-defined type, for which none is predefined. Never called, since all values
    // are equal.
    const BinaryOp first{{},
                         {Magic::binary_op},
                         BinaryCode::first,
                         type,
                         type,
                         type,
                         nullptr,
                         nullptr,
                         nullptr,
                         nullptr,
                         "",
                         {}};
    build(object, object.is_vector() ? columns : rows, object.is_vector() ? nullptr : columns,
          scalar.value.data(), scalar.type, true, nvals, &first);
}

ListedNumbers positions_in(const char *name, const Vector &vector, int usage) {
    if (usage == GxB_IS_STRIDE)
        throw Error(GrB_INVALID_VALUE, "%s cannot be a range (GxB_IS_STRIDE)", name);
    return ListedNumbers(name, vector, usage == GxB_USE_INDICES);
}

void check_counts(const char *first, std::uint64_t count, const char *second, std::uint64_t other) {
    if (count == other) return;
    throw Error(GrB_INVALID_VALUE, "%s has %" PRIu64 " entries, %s has %" PRIu64, first, count,
                second, other);
}

/// The values to build from: those of a vector's entries in order of their positions, or the
/// positions.
struct ListedValues {
    Array values;
    const Type *type;
    std::uint64_t count;
    ListedValues(const Vector &vector, bool of_positions) : type(vector.type()) {
        if (of_positions) {
            const ListedNumbers listed("X_vector", vector, true);
            values = listed.numbers;
            count = listed.count;
            type = builtin_type(TypeCode::uint64);
            return;
        }
        const Ref<Snapshot> snapshot = vector.snapshot();
        count = snapshot->nvals();
        values = Array(count * type->size);
        if (count != 0) extract_tuples(*snapshot, nullptr, nullptr, values.data(), type);
    }
};

/// `rows` is null for a vector.
void build_listed(Container &object, const ListedNumbers *rows, const ListedNumbers &columns,
                  const ListedValues &values, GrB_BinaryOp dup) {
    const bool is_vector = object.is_vector();
    const char *const name = is_vector ? "w" : "C", *const last =
                                                        is_vector ? "I_vector" : "J_vector";
    check_counts(last, columns.count, "X_vector", values.count);
    if (rows != nullptr) check_counts("I_vector", rows->count, last, columns.count);
    check_duplicate(object, values.type, dup);
    const Held<BinaryOp> duplicate = duplicate_operator(dup, values.type);
    if (rows != nullptr)
        check_indices("I_vector", {rows->get(), rows->count}, object.nrows(), name, "rows");
    check_indices(last, {columns.get(), columns.count}, object.ncols(), name,
                  is_vector ? "positions" : "columns");
    build(object, rows != nullptr ? rows->get() : columns.get(),
          rows != nullptr ? columns.get() : nullptr, values.values.data(), values.type, false,
          values.count, duplicate);
}

/// Returns positions below `bound` as a full vector.
Ref<Snapshot> positions_vector(Array &&positions, std::uint64_t count, std::uint64_t bound) {
    const Type *const wide = builtin_type(TypeCode::uint64), *const narrow =
                                                                 builtin_type(TypeCode::uint32);
    if (bound > (std::uint64_t{1} << 32))
        return full_object(wide, 1, count, std::move(positions), false);
    Array small(count * narrow->size);
    cast_values(small.data(), narrow, std::as_const(positions).data(), wide, count);
    return full_object(narrow, 1, count, std::move(small), false);
}

/// The vectors that receive tuples; null: not requested.
struct TupleVectors {
    Vector *rows, *columns, *values;

    void check() const {
        for (Vector *const one : {rows, columns, values})
            if (one != nullptr) one->check_writable();
        const bool is_twice = (rows != nullptr && (rows == columns || rows == values)) ||
                              (columns != nullptr && columns == values);
        if (is_twice) throw Error(GrB_NOT_IMPLEMENTED, "one vector is given for two of the lists");
    }
    void fill(const Container &object) const {
        check();
        const Ref<Snapshot> snapshot = object.snapshot();
        const std::uint64_t n = snapshot->nvals();
        const Type *const type = object.type();
        Array row_list, column_list, value_list;
        if (rows != nullptr) row_list = Array(n * 8);
        if (columns != nullptr) column_list = Array(n * 8);
        if (values != nullptr) value_list = Array(n * type->size);
        if (n != 0) {
            extract_in_order(object, *snapshot, row_list.as<std::uint64_t>(),
                             column_list.as<std::uint64_t>(), value_list.data(), type);
        }
        // Every step that can fail comes before the first change.
        Ref<Snapshot> made[3];
        if (rows != nullptr) made[0] = positions_vector(std::move(row_list), n, object.nrows());
        if (columns != nullptr)
            made[1] = positions_vector(std::move(column_list), n, object.ncols());
        if (values != nullptr) made[2] = full_object(type, 1, n, std::move(value_list), false);
        Vector *const targets[] = {rows, columns, values};
        for (std::size_t k = 0; k < 3; k++)
            if (targets[k] != nullptr) targets[k]->become(std::move(made[k]), false);
    }
};

} // namespace

GrB_Info GxB_Vector_build_Scalar(GrB_Vector w, const GrB_Index *Ilist, GrB_Scalar scalar,
                                 GrB_Index nvals) {
    return guard(__func__, w,
                 [&] { build_equal("w", required(w, "w"), nullptr, Ilist, scalar, nvals); });
}

GrB_Info GxB_Matrix_build_Scalar(GrB_Matrix C, const GrB_Index *Ilist, const GrB_Index *J,
                                 GrB_Scalar scalar, GrB_Index nvals) {
    return guard(__func__, C, [&] { build_equal("C", required(C, "C"), Ilist, J, scalar, nvals); });
}

GrB_Info GxB_Vector_build_Scalar_Vector(GrB_Vector w, GrB_Vector I_vector, GrB_Scalar scalar,
                                        const GrB_Descriptor desc) {
    return guard(__func__, w, [&] {
        Vector &vector = required(w, "w");
        const Vector &index_vector = required(I_vector, "I_vector");
        required(scalar, "scalar");
        optional(desc, "desc");
        const ListedNumbers list = positions_in("I_vector", index_vector, row_list_usage(desc));
        build_equal("w", vector, nullptr, list.get(), scalar, list.count);
    });
}

GrB_Info GxB_Matrix_build_Scalar_Vector(GrB_Matrix C, GrB_Vector I_vector, GrB_Vector J_vector,
                                        GrB_Scalar scalar, const GrB_Descriptor desc) {
    return guard(__func__, C, [&] {
        Matrix &matrix = required(C, "C");
        const Vector &row_vector = required(I_vector, "I_vector"),
                     &column_vector = required(J_vector, "J_vector");
        required(scalar, "scalar");
        optional(desc, "desc");
        const ListedNumbers rows = positions_in("I_vector", row_vector, row_list_usage(desc)),
                            columns =
                                positions_in("J_vector", column_vector, column_list_usage(desc));
        check_counts("I_vector", rows.count, "J_vector", columns.count);
        build_equal("C", matrix, rows.get(), columns.get(), scalar, rows.count);
    });
}

GrB_Info GxB_Vector_build_Vector(GrB_Vector w, GrB_Vector I_vector, GrB_Vector X_vector,
                                 const GrB_BinaryOp dup, const GrB_Descriptor desc) {
    return guard(__func__, w, [&] {
        Vector &vector = required(w, "w");
        const Vector &positions = required(I_vector, "I_vector");
        const Vector &values = required(X_vector, "X_vector");
        optional(dup, "dup");
        optional(desc, "desc");
        const int usage = row_list_usage(desc),
                  value_usage = desc != nullptr ? desc->value_list : GxB_USE_VALUES;
        if (usage == GxB_USE_VALUES && value_usage == GxB_USE_VALUES) {
            build_from_vectors(vector, positions, values, dup);
            return;
        }
        check_is_empty("w", vector);
        const ListedNumbers list = positions_in("I_vector", positions, usage);
        build_listed(vector, nullptr, list, ListedValues(values, value_usage == GxB_USE_INDICES),
                     dup);
    });
}

GrB_Info GxB_Matrix_build_Vector(GrB_Matrix C, GrB_Vector I_vector, GrB_Vector J_vector,
                                 GrB_Vector X_vector, const GrB_BinaryOp dup,
                                 const GrB_Descriptor desc) {
    return guard(__func__, C, [&] {
        Matrix &matrix = required(C, "C");
        const Vector &row_vector = required(I_vector, "I_vector"),
                     &column_vector = required(J_vector, "J_vector"),
                     &values = required(X_vector, "X_vector");
        optional(dup, "dup");
        optional(desc, "desc");
        check_is_empty("C", matrix);
        const ListedNumbers rows = positions_in("I_vector", row_vector, row_list_usage(desc)),
                            columns =
                                positions_in("J_vector", column_vector, column_list_usage(desc));
        const bool of_positions = desc != nullptr && desc->value_list == GxB_USE_INDICES;
        build_listed(matrix, &rows, columns, ListedValues(values, of_positions), dup);
    });
}

GrB_Info GxB_Matrix_extractTuples_Vector(GrB_Vector I_vector, GrB_Vector J_vector,
                                         GrB_Vector X_vector, GrB_Matrix A,
                                         const GrB_Descriptor desc) {
    return guard(__func__, A, [&] {
        const TupleVectors targets{optional(I_vector, "I_vector"), optional(J_vector, "J_vector"),
                                   optional(X_vector, "X_vector")};
        const Matrix &source = required(A, "A");
        optional(desc, "desc");
        targets.fill(source);
    });
}

GrB_Info GxB_Vector_extractTuples_Vector(GrB_Vector I_vector, GrB_Vector X_vector, GrB_Vector u,
                                         const GrB_Descriptor desc) {
    return guard(__func__, u, [&] {
        const TupleVectors targets{nullptr, optional(I_vector, "I_vector"),
                                   optional(X_vector, "X_vector")};
        const Vector &source = required(u, "u");
        optional(desc, "desc");
        targets.fill(source);
    });
}
