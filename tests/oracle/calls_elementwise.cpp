// eWiseAdd, eWiseMult, transpose.
#include "oracle/calls.h"

namespace grb::oracle {
namespace {

/// The six functions of one method: by container and kind of operator.
struct Method {
    const char *name;
    bool is_union;
    decltype(&GrB_Matrix_eWiseAdd_BinaryOp) matrix_binary;
    decltype(&GrB_Matrix_eWiseAdd_Monoid) matrix_monoid;
    decltype(&GrB_Matrix_eWiseAdd_Semiring) matrix_semiring;
    decltype(&GrB_Vector_eWiseAdd_BinaryOp) vector_binary;
    decltype(&GrB_Vector_eWiseAdd_Monoid) vector_monoid;
    decltype(&GrB_Vector_eWiseAdd_Semiring) vector_semiring;
};

bool uses_pairs(const Binary &op) {
    return op.x == type_pair || op.z == type_pair;
}

void run(Case &c, const Method &method) {
    const std::uint64_t form = c.rng.below(3);
    const Monoid *monoid = nullptr;
    const Semiring *semiring = nullptr;
    const Binary *op = nullptr;
    if (form == 0) op = &choose_binary(c, method.is_union);
    if (form == 1) {
        monoid = &pick_where(c.rng, c.algebra.monoids, [&](const Monoid &candidate) {
            return uses_pairs(candidate.op) == c.with_pairs;
        });
        op = &monoid->op;
    }
    if (form == 2) {
        semiring = &pick_where(c.rng, c.algebra.semirings, [&](const Semiring &candidate) {
            return uses_pairs(candidate.multiply) == c.with_pairs;
        });
        op = method.is_union ? &semiring->add->op : &semiring->multiply;
    }
    const GrB_BinaryOp binary_handle = c.op(op->handle);
    const GrB_Monoid monoid_handle = c.op(monoid ? monoid->handle : nullptr);
    const GrB_Semiring semiring_handle = c.op(semiring ? semiring->handle : nullptr);
    c.choose_descriptor();
    const bool is_vector = chooses_vector(c);
    const Index m = c.dimension(), n = c.dimension();
    const auto operand = [&](const char *name, int type, bool is_transposed) {
        return is_vector ? c.vector(name, type, m)
                         : matrix_operand(c, name, type, m, n, is_transposed);
    };
    Operand *C = operand("C", c.output_type(op->z), false);
    Operand *A = operand("A", c.type_like(op->x), c.transpose_first);
    Operand *B = operand("B", c.type_like(op->y), c.transpose_second);
    c.choose_write(C, op->z);
    const std::string name = semiring ? semiring->name : monoid ? monoid->name : op->name;
    c.call(std::string(is_vector ? "GrB_Vector_" : "GrB_Matrix_") + method.name + " " + name, {C},
           [&] {
               const auto call_vector = [&](auto function, auto handle) {
                   return function(C->object.vector, c.mask_vector(), c.accumulator(), handle,
                                   A->object.vector, B->object.vector, c.descriptor());
               };
               const auto call_matrix = [&](auto function, auto handle) {
                   return function(C->object.matrix, c.mask_matrix(), c.accumulator(), handle,
                                   A->object.matrix, B->object.matrix, c.descriptor());
               };
               if (form == 1)
                   return is_vector ? call_vector(method.vector_monoid, monoid_handle)
                                    : call_matrix(method.matrix_monoid, monoid_handle);
               if (form == 2)
                   return is_vector ? call_vector(method.vector_semiring, semiring_handle)
                                    : call_matrix(method.matrix_semiring, semiring_handle);
               return is_vector ? call_vector(method.vector_binary, binary_handle)
                                : call_matrix(method.matrix_binary, binary_handle);
           });
}

} // namespace

void run_ewise_add(Case &c) {
    run(c, {"eWiseAdd", true, GrB_Matrix_eWiseAdd_BinaryOp, GrB_Matrix_eWiseAdd_Monoid,
            GrB_Matrix_eWiseAdd_Semiring, GrB_Vector_eWiseAdd_BinaryOp, GrB_Vector_eWiseAdd_Monoid,
            GrB_Vector_eWiseAdd_Semiring});
}

void run_ewise_mult(Case &c) {
    run(c, {"eWiseMult", false, GrB_Matrix_eWiseMult_BinaryOp, GrB_Matrix_eWiseMult_Monoid,
            GrB_Matrix_eWiseMult_Semiring, GrB_Vector_eWiseMult_BinaryOp,
            GrB_Vector_eWiseMult_Monoid, GrB_Vector_eWiseMult_Semiring});
}

void run_transpose(Case &c) {
    c.choose_descriptor();
    const int type = c.any_type();
    const Index m = c.dimension(), n = c.dimension();
    Operand *C = c.matrix("C", c.output_type(type), m, n);
    Operand *A = matrix_operand(c, "A", type, m, n, !c.transpose_first);
    c.choose_write(C, type);
    c.call("GrB_transpose", {C}, [&] {
        return GrB_transpose(C->object.matrix, c.mask_matrix(), c.accumulator(), A->object.matrix,
                             c.descriptor());
    });
}

} // namespace grb::oracle
