/// w = A ⊕.⊗ u by a group. Any A, u and mask; w in the form that most members make.
/// Pull: A and the mask cut by the rows of the product, u whole: nothing else moves, and w's
/// partitions are contiguous.
/// Push: A and u cut by A's columns, so that each member scatters its own part of u; the partial
/// results go to the owners of their positions (alltoallv), which add them in the order of the
/// members.
/// Each member chooses its own variant. Work: that of the members; scratch: push, 16 bytes and a
/// value for each partial entry. Every variant of mxv applies the mask, so the partitions have. Not
/// deterministic: members may choose other variants when the number of threads changes. Refused: no
/// group, inside of a group; push, an iso A.
#include "distributed/exchange.hpp"
#include "distributed/mask_bits.hpp"
#include "distributed/work.hpp"

namespace grb {

namespace {

/// Brings the part of u that a member reads, for the variants of its device.
void prefetch_operand(const MxvProblem &own) {
    for (const auto *const variant : variants<MxvProblem>())
        if (variant->prefetch != nullptr && variant->capabilities.device == here()->kind() &&
            variant->prefetch(own))
            return;
    transfer_here(*own.u);
}

Ref<Snapshot> run_pull(const MxvProblem &problem) {
    // The positions of w are the rows of the product.
    GroupWork work(Axis::columns, problem.m(), {{problem.A, !problem.is_transposed}});
    work.cut(problem.A, !problem.is_transposed);
    HostVector<MaskInput> masks;
    if (is_among_devices() && is_sent_as_bits(problem.mask))
        masks = masks_as_bits(problem.mask, work.cuts());
    const auto mask_of = [&](int member) {
        return masks.empty() ? work.partition(problem.mask, member)
                             : masks[static_cast<std::size_t>(member)];
    };
    // All data moves before the first product begins: a copy waits for the queued work of its
    // source. Missing data also counts against variants that read all of u, if it is not on the
    // device when they are chosen.
    // Each member densifies a list for itself.
    HostVector<Ref<Snapshot>> lists(static_cast<std::size_t>(work.cuts().blocks()));
    const auto own_of = [&](int member) {
        MxvProblem own = problem;
        own.A = work.partition(problem.A, !problem.is_transposed, member);
        own.mask = mask_of(member);
        if (const Ref<Snapshot> &list = lists[static_cast<std::size_t>(member)]) own.u = list;
        own.is_pulled = is_among_devices();
        return own;
    };
    if (is_among_devices())
        work.group().each([&](int member) -> std::uint64_t {
            Ref<Snapshot> &list = lists[static_cast<std::size_t>(member)];
            if (!problem.u->has_dense())
                list = Snapshot::of_rows(problem.u->type(), 1, problem.n(),
                                         problem.u->share_rows(false));
            if (work.cuts().extent(member) == 0) return 0;
            const MxvProblem own = own_of(member);
            prefetch_operand(own);
            if (!masks.empty()) transfer_here(*own.mask.snapshot);
            return 0;
        });
    return work.run(problem.result_type(), 1, problem.m(),
                    [&](int member) { return carry_out(own_of(member)).result; });
}

const HostCoefficient least_matrix{"group_least_matrix_bytes", "bytes",
                                   "of a matrix from which on its products with vectors are shared",
                                   2.5e8};

/// The fraction of the usual loss for a product that follows other products.
constexpr double traversal_lead = 0.25;

const char *refuses_pull(const MxvProblem &problem) {
    if (group_context().is_inside) return "inside a group";
    // Refused before the estimate, which would cost short traversals a few percent.
    if (are_group_devices_named() && must_pay(problem.operation) &&
        problem.A->distribution() == 0 && static_cast<double>(problem.A->bytes()) < least_matrix)
        return "a small matrix";
    if (const char *const refusal = refuses_group(problem)) return refusal;
    return refuses_cut(problem.A, Axis::rows, problem.is_transposed);
}

const char *refuses_push(const MxvProblem &problem) {
    if (const char *const refusal = refuses_devices(problem.operation)) return refusal;
    if (const char *const refusal = refuses_group(problem)) return refusal;
    return refuses_listing(*problem.A);
}

Ref<Snapshot> run_push(const MxvProblem &problem) {
    GroupWork inner(Axis::columns, problem.n(), {{problem.A, problem.is_transposed}});
    inner.cut(problem.A, problem.is_transposed);
    HostVector<Tuples> partial(static_cast<std::size_t>(inner.cuts().blocks()));
    inner.group().each([&](int member) -> std::uint64_t {
        if (inner.cuts().extent(member) == 0) return 0;
        MxvProblem own = problem;
        own.A = inner.partition(problem.A, problem.is_transposed, member);
        own.u = inner.partition(problem.u, false, member);
        Tuples &tuples = partial[static_cast<std::size_t>(member)];
        tuples = tuples_of(*carry_out(own).result);
        return tuples.count;
    });
    return summed(inner.group(), std::move(partial), problem.semiring->add, problem.m());
}

/// Each device pulls its rows, or pushes into them, and reads all of u.
Cost cost_on_devices(const MxvProblem &problem) {
    DeviceShare share(0);
    const bool has_bits = is_sent_as_bits(problem.mask);
    MxvProblem pulled = problem;
    pulled.is_pulled = true;
    // A traversal's positions are few bytes: the work after the product runs on one device and
    // loses little.
    share.works_like(pulled, {problem.u.get(), problem.mask.snapshot.get()},
                     has_bits ? traversal_lead : 1);
    if (has_bits) {
        share.sends_bits_of(problem.mask.snapshot);
        share.takes_step();
    } else {
        share.cuts(problem.mask.snapshot);
    }
    share.reads_whole(problem.u);
    share.invests_in(problem.A);
    return share.cost();
}

Cost cost_of_pull(const MxvProblem &problem) {
    if (must_pay(problem.operation)) return cost_on_devices(problem);
    Cost cost = group_cost(problem);
    cost.seconds += static_cast<double>(problem.A->most_nvals()) / rates().gathers_cached;
    return cost;
}

/// Scatters and sorts the entries of A in u's columns, as many as the mean.
Cost cost_of_push(const MxvProblem &problem) {
    const double share = static_cast<double>(problem.u->most_nvals()) /
                         std::max(1.0, static_cast<double>(problem.n()));
    Cost cost = group_cost(problem);
    cost.seconds += share * static_cast<double>(problem.A->most_nvals()) / rates().sort_keys;
    return cost;
}

} // namespace

extern const Variant<MxvProblem> group_mxv_pull = {
    "group/mxv_pull",
    {.fuses_mask = true, .is_deterministic = false, .device = group_kind},
    refuses_pull,
    cost_of_pull,
    run_pull};
extern const Variant<MxvProblem> group_mxv_push = {
    "group/mxv_push",
    {.fuses_mask = true, .is_deterministic = false, .device = group_kind},
    refuses_push,
    cost_of_push,
    run_push};

} // namespace grb
