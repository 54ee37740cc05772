// The device variant of mxv and vxm that pulls by rows in classes of length.
#include "costs/device_rates.hpp"
#include "cuda/mxv/variants/mxv_operands.hpp"
#include "cuda/mxv/variants/mxv_pull.hpp"
#include "cuda/mxv/variants/pull_rates.hpp"
#include "cuda/mxv/variants/row_tasks.hpp"

#include <algorithm>

namespace grb {

namespace {

using device::pull;
using device::size_of;

const char *refuses(const MxvProblem &problem) {
    if (const char *reason = device::refuses_pull(problem)) return reason;
    return device::refuses_row_tasks(*problem.A, problem.is_transposed);
}

Cost cost(const MxvProblem &problem) {
    const double m = std::max(1.0, size_of(problem.m()));
    const double mean = std::max(1.0, size_of(problem.A->most_nvals()) / m);
    const double work =
        device::pull_seconds(problem) * (pull.classes_base + pull.classes_ends / mean);
    Cost cost = device::pull_cost(problem, std::max<double>(work, pull.classes_least) +
                                               device::rates().launch_seconds);
    device::add_missing_row_tasks(cost, *problem.A, problem.is_transposed, device::most_in_chunk);
    return cost;
}

Ref<Snapshot> run(const MxvProblem &problem) {
    return device::run_pull(problem, device::MxvVariant::row_classes, {});
}

} // namespace

extern const Variant<MxvProblem> cuda_mxv_row_classes = {
    "cuda/mxv_row_classes",
    {.fuses_mask = true, .device = device::cuda_kind, .form = Form::dense},
    &refuses,
    &cost,
    &run,
    &device::prepare_product};

} // namespace grb
