/// Bitmap or full A with single elements set and removed, one after the other. In place where
/// nobody shares A; else copies the arrays that change. An iso A is expanded when an element gets
/// another value. O(updates), and O(m·n) for copied or expanded arrays. Deterministic.
#include "costs/rates.hpp"
#include "dispatch/variant.hpp"
#include "problems/structure.hpp"
#include "storage/dense_update.hpp"

namespace grb {

namespace {

const char *refuses(const UpdateProblem &problem) {
    return is_dense(*problem.A) ? nullptr : "not dense";
}

Cost cost(const UpdateProblem &problem) {
    const Snapshot &A = *problem.A;
    const Rates &r = rates();
    const bool is_copied = !problem.is_in_place || A.is_iso();
    return {r.call_seconds + static_cast<double>(problem.updates->size()) / r.scatters_cached +
            (is_copied ? dense_bytes_of(A) / r.stream_bytes : 0)};
}

Ref<Snapshot> run(const UpdateProblem &problem) {
    const Snapshot &A = *problem.A;
    if (!problem.is_in_place) return folded(A, *problem.updates);
    DenseForm &form = problem.A->dense_form().get();
    prepare_update(form, A.type(), A.nrows() * A.ncols(), *problem.updates);
    apply_updates(form, A.type(), A.ncols(), *problem.updates);
    return problem.A;
}

} // namespace

extern const Variant<UpdateProblem> update_elements = {
    "cpu/update_elements", {}, refuses, cost, run};

} // namespace grb
