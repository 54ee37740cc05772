/// Casts the values of A to another type and shares the pattern. A m×n by rows, bitmap or full, not
/// iso; both types built-in and real. One value per thread. Deterministic.
#include "cuda/structure/variants/convert.hpp"
#include "cuda/structure/variants/structure_variants.hpp"

namespace grb {

namespace {

using namespace device;

const char *refuses(const ConvertProblem &problem) {
    const Snapshot &A = *problem.A;
    if (!problem.is_cast()) return "no cast";
    if (!is_builtin(A.type()) || !is_builtin(problem.type)) return "not a type of the device";
    if (A.is_iso()) return "iso";
    if (has_no_entries(A)) return "nothing to cast";
    if (!is_dense(A) && (A.has_balanced() || A.is_by_column()))
        return "neither sparse by rows nor dense";
    return device::refuses_move(ConvertProblem::operation, problem.traffic());
}

Cost cost(const ConvertProblem &problem) {
    const Traffic traffic = problem.traffic();
    const double values =
        static_cast<double>(traffic.bytes) / static_cast<double>(problem.A->type()->size);
    return {move_seconds(1,
                         values * static_cast<double>(problem.A->type()->size + problem.type->size),
                         static_cast<double>(traffic.bytes - traffic.away))};
}

Ref<Snapshot> run(const ConvertProblem &problem) {
    const Snapshot &A = *problem.A;
    const std::uint64_t nrows = A.nrows(), ncols = A.ncols();
    if (is_dense(A)) {
        DenseForm form = A.dense_form().get();
        form.values =
            cast_array(form.values, false, form.bits, nrows * ncols, A.type(), problem.type);
        return Snapshot::of_dense(problem.type, nrows, ncols, std::move(form));
    }
    SparseForm form = *list_form(A);
    form.values = cast_array(form.values, false, {}, form.nvals, A.type(), problem.type);
    return Snapshot::of_rows(problem.type, nrows, ncols, std::move(form));
}

} // namespace

extern const Variant<ConvertProblem> cuda_convert_cast = {
    "cuda/convert_cast", {.device = device::cuda_kind}, refuses, cost, run};

} // namespace grb
