/// C = A ⊕.⊗ B by a team: A and the mask cut by C's rows, B whole. Any operands; C by rows. Members choose their own
/// row, sparse or full, masked or not, so user types and semirings are theirs. Nothing moves but B's copies.
/// Members apply the mask where their row has not. Not deterministic: they may choose other rows when the number of
/// threads changes. Refused: without a team, and inside of one.
#include "objects/container.hpp"
#include "team/work.hpp"

namespace grb {

namespace {

/// The entries that the mask lets through.
Ref<Snapshot> let_through(Ref<Snapshot> T, const MaskInput &mask) {
    Container C(Magic::matrix, T->type(), T->nrows(), T->ncols());
    Output output;
    output.C = &C;
    output.mask = mask;
    run_commit(output, std::move(T), false, nullptr);
    return C.snapshot();
}

Ref<Snapshot> run(const MxmProblem &problem) {
    TeamWork work(Axis::rows, problem.m(), {{problem.A, problem.is_A_transposed}});
    return work.run(problem.result_type(), problem.m(), problem.n(), [&](int member) {
        MxmProblem own = problem;
        own.A = work.piece(problem.A, problem.is_A_transposed, member);
        own.mask = work.piece(problem.mask, member);
        own.sum_into = nullptr;
        Outcome outcome = run_picked(own);
        if (outcome.mask_was_applied || problem.mask.is_none()) return std::move(outcome.result);
        return let_through(std::move(outcome.result), own.mask);
    });
}

} // namespace

extern const Variant<MxmProblem> team_mxm_rows = {
    "team/mxm_rows",
    {.fuses_mask = true, .is_deterministic = false, .place = team_kind},
    refuses_team,
    team_cost,
    run};

} // namespace grb
