// Counts the entries of rows on the device, in place of a product.
#include "cuda/mxv/variants/row_counts.hpp"

#include "costs/device_rates.hpp"
#include "cuda/mxv/row_counts_calls.h"
#include "cuda/mxv/variants/mxv_operands.hpp"

#include <optional>

namespace grb::device {

namespace {

/// Returns nothing for a type that counts do not have.
std::optional<CountType> type_of_counts(const Type *type) noexcept {
    switch (type->code) {
    case TypeCode::fp64:
        return CountType::double_number;
    case TypeCode::fp32:
        return CountType::single_number;
    case TypeCode::int64:
    case TypeCode::uint64:
        return CountType::long_integer;
    case TypeCode::int32:
    case TypeCode::uint32:
        return CountType::integer;
    default:
        return {};
    }
}

} // namespace

bool counts_rows(const MxvProblem &problem) noexcept {
    const Semiring &semiring = *problem.semiring;
    return problem.mask.is_none() && problem.u->is_known_full() &&
           semiring.add->op->code == BinaryCode::plus &&
           semiring.multiply->code == BinaryCode::oneb && type_of_counts(problem.result_type());
}

Cost cost_of_counts(const MxvProblem &problem) {
    const Rates &r = rates();
    const double row = 8 + size_of(problem.result_type()->size);
    return pull_cost(problem, size_of(problem.m()) * row / r.stream_bytes + r.launch_seconds);
}

void count_rows(const MxvProblem &problem, const MxvPullCall &call) {
    const RowCountsCall counts{call.A.row_offsets, call.A.offset_width, problem.m(),
                               *type_of_counts(problem.result_type()), call.w_values};
    check(gpu::row_counts(&counts));
}

} // namespace grb::device
