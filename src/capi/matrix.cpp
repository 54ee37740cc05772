// Life cycle of matrices in the C API.
#include "capi/arenas.hpp"
#include "capi/shapes.hpp"
#include "graphblast/gxb_arenas.h"
#include "operations/resize.hpp"
#include "storage/diagonal.hpp"

#include <algorithm>
#include <cinttypes>

using namespace grb;

namespace {

/// `arenas()` returns the arenas of the new object; called after the checks of all other arguments.
template <class Choose>
GrB_Info new_matrix(const char *function, GrB_Matrix *C, GrB_Type type, GrB_Index nrows,
                    GrB_Index ncols, Choose &&arenas) {
    return guard(function, nullptr, [&] {
        required_pointer(C, "C");
        required(type, "type");
        check_dimension("nrows", nrows);
        check_dimension("ncols", ncols);
        *C = make_object<Matrix>(arenas(), type, nrows, ncols).release();
    });
}

template <class Choose>
GrB_Info dup_matrix(const char *function, GrB_Matrix *C, GrB_Matrix A, Choose &&arenas) {
    return guard(function, A, [&] {
        required_pointer(C, "C");
        const Matrix &source = required(A, "A");
        const Arenas own = arenas();
        auto copy = make_object<Matrix>(own, source.type(), source.nrows(), source.ncols(),
                                        source.snapshot());
        copy->options() = source.options();
        copy->note_given(source.given_sparsity());
        *C = copy.release();
    });
}

template <class Choose>
GrB_Info new_diagonal(const char *function, GrB_Matrix *C, GrB_Vector v, std::int64_t k,
                      Choose &&arenas) {
    return guard(function, v, [&] {
        required_pointer(C, "C");
        const Vector &source = required(v, "v");
        const std::uint64_t distance =
            k < 0 ? -static_cast<std::uint64_t>(k) : static_cast<std::uint64_t>(k);
        const std::uint64_t n = source.ncols() + distance; // below 2^64: the first is at most 2^60
        if (n > GrB_INDEX_MAX + 1) {
            throw Error(GrB_INVALID_VALUE,
                        "v has size %" PRIu64 " and k is %" PRId64 ": too many rows",
                        source.ncols(), k);
        }
        auto made = make_object<Matrix>(arenas(), source.type(), n, n);
        made->publish(made->conformed(diagonal(*source.snapshot(), k)));
        *C = made.release();
    });
}

} // namespace

GrB_Info GrB_Matrix_new(GrB_Matrix *C, GrB_Type type, GrB_Index nrows, GrB_Index ncols) {
    return new_matrix(__func__, C, type, nrows, ncols, default_arenas);
}
GrB_Info GxB_Matrix_new_arena(GrB_Matrix *A, GrB_Type type, GrB_Index nrows, GrB_Index ncols,
                              const int header_arena, const int data_arena) {
    return new_matrix(__func__, A, type, nrows, ncols,
                      [=] { return checked_arenas(header_arena, data_arena); });
}

GrB_Info GrB_Matrix_dup(GrB_Matrix *C, GrB_Matrix A) {
    return dup_matrix(__func__, C, A, default_arenas);
}
GrB_Info GxB_Matrix_dup_arena(GrB_Matrix *C, GrB_Matrix A, const int header_arena,
                              const int data_arena) {
    return dup_matrix(__func__, C, A, [=] { return checked_arenas(header_arena, data_arena); });
}

GrB_Info GrB_Matrix_diag(GrB_Matrix *C, GrB_Vector v, int64_t k) {
    return new_diagonal(__func__, C, v, k, default_arenas);
}
GrB_Info GxB_Matrix_diag_arena(GrB_Matrix *C, GrB_Vector v, int64_t k, const int header_arena,
                               const int data_arena) {
    return new_diagonal(__func__, C, v, k,
                        [=] { return checked_arenas(header_arena, data_arena); });
}

GrB_Info GrB_Matrix_clear(GrB_Matrix C) {
    return guard(__func__, C, [&] {
        Matrix &matrix = required(C, "C");
        matrix.end_loans();
        matrix.publish(
            matrix.conformed(Snapshot::empty(matrix.type(), matrix.nrows(), matrix.ncols())));
    });
}

GrB_Info GrB_Matrix_resize(GrB_Matrix C, GrB_Index nrows, GrB_Index ncols) {
    return guard(__func__, C, [&] {
        Matrix &matrix = required(C, "C");
        check_dimension("nrows", nrows);
        check_dimension("ncols", ncols);
        resize(matrix, nrows, ncols);
    });
}

GrB_Info GrB_Matrix_nrows(GrB_Index *nrows, GrB_Matrix A) {
    return guard(__func__, A, [&] {
        required_pointer(nrows, "nrows");
        *nrows = required(A, "A").nrows();
    });
}

GrB_Info GrB_Matrix_ncols(GrB_Index *ncols, GrB_Matrix A) {
    return guard(__func__, A, [&] {
        required_pointer(ncols, "ncols");
        *ncols = required(A, "A").ncols();
    });
}

GrB_Info GrB_Matrix_nvals(GrB_Index *nvals, GrB_Matrix A) {
    return guard(__func__, A, [&] {
        required_pointer(nvals, "nvals");
        // An iso matrix may have more entries than INT64_MAX.
        *nvals = std::min<std::uint64_t>(required(A, "A").nvals(), INT64_MAX);
    });
}
