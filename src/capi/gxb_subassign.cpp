// Subassign of the C API: takes C(I, J) out, changes it under its own mask, and puts it back.
#include "capi/assign.hpp"
#include "capi/guard.hpp"
#include "capi/index_lists.hpp"
#include "capi/shapes.hpp"
#include "operations/extract.hpp"
#include "suitesparse/GraphBLAS.h"

#include <cinttypes>
#include <optional>

using namespace grb;

namespace {

/// Returns C as the output of a step without a mask.
Output plain(Container &C) noexcept {
    Output output;
    output.C = &C;
    return output;
}

/// `change(output)` stores into an object as large as C(rows, columns) under the mask.
template <class T, class Change>
void change_region(T &C, const T *mask, const BinaryOp *accum, const Descriptor *desc,
                   const IndexList &rows, const IndexList &columns, T &&region, Change &&change) {
    if (rows.is_all && columns.is_all) {
        change(make_output(C, mask, accum, desc));
        return;
    }
    extract(plain(region), C, rows, columns, nullptr);
    change(make_output(region, mask, accum, desc));
    assign(plain(C), region, rows, columns, nullptr);
}

/// `change(output, list)` stores to all positions of the output.
template <class Change>
void change_in_vector(GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, const IndexList &list,
                      GrB_Descriptor desc, Change &&change) {
    change_region(*w, mask, accum, desc, single_row, list, Vector(w->type(), list.count),
                  [&](const Output &output) { change(output, IndexList::all(list.count)); });
}

template <class Change>
void change_in_matrix(GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum, const IndexList &rows,
                      const IndexList &columns, GrB_Descriptor desc, Change &&change) {
    change_region(*C, Mask, accum, desc, rows, columns,
                  Matrix(C->type(), rows.count, columns.count), [&](const Output &output) {
                      change(output, IndexList::all(rows.count), IndexList::all(columns.count));
                  });
}

template <class T>
void check_handles(T *&C, T *&mask, GrB_BinaryOp accum, GrB_Descriptor desc, const char *name) {
    required(C, name);
    optional(mask, "mask");
    optional(accum, "accum");
    optional(desc, "desc");
}

/// Indices as the caller gives them.
struct PlainIndices {
    const char *name;
    const GrB_Index *indices;
    GrB_Index count;
    void check() const {}
    IndexList of(const Descriptor *, std::uint64_t dimension) {
        return index_list(name, indices, count, dimension);
    }
};
/// A vector in place of plain indices.
struct VectorIndices {
    const char *name;
    Vector *vector;
    bool of_columns = false;
    std::optional<VectorAsList> list{};
    void check() { optional(vector, name); }
    IndexList of(const Descriptor *desc, std::uint64_t dimension) {
        const int usage = of_columns ? column_list_usage(desc) : row_list_usage(desc);
        return list.emplace(name, vector, usage, dimension).list();
    }
};

template <class Indices>
GrB_Info fill_vector(const char *function, GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum,
                     const Given &given, Indices I, GrB_Descriptor desc) {
    return guard(function, w, [&] {
        check_handles(w, mask, accum, desc, "w");
        given.check("x");
        I.check();
        change_in_vector(w, mask, accum, I.of(desc, w->ncols()), desc,
                         [&](const Output &output, const IndexList &positions) {
                             assign_given(output, given, single_row, positions);
                         });
    });
}

template <class Indices>
GrB_Info fill_matrix(const char *function, GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum,
                     const Given &given, Indices I, Indices J, GrB_Descriptor desc) {
    return guard(function, C, [&] {
        check_handles(C, Mask, accum, desc, "C");
        given.check("x");
        I.check();
        J.check();
        change_in_matrix(
            C, Mask, accum, I.of(desc, C->nrows()), J.of(desc, C->ncols()), desc,
            [&](const Output &output, const IndexList &rows, const IndexList &columns) {
                assign_given(output, given, rows, columns);
            });
    });
}

/// Changes a row or column of C as a vector; `take` and `put` move it.
template <class Indices, class Take, class Put>
GrB_Info change_row_or_column(const char *function, GrB_Matrix &C, GrB_Vector mask,
                              GrB_BinaryOp accum, GrB_Vector u, Indices indices, GrB_Index major,
                              bool is_row, GrB_Descriptor desc, Take &&take, Put &&put) {
    return guard(function, C, [&] {
        required(C, "C");
        optional(mask, "mask");
        optional(accum, "accum");
        required(u, "u");
        optional(desc, "desc");
        indices.check();
        const std::uint64_t bound = is_row ? C->nrows() : C->ncols();
        if (major >= bound) {
            throw Error(GrB_INVALID_INDEX, "%s is %" PRIu64 ", C has %" PRIu64 " %s",
                        is_row ? "i" : "j", major, bound, is_row ? "rows" : "columns");
        }
        const IndexList list = indices.of(desc, is_row ? C->ncols() : C->nrows());
        Vector region(C->type(), list.count);
        take(plain(region), list);
        assign(make_output(region, mask, accum, desc), *u, single_row, IndexList::all(list.count),
               nullptr);
        put(plain(*C), region, list);
    });
}

template <class Indices>
GrB_Info put_vector(const char *function, GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum,
                    GrB_Vector u, Indices I, GrB_Descriptor desc) {
    return guard(function, w, [&] {
        check_handles(w, mask, accum, desc, "w");
        required(u, "u");
        I.check();
        change_in_vector(w, mask, accum, I.of(desc, w->ncols()), desc,
                         [&](const Output &output, const IndexList &positions) {
                             assign(output, *u, single_row, positions, nullptr);
                         });
    });
}

template <class Indices>
GrB_Info put_matrix(const char *function, GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum,
                    GrB_Matrix A, Indices I, Indices J, GrB_Descriptor desc) {
    return guard(function, C, [&] {
        check_handles(C, Mask, accum, desc, "C");
        required(A, "A");
        I.check();
        J.check();
        change_in_matrix(
            C, Mask, accum, I.of(desc, C->nrows()), J.of(desc, C->ncols()), desc,
            [&](const Output &output, const IndexList &rows, const IndexList &columns) {
                assign(output, *A, rows, columns, desc);
            });
    });
}

template <class Indices>
GrB_Info put_column(const char *function, GrB_Matrix C, GrB_Vector mask, GrB_BinaryOp accum,
                    GrB_Vector u, Indices I, GrB_Index j, GrB_Descriptor desc) {
    return change_row_or_column(
        function, C, mask, accum, u, I, j, false, desc,
        [&](const Output &output, const IndexList &rows) {
            extract_column(output, *C, rows, j, nullptr);
        },
        [&](const Output &output, const Vector &region, const IndexList &rows) {
            assign_column(output, nullptr, region, j, rows, nullptr);
        });
}

template <class Indices>
GrB_Info put_row(const char *function, GrB_Matrix C, GrB_Vector mask, GrB_BinaryOp accum,
                 GrB_Vector u, GrB_Index i, Indices J, GrB_Descriptor desc) {
    return change_row_or_column(
        function, C, mask, accum, u, J, i, true, desc,
        [&](const Output &output, const IndexList &columns) {
            extract_column(output, *C, columns, i, GrB_DESC_T0);
        },
        [&](const Output &output, const Vector &region, const IndexList &columns) {
            assign_row(output, nullptr, region, i, columns, nullptr);
        });
}

PlainIndices rows_in(const GrB_Index *I, GrB_Index ni) {
    return {"I", I, ni};
}
PlainIndices columns_in(const GrB_Index *J, GrB_Index nj) {
    return {"J", J, nj};
}
VectorIndices rows_in(GrB_Vector I) {
    return {"I_vector", I};
}
VectorIndices columns_in(GrB_Vector J) {
    return {"J_vector", J, true};
}

} // namespace

#define GRB_DEFINE(Suffix, I_in, I_out, J_in, J_out)                                        \
    GrB_Info GxB_Vector_##Suffix(GrB_Vector w, GrB_Vector mask, const GrB_BinaryOp accum,   \
                                 GrB_Vector u, I_in, const GrB_Descriptor desc) {           \
        return put_vector(__func__, w, mask, accum, u, I_out, desc);                        \
    }                                                                                       \
    GrB_Info GxB_Matrix_##Suffix(GrB_Matrix C, GrB_Matrix Mask, const GrB_BinaryOp accum,   \
                                 GrB_Matrix A, I_in, J_in, const GrB_Descriptor desc) {     \
        return put_matrix(__func__, C, Mask, accum, A, I_out, J_out, desc);                 \
    }                                                                                       \
    GrB_Info GxB_Col_##Suffix(GrB_Matrix C, GrB_Vector mask, const GrB_BinaryOp accum,      \
                              GrB_Vector u, I_in, GrB_Index j, const GrB_Descriptor desc) { \
        return put_column(__func__, C, mask, accum, u, I_out, j, desc);                     \
    }                                                                                       \
    GrB_Info GxB_Row_##Suffix(GrB_Matrix C, GrB_Vector mask, const GrB_BinaryOp accum,      \
                              GrB_Vector u, GrB_Index i, J_in, const GrB_Descriptor desc) { \
        return put_row(__func__, C, mask, accum, u, i, J_out, desc);                        \
    }
#define GRB_LIST(name, number) const GrB_Index *name, GrB_Index number
GRB_DEFINE(subassign, GRB_LIST(Ilist, ni), rows_in(Ilist, ni), GRB_LIST(J, nj), columns_in(J, nj))
GRB_DEFINE(subassign_Vector, GrB_Vector I_vector, rows_in(I_vector), GrB_Vector J_vector,
           columns_in(J_vector))
#undef GRB_LIST
#undef GRB_DEFINE

GrB_Info GxB_Vector_subassign_Scalar_Vector(GrB_Vector w, GrB_Vector mask, const GrB_BinaryOp accum,
                                            GrB_Scalar x, GrB_Vector I_vector,
                                            const GrB_Descriptor desc) {
    return fill_vector(__func__, w, mask, accum, Given::boxed(x), rows_in(I_vector), desc);
}

GrB_Info GxB_Matrix_subassign_Scalar_Vector(GrB_Matrix C, GrB_Matrix Mask, const GrB_BinaryOp accum,
                                            GrB_Scalar x, GrB_Vector I_vector, GrB_Vector J_vector,
                                            const GrB_Descriptor desc) {
    return fill_matrix(__func__, C, Mask, accum, Given::boxed(x), rows_in(I_vector),
                       columns_in(J_vector), desc);
}

#define GRB_DEFINE_AS(T, type, pass)                                                             \
    GrB_Info GxB_Vector_subassign_##T(GrB_Vector w, GrB_Vector mask, const GrB_BinaryOp accum,   \
                                      type x, const GrB_Index *Ilist, GrB_Index ni,              \
                                      const GrB_Descriptor desc) {                               \
        return fill_vector(__func__, w, mask, accum, Given::pass(x), rows_in(Ilist, ni), desc);  \
    }                                                                                            \
    GrB_Info GxB_Matrix_subassign_##T(                                                           \
        GrB_Matrix C, GrB_Matrix Mask, const GrB_BinaryOp accum, type x, const GrB_Index *Ilist, \
        GrB_Index ni, const GrB_Index *J, GrB_Index nj, const GrB_Descriptor desc) {             \
        return fill_matrix(__func__, C, Mask, accum, Given::pass(x), rows_in(Ilist, ni),         \
                           columns_in(J, nj), desc);                                             \
    }
#define GRB_DEFINE(P, T, type) GRB_DEFINE_AS(T, type, typed)
GRB_PREFIXED_TYPES(GRB_DEFINE)
GRB_DEFINE_AS(UDT, void *, untyped)
GRB_DEFINE_AS(Scalar, GrB_Scalar, boxed)
#undef GRB_DEFINE
#undef GRB_DEFINE_AS
