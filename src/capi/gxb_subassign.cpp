// Operations: subassign. C(I, J) is taken out, changed under its own mask, and put back.
#include "capi/assign.hpp"
#include "capi/guard.hpp"
#include "capi/shapes.hpp"
#include "operations/extract.hpp"
#include "suitesparse/GraphBLAS.h"

#include <cinttypes>

using namespace grb;

namespace {

/// C as the output of a step that has no mask.
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

/// `change(output, n)`: to all n positions of the output.
template <class Change>
void change_in_vector(GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum, const GrB_Index *I,
                      GrB_Index ni, GrB_Descriptor desc, Change &&change) {
    const IndexList list = index_list("I", I, ni, w->ncols());
    change_region(*w, mask, accum, desc, single_row, list, Vector(w->type(), list.count),
                  [&](const Output &output) { change(output, IndexList::all(list.count)); });
}

template <class Change>
void change_in_matrix(GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum, const GrB_Index *I,
                      GrB_Index ni, const GrB_Index *J, GrB_Index nj, GrB_Descriptor desc,
                      Change &&change) {
    const IndexList rows = index_list("I", I, ni, C->nrows()),
                    columns = index_list("J", J, nj, C->ncols());
    change_region(*C, Mask, accum, desc, rows, columns,
                  Matrix(C->type(), rows.count, columns.count), [&](const Output &output) {
                      change(output, IndexList::all(rows.count), IndexList::all(columns.count));
                  });
}

template <class T>
void check_handles(T *C, T *mask, GrB_BinaryOp accum, GrB_Descriptor desc, const char *name) {
    required(C, name);
    optional(mask, "mask");
    optional(accum, "accum");
    optional(desc, "desc");
}

GrB_Info fill_vector(const char *function, GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accum,
                     const Given &given, const GrB_Index *I, GrB_Index ni, GrB_Descriptor desc) {
    return guard(function, w, [&] {
        check_handles(w, mask, accum, desc, "w");
        given.check("x");
        change_in_vector(w, mask, accum, I, ni, desc,
                         [&](const Output &output, const IndexList &positions) {
                             assign_given(output, given, single_row, positions);
                         });
    });
}

GrB_Info fill_matrix(const char *function, GrB_Matrix C, GrB_Matrix Mask, GrB_BinaryOp accum,
                     const Given &given, const GrB_Index *I, GrB_Index ni, const GrB_Index *J,
                     GrB_Index nj, GrB_Descriptor desc) {
    return guard(function, C, [&] {
        check_handles(C, Mask, accum, desc, "C");
        given.check("x");
        change_in_matrix(
            C, Mask, accum, I, ni, J, nj, desc,
            [&](const Output &output, const IndexList &rows, const IndexList &columns) {
                assign_given(output, given, rows, columns);
            });
    });
}

/// A row or column of C, as a vector; `take` and `put` move it.
template <class Take, class Put>
GrB_Info change_line(const char *function, GrB_Matrix C, GrB_Vector mask, GrB_BinaryOp accum,
                     GrB_Vector u, const GrB_Index *indices, GrB_Index count, GrB_Index line,
                     bool is_row, GrB_Descriptor desc, Take &&take, Put &&put) {
    return guard(function, C, [&] {
        required(C, "C");
        optional(mask, "mask");
        optional(accum, "accum");
        required(u, "u");
        optional(desc, "desc");
        const std::uint64_t bound = is_row ? C->nrows() : C->ncols();
        if (line >= bound) {
            throw Error(GrB_INVALID_INDEX, "%s is %" PRIu64 ", C has %" PRIu64 " %s",
                        is_row ? "i" : "j", line, bound, is_row ? "rows" : "columns");
        }
        const IndexList list =
            index_list(is_row ? "J" : "I", indices, count, is_row ? C->ncols() : C->nrows());
        Vector region(C->type(), list.count);
        take(plain(region), list);
        assign(make_output(region, mask, accum, desc), *u, single_row, IndexList::all(list.count),
               nullptr);
        put(plain(*C), region, list);
    });
}

} // namespace

GrB_Info GxB_Vector_subassign(GrB_Vector w, const GrB_Vector mask, const GrB_BinaryOp accum,
                              const GrB_Vector u, const GrB_Index *Ilist, GrB_Index ni,
                              const GrB_Descriptor desc) {
    return guard(__func__, w, [&] {
        check_handles(w, mask, accum, desc, "w");
        required(u, "u");
        change_in_vector(w, mask, accum, Ilist, ni, desc,
                         [&](const Output &output, const IndexList &positions) {
                             assign(output, *u, single_row, positions, nullptr);
                         });
    });
}

GrB_Info GxB_Matrix_subassign(GrB_Matrix C, const GrB_Matrix Mask, const GrB_BinaryOp accum,
                              const GrB_Matrix A, const GrB_Index *Ilist, GrB_Index ni,
                              const GrB_Index *J, GrB_Index nj, const GrB_Descriptor desc) {
    return guard(__func__, C, [&] {
        check_handles(C, Mask, accum, desc, "C");
        required(A, "A");
        change_in_matrix(
            C, Mask, accum, Ilist, ni, J, nj, desc,
            [&](const Output &output, const IndexList &rows, const IndexList &columns) {
                assign(output, *A, rows, columns, desc);
            });
    });
}

GrB_Info GxB_Col_subassign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum,
                           const GrB_Vector u, const GrB_Index *Ilist, GrB_Index ni, GrB_Index j,
                           const GrB_Descriptor desc) {
    return change_line(
        __func__, C, mask, accum, u, Ilist, ni, j, false, desc,
        [&](const Output &output, const IndexList &rows) {
            extract_column(output, *C, rows, j, nullptr);
        },
        [&](const Output &output, const Vector &line, const IndexList &rows) {
            assign_column(output, nullptr, line, j, rows, nullptr);
        });
}

GrB_Info GxB_Row_subassign(GrB_Matrix C, const GrB_Vector mask, const GrB_BinaryOp accum,
                           const GrB_Vector u, GrB_Index i, const GrB_Index *J, GrB_Index nj,
                           const GrB_Descriptor desc) {
    return change_line(
        __func__, C, mask, accum, u, J, nj, i, true, desc,
        [&](const Output &output, const IndexList &columns) {
            extract_column(output, *C, columns, i, GrB_DESC_T0);
        },
        [&](const Output &output, const Vector &line, const IndexList &columns) {
            assign_row(output, nullptr, line, i, columns, nullptr);
        });
}

#define GRB_DEFINE_AS(T, type, pass)                                                            \
    GrB_Info GxB_Vector_subassign_##T(GrB_Vector w, const GrB_Vector mask,                      \
                                      const GrB_BinaryOp accum, type x, const GrB_Index *Ilist, \
                                      GrB_Index ni, const GrB_Descriptor desc) {                \
        return fill_vector(__func__, w, mask, accum, Given::pass(x), Ilist, ni, desc);          \
    }                                                                                           \
    GrB_Info GxB_Matrix_subassign_##T(GrB_Matrix C, const GrB_Matrix Mask,                      \
                                      const GrB_BinaryOp accum, type x, const GrB_Index *Ilist, \
                                      GrB_Index ni, const GrB_Index *J, GrB_Index nj,           \
                                      const GrB_Descriptor desc) {                              \
        return fill_matrix(__func__, C, Mask, accum, Given::pass(x), Ilist, ni, J, nj, desc);   \
    }
#define GRB_DEFINE(T, type) GRB_DEFINE_AS(T, type, typed)
GRB_TYPES(GRB_DEFINE)
GRB_COMPLEX_TYPES(GRB_DEFINE)
GRB_DEFINE_AS(UDT, void *, untyped)
GRB_DEFINE_AS(Scalar, GrB_Scalar, boxed)
#undef GRB_DEFINE
#undef GRB_DEFINE_AS
