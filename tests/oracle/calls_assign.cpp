// assign: containers, single lines of a matrix, scalars.
#include "oracle/calls.h"

namespace grb::oracle {

void run_assign(Case &c) {
    c.choose_descriptor();
    const bool is_vector = chooses_vector(c);
    const int type = c.any_type();
    const Index m = c.dimension(), n = c.dimension();
    Operand *C = is_vector ? c.vector("C", c.output_type(type), m)
                           : c.matrix("C", c.output_type(type), m, n);
    const Positions rows = c.positions("rows", m, false);
    const Positions columns = is_vector ? Positions() : c.positions("columns", n, false);
    Operand *A =
        is_vector ? c.vector("A", type, rows.count())
                  : matrix_operand(c, "A", type, rows.count(), columns.count(), c.transpose_first);
    c.choose_write(C, type);
    c.call(is_vector ? "GrB_Vector_assign" : "GrB_Matrix_assign", {C}, [&] {
        return is_vector ? GrB_Vector_assign(C->object.vector, c.mask_vector(), c.accumulator(),
                                             A->object.vector, rows.pointer(), rows.count(),
                                             c.descriptor())
                         : GrB_Matrix_assign(C->object.matrix, c.mask_matrix(), c.accumulator(),
                                             A->object.matrix, rows.pointer(), rows.count(),
                                             columns.pointer(), columns.count(), c.descriptor());
    });
}

void run_assign_row_or_column(Case &c) {
    c.choose_descriptor();
    const bool is_row = c.rng.chance(50);
    const int type = c.any_type();
    const Index m = c.dimension(), n = c.dimension();
    const Index across = is_row ? m : n, along = is_row ? n : m;
    Operand *C = c.matrix("C", c.output_type(type), m, n);
    const Index major = c.position(across);
    c.say("line=" + std::to_string(major));
    const Positions positions = c.positions("positions", along, false);
    Operand *u = c.vector("u", type, positions.count());
    c.choose_mask(along, 1, true);
    c.choose_accumulator(C->content.type, type);
    c.call(is_row ? "GrB_Row_assign" : "GrB_Col_assign", {C}, [&] {
        return is_row ? GrB_Row_assign(C->object.matrix, c.mask_vector(), c.accumulator(),
                                       u->object.vector, major, positions.pointer(),
                                       positions.count(), c.descriptor())
                      : GrB_Col_assign(C->object.matrix, c.mask_vector(), c.accumulator(),
                                       u->object.vector, positions.pointer(), positions.count(),
                                       major, c.descriptor());
    });
}

void run_assign_scalar(Case &c) {
    c.choose_descriptor();
    const bool is_vector = chooses_vector(c), by_scalar = c.rng.chance(35);
    const int type = c.any_type();
    const Index m = c.dimension(), n = c.dimension();
    Operand *C = is_vector ? c.vector("C", type, m) : c.matrix("C", type, m, n);
    const Positions rows = c.positions("rows", m, true);
    const Positions columns = is_vector ? Positions() : c.positions("columns", n, true);
    const Scalar *s = by_scalar ? c.scalar("s", c.type_like(type)) : c.value("s", type);
    c.choose_write(C, type);
    const auto call = [&](auto api, auto x) {
        return is_vector ? api.vector_assign(C->object.vector, c.mask_vector(), c.accumulator(), x,
                                             rows.pointer(), rows.count(), c.descriptor())
                         : api.matrix_assign(C->object.matrix, c.mask_matrix(), c.accumulator(), x,
                                             rows.pointer(), rows.count(), columns.pointer(),
                                             columns.count(), c.descriptor());
    };
    c.call(is_vector ? "GrB_Vector_assign scalar" : "GrB_Matrix_assign scalar", {C}, [&] {
        if (by_scalar) return call(ScalarApi(), s->handle);
        return with_api(s->type, [&](auto api) { return call(api, api.pass(*s->value)); });
    });
}

} // namespace grb::oracle
