// Checks the arguments of build and publishes its results.
#include "operations/build.hpp"

#include "base/process_group.hpp"
#include "dispatch/carry_out.hpp"
#include "operations/arguments.hpp"
#include "problems/structure.hpp"

#include <cinttypes>
#include <cstring>

namespace grb {

namespace {

void keep_last(const void *self, void *z, const void *x, std::size_t n) {
    const std::size_t size = static_cast<const BinaryOp *>(self)->ztype->size;
    if (n != 0) std::memcpy(z, static_cast<const unsigned char *>(x) + (n - 1) * size, size);
}

} // namespace

void check_duplicate(const Container &C, const Type *values, const BinaryOp *dup) {
    check_domain("values", values, C.type());
    if (dup == nullptr || dup->code == BinaryCode::ignore_dup) return;
    check_combines_values("dup", dup);
    if (dup->xtype != dup->ztype || dup->ytype != dup->ztype) {
        throw Error(GrB_DOMAIN_MISMATCH, "the domains %s, %s and %s of dup differ",
                    type_name(dup->ztype), type_name(dup->xtype), type_name(dup->ytype));
    }
    check_domain("values", values, dup->xtype);
    check_domain("the result of dup", dup->ztype, C.type());
}

Held<BinaryOp> duplicate_operator(const BinaryOp *dup, const Type *values) {
    if (dup == nullptr || dup->code != BinaryCode::ignore_dup) return dup;
    if (const BinaryOp *second = find_binary_op(BinaryCode::second, values->code)) return second;
    // User-defined types have no predefined operators.
    auto *const second = new BinaryOp{};
    second->header.magic = Magic::binary_op;
    second->code = BinaryCode::user;
    second->ztype = second->xtype = second->ytype = values;
    second->reduce = keep_last;
    second->name = "";
    second->traits.is_idempotent = second->traits.ignores_x = true;
    return Held<BinaryOp>::adopt(second);
}

void check_is_empty(const char *name, const Container &C) {
    const std::uint64_t nvals = C.nvals();
    if (nvals != 0) throw Error(GrB_OUTPUT_NOT_EMPTY, "%s has %" PRIu64 " entries", name, nvals);
}

void build(Container &C, const std::uint64_t *rows, const std::uint64_t *columns, const void *X,
           const Type *value_type, bool x_is_scalar, std::uint64_t n, const BinaryOp *dup) {
    Ref<Snapshot> result;
    if (n == 0) {
        result = Snapshot::empty(C.type(), C.nrows(), C.ncols());
    } else {
        BuildProblem problem;
        problem.tuples = tuple_list(C.type(), C.nrows(), C.ncols(), rows, columns, X, value_type,
                                    x_is_scalar, n, dup);
        result = carry_out(problem).result;
    }
    result = stored(C, result);
    agree_to_change();
    C.publish(std::move(result));
}

void build_from_vectors(Container &w, const Container &I, const Container &X, const BinaryOp *dup) {
    check_is_empty("w", w);
    check_indices_type("I_vector", I.type());
    check_duplicate(w, X.type(), dup);
    BuildProblem problem;
    problem.positions = I.snapshot();
    problem.values = X.snapshot();
    const std::uint64_t n = problem.positions->nvals();
    if (n != problem.values->nvals()) {
        throw Error(GrB_INVALID_VALUE, "I_vector has %" PRIu64 " entries, X_vector has %" PRIu64, n,
                    problem.values->nvals());
    }
    Ref<Snapshot> result;
    if (n == 0) {
        result = Snapshot::empty(w.type(), 1, w.ncols());
    } else {
        problem.tuples.type = w.type();
        problem.tuples.nrows = 1;
        problem.tuples.ncols = w.ncols();
        problem.tuples.value_type = X.type();
        problem.tuples.n = n;
        problem.tuples.duplicate = duplicate_operator(dup, X.type());
        result = carry_out(problem).result;
    }
    problem.positions = problem.values = nullptr;
    result = stored(w, result);
    agree_to_change();
    w.publish(std::move(result));
}

} // namespace grb
