/// Sums by a group. To a vector: A and the mask cut by the positions of w; nothing moves. To a
/// vector across the stored rows (partial): each member sums its own rows, and the owners of the
/// positions add the sums of all members (alltoallv). To a scalar: each member sums its partition;
/// the first adds the sums in the order of the members and tells all. Each member chooses its own
/// variant. Not deterministic: members may choose other variants when the number of threads
/// changes.
/// Refused: no group, inside of a group, the other kind of result; partial, an iso A.
#include "distributed/exchange.hpp"
#include "distributed/work.hpp"

#include <cstring>

namespace grb {

namespace {

const char *refuses_rows(const ReduceProblem &problem) {
    return problem.to_scalar ? "to a scalar" : refuses_group(problem);
}

Ref<Snapshot> run_rows(const ReduceProblem &problem) {
    const Snapshot &A = *problem.A;
    const std::uint64_t m = problem.is_transposed ? A.ncols() : A.nrows();
    // The positions of w are A's rows.
    GroupWork work(Axis::columns, m, {{problem.A, !problem.is_transposed}});
    work.cut(problem.A, !problem.is_transposed);
    return work.run(problem.result_type(), 1, m, [&](int member) {
        ReduceProblem own = problem;
        own.A = work.partition(problem.A, !problem.is_transposed, member);
        own.mask = work.partition(problem.mask, member);
        return carry_out(own).result;
    });
}

const char *refuses_partial(const ReduceProblem &problem) {
    if (problem.to_scalar) return "to a scalar";
    if (!problem.is_transposed) return "rows are summed where they are";
    if (const char *const refusal = refuses_devices(problem.operation)) return refusal;
    if (const char *const refusal = refuses_listing(*problem.A)) return refusal;
    return refuses_group(problem);
}

Ref<Snapshot> run_partial(const ReduceProblem &problem) {
    GroupWork work(Axis::rows, problem.A->nrows(), {{problem.A}});
    HostVector<Tuples> partial(static_cast<std::size_t>(work.cuts().blocks()));
    work.group().each([&](int member) -> std::uint64_t {
        if (work.cuts().extent(member) == 0) return 0;
        ReduceProblem own = problem;
        own.A = work.partition(problem.A, false, member);
        Tuples &tuples = partial[static_cast<std::size_t>(member)];
        tuples = tuples_of(*carry_out(own).result);
        return tuples.count;
    });
    return summed(work.group(), std::move(partial), problem.monoid, problem.A->ncols());
}

const char *refuses_scalar(const ReduceProblem &problem) {
    return problem.to_scalar ? refuses_group(problem) : "to a vector";
}

Ref<Snapshot> run_scalar(const ReduceProblem &problem) {
    constexpr int root = 0;
    const Monoid *const monoid = problem.monoid;
    const Type *const type = monoid->type();
    const Axis axis = result_axis(problem.A->nrows());
    GroupWork work(axis, length_of(*problem.A, axis), {{problem.A}});
    HostVector<Array> sums(static_cast<std::size_t>(work.cuts().blocks()));
    const HostVector<std::uint64_t> counts = work.group().each([&](int member) -> std::uint64_t {
        if (work.cuts().extent(member) == 0) return 0;
        ReduceProblem own = problem;
        own.A = work.partition(problem.A, false, member);
        own.sum = nullptr;
        const Ref<Snapshot> sum = carry_out(own).result;
        if (sum->nvals() == 0) return 0;
        sums[static_cast<std::size_t>(member)] = Array::copy_of(sum->dense().values, type->size);
        return 1;
    });
    std::uint64_t terms = 0;
    for (const std::uint64_t count : counts) terms += count;
    if (terms == 0) return Snapshot::empty(type, 1, 1);
    const Array all = work.group().allgatherv(sums);
    Array total;
    work.group().each([&](int member) -> std::uint64_t {
        if (member != root) return 0;
        const auto *const first = all.as<unsigned char>();
        total = Array::copy_of(first, type->size);
        monoid->op->reduce(monoid->op, total.data(), first + type->size, terms - 1);
        return 1;
    });
    DenseForm form;
    form.nvals = 1;
    form.values = work.group().broadcast(total, root);
    return Snapshot::of_dense(type, 1, 1, std::move(form));
}

/// Includes making A's other orientation if the positions of w are A's columns.
Cost cost_of_rows(const ReduceProblem &problem) {
    Cost cost = group_cost(problem);
    if (problem.is_transposed && !problem.A->has_columns() && !is_dense(*problem.A))
        cost.seconds += static_cast<double>(problem.A->most_nvals()) / rates().scatters_cached;
    return cost;
}

} // namespace

extern const Variant<ReduceProblem> group_reduce_rows = {
    "group/reduce_rows",
    {.is_deterministic = false, .device = group_kind},
    refuses_rows,
    cost_of_rows,
    run_rows};
extern const Variant<ReduceProblem> group_reduce_partial = {
    "group/reduce_partial",
    {.is_deterministic = false, .device = group_kind},
    refuses_partial,
    group_cost,
    run_partial};
extern const Variant<ReduceProblem> group_reduce_scalar = {
    "group/reduce_scalar",
    {.is_deterministic = false, .device = group_kind},
    refuses_scalar,
    group_cost,
    run_scalar};

} // namespace grb
