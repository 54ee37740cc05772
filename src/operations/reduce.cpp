// Makes problems of reduce from arguments, and commits their results.
#include "operations/reduce.hpp"

#include "algebra/held.hpp"
#include "dispatch/carry_out.hpp"
#include "problems/elementwise.hpp"

#include <cstring>

namespace grb {

void reduce_rows(const Output &output, const Monoid *monoid, const Container &A,
                 const Descriptor *descriptor) {
    ReduceProblem problem;
    problem.is_transposed = transposes_first(descriptor);
    check_output(output, 1, problem.is_transposed ? A.ncols() : A.nrows(), monoid->type());
    check_domain("A", A.type(), monoid->type());
    problem.A = A.snapshot();
    problem.monoid = monoid;
    problem.mask = output.mask;
    Outcome outcome = carry_out(problem, {&output});
    problem = {};
    commit(output, std::move(outcome.result), outcome.mask_was_applied);
}

bool reduce_to_scalar(const Container &A, const Monoid *monoid, void *value) {
    check_domain(A.is_vector() ? "u" : "A", A.type(), monoid->type());
    ReduceProblem problem;
    problem.A = A.snapshot();
    problem.to_scalar = true;
    problem.monoid = monoid;
    problem.sum = value;
    const Outcome outcome = carry_out(problem);
    if (outcome.output_was_written) return true;
    if (outcome.result->nvals() == 0) return false;
    std::memcpy(value, outcome.result->dense().values, monoid->type()->size);
    return true;
}

Held<Monoid> monoid_of(const BinaryOp *op) {
    check_combines_values("the operator of the sum", op);
    if (op->ztype != op->xtype || op->ztype != op->ytype) {
        throw Error(GrB_DOMAIN_MISMATCH,
                    "the operator's types %s, %s, %s differ, so it cannot reduce",
                    type_name(op->xtype), type_name(op->ytype), type_name(op->ztype));
    }
    const Monoid *monoid = find_monoid(op->code, op->ztype->code);
    return monoid != nullptr ? Held<Monoid>(monoid) : Held<Monoid>::adopt(make_monoid(op));
}

} // namespace grb
