// Vector: life cycle.
#include "capi/guard.hpp"
#include "capi/shapes.hpp"

#include <memory>

using namespace grb;

GrB_Info GrB_Vector_new(GrB_Vector *w, GrB_Type type, GrB_Index size) {
    return guard(__func__, nullptr, [&] {
        required_pointer(w, "w");
        required(type, "type");
        check_dimension("size", size);
        *w = new Vector(type, size);
    });
}

GrB_Info GrB_Vector_dup(GrB_Vector *w, GrB_Vector u) {
    return guard(__func__, u, [&] {
        required_pointer(w, "w");
        const Vector &source = required(u, "u");
        auto copy = std::make_unique<Vector>(source.type(), source.ncols());
        copy->options() = source.options();
        copy->publish(source.snapshot());
        copy->note_given(source.given_sparsity());
        *w = copy.release();
    });
}

GrB_Info GrB_Vector_clear(GrB_Vector w) {
    return guard(__func__, w, [&] {
        Vector &vector = required(w, "w");
        vector.end_loans();
        vector.publish(vector.honour_options(Snapshot::empty(vector.type(), 1, vector.ncols())));
    });
}

GrB_Info GrB_Vector_resize(GrB_Vector w, GrB_Index size) {
    return guard(__func__, w, [&] {
        Vector &vector = required(w, "w");
        check_dimension("size", size);
        vector.resize(1, size);
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
