// mxm, mxv, vxm, kronecker; and the choice of operators for all calls.
#include "oracle/calls.h"

#include <algorithm>

namespace grb::oracle {
namespace {

bool uses_pairs(const Binary &op) {
    return op.x == type_pair || op.y == type_pair || op.z == type_pair;
}

} // namespace

const std::vector<Operation> &operations() {
    static const std::vector<Operation> list = {
        {"mxm", true, run_mxm},
        {"mxv", true, run_mxv},
        {"vxm", true, run_vxm},
        {"kronecker", false, run_kronecker},
        {"eWiseAdd", true, run_ewise_add},
        {"eWiseMult", true, run_ewise_mult},
        {"transpose", true, run_transpose},
        {"apply", true, run_apply},
        {"apply_bound", true, run_apply_bound},
        {"apply_index", true, run_apply_index},
        {"select", true, run_select},
        {"assign", true, run_assign},
        {"assign_scalar", true, run_assign_scalar},
        {"assign_line", true, run_assign_row_or_column},
        {"extract", true, run_extract},
        {"reduce", true, run_reduce},
        {"reduce_rows", true, run_reduce_rows},
        {"build", true, run_build},
        {"shape", true, run_shape},
        {"elements", true, run_elements},
        {"exchange", false, run_exchange},
    };
    return list;
}

const Binary &choose_binary(Case &c, bool for_union) {
    return pick_where(c.rng, c.algebra.binary, [&](const Binary &op) {
        if (uses_pairs(op) != c.with_pairs) return false;
        // Entries that only one operand has become results.
        return !for_union || (is_compatible(op.x, op.z) && is_compatible(op.y, op.z));
    });
}

const Monoid &choose_monoid(Case &c) {
    const Monoid &monoid = pick_where(c.rng, c.algebra.monoids, [&](const Monoid &candidate) {
        return uses_pairs(candidate.op) == c.with_pairs;
    });
    if (c.depends_on_order(monoid)) c.make_inexact(monoid);
    return monoid;
}

const Semiring &choose_semiring(Case &c) {
    const auto fits = [&](const Semiring &semiring) {
        if (uses_pairs(semiring.multiply) != c.with_pairs) return false;
        const std::string &base = semiring.add->op.base;
        const bool is_sum = base == "PLUS" || base == "TIMES";
        return !is_sum || !is_float(semiring.add->op.z) || has_tame_terms(semiring);
    };
    // Half of them predefined, though there are more of the others.
    const Semiring *semiring = nullptr;
    if (!c.with_pairs && c.rng.chance(50)) {
        do {
            semiring = &c.algebra.semirings[c.rng.below(c.algebra.predefined_semirings)];
        } while (!fits(*semiring));
    } else {
        semiring = &pick_where(c.rng, c.algebra.semirings, fits);
    }
    if (c.depends_on_order(*semiring->add)) c.make_inexact(*semiring->add);
    return *semiring;
}

Operand *matrix_operand(Case &c, const std::string &name, int type, Index nrows, Index ncols,
                        bool is_transposed) {
    return is_transposed ? c.matrix(name, type, ncols, nrows) : c.matrix(name, type, nrows, ncols);
}

void run_mxm(Case &c) {
    const Semiring &semiring = choose_semiring(c);
    const GrB_Semiring handle = c.op(semiring.handle);
    c.choose_descriptor();
    const Index m = c.dimension(), k = c.dimension(), n = c.dimension();
    const int z = semiring.multiply.z;
    Operand *C = c.matrix("C", c.output_type(z), m, n);
    Operand *A = matrix_operand(c, "A", c.type_like(semiring.multiply.x), m, k, c.transpose_first);
    Operand *B = matrix_operand(c, "B", c.type_like(semiring.multiply.y), k, n, c.transpose_second);
    c.choose_write(C, z);
    if (c.is_inexact()) {
        c.terms = product_terms(c.transpose_first ? transposed(A->content) : A->content,
                                c.transpose_second ? transposed(B->content) : B->content, semiring);
    }
    c.call("GrB_mxm " + semiring.name, {C}, [&] {
        return GrB_mxm(C->object.matrix, c.mask_matrix(), c.accumulator(), handle, A->object.matrix,
                       B->object.matrix, c.descriptor());
    });
}

void run_mxv(Case &c) {
    const Semiring &semiring = choose_semiring(c);
    const GrB_Semiring handle = c.op(semiring.handle);
    c.choose_descriptor();
    const Index m = c.dimension(), n = c.dimension();
    const int z = semiring.multiply.z;
    Operand *w = c.vector("w", c.output_type(z), m);
    Operand *A = matrix_operand(c, "A", c.type_like(semiring.multiply.x), m, n, c.transpose_first);
    Operand *u = c.vector("u", c.type_like(semiring.multiply.y), n);
    c.choose_write(w, z);
    if (c.is_inexact()) {
        c.terms = product_terms(c.transpose_first ? transposed(A->content) : A->content, u->content,
                                semiring);
    }
    c.call("GrB_mxv " + semiring.name, {w}, [&] {
        return GrB_mxv(w->object.vector, c.mask_vector(), c.accumulator(), handle, A->object.matrix,
                       u->object.vector, c.descriptor());
    });
}

void run_vxm(Case &c) {
    const Semiring &semiring = choose_semiring(c);
    const GrB_Semiring handle = c.op(semiring.handle);
    c.choose_descriptor();
    const Index m = c.dimension(), n = c.dimension();
    const int z = semiring.multiply.z;
    Operand *w = c.vector("w", c.output_type(z), n);
    Operand *u = c.vector("u", c.type_like(semiring.multiply.x), m);
    Operand *A = matrix_operand(c, "A", c.type_like(semiring.multiply.y), m, n, c.transpose_second);
    c.choose_write(w, z);
    if (c.is_inexact()) {
        const TermMap row =
            product_terms(transposed(u->content),
                          c.transpose_second ? transposed(A->content) : A->content, semiring);
        for (const auto &[at, terms] : row) c.terms[{at.second, 0}] = terms;
    }
    c.call("GrB_vxm " + semiring.name, {w}, [&] {
        return GrB_vxm(w->object.vector, c.mask_vector(), c.accumulator(), handle, u->object.vector,
                       A->object.matrix, c.descriptor());
    });
}

void run_kronecker(Case &c) {
    const std::uint64_t form = c.rng.below(3);
    const Binary *op = nullptr;
    const Monoid *monoid = nullptr;
    const Semiring *semiring = nullptr;
    // Nothing is added up, so a monoid or semiring does not make the result inexact.
    if (form == 0) op = &choose_binary(c, false);
    const auto is_wanted = [&](const Binary &candidate) {
        return uses_pairs(candidate) == c.with_pairs;
    };
    if (form == 1) {
        monoid = &pick_where(c.rng, c.algebra.monoids,
                             [&](const Monoid &candidate) { return is_wanted(candidate.op); });
        op = &monoid->op;
    }
    if (form == 2) {
        semiring = &pick_where(c.rng, c.algebra.semirings, [&](const Semiring &candidate) {
            return is_wanted(candidate.multiply);
        });
        op = &semiring->multiply;
    }
    const GrB_BinaryOp binary_handle = c.op(op->handle);
    const GrB_Monoid monoid_handle = c.op(monoid ? monoid->handle : nullptr);
    const GrB_Semiring semiring_handle = c.op(semiring ? semiring->handle : nullptr);
    c.limit_dimensions(7);
    c.choose_descriptor();
    const Index m = c.dimension(), n = c.dimension(), p = c.dimension(), q = c.dimension();
    Operand *A = matrix_operand(c, "A", c.type_like(op->x), m, n, c.transpose_first);
    Operand *B = matrix_operand(c, "B", c.type_like(op->y), p, q, c.transpose_second);
    Operand *C = c.matrix("C", c.output_type(op->z), m * p, n * q);
    c.choose_write(C, op->z);
    const GrB_Matrix C_handle = C->object.matrix, A_handle = A->object.matrix,
                     B_handle = B->object.matrix;
    const std::string name = semiring ? semiring->name : monoid ? monoid->name : op->name;
    c.call("GrB_kronecker " + name, {C}, [&] {
        if (form == 1)
            return GrB_Matrix_kronecker_Monoid(C_handle, c.mask_matrix(), c.accumulator(),
                                               monoid_handle, A_handle, B_handle, c.descriptor());
        if (form == 2)
            return GrB_Matrix_kronecker_Semiring(C_handle, c.mask_matrix(), c.accumulator(),
                                                 semiring_handle, A_handle, B_handle,
                                                 c.descriptor());
        return GrB_Matrix_kronecker_BinaryOp(C_handle, c.mask_matrix(), c.accumulator(),
                                             binary_handle, A_handle, B_handle, c.descriptor());
    });
}

} // namespace grb::oracle
