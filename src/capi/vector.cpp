// Life cycle of vectors in the C API.
#include "capi/arenas.hpp"
#include "capi/shapes.hpp"
#include "graphblast/gxb_arenas.h"
#include "operations/resize.hpp"

using namespace grb;

namespace {

/// `arenas()` returns the arenas of the new object; called after the checks of all other arguments.
template <class Choose>
GrB_Info new_vector(const char *function, GrB_Vector *w, GrB_Type type, GrB_Index size,
                    Choose &&arenas) {
    return guard(function, nullptr, [&] {
        required_pointer(w, "w");
        required(type, "type");
        check_dimension("size", size);
        *w = make_object<Vector>(arenas(), type, size).release();
    });
}

template <class Choose>
GrB_Info dup_vector(const char *function, GrB_Vector *w, GrB_Vector u, Choose &&arenas) {
    return guard(function, u, [&] {
        required_pointer(w, "w");
        const Vector &source = required(u, "u");
        const Arenas own = arenas();
        auto copy = make_object<Vector>(own, source.type(), source.ncols(), source.snapshot());
        copy->options() = source.options();
        copy->note_given(source.given_sparsity());
        *w = copy.release();
    });
}

} // namespace

GrB_Info GrB_Vector_new(GrB_Vector *w, GrB_Type type, GrB_Index size) {
    return new_vector(__func__, w, type, size, default_arenas);
}
GrB_Info GxB_Vector_new_arena(GrB_Vector *v, GrB_Type type, GrB_Index n, const int header_arena,
                              const int data_arena) {
    return new_vector(__func__, v, type, n,
                      [=] { return checked_arenas(header_arena, data_arena); });
}

GrB_Info GrB_Vector_dup(GrB_Vector *w, GrB_Vector u) {
    return dup_vector(__func__, w, u, default_arenas);
}
GrB_Info GxB_Vector_dup_arena(GrB_Vector *w, GrB_Vector u, const int header_arena,
                              const int data_arena) {
    return dup_vector(__func__, w, u, [=] { return checked_arenas(header_arena, data_arena); });
}

GrB_Info GrB_Vector_clear(GrB_Vector w) {
    return guard(__func__, w, [&] {
        Vector &vector = required(w, "w");
        vector.settle();
        vector.end_loans();
        vector.publish(vector.conformed(Snapshot::empty(vector.type(), 1, vector.ncols())));
    });
}

GrB_Info GrB_Vector_resize(GrB_Vector w, GrB_Index size) {
    return guard(__func__, w, [&] {
        Vector &vector = required(w, "w");
        check_dimension("size", size);
        resize(vector, 1, size);
    });
}

GrB_Info GrB_Vector_size(GrB_Index *n, GrB_Vector u) {
    return guard(__func__, u, [&] {
        required_pointer(n, "n");
        *n = required(u, "u").ncols();
    });
}

GrB_Info GrB_Vector_nvals(GrB_Index *nvals, GrB_Vector u) {
    return guard(__func__, u, [&] {
        required_pointer(nvals, "nvals");
        *nvals = required(u, "u").nvals();
    });
}
