// apply in all its forms, and select.
#include "oracle/calls.h"

namespace grb::oracle {
namespace {

/// Output and input of an operation on one container.
struct Pairing {
    bool is_vector;
    Operand *C, *A;
};

Pairing operands(Case &c, int z, int x, bool is_transposed) {
    const bool is_vector = chooses_vector(c);
    const Index m = c.dimension(), n = c.dimension();
    Pairing pair{is_vector, nullptr, nullptr};
    pair.C = is_vector ? c.vector("C", c.output_type(z), m) : c.matrix("C", c.output_type(z), m, n);
    pair.A = is_vector ? c.vector("A", c.type_like(x), m)
                       : matrix_operand(c, "A", c.type_like(x), m, n, is_transposed);
    c.choose_write(pair.C, z);
    return pair;
}

bool is_of_pairs(int z, int x) {
    return z == type_pair || x == type_pair;
}

const IndexUnary &choose_index_op(Case &c, bool for_select) {
    return pick_where(c.rng, c.algebra.index, [&](const IndexUnary &op) {
        if (for_select && op.z != type_BOOL) return false;
        if (!c.with_pairs) return !is_of_pairs(op.z, op.x);
        return op.x < 0 || is_of_pairs(op.z, op.x);
    });
}

} // namespace

void run_apply(Case &c) {
    const Unary &op = pick_where(c.rng, c.algebra.unary, [&](const Unary &candidate) {
        return is_of_pairs(candidate.z, candidate.x) == c.with_pairs;
    });
    const GrB_UnaryOp handle = c.op(op.handle);
    c.choose_descriptor();
    const auto [is_vector, C, A] = operands(c, op.z, op.x, c.transpose_first);
    c.call("GrB_apply " + op.name, {C}, [&, is_vector = is_vector, C = C, A = A] {
        return is_vector ? GrB_Vector_apply(C->object.vector, c.mask_vector(), c.accumulator(),
                                            handle, A->object.vector, c.descriptor())
                         : GrB_Matrix_apply(C->object.matrix, c.mask_matrix(), c.accumulator(),
                                            handle, A->object.matrix, c.descriptor());
    });
}

void run_apply_bound(Case &c) {
    const bool is_first = c.rng.chance(50), by_scalar = c.rng.chance(30);
    const Binary &op = choose_binary(c, false);
    const GrB_BinaryOp handle = c.op(op.handle);
    c.choose_descriptor();
    const int bound = is_first ? op.x : op.y;
    const auto [is_vector, C, A] = operands(c, op.z, is_first ? op.y : op.x,
                                            is_first ? c.transpose_second : c.transpose_first);
    const Scalar *s = by_scalar ? c.scalar("s", c.type_like(bound)) : c.value("s", bound);
    const auto call = [&, is_vector = is_vector, C = C, A = A](auto api, auto x) {
        if (is_vector) {
            if (is_first)
                return api.vector_bind_first(C->object.vector, c.mask_vector(), c.accumulator(),
                                             handle, x, A->object.vector, c.descriptor());
            return api.vector_bind_second(C->object.vector, c.mask_vector(), c.accumulator(),
                                          handle, A->object.vector, x, c.descriptor());
        }
        if (is_first)
            return api.matrix_bind_first(C->object.matrix, c.mask_matrix(), c.accumulator(), handle,
                                         x, A->object.matrix, c.descriptor());
        return api.matrix_bind_second(C->object.matrix, c.mask_matrix(), c.accumulator(), handle,
                                      A->object.matrix, x, c.descriptor());
    };
    c.call(std::string(is_first ? "GrB_apply_BinaryOp1st " : "GrB_apply_BinaryOp2nd ") + op.name,
           {C}, [&] {
               if (by_scalar) return call(ScalarApi(), s->handle);
               return with_api(s->type, [&](auto api) { return call(api, api.pass(*s->value)); });
           });
}

void run_apply_index(Case &c) {
    const bool by_scalar = c.rng.chance(30);
    const IndexUnary &op = choose_index_op(c, false);
    const GrB_IndexUnaryOp handle = c.op(op.handle);
    c.choose_descriptor();
    const auto [is_vector, C, A] =
        operands(c, op.z, op.x < 0 ? c.any_type() : op.x, c.transpose_first);
    const Scalar *s = by_scalar ? c.scalar("s", c.type_like(op.y)) : c.value("s", op.y);
    const auto call = [&, is_vector = is_vector, C = C, A = A](auto api, auto y) {
        return is_vector
                   ? api.vector_index_apply(C->object.vector, c.mask_vector(), c.accumulator(),
                                            handle, A->object.vector, y, c.descriptor())
                   : api.matrix_index_apply(C->object.matrix, c.mask_matrix(), c.accumulator(),
                                            handle, A->object.matrix, y, c.descriptor());
    };
    c.call("GrB_apply_IndexOp " + op.name, {C}, [&] {
        if (by_scalar) return call(ScalarApi(), s->handle);
        return with_api(s->type, [&](auto api) { return call(api, api.pass(*s->value)); });
    });
}

void run_select(Case &c) {
    const bool by_scalar = c.rng.chance(30);
    const IndexUnary &op = choose_index_op(c, true);
    const GrB_IndexUnaryOp handle = c.op(op.handle);
    c.choose_descriptor();
    // T has the domain of A, so the output must too.
    const int type = op.x < 0 ? c.any_type() : c.type_like(op.x);
    const auto [is_vector, C, A] = operands(c, type, type, c.transpose_first);
    const Scalar *s = by_scalar ? c.scalar("s", c.type_like(op.y)) : c.value("s", op.y);
    const auto call = [&, is_vector = is_vector, C = C, A = A](auto api, auto y) {
        return is_vector ? api.vector_select(C->object.vector, c.mask_vector(), c.accumulator(),
                                             handle, A->object.vector, y, c.descriptor())
                         : api.matrix_select(C->object.matrix, c.mask_matrix(), c.accumulator(),
                                             handle, A->object.matrix, y, c.descriptor());
    };
    c.call("GrB_select " + op.name, {C}, [&] {
        if (by_scalar) return call(ScalarApi(), s->handle);
        return with_api(s->type, [&](auto api) { return call(api, api.pass(*s->value)); });
    });
}

} // namespace grb::oracle
