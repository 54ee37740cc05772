// Cost models of matrix-vector products, with samples of the matrix and the frontier.
#include "cpu/mxv/mxv_cost.hpp"

#include "base/parallel.hpp"
#include "costs/rates.hpp"
#include "cpu/common/on_threads.hpp"
#include "cpu/mxv/mxv_binding.hpp"
#include "cpu/mxv/mxv_pull.hpp"
#include "cpu/mxv/mxv_push.hpp"

#include <algorithm>
#include <cmath>

namespace grb {

namespace {

const HostCoefficient cached_bytes{"mxv_cached_bytes", "bytes",
                                   "beyond this footprint gathers and scatters go to memory", 24e6};
const HostCoefficient near_bytes{"mxv_near_bytes", "bytes",
                                 "beyond this footprint gathers leave the nearest caches", 1.5e6};
const HostCoefficient near_gain{"mxv_near_gain", "1",
                                "of products that gather or scatter within those", 2};
const HostCoefficient row_seconds{"mxv_row_seconds", "s", "a row that a product visits", 2e-9};
const HostCoefficient uneven_seconds{
    "mxv_uneven_row_seconds", "s",
    "a row whose end is mispredicted, since its neighbour has another length", 8e-9};
const HostCoefficient bitmap_gathers{
    "mxv_bitmap_gathers", "1",
    "gathers for an entry that probes a bitmap: its bit is not predictable", 3};
/// The kernel reads the bit before the value.
constexpr double loose_gathers = 2;
const HostCoefficient far_vertex_seconds{
    "mxv_remote_vertex_seconds", "s",
    "a column far from the last, where a push visits more cache lines than the nearest caches hold",
    6e-8};
const HostCoefficient push_near_gain{"mxv_push_near_gain", "1",
                                     "of pushes that scatter within those", 1.3};
const HostCoefficient sort_gain{"mxv_push_sort_gain", "1",
                                "that pushes by sorting have of more threads, at most", 1.5};
const HostCoefficient vertex_seconds{"mxv_push_vertex_seconds", "s",
                                     "a column that a push begins with", 1e-8};
const HostCoefficient push_gain{"mxv_push_gain", "1",
                                "that pushes have of more threads that split the destinations, at "
                                "most: each walks the whole frontier",
                                1.2};
const HostCoefficient missing_row_seconds{
    "mxv_missing_row_seconds", "s", "a row or column of a matrix that is transposed first", 2e-9};
const HostCoefficient binned_seconds{
    "mxv_push_binned_seconds", "s",
    "a product that is sorted into a range of destinations and added up there", 4e-9};
const HostCoefficient entries_worth_balancing{
    "mxv_balancing_entries", "1", "below so many a row that is too long for its share is no harm",
    1 << 15};
const HostCoefficient seconds_worth_a_thread{
    "thread_seconds", "s", "of a product by a vector: so much is worth one more thread", 2e-5};
const HostCoefficient mask_test_operations{
    "mxv_mask_tests", "1", "rows whose mask is tested in the time of a curated operation", 4};
const HostCoefficient cut_loss{
    "mxv_merge_path_loss", "1",
    "rows cut in two lose the early exit and the four lanes: share of the parallel part", 0.05};
const HostCoefficient sort_calls{"mxv_push_sort_calls", "1", "calls that push by sorting makes",
                                 1.5};
constexpr std::uint64_t least_rows = 4096, sampled_pairs = 16;

double size_of(std::uint64_t n) noexcept {
    return static_cast<double>(n);
}

double gather_rate(double footprint) noexcept {
    return footprint < cached_bytes ? rates().gathers_cached : rates().gathers_memory;
}
double scatter_rate(double footprint) noexcept {
    return footprint < cached_bytes ? rates().scatters_cached : rates().scatters_memory;
}

/// Bytes of A read per entry.
double entry_bytes(const MxvProblem &problem) noexcept {
    const bool is_narrow = problem.n() <= UINT32_MAX;
    return (is_narrow ? 4.0 : 8.0) +
           (problem.A->is_iso() ? 0.0 : static_cast<double>(problem.A->type()->size));
}

/// Threads that a run of this length would get; threads_for() asks the system, which is too slow
/// here.
int expected_threads(double seconds) noexcept {
    const double useful = seconds / seconds_worth_a_thread;
    return useful < 2 ? 1 : static_cast<int>(std::min(useful, static_cast<double>(max_threads())));
}

/// The product is empty, which every variant tests first.
bool is_empty(const MxvProblem &problem) noexcept {
    return problem.u->most_nvals() == 0 || problem.A->most_nvals() == 0;
}

/// The rate is for a million keys, whose logarithm is 20.
double sort_seconds(double keys) noexcept {
    return keys * std::log2(2 + keys) / 20 / rates().sort_keys;
}

/// Adds the cost of A's missing orientation: one transposition.
void add_missing(Cost &cost, const MxvProblem &problem, bool columns) noexcept {
    const double entries = size_of(problem.A->most_nvals());
    const double seconds = entries * (1 / scatter_rate(entries * 4) +
                                      2 * entry_bytes(problem) / rates().stream_bytes) +
                           rates().call_seconds;
    cost.missing_seconds = shared_seconds(seconds, expected_threads(seconds)) +
                           missing_row_seconds * (size_of(problem.m()) + size_of(problem.n()));
    cost.missing_in = problem.A.get();
    cost.missing_item = columns ? SnapshotItem::columns : SnapshotItem::rows;
}

/// Adds the cost of missing rows. Returns the threads that wait for the longest row.
double add_missing_rows(Cost &cost, const MxvProblem &problem) noexcept {
    add_missing(cost, problem, problem.is_transposed);
    const int threads = expected_threads(cost.missing_seconds * max_threads());
    const bool is_worth_it = size_of(problem.A->most_nvals()) > entries_worth_balancing;
    const double share = is_worth_it ? share_of_most_frequent(problem) : 0,
                 waiting = std::max(0.0, share * threads - 1);
    cost.missing_seconds *= 1 + waiting;
    return waiting;
}

/// Fraction of sampled rows whose length differs from the next row's. 0 for few rows.
double uneven_share(const MxvProblem &problem) noexcept {
    if (problem.m() < least_rows) return 0;
    const auto A = problem.A->vectors_at_hand(problem.is_transposed);
    if (!A || A->stored_rows < least_rows) return 0;
    std::uint64_t uneven = 0;
    for (std::uint64_t s = 0; s < sampled_pairs; s++) {
        const std::uint64_t row = A->stored_rows / (sampled_pairs + 1) * (s + 1),
                            middle = row_offset(*A, row + 1);
        uneven += row_offset(*A, row + 2) - middle != middle - row_offset(*A, row);
    }
    return size_of(uneven) / size_of(sampled_pairs);
}

double pull_seconds(const MxvProblem &problem, double *parallel_part) {
    const Rates &r = rates();
    const Snapshot &u = *problem.u;
    const double m = size_of(problem.m()), n = size_of(problem.n());
    const auto [rows, entries] = pull_extent(problem, problem.mask.allowed(m));
    const Tier tier = expected_tier(problem);
    const double footprint =
        tier == Tier::pattern || u.is_iso() ? n / 8 : n * static_cast<double>(u.type()->size);
    const double gathers = tier == Tier::pattern || u.is_known_full() ? 1
                           : u.has_dense()                            ? bitmap_gathers
                                                                      : loose_gathers;
    const double each =
        std::max(gathers / gather_rate(footprint), 1 / operation_rate(problem, tier)) /
        (footprint < near_bytes ? near_gain : 1.0);
    // A hypersparse matrix has at most as many rows as entries.
    const bool is_hyper = problem.A->format() == Format::hypersparse;
    const double stored = is_hyper ? std::min(m, size_of(problem.A->most_nvals())) : m;
    const double work =
        entries * each + stream_seconds(entries * entry_bytes(problem)) +
        std::min(rows, stored) * (row_seconds + uneven_share(problem) * uneven_seconds);
    const int threads = expected_threads(work);
    double seconds = r.call_seconds + r.result_seconds + r.result_seconds / 2 +
                     shared_seconds(work, threads) + stored / 4 / r.stream_bytes;
    if (!u.has_dense()) {
        seconds += fresh_seconds(n / 8 + n * static_cast<double>(u.type()->size)) +
                   size_of(u.most_nvals()) / scatter_rate(footprint);
    }
    if (!problem.mask.is_none() && !problem.mask.snapshot->has_dense()) {
        seconds +=
            fresh_seconds(m / 8) + size_of(problem.mask.snapshot->most_nvals()) / r.scatters_cached;
    } else if (problem.mask.kind == MaskKind::value) {
        const double tests = stored / r.operations_curated / mask_test_operations;
        seconds += shared_seconds(tests, expected_threads(tests));
    }
    if (parallel_part != nullptr) *parallel_part = threads > 1 ? work / threads : 0;
    return seconds;
}

} // namespace

Cost pull_rows_cost(const MxvProblem &problem) {
    if (is_empty(problem)) return {rates().call_seconds};
    Cost cost;
    double parallel_part = 0;
    cost.seconds = pull_seconds(problem, &parallel_part);
    if (!problem.has_pull_rows()) {
        cost.seconds += parallel_part * add_missing_rows(cost, problem);
    } else if (parallel_part > 0 && size_of(problem.A->most_nvals()) > entries_worth_balancing) {
        const int threads = max_threads();
        if (const auto rows = problem.A->vectors_at_hand(problem.is_transposed))
            cost.seconds +=
                parallel_part * std::max(0.0, share_of_longest_row(*rows, threads) * threads - 1);
    }
    return cost;
}

Cost merge_path_cost(const MxvProblem &problem) {
    if (is_empty(problem)) return {rates().call_seconds};
    Cost cost;
    double parallel_part = 0;
    cost.seconds = pull_seconds(problem, &parallel_part);
    cost.seconds += cut_loss * parallel_part + rates().call_seconds;
    if (!problem.has_pull_rows()) add_missing_rows(cost, problem);
    return cost;
}

namespace {

/// Bytes of a cache line, lines per column of A without its entries, and offsets per line.
constexpr double line = 64, lines_of_column = 3, columns_of_line = 8;

/// Fraction of a push's columns that are far apart. Each takes a line of offsets, of columns and of
/// values, and one per entry; where one column in eight is selected, its line came with the last
/// one.
double far_share(const MxvProblem &problem, double entries) noexcept {
    const double vertices = size_of(problem.u->most_nvals());
    if (line * (entries + lines_of_column * vertices) < near_bytes) return 0;
    return std::max(0.0, 1 - columns_of_line * vertices / std::max(1.0, size_of(problem.n())));
}

} // namespace

Cost push_spa_cost(const MxvProblem &problem) {
    const Rates &r = rates();
    if (is_empty(problem)) return {r.call_seconds};
    Cost cost;
    const Snapshot &u = *problem.u;
    const Tier tier = expected_tier(problem);
    const double m = size_of(problem.m()), vertices = size_of(u.most_nvals()),
                 entries = push_entries(problem);
    const double footprint =
        tier == Tier::pattern ? m / 8 : m * static_cast<double>(problem.result_type()->size);
    const double each = std::max(1 / scatter_rate(footprint), 1 / operation_rate(problem, tier)) /
                        (footprint < near_bytes ? push_near_gain : 1.0);
    const double work =
        entries * each + stream_seconds(entries * entry_bytes(problem)) +
        vertices * (vertex_seconds + far_share(problem, entries) * far_vertex_seconds) +
        vertices / gather_rate(size_of(problem.n()) * 4);
    const double touched = std::min(entries, m);
    // The kernel's own number of threads.
    const int apart = adds_in_any_order(*problem.semiring->add->op, tier)
                          ? push_threads_with_sums(entries, m, vertices)
                          : 1;
    const double gain = apart > 1 ? apart : std::min<double>(push_threads(entries), push_gain),
                 merging = touched * (apart - 1) * 4 / r.gathers_cached;
    cost.seconds = r.call_seconds + r.result_seconds / (entries > 0 ? 1 : 2) +
                   shared_seconds(work + merging, gain) +
                   std::min(sort_seconds(touched), m / 8 / r.stream_bytes) +
                   touched * 8 / r.stream_bytes;
    if (!u.has_rows())
        cost.seconds += r.result_seconds + size_of(problem.n()) / 8 / r.stream_bytes +
                        vertices / r.gathers_cached;
    if (!problem.has_push_columns()) add_missing(cost, problem, !problem.is_transposed);
    return cost;
}

Cost push_sort_cost(const MxvProblem &problem) {
    const Rates &r = rates();
    if (is_empty(problem)) return {r.call_seconds};
    Cost cost;
    const Snapshot &u = *problem.u;
    const double vertices = size_of(u.most_nvals()), entries = push_entries(problem);
    const double bytes =
        entry_bytes(problem) + 2 * static_cast<double>(problem.result_type()->size) + 16;
    const double work =
        vertices * (vertex_seconds + 1 / r.gathers_memory +
                    far_share(problem, entries) * far_vertex_seconds) +
        stream_seconds(entries * bytes) +
        entries * (1 / operation_rate(problem, Tier::batch) + 1 / r.gathers_cached) +
        sort_seconds(entries);
    const int threads = expected_threads(work);
    cost.seconds = sort_calls * r.call_seconds + (entries > 0 ? 2 : 1) * r.result_seconds +
                   shared_seconds(work, std::min<double>(threads, sort_gain));
    if (!u.has_rows())
        cost.seconds += size_of(problem.n()) / 8 / r.stream_bytes + vertices / r.gathers_cached;
    if (!problem.has_push_columns()) add_missing(cost, problem, !problem.is_transposed);
    return cost;
}

Cost push_into_cost(const MxvProblem &problem) {
    const Rates &r = rates();
    if (is_empty(problem)) return {r.call_seconds};
    Cost cost;
    const double entries = size_of(problem.A->most_nvals()),
                 footprint =
                     size_of(problem.m()) * static_cast<double>(problem.result_type()->size);
    const bool passes_u = problem.semiring->multiply->code ==
                          (problem.is_flipped ? BinaryCode::first : BinaryCode::second),
               has_single_entries = entries == size_of(problem.n());
    // Most additions only read. Several threads go twice over batches that change w.
    constexpr double passes = 1.5;
    const double product = !passes_u            ? 1 / operation_rate(problem, Tier::batch)
                           : has_single_entries ? 0
                                                : 1 / r.operations_curated,
                 columns = has_single_entries ? 0 : size_of(problem.n()) * row_seconds,
                 work = entries * (1 / gather_rate(footprint) + product) + columns +
                        stream_seconds(entries * entry_bytes(problem));
    const int threads = expected_threads(work);
    cost.seconds = r.call_seconds + shared_seconds(threads > 1 ? passes * work : work, threads);
    if (!problem.has_push_columns()) add_missing(cost, problem, !problem.is_transposed);
    return cost;
}

Cost push_bins_cost(const MxvProblem &problem) {
    const Rates &r = rates();
    if (is_empty(problem)) return {r.call_seconds};
    Cost cost;
    const Snapshot &u = *problem.u;
    const double m = size_of(problem.m()), vertices = size_of(u.most_nvals()),
                 entries = push_entries(problem);
    const double work =
        entries * (binned_seconds + 1 / operation_rate(problem, Tier::batch)) +
        stream_seconds(entries * entry_bytes(problem)) +
        vertices * (vertex_seconds + far_share(problem, entries) * far_vertex_seconds);
    const double touched = std::min(entries, m);
    constexpr double loops = 4;
    const int threads = expected_threads(work);
    cost.seconds = 2 * r.call_seconds + r.result_seconds +
                   (threads > 1 ? loops * shared_seconds(0, threads) : 0) +
                   shared_seconds(work, threads) + m / 8 / r.stream_bytes +
                   touched * 8 / r.stream_bytes;
    if (!u.has_rows())
        cost.seconds += size_of(problem.n()) / 8 / r.stream_bytes + vertices / r.gathers_cached;
    if (!problem.has_push_columns()) add_missing(cost, problem, !problem.is_transposed);
    return cost;
}

} // namespace grb
