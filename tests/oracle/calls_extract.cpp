// extract and reduce.
#include "oracle/calls.h"

namespace grb::oracle {

void run_extract(Case &c) {
    c.choose_descriptor();
    const std::uint64_t form = c.rng.below(3); // vector, matrix, column
    const int type = c.any_type();
    const Index m = c.dimension(), n = c.dimension();
    Operand *A =
        form == 0 ? c.vector("A", type, m) : matrix_operand(c, "A", type, m, n, c.transpose_first);
    const Positions rows = c.positions("rows", m, true);
    const Positions columns = form == 1 ? c.positions("columns", n, true) : Positions();
    const Index j = form == 2 ? c.position(n) : 0;
    if (form == 2) c.say("j=" + std::to_string(j));
    Operand *C = form == 1 ? c.matrix("C", c.output_type(type), rows.count(), columns.count())
                           : c.vector("C", c.output_type(type), rows.count());
    c.choose_write(C, type);
    static const char *const names[] = {"GrB_Vector_extract", "GrB_Matrix_extract",
                                        "GrB_Col_extract"};
    c.call(names[form], {C}, [&] {
        if (form == 0)
            return GrB_Vector_extract(C->object.vector, c.mask_vector(), c.accumulator(),
                                      A->object.vector, rows.pointer(), rows.count(),
                                      c.descriptor());
        if (form == 1)
            return GrB_Matrix_extract(C->object.matrix, c.mask_matrix(), c.accumulator(),
                                      A->object.matrix, rows.pointer(), rows.count(),
                                      columns.pointer(), columns.count(), c.descriptor());
        return GrB_Col_extract(C->object.vector, c.mask_vector(), c.accumulator(), A->object.matrix,
                               rows.pointer(), rows.count(), j, c.descriptor());
    });
}

void run_reduce(Case &c) {
    const Monoid &monoid = choose_monoid(c);
    const std::uint64_t form = c.rng.below(3); // C type, GrB_Scalar, GrB_Scalar by operator
    const GrB_Monoid monoid_handle = c.op(monoid.handle);
    const GrB_BinaryOp op_handle = c.op(monoid.op.handle);
    c.choose_descriptor();
    const bool is_vector = chooses_vector(c);
    const int z = monoid.op.z, output = c.output_type(z);
    const Index m = c.dimension(), n = c.dimension();
    Operand *A = is_vector ? c.vector("A", c.type_like(z), m) : c.matrix("A", c.type_like(z), m, n);
    Scalar *s = c.scalar("c", output);
    c.choose_accumulator(s->type, z);
    Terms all;
    for (const auto &[at, x] : A->content.entries)
        add_term(all, as_double(A->content.type, x.bytes), monoid);
    Value value = s->value.value_or(Value());
    if (s->value && c.accumulator()) {
        all.magnitude += std::abs(as_double(s->type, value.bytes));
        ++all.count;
    }
    const GrB_Vector u = A->object.vector;
    const GrB_Matrix matrix = A->object.matrix;
    const std::string name = std::string(is_vector ? "GrB_Vector_reduce " : "GrB_Matrix_reduce ") +
                             (form == 0   ? "C-type "
                              : form == 1 ? ""
                                          : "BinaryOp ") +
                             monoid.name;
    c.call(name, {}, [&] {
        if (form == 0) {
            return with_api(s->type, [&](auto api) {
                auto *result = api.pointer(value.bytes);
                return is_vector ? api.vector_reduce(result, c.accumulator(), monoid_handle, u,
                                                     c.descriptor())
                                 : api.matrix_reduce(result, c.accumulator(), monoid_handle, matrix,
                                                     c.descriptor());
            });
        }
        if (form == 1)
            return is_vector
                       ? GrB_Vector_reduce_Monoid_Scalar(s->handle, c.accumulator(), monoid_handle,
                                                         u, c.descriptor())
                       : GrB_Matrix_reduce_Monoid_Scalar(s->handle, c.accumulator(), monoid_handle,
                                                         matrix, c.descriptor());
        return is_vector ? GrB_Vector_reduce_BinaryOp_Scalar(s->handle, c.accumulator(), op_handle,
                                                             u, c.descriptor())
                         : GrB_Matrix_reduce_BinaryOp_Scalar(s->handle, c.accumulator(), op_handle,
                                                             matrix, c.descriptor());
    });
    c.terms[{0, 0}] = all;
    if (form == 0) {
        c.print_value("c", s->type, value, c.is_inexact() ? c.tolerance(all, nullptr, s->type) : 0);
    } else {
        c.print_scalar("c", s->type, s->owned);
    }
}

void run_reduce_rows(Case &c) {
    const Monoid &monoid = choose_monoid(c);
    const bool by_op = c.rng.chance(40);
    const GrB_Monoid monoid_handle = c.op(monoid.handle);
    const GrB_BinaryOp op_handle = c.op(monoid.op.handle);
    c.choose_descriptor();
    const int z = monoid.op.z;
    const Index m = c.dimension(), n = c.dimension();
    Operand *w = c.vector("w", c.output_type(z), m);
    Operand *A = matrix_operand(c, "A", c.type_like(z), m, n, c.transpose_first);
    c.choose_write(w, z);
    if (c.is_inexact())
        c.terms = row_terms(c.transpose_first ? transposed(A->content) : A->content, monoid);
    c.call((by_op ? "GrB_Matrix_reduce_BinaryOp " : "GrB_Matrix_reduce_Monoid ") + monoid.name, {w},
           [&] {
               return by_op ? GrB_Matrix_reduce_BinaryOp(w->object.vector, c.mask_vector(),
                                                         c.accumulator(), op_handle,
                                                         A->object.matrix, c.descriptor())
                            : GrB_Matrix_reduce_Monoid(w->object.vector, c.mask_vector(),
                                                       c.accumulator(), monoid_handle,
                                                       A->object.matrix, c.descriptor());
           });
}

} // namespace grb::oracle
