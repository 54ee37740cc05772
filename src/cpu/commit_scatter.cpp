/// C⟨M⟩ = accum(C, T) by writing T's entries to their cells, and without accumulator clearing the cells of mask and
/// region that T leaves empty; all else of C stays untouched. T sparse, mask any.
/// commit_scatter: C bitmap or full, in place. commit_spread: C a sparse vector, which becomes a bitmap first.
/// Work O(entries of T, of the mask or region without accumulator), spread: and O(n). Sequential; deterministic.
/// Refused: masked-out entries that are to be deleted; more cells to clear than a pass over C would be worth.
#include "cpu/commit.hpp"
#include "cpu/update_dense.hpp"
#include "registry/context.hpp"
#include "registry/rates.hpp"
#include "storage/convert.hpp"

#include <cstring>

namespace grb {

namespace {

constexpr char spread_name[] = "cpu/commit_spread";

/// Values for all entries, where T brings another than the one of all; in a snapshot that owns its arrays.
void make_writable(Snapshot &own, const SparseView &T, const BinaryOp *accumulator) {
    DensePart &part = own.dense_part().get();
    if (!part.is_iso) return;
    if (accumulator == nullptr && T.is_iso && T.nvals != 0) {
        HostVector<unsigned char> value(own.type()->size);
        cast_values(value.data(), own.type(), T.values, T.type, 1);
        if (std::memcmp(value.data(), own.dense().values, value.size()) == 0) return;
    }
    part.values =
        expand_values(part.values.data(), own.type(), true, own.nrows() * own.ncols(), own.type());
    part.is_iso = false;
}

/// Cells that may have to be cleared.
double deletions(const CommitProblem &problem) noexcept {
    if (problem.rule().at(Where::inside).only_a != Take::nothing) return 0;
    return mask_is_list(problem) ? static_cast<double>(problem.mask.snapshot->most_nvals())
                                 : problem.area();
}

const char *refuses_entries(const CommitProblem &problem) {
    if (problem.T_is_dense()) return "T is dense";
    const bool keeps_masked_out = problem.rule().at(Where::masked_out).only_a == Take::a;
    if (problem.has_mask() && !keeps_masked_out) return "masked-out entries are to be deleted";
    return deletions(problem) > most_deletions(problem.cells()) ? "too many cells to clear"
                                                                : nullptr;
}

const HostCoefficient cached_bytes{"commit_cached_bytes", "bytes",
                                   "of C: beyond this footprint scatters go to memory", 8e6};

double seconds_of_entries(const CommitProblem &problem) noexcept {
    const Rates &r = rates();
    const double bytes = problem.cells() * static_cast<double>(problem.C->type()->size);
    const double rate = bytes < cached_bytes ? r.scatters_cached : r.scatters_memory;
    const double computed =
        problem.accumulator != nullptr ? problem.T_entries() / r.operations_batch : 0;
    return r.call_seconds + (problem.T_entries() + deletions(problem)) / rate + computed;
}

/// Of writing the value of all entries to each cell.
double spread_seconds(const CommitProblem &problem) noexcept {
    const double bytes = problem.cells() * static_cast<double>(problem.C->type()->size);
    return stream_seconds(bytes, problem.cells());
}

void scatter(const CommitProblem &problem, Snapshot &own) {
    const CommitRegion region(problem);
    const SparseView T = problem.T->rows();
    make_writable(own, T, problem.accumulator);
    update_dense(own, T, problem.accumulator, problem.mask.view(), region.sets);
}

const char *refuses_scatter(const CommitProblem &problem) {
    if (!is_dense(*problem.current)) return "C is not dense";
    if (!problem.may_write) return "C is shared";
    return refuses_entries(problem);
}

Cost scatter_cost(const CommitProblem &problem) {
    const double spread = problem.current->is_iso() ? spread_seconds(problem) : 0;
    return {problem.transfer_seconds() + seconds_of_entries(problem) + spread};
}

Ref<Snapshot> run_scatter(const CommitProblem &problem) {
    problem.current->fetch();
    scatter(problem, *problem.current);
    return problem.current;
}

/// Merges into sparse storage have cost as much by now as a bitmap does.
bool is_paid_for(const CommitProblem &problem) noexcept {
    return problem.T_entries() * 4 <= problem.C_entries() &&
           problem.C->merge_debt + problem.C_entries() > problem.cells();
}

const char *refuses_spread(const CommitProblem &problem) {
    const Snapshot &C = *problem.current;
    if (is_dense(C)) return "C is dense";
    if (!problem.C->is_vector()) return "not a vector";
    if (problem.C->options().format != Format::automatic) return "C's format is pinned";
    if (attainable_format(C, Format::bitmap) != Format::bitmap) return "too many cells";
    const bool is_asked_for =
        context().has_rules() && context().forced(Operation::commit) == spread_name;
    if (!is_asked_for && !is_paid_for(problem))
        return "small results have not paid for a bitmap yet";
    return refuses_entries(problem);
}

Cost spread_cost(const CommitProblem &problem) {
    // The bitmap itself is paid for.
    return {problem.transfer_seconds() + seconds_of_entries(problem)};
}

Ref<Snapshot> run_spread(const CommitProblem &problem) {
    const Snapshot &C = *problem.current;
    // Cells that C may have beside its list belong to its other readers as well.
    Ref<Snapshot> own =
        Snapshot::of_dense(C.type(), C.nrows(), C.ncols(), sparse_to_dense(C.rows_in_any_order()));
    scatter(problem, *own);
    return own;
}

} // namespace

extern const Variant<CommitProblem> commit_scatter = {
    "cpu/commit_scatter", {.fuses_mask = true}, &refuses_scatter, &scatter_cost, &run_scatter};
extern const Variant<CommitProblem> commit_spread = {
    spread_name, {.fuses_mask = true}, &refuses_spread, &spread_cost, &run_spread};

} // namespace grb
