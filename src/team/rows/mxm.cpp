/// C = A ⊕.⊗ B by a team: A and the mask cut by C's rows, B whole. Any operands; C by rows. Members choose their own
/// row, sparse or full, masked or not, so user types and semirings are theirs. Nothing moves but B's copies.
/// Deterministic for a given number of members. Refused: without a team, and inside of one.
#include "team/work.hpp"

namespace grb {

namespace {

Ref<Snapshot> run(const MxmProblem &problem) {
    TeamWork work(Axis::rows, problem.m());
    return work.run(problem.result_type(), problem.m(), problem.n(), [&](int member) {
        MxmProblem own = problem;
        own.A = work.piece(problem.A, problem.is_A_transposed, member);
        own.mask = work.piece(problem.mask, member);
        own.sum_into = nullptr;
        return run_picked(own).result;
    });
}

} // namespace

extern const Variant<MxmProblem> team_mxm_rows = {
    "team/mxm_rows", {.place = team_kind}, refuses_team, team_cost, run};

} // namespace grb
