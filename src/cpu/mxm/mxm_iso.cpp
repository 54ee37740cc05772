/// C = A ⊕.⊗ B where A and B are full and iso: every element of C is the same sum of k equal
/// products, made by doubling.
/// A m×k, B k×n full and iso, transposed or not; C full and iso. Work O(log k), no scratch.
/// Deterministic. Refused: an operand that is not full and iso.
#include "algebra/bound.hpp"
#include "costs/rates.hpp"
#include "cpu/elementwise/repeated_sum.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"
#include "storage/full_iso.hpp"

namespace grb {

namespace {

const char *refuses(const MxmProblem &problem) {
    return is_full_iso(*problem.A) && is_full_iso(*problem.B) ? nullptr : "not iso";
}

Cost cost(const MxmProblem &) {
    return {rates().call_seconds + rates().result_seconds};
}

Ref<Snapshot> run(const MxmProblem &problem) {
    const DenseView A = problem.A->dense(), B = problem.B->dense();
    const Type *const type = problem.result_type();
    DenseForm form;
    form.is_iso = true;
    form.values = Array(type->size);
    form.nvals = problem.m() * problem.n();
    HostVector<unsigned char> product(type->size);
    BoundBinary(problem.semiring->multiply, type, A.type, B.type)(product.data(), A.values,
                                                                  B.values, 1);
    RepeatedSum(problem.semiring->add, product.data(), type)(form.values.data(), problem.k());
    return Snapshot::of_dense(type, problem.m(), problem.n(), std::move(form));
}

} // namespace

extern const Variant<MxmProblem> mxm_iso = {
    "cpu/mxm_iso", {.form = Form::dense}, refuses, cost, run};

} // namespace grb
