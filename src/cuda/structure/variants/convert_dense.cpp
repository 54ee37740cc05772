/// Converts A to bitmap or full: zeroes the values, and scatters rows, columns or slots into them;
/// see spread(). A m×n sparse, hypersparse or row-balanced, in any order, of a type that the device
/// can move. Deterministic.
#include "cuda/structure/variants/convert.hpp"
#include "cuda/structure/variants/structure_variants.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

using namespace device;

const char *refuses(const ConvertProblem &problem) {
    const Snapshot &A = *problem.A;
    if (problem.is_cast()) return "a cast";
    if (!is_dense(problem.format)) return "not to a dense format";
    if (A.has_dense()) return "the dense elements are there";
    if (A.nvals() == 0) return "nothing to move";
    if (const char *refusal = refusal_of(A.type())) return refusal;
    return device::refuses_move(ConvertProblem::operation, problem.traffic());
}

Cost cost(const ConvertProblem &problem) {
    const Snapshot &A = *problem.A;
    const double elements = dense_bytes_of(A);
    return {move_seconds(4, 2 * elements, missing_dense_bytes(A)) +
            most_entries_of(A) / device::rates().gathers_memory +
            (problem.is_for_host ? elements / device::rates().download_bytes : 0)};
}

Ref<Snapshot> run(const ConvertProblem &problem) {
    const Snapshot &A = *problem.A;
    DenseForm form = densified(A);
    if (problem.format == Format::bitmap && form.bits.empty())
        form.bits = all_bits(A.nrows() * A.ncols());
    return Snapshot::of_dense(A.type(), A.nrows(), A.ncols(), std::move(form));
}

} // namespace

extern const Variant<ConvertProblem> cuda_convert_dense = {
    "cuda/convert_dense", {.device = device::cuda_kind}, refuses, cost, run};

} // namespace grb
