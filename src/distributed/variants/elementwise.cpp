/// Work on each position alone, by a group: eWiseAdd, eWiseMult, apply, select. Operands and mask
/// are cut like the result: by rows, a single row by columns. Nothing moves. Positional operators
/// get the first position of their partition through the thunk. Each member chooses its own
/// variant. Deterministic.
/// Refused: no group, inside of a group, a user's positional function, which cannot learn the first
/// position.
#include "distributed/positional.hpp"
#include "distributed/work.hpp"

namespace grb {

namespace {

template <class Problem>
Ref<Snapshot> run_ewise(const Problem &problem) {
    const std::uint64_t m = problem.m(), n = problem.n();
    const Axis axis = result_axis(m);
    GroupWork work(axis, axis == Axis::rows ? m : n,
                   {{problem.A, problem.is_A_transposed}, {problem.B, problem.is_B_transposed}});
    work.cut(problem.A, problem.is_A_transposed);
    work.cut(problem.B, problem.is_B_transposed);
    work.cut(problem.mask.snapshot, false);
    return work.run(problem.result_type(), m, n, [&](int member) {
        Problem own = problem;
        own.A = work.partition(problem.A, problem.is_A_transposed, member);
        own.B = work.partition(problem.B, problem.is_B_transposed, member);
        own.mask = work.partition(problem.mask, member);
        return carry_out(own).result;
    });
}

/// own_of(first position): the member's problem but for operand and mask.
template <class Problem, class Own>
Ref<Snapshot> run_entries(const Problem &problem, const Own &own_of) {
    const Snapshot &A = *problem.A;
    const std::uint64_t m = problem.is_transposed ? A.ncols() : A.nrows(),
                        n = problem.is_transposed ? A.nrows() : A.ncols();
    // The positions of a one-row matrix are its columns: i is the same for all.
    const Axis axis = problem.is_vector ? Axis::columns : Axis::rows;
    GroupWork work(axis, problem.is_vector ? n : m, {{problem.A, problem.is_transposed}});
    work.cut(problem.A, problem.is_transposed);
    work.cut(problem.mask.snapshot, false);
    return work.run(problem.result_type(), m, n, [&](int member) {
        Problem own = own_of(work.cuts().begin(member));
        own.A = work.partition(problem.A, problem.is_transposed, member);
        own.mask = work.partition(problem.mask, member);
        return carry_out(own).result;
    });
}

const char *refuses_apply(const ApplyProblem &problem) {
    if (const char *const refusal = refuses_group(problem)) return refusal;
    return problem.kind == ApplyProblem::Kind::index ? refuses_positional(*problem.index) : nullptr;
}

Ref<Snapshot> run_apply(const ApplyProblem &problem) {
    return run_entries(problem, [&](std::uint64_t first) {
        ApplyProblem own = problem;
        if (problem.kind == ApplyProblem::Kind::index)
            own.scalar = shifted_thunk(*problem.index, problem.scalar, first);
        return own;
    });
}

const char *refuses_select(const SelectProblem &problem) {
    if (const char *const refusal = refuses_group(problem)) return refusal;
    return refuses_positional(*problem.index);
}

Ref<Snapshot> run_select(const SelectProblem &problem) {
    return run_entries(problem, [&](std::uint64_t first) {
        SelectProblem own = problem;
        own.thunk = shifted_thunk(*problem.index, problem.thunk, first);
        return own;
    });
}

} // namespace

extern const Variant<EwiseAddProblem> group_ewise_add = {"group/ewise_add",
                                                         {.device = group_kind},
                                                         refuses_group,
                                                         group_cost,
                                                         run_ewise<EwiseAddProblem>};
extern const Variant<EwiseMultProblem> group_ewise_mult = {"group/ewise_mult",
                                                           {.device = group_kind},
                                                           refuses_group,
                                                           group_cost,
                                                           run_ewise<EwiseMultProblem>};
extern const Variant<ApplyProblem> group_apply = {
    "group/apply", {.device = group_kind}, refuses_apply, group_cost, run_apply};
extern const Variant<SelectProblem> group_select = {
    "group/select", {.device = group_kind}, refuses_select, group_cost, run_select};

} // namespace grb
