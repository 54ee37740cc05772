/// C⟨M⟩ = accum(C, T) by scattering T's entries into C's dense form and, without an accumulator,
/// clearing the elements of mask and region that T leaves empty; the rest of C stays untouched. T
/// sparse, mask any; a dense T is listed where the mask is a short list.
/// commit_scatter: C bitmap or full, in place. commit_to_bitmap: C a sparse vector or up to 64
/// rows, which become a bitmap first. Work O(entries of T, of the mask or region without
/// accumulator), commit_to_bitmap also O(n). Deterministic; threads divide elements that need no
/// presence bits.
/// Refused: masked-out entries to delete; more elements to clear than a pass over C would be worth.
#include "costs/rates.hpp"
#include "cpu/commit/commit.hpp"
#include "cpu/common/masked_entries.hpp"
#include "cpu/structure/update_dense.hpp"
#include "dispatch/context.hpp"
#include "storage/chunks.hpp"
#include "storage/convert.hpp"

#include <cstring>

namespace grb {

namespace {

constexpr char to_bitmap_name[] = "cpu/commit_to_bitmap";

/// Expands an iso C where T brings another value; the snapshot owns its arrays.
void make_writable(Snapshot &own, const SparseView &T, const BinaryOp *accumulator) {
    DenseForm &form = own.dense_form().get();
    if (!form.is_iso) return;
    if (accumulator == nullptr && T.is_iso && T.nvals != 0) {
        HostVector<unsigned char> value(own.type()->size);
        cast_values(value.data(), own.type(), T.values, T.type, 1);
        if (std::memcmp(value.data(), own.dense().values, value.size()) == 0) return;
    }
    form.values =
        expand_values(form.values.data(), own.type(), true, own.nrows() * own.ncols(), own.type());
    form.is_iso = false;
}

/// Elements that may need clearing.
double deletions(const CommitProblem &problem) noexcept {
    if (problem.rule().at(Where::inside).only_a != Take::nothing) return 0;
    return mask_is_list(problem) ? static_cast<double>(problem.mask.snapshot->most_nvals())
                                 : problem.area();
}

/// The mask names few elements of a dense T.
bool mask_lists_T(const CommitProblem &problem) noexcept {
    return mask_is_list(problem) && !problem.has_major() &&
           are_few(static_cast<double>(problem.mask.snapshot->most_nvals()), problem.elements());
}

const char *refuses_entries(const CommitProblem &problem) {
    if (problem.T_is_dense() && !mask_lists_T(problem)) return "T is dense";
    const bool keeps_masked_out = problem.rule().at(Where::masked_out).only_a == Take::a;
    if (problem.has_mask() && !keeps_masked_out) return "masked-out entries are to be deleted";
    return deletions(problem) > most_deletions(problem.elements()) ? "too many elements to clear"
                                                                   : nullptr;
}

const HostCoefficient cached_bytes{"commit_cached_bytes", "bytes",
                                   "of C: beyond this footprint scatters go to memory", 3e7};
const HostCoefficient near_bytes{"commit_near_bytes", "bytes",
                                 "of C: beyond this footprint scatters leave the nearest caches",
                                 2e6};
const HostCoefficient far_seconds{"commit_remote_seconds", "s", "an entry of a C beyond that",
                                  6e-9};

const HostCoefficient deletion_seconds{"commit_deletion_seconds", "s",
                                       "an entry that is deleted from dense elements", 2.5e-9};
const HostCoefficient position_seconds{
    "commit_position_seconds", "s",
    "a position of a list that is the mask, looked for among the entries", 2e-9};
const HostCoefficient truth_seconds{"commit_truth_seconds", "s",
                                    "a value of a list that is the mask, tested", 2e-9};

/// Upper bound of the entries that are written.
double written_entries(const CommitProblem &problem) noexcept {
    return problem.T_is_dense() ? static_cast<double>(problem.mask.snapshot->most_nvals())
                                : problem.T_entries();
}

double seconds_of_entries(const CommitProblem &problem) noexcept {
    const Rates &r = rates();
    const double entries = written_entries(problem);
    const double bytes = problem.elements() * static_cast<double>(problem.C->type()->size);
    const double rate = bytes < cached_bytes ? r.scatters_cached : r.scatters_memory,
                 far = bytes < near_bytes ? 0 : far_seconds * entries;
    const double computed = problem.accumulator != nullptr ? entries / r.operations_batch : 0;
    // Only mask positions without an entry of T count.
    const double deleted = std::max(0.0, deletions(problem) - entries);
    // A T with an entry for each position mostly shares the mask's list.
    const bool is_probed =
        mask_is_list(problem) && (deleted > 0 || problem.mask.kind == MaskKind::value);
    const double listed = problem.T_is_dense() ? entries * taken_seconds : 0;
    const bool is_counted =
        problem.T_is_dense() || (problem.mask.kind == MaskKind::value && problem.mask_was_applied);
    const double probed =
        is_probed ? deletions(problem) * (is_counted ? truth_seconds : position_seconds) : 0;
    return r.call_seconds + r.result_seconds / 8 + entries / rate + deleted * deletion_seconds +
           far + probed + computed + listed;
}

/// Seconds to write the iso value to every element.
double expansion_seconds(const CommitProblem &problem) noexcept {
    const double bytes = problem.elements() * static_cast<double>(problem.C->type()->size);
    return pass_seconds(bytes, problem.elements());
}

/// A value for each element.
bool has_own_values(const Snapshot &dense) noexcept {
    return !dense.dense_form().get().is_iso;
}

/// T's entries are copied unchanged and no element is cleared: the mask is T's own list, as in w⟨u⟩
/// = u, or in w⟨m⟩ = s.
bool is_copy(const CommitProblem &problem, const Snapshot &own, const SparseView &T,
             const MaskView &mask) noexcept {
    return problem.accumulator == nullptr && problem.is_whole() && own.type() == T.type &&
           has_own_values(own) && mask.kind == MaskKind::structure && !mask.is_complemented &&
           has_positions_of(mask, T);
}

/// Counts the positions that a mask in sparse storage names.
std::uint64_t count_true(const MaskView &mask) noexcept {
    const SparseView &M = mask.sparse;
    if (mask.kind == MaskKind::structure) return M.nvals;
    if (M.is_iso) return M.nvals != 0 && is_true(M.values, M.type) ? M.nvals : 0;
    std::uint64_t count = 0;
    for (std::uint64_t begin = 0; begin < M.nvals; begin += truth_batch) {
        unsigned char truth[truth_batch];
        const std::uint64_t n = std::min(truth_batch, M.nvals - begin);
        set_truth(truth, M, begin, n);
        for (std::uint64_t k = 0; k < n; k++) count += truth[k] != 0 ? 1 : 0;
    }
    return count;
}

/// Returns the entries of T that become C's, cast to C's type, where no element is cleared: each
/// position that the mask names has an entry of T. Null: elements may be cleared.
Ref<Snapshot> copied_entries(const CommitProblem &problem, const Snapshot &own,
                             const Ref<Snapshot> &T, const MaskView &mask) {
    if (is_copy(problem, own, T->rows(), mask)) return T;
    const bool is_list = !mask.is_none() && !mask.is_dense && !mask.is_complemented;
    if (!is_list || problem.accumulator != nullptr || !problem.is_whole() || problem.has_major() ||
        !has_own_values(own))
        return {};
    const bool is_filtered = problem.mask_was_applied || T.get() != problem.T.get();
    const std::uint64_t named = count_true(mask);
    if (is_filtered ? T->nvals() != named : T->nvals() < named || !can_filter(T->rows())) return {};
    const Ref<Snapshot> taken = is_filtered ? T : entries_under(mask, T->rows());
    if (taken->nvals() != named) return {};
    return casted(taken, own.type());
}

/// Copies entries [begin, end) of T; returns the number of elements that had no entry.
template <class O, class I, class V>
std::uint64_t copy_entries(const Sparse<O, I> &T, std::uint64_t begin, std::uint64_t end, V,
                           DenseForm &form) noexcept {
    auto *const bits = form.bits.as<std::uint64_t>();
    auto *const values = form.values.as<unsigned char>();
    constexpr std::uint64_t ahead = 16;
    std::uint64_t added = 0;
    for_row_runs(T.row_offsets, T.stored_rows, begin, end,
                 [&](std::uint64_t k, std::uint64_t p, std::uint64_t last) {
                     const std::uint64_t base = T.row_id(k) * T.ncols;
                     for (; p < last; p++) {
                         const std::uint64_t element = base + T.column_indices[p];
                         if (p + ahead < last)
                             __builtin_prefetch(
                                 values + (base + T.column_indices[p + ahead]) * T.size, 1);
                         if (bits != nullptr) {
                             added += ~(bits[element / 64] >> (element % 64)) & 1;
                             bits[element / 64] |= std::uint64_t{1} << (element % 64);
                         }
                         if constexpr (std::is_same_v<V, AnySize>) {
                             std::memcpy(values + element * T.size, T.value(p), T.size);
                         } else {
                             reinterpret_cast<V *>(values)[element] =
                                 reinterpret_cast<const V *>(T.values)[T.is_iso ? 0 : p];
                         }
                     }
                 });
    return added;
}

/// Copies all of T. Threads divide it where elements need no presence bits.
template <class O, class I, class V>
void copy_all(const Sparse<O, I> &T, V plain, DenseForm &form) {
    if (!form.bits.empty()) {
        form.nvals += copy_entries(T, 0, T.nvals, plain, form);
        return;
    }
    parallel_ranges(T.nvals, 2, [&](std::uint64_t begin, std::uint64_t end) {
        copy_entries(T, begin, end, plain, form);
    });
}

void scatter(const CommitProblem &problem, Snapshot &own) {
    const CommitRegion region(problem);
    const MaskView mask = problem.mask.view();
    const Ref<Snapshot> listed = problem.T_is_dense() ? entries_under(mask, *problem.T) : problem.T;
    const SparseView T = listed->rows();
    make_writable(own, T, problem.accumulator);
    const Ref<Snapshot> copied = copied_entries(problem, own, listed, mask);
    if (!copied) {
        update_dense(own, T, problem.accumulator, mask, region.sets);
        return;
    }
    if (copied->nvals() != 0) {
        dispatch_widths(copied->rows(), [&](const auto &entries) {
            dispatch_size(entries.size,
                          [&](auto plain) { copy_all(entries, plain, own.dense_form().get()); });
        });
    }
    drop_stale(own);
}

const char *refuses_scatter(const CommitProblem &problem) {
    if (!is_dense(*problem.current)) return "C is not dense";
    if (!problem.may_write) return "C is shared";
    return refuses_entries(problem);
}

Cost scatter_cost(const CommitProblem &problem) {
    const double expansion = problem.current->is_iso() ? expansion_seconds(problem) : 0;
    return {problem.transfer_seconds() + seconds_of_entries(problem) + expansion};
}

Ref<Snapshot> run_scatter(const CommitProblem &problem) {
    problem.current->fetch();
    scatter(problem, *problem.current);
    return problem.current;
}

/// Frontiers side by side, as in searches from several sources. A taller matrix that fills slowly
/// stays sparse: its dense form may be far larger than its entries.
constexpr std::uint64_t most_vectors = 64;

/// Earlier merges into sparse storage amortise a bitmap, or GxB_SPARSITY_CONTROL asks for one.
bool is_paid_for(const CommitProblem &problem) noexcept {
    // The program allows neither sparse nor hypersparse.
    constexpr int lists = 1 | 2;
    if ((problem.C->options().sparsity_control & lists) == 0) return true;
    return problem.T_entries() * 4 <= problem.C_entries() &&
           problem.C->owed_merge_cost + problem.C_entries() > problem.elements();
}

const char *refuses_spread(const CommitProblem &problem) {
    const Snapshot &C = *problem.current;
    if (is_dense(C)) return "C is dense";
    if (C.nrows() > most_vectors) return "more than 64 rows";
    if (problem.C->options().format != Format::automatic) return "C's format is pinned";
    if (attainable_format(C, Format::bitmap) != Format::bitmap) return "too many dense elements";
    const bool is_asked_for =
        context().has_rules() && context().forced(Operation::commit) == to_bitmap_name;
    if (!is_asked_for && !is_paid_for(problem))
        return "small results have not paid for a bitmap yet";
    return refuses_entries(problem);
}

Cost spread_cost(const CommitProblem &problem) {
    // Excludes the bitmap's cost, which is amortised.
    return {problem.transfer_seconds() + seconds_of_entries(problem)};
}

Ref<Snapshot> run_spread(const CommitProblem &problem) {
    const Snapshot &C = *problem.current;
    // Other readers of C share any dense form beside its list.
    Ref<Snapshot> own =
        Snapshot::of_dense(C.type(), C.nrows(), C.ncols(), sparse_to_dense(C.rows_in_any_order()));
    scatter(problem, *own);
    return own;
}

} // namespace

extern const Variant<CommitProblem> commit_scatter = {
    "cpu/commit_scatter", {.fuses_mask = true}, &refuses_scatter, &scatter_cost, &run_scatter};
extern const Variant<CommitProblem> commit_to_bitmap = {
    to_bitmap_name, {.fuses_mask = true}, &refuses_spread, &spread_cost, &run_spread};

} // namespace grb
