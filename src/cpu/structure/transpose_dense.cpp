/// C = A' of dense storage, values in tiles of 32 × 32 and presence bits one by one.
/// A m×n bitmap or full, C n×m likewise. Work O(m·n); no scratch. A full iso A equals its transpose
/// but for the shape: O(1). Deterministic. Refused: A not bitmap or full.
#include "costs/rates.hpp"
#include "cpu/common/on_threads.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

const char *refuses(const TransposeProblem &problem) {
    return is_dense(*problem.A) ? nullptr : "not dense";
}

const HostCoefficient bit_seconds{"transpose_dense_bit_seconds", "s", "a bit of a bitmap", 1e-9};

Cost cost(const TransposeProblem &problem) {
    const double elements =
        static_cast<double>(problem.A->nrows()) * static_cast<double>(problem.A->ncols());
    const double value = problem.A->is_iso() ? 0 : static_cast<double>(problem.A->type()->size);
    const double bits = problem.A->format() == Format::full ? 0 : elements * bit_seconds;
    return {rates().call_seconds + on_threads(2 * elements * value / rates().stream_bytes) + bits};
}

Ref<Snapshot> run(const TransposeProblem &problem) {
    const Snapshot &A = *problem.A;
    const std::uint64_t m = A.nrows(), n = A.ncols();
    return Snapshot::of_dense(A.type(), n, m,
                              transpose_dense(A.dense_form().get(), A.type(), m, n));
}

} // namespace

extern const Variant<TransposeProblem> cpu_transpose_dense = {
    "cpu/transpose_dense", {}, refuses, cost, run};

} // namespace grb
