/// C = A ⊕.⊗ B for 16-bit operands of an FP32 or FP64 operator: casts each such operand as a whole,
/// once, and runs the quickest variant for the operator's type. Other variants cast the values
/// again for each entry of A.
/// A m×k in any format, B k×n full, either transposed; C as that variant makes it. Work that of the
/// variant, and O(entries) for the casts; scratch one value of the operator's type for each cast
/// value. Deterministic as the variant is.
/// Refused: no narrow operand that is read, an operator of another type, B not full.
#include "costs/rates.hpp"
#include "cpu/common/on_threads.hpp"
#include "dispatch/carry_out.hpp"
#include "dispatch/variant.hpp"
#include "problems/products.hpp"
#include "storage/convert.hpp"

#include <algorithm>

namespace grb {

namespace {

bool is_cast(const Snapshot &operand, bool is_ignored) noexcept {
    return !is_ignored && is_narrow_code(operand.type()->code);
}
bool casts_A(const MxmProblem &problem) noexcept {
    return is_cast(*problem.A, problem.semiring->multiply->traits.ignores_x);
}
bool casts_B(const MxmProblem &problem) noexcept {
    return is_cast(*problem.B, problem.semiring->multiply->traits.ignores_y);
}

const char *refuses(const MxmProblem &problem) {
    const BinaryOp &multiply = *problem.semiring->multiply;
    if (!casts_A(problem) && !casts_B(problem)) return "no narrow operand";
    const Type *const type = multiply.xtype;
    if (type == nullptr) return "an operator of positions";
    if ((type->code != TypeCode::fp32 && type->code != TypeCode::fp64) || multiply.ytype != type)
        return "not an operator of FP32 or FP64";
    return problem.B->has_dense() && problem.B->is_known_full() ? nullptr : "B is not full";
}

/// Cost of cpu/mxm_full_rows for the operator's type, and of the casts.
Cost cost(const MxmProblem &problem) {
    const Rates &rate = rates();
    const auto size = static_cast<double>(problem.semiring->multiply->xtype->size);
    const double lanes = 32.0 / size; // of a vector instruction
    const auto entries_a = static_cast<double>(problem.A->most_nvals()),
               entries_b = static_cast<double>(problem.B->most_nvals()),
               n = std::max(1.0, static_cast<double>(problem.n())),
               m = static_cast<double>(problem.m());
    const double casts = (casts_A(problem) ? entries_a : 0) + (casts_B(problem) ? entries_b : 0);
    const double products =
        entries_a * (n / std::min(n, lanes) / rate.operations_curated + 1 / rate.gathers_memory);
    const double bytes = casts * (size + sizeof(std::uint16_t)) + m * n * size;
    return {2 * rate.call_seconds + on_threads(products + bytes / rate.stream_bytes)};
}

Ref<Snapshot> run(const MxmProblem &problem) {
    const Type *const wide = problem.semiring->multiply->xtype;
    MxmProblem widened = problem;
    widened.narrow_type = nullptr;
    widened.sum_into = nullptr; // the commit adds
    if (casts_A(problem)) widened.A = casted(problem.A, wide);
    if (casts_B(problem)) widened.B = casted(problem.B, wide);
    return carry_out(widened).result;
}

} // namespace

extern const Variant<MxmProblem> mxm_widened = {"cpu/mxm_widened", {}, refuses, cost, run};

} // namespace grb
