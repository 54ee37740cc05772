/// C = A ⊕.⊗ B by a group: A and the mask cut by C's rows, B whole, or one part after the other if
/// it is distributed (product_in_rounds.hpp). Any operands; C by rows. Each member chooses its own
/// variant, sparse or full, masked or not, which handles user types and semirings. Only copies of B
/// move. Members apply the mask if their variant has not. Not deterministic: members may choose
/// other variants when the number of threads changes. Refused: no group, inside of a group.
#include "base/process_group.hpp"
#include "distributed/distributed_matrix.hpp"
#include "distributed/product_in_rounds.hpp"
#include "distributed/work_cuts.hpp"

#include <optional>

namespace grb {

namespace {

Ref<Snapshot> run(const MxmProblem &problem) {
    std::optional<GroupWork> split;
    Ref<const WorkCuts> by_work;
    if (Group *const group = must_pay(problem.operation) ? device_group() : nullptr) {
        const AmongDevices among(true);
        by_work = work_cuts(problem, group->size());
        const Axis axis = stored(Axis::rows, problem.is_A_transposed);
        split.emplace(Axis::rows,
                      by_work ? by_work->cuts() : own_cuts(*problem.A, axis, group->size()));
    } else {
        split.emplace(Axis::rows, problem.m(),
                      std::initializer_list<Lead>{{problem.A, problem.is_A_transposed}});
    }
    GroupWork &work = *split;
    if (process_group() != nullptr) {
        work.cut(problem.A, problem.is_A_transposed);
        work.cut(problem.mask.snapshot, false);
    }
    if (is_distributed(*problem.B)) {
        const Ref<Snapshot> own = product_in_rounds(work, problem);
        return work.run(problem.result_type(), problem.m(), problem.n(), [&](int) { return own; });
    }
    HostVector<double> seconds(static_cast<std::size_t>(work.cuts().blocks()));
    Ref<Snapshot> product =
        work.run(problem.result_type(), problem.m(), problem.n(), [&](int member) {
            const double start = seconds_now();
            MxmProblem own = problem;
            own.A = work.partition(problem.A, problem.is_A_transposed, member);
            own.mask = work.partition(problem.mask, member);
            own.sum_into = nullptr;
            own.narrow_type = nullptr; // partitions are joined in the operator's type
            Outcome outcome = carry_out(own);
            seconds[static_cast<std::size_t>(member)] = seconds_now() - start;
            if (outcome.mask_was_applied || problem.mask.is_none())
                return std::move(outcome.result);
            return let_through(std::move(outcome.result), own.mask);
        });
    if (by_work) by_work->note(work.cuts(), seconds);
    return product;
}

const char *refuses(const MxmProblem &problem) {
    if (const char *const refusal = refuses_group(problem)) return refusal;
    if (const char *const refusal = refuses_copies(problem.B)) return refusal;
    if (is_distributed(*problem.B)) {
        // The rounds list the entries of these.
        for (const Snapshot *one : {problem.A.get(), problem.mask.snapshot.get()})
            if (one != nullptr && refuses_listing(*one) != nullptr) return refuses_listing(*one);
    }
    return refuses_cut(problem.A, Axis::rows, problem.is_A_transposed);
}

Cost cost(const MxmProblem &problem) {
    if (!must_pay(problem.operation)) return group_cost(problem);
    DeviceShare share(0);
    share.works_like(problem, {problem.B.get(), problem.mask.snapshot.get()});
    share.cuts(problem.mask.snapshot);
    share.invests_in(problem.A);
    share.invests_in_copies(problem.B);
    return share.cost();
}

} // namespace

extern const Variant<MxmProblem> group_mxm_rows = {
    "group/mxm_rows",
    {.fuses_mask = true, .is_deterministic = false, .device = group_kind},
    refuses,
    cost,
    run};

} // namespace grb
