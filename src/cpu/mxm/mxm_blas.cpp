// The product of full matrices of floats, by OpenBLAS or by the blocked kernel.
#include "base/parallel.hpp"
#include "cpu/mxm/gemm.hpp"
#include "cpu/mxm/mxm_cost.hpp"
#include "dispatch/context.hpp"
#include "dispatch/schedules.hpp"

namespace grb {

namespace {

constexpr const char *variant_name = "cpu/mxm_blas";
const Schedules schedules(variant_name);
enum Library : int { openblas, blocked };

bool is_double(const MxmProblem &problem) noexcept {
    return problem.result_type()->code == TypeCode::fp64;
}

const HostCoefficient worth_opening{
    "blas_opening_operations", "1",
    "multiply-adds that are worth opening OpenBLAS, which takes some milliseconds", 1e8};
const HostCoefficient openblas_speed{
    "blas_openblas_speed", "1", "FP32 multiply-adds in the time of one by a curated kernel", 40};
const HostCoefficient blocked_speed{"blas_blocked_speed", "1", "the same without OpenBLAS", 20};

double operations_of(const MxmProblem &problem) noexcept {
    return static_cast<double>(problem.m()) * static_cast<double>(problem.n()) *
           static_cast<double>(problem.k());
}

/// OpenBLAS does not guarantee equal sums at every number of threads.
bool is_for_openblas(const MxmProblem &problem) noexcept {
    const int forced = schedules.forced();
    if (context().is_deterministic() || forced == blocked) return false;
    return forced == openblas || operations_of(problem) >= worth_opening;
}

const char *refuses(const MxmProblem &problem) {
    const auto can_be_dense = [](const Snapshot &operand) { return operand.can_be_dense(); };
    if (const char *reason = refuses_gemm(problem, can_be_dense)) return reason;
    if (problem.A->is_iso() || problem.B->is_iso()) return "an iso operand";
    if (static_cast<double>(problem.m()) * static_cast<double>(problem.n()) > 1e12)
        return "result too large";
    return nullptr;
}

/// Opens OpenBLAS for the first product that is worth it.
void prepare(const MxmProblem &problem) {
    if (is_for_openblas(problem) && refuses(problem) == nullptr) has_openblas();
}

Cost cost(const MxmProblem &problem) {
    const double speed =
        (is_for_openblas(problem) && is_openblas_open() ? openblas_speed : blocked_speed) /
        (is_double(problem) ? 2 : 1);
    const double m = static_cast<double>(problem.m()), n = static_cast<double>(problem.n()),
                 k = static_cast<double>(problem.k());
    const double size = static_cast<double>(problem.result_type()->size);
    // Panels as wide as registers, and copies of both operands.
    const double columns = std::max(n, 16.0);
    const double seconds = m * columns * k / (speed * rates().operations_curated) +
                           (m * n + m * k + k * n) * size / rates().stream_bytes;
    Cost cost;
    cost.seconds = rates().call_seconds + on_threads(seconds);
    return cost;
}

/// C = A·B of full matrices of floats, by OpenBLAS (schedule `openblas`) where it is present, else
/// by this library's kernel (`blocked`): A in panels of rows, B in panels of columns as wide as two
/// vectors, 256 k at a time, so that one panel of B stays in the L1 cache and 64 rows of A in the
/// L2 cache.
/// A m×k, B k×n, either transposed without a copy of it; C m×n full. FP32 and FP64, no casts.
/// Work O(m·n·k); scratch B once, k up to 256, and 64 rows of A per thread. The commit applies mask
/// and accumulator.
/// `blocked` adds in the order of k, one rounding an operation: the bits of cpu/mxm_full_rows, on
/// any number of threads; GRAPHBLAST_DETERMINISTIC selects it. `openblas` adds in an order of its
/// own.
/// After Goto and van de Geijn 2008, doi:10.1145/1356052.1356053.
/// Refused: other semirings and types, operands that are not full or are iso.
Ref<Snapshot> run(const MxmProblem &problem) {
    const Type *type = problem.result_type();
    const DenseView A = problem.A->dense(), B = problem.B->dense();
    DenseForm form;
    form.nvals = problem.m() * problem.n();
    form.values = Array(form.nvals * type->size);
    const Gemm gemm{problem.m(),
                    problem.n(),
                    problem.k(),
                    A.values,
                    B.values,
                    form.values.data(),
                    is_double(problem),
                    problem.is_A_transposed,
                    problem.is_B_transposed};
    const double work = operations_of(problem) / 16;
    const bool is_done = is_for_openblas(problem) && multiply_by_openblas(gemm, threads_for(work));
    if (!is_done) multiply_blocked(gemm, widest_vector());
    schedules.note(is_done ? openblas : blocked);
    return Snapshot::of_dense(type, gemm.m, gemm.n, std::move(form));
}

} // namespace

const char *refuses_gemm(const MxmProblem &problem, bool (*can_be_dense)(const Snapshot &)) {
    const Semiring &semiring = *problem.semiring;
    const Type *type = problem.result_type();
    if (semiring.add->op->code != BinaryCode::plus || semiring.multiply->code != BinaryCode::times)
        return "not plus_times";
    const bool is_floating = type->code == TypeCode::fp32 || type->code == TypeCode::fp64;
    if (!is_floating || semiring.multiply->xtype != type) return "types";
    for (const Snapshot *operand : {problem.A.get(), problem.B.get()}) {
        if (operand->type() != type) return "types";
        if (!operand->is_known_full() || operand->is_known_empty() || !can_be_dense(*operand))
            return "an operand is not full";
    }
    return nullptr;
}

extern const Variant<MxmProblem> mxm_blas = {
    variant_name, {.form = Form::dense}, refuses, cost, run, prepare};

} // namespace grb
