/// Casts the values of A to another type and shares the pattern. A m×n by rows, bitmap or full, not
/// iso; both types built-in and real. One value per thread. Deterministic.
#include "cuda/structure/rows/convert.hpp"
#include "cuda/structure/rows/structure_rows.hpp"

namespace grb {

namespace {

using namespace device;

const char *refuses(const ConvertProblem &problem) {
    const Snapshot &A = *problem.A;
    if (!problem.is_cast()) return "no cast";
    if (!is_builtin(A.type()) || !is_builtin(problem.type)) return "not a type of the device";
    if (A.is_iso()) return "one value";
    if (has_no_entries(A)) return "nothing to cast";
    if (!is_dense(A) && (A.has_balanced() || A.is_by_column())) return "not rows or cells";
    return device::refuses_part(ConvertProblem::operation, problem.traffic());
}

Cost cost(const ConvertProblem &problem) {
    const Traffic traffic = problem.traffic();
    const double values =
        static_cast<double>(traffic.bytes) / static_cast<double>(problem.A->type()->size);
    return {part_seconds(1,
                         values * static_cast<double>(problem.A->type()->size + problem.type->size),
                         static_cast<double>(traffic.bytes - traffic.away))};
}

Ref<Snapshot> run(const ConvertProblem &problem) {
    const Snapshot &A = *problem.A;
    const std::uint64_t nrows = A.nrows(), ncols = A.ncols();
    if (is_dense(A)) {
        DensePart part = A.dense_part().get();
        part.values =
            cast_array(part.values, false, part.bits, nrows * ncols, A.type(), problem.type);
        return Snapshot::of_dense(problem.type, nrows, ncols, std::move(part));
    }
    SparsePart part = *list_part(A);
    part.values = cast_array(part.values, false, {}, part.nvals, A.type(), problem.type);
    return Snapshot::of_rows(problem.type, nrows, ncols, std::move(part));
}

} // namespace

extern const Variant<ConvertProblem> cuda_convert_cast = {
    "cuda/convert_cast", {.device = device::cuda_kind}, refuses, cost, run};

} // namespace grb
