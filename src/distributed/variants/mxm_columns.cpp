/// C = A ⊕.⊗ B by a group, B and C dense: B and the mask cut by C's columns, A whole. C's rows lie
/// across the members: a reader gathers them row by row. Only copies of A move, once. Each member
/// chooses its own variant, which handles user types and semirings, and applies no mask. Not
/// deterministic: members may choose other variants when the number of threads changes.
/// Refused: no group of this process, inside of a group, a mask, B not dense, devices, fewer than
/// 64 columns a member.
#include "distributed/work.hpp"

namespace grb {

namespace {

constexpr std::uint64_t least_columns = 64;

const char *refuses(const MxmProblem &problem) {
    if (const char *const refusal = refuses_group(problem)) return refusal;
    if (process_group() != nullptr) return "not for processes";
    if (const char *const refusal = refuses_copies(problem.A)) return refusal;
    if (const char *const refusal = refuses_cut(problem.B, Axis::columns, problem.is_B_transposed))
        return refusal;
    if (!problem.mask.is_none()) return "masked";
    if (!is_dense(*problem.B)) return "B is not dense";
    if (!must_pay(problem.operation)) return nullptr;
    const auto members = static_cast<std::uint64_t>(device_group()->size());
    return problem.n() < least_columns * members ? "few columns" : nullptr;
}

Cost cost(const MxmProblem &problem) {
    if (!must_pay(problem.operation)) return group_cost(problem);
    DeviceShare share(0);
    share.works_like(problem, {problem.B.get()});
    share.cuts(problem.B);
    share.invests_in_copies(problem.A);
    return share.cost();
}

Ref<Snapshot> run(const MxmProblem &problem) {
    GroupWork work(Axis::columns, problem.n());
    return work.run(problem.result_type(), problem.m(), problem.n(), [&](int member) {
        MxmProblem own = problem;
        own.B = work.partition(problem.B, problem.is_B_transposed, member);
        own.sum_into = nullptr;
        own.narrow_type = nullptr; // partitions are joined in the operator's type
        return carry_out(own).result;
    });
}

} // namespace

extern const Variant<MxmProblem> group_mxm_columns = {
    "group/mxm_columns", {.is_deterministic = false, .device = group_kind}, refuses, cost, run};

} // namespace grb
