/// C = A ⊗kron B by a group: A cut by its rows (by columns, if C is one row), B whole. A partition
/// of A makes the partition of C that is as many times longer as B has rows. Any operands; C in the
/// form that most members make. Only copies of B move. The mask is left to the commit. Each member
/// chooses its own variant. Deterministic.
/// Refused: no group, inside of a group; more entries than can be counted.
#include "distributed/distributed_matrix.hpp"
#include "distributed/work.hpp"

namespace grb {

namespace {

std::uint64_t length_of(const Ref<Snapshot> &operand, bool is_transposed, Axis axis) noexcept {
    return length_of(*operand, stored(axis, is_transposed));
}

const char *refuses(const KroneckerProblem &problem) {
    // A member's partition may be countable even if the whole is not.
    std::uint64_t entries = 0;
    if (__builtin_mul_overflow(problem.A->most_nvals(), problem.B->most_nvals(), &entries))
        return "too many entries";
    return refuses_group(problem);
}

Ref<Snapshot> run(const KroneckerProblem &problem) {
    const auto size = [&](Axis axis) {
        return length_of(problem.A, problem.is_A_transposed, axis) *
               length_of(problem.B, problem.is_B_transposed, axis);
    };
    const Axis axis = result_axis(size(Axis::rows));
    const GroupWork first(axis, length_of(problem.A, problem.is_A_transposed, axis),
                          {{problem.A, problem.is_A_transposed}});
    GroupWork work(axis, first.cuts().scaled(length_of(problem.B, problem.is_B_transposed, axis)));
    first.cut(problem.A, problem.is_A_transposed);
    gather_for_all(problem.B);
    return work.run(problem.result_type(), size(Axis::rows), size(Axis::columns), [&](int member) {
        KroneckerProblem own = problem;
        own.A = first.partition(problem.A, problem.is_A_transposed, member);
        own.mask = {};
        return carry_out(own).result;
    });
}

} // namespace

extern const Variant<KroneckerProblem> group_kronecker = {
    "group/kronecker", {.device = group_kind}, refuses, group_cost, run};

} // namespace grb
