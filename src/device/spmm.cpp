// The device rows of mxm with a full right-hand side (SpMM): C = A ⊕.⊗ B, A sparse by rows (transposed: its
// columns), B full. C is full, or a bitmap whose rows are absent where A's are empty. A mask is left to the
// commit.
#include "device/spmm.hpp"

#include "device/convert.hpp"
#include "device/mxv_operands.hpp"
#include "device/mxv_pull.hpp"
#include "device/rates.hpp"
#include "registry/schedules.hpp"

#include <algorithm>
#include <cmath>

namespace grb {

namespace {

using device::size_of;
using device::SpmmVariant;

constexpr const char *vector_row = "cuda/spmm_vector", *merge_path_row = "cuda/spmm_merge_path";

bool ignores_b(const MxmProblem &problem) noexcept {
    return problem.semiring->multiply->traits.ignores_y;
}

double bytes_of_a(const MxmProblem &problem) noexcept {
    const bool has_values = !problem.A->is_iso() && !problem.semiring->multiply->traits.ignores_x;
    return size_of(problem.A->nvals()) * (4 + (has_values ? size_of(problem.A->type()->size) : 0));
}

/// Bytes of B's values that a product has to look at.
double bytes_of_b(const MxmProblem &problem) noexcept {
    if (problem.B->is_iso() || ignores_b(problem)) return 0;
    return size_of(problem.k()) * size_of(problem.n()) * size_of(problem.B->type()->size);
}

/// The share of a warp's lanes over columns that have one.
double lanes_in_use(double columns, double width) {
    return columns / (std::ceil(columns / width) * width);
}

/// What a variant takes longer than the bound: `factor` times as long, and no shorter than the walk along its
/// longest row. Where they start are the published rules: row split from 9.35 entries a row on, below it equal
/// shares (paper 004 §6.4); parallel reduction up to 4 columns, equal shares where rows are short and few
/// columns, or lengths spread (paper 001 §3).
struct Loss {
    double factor = 1, longest_walk = 0;
};

Loss loss_of(const MxmProblem &problem, SpmmVariant variant) {
    constexpr double seconds_per_turn = 0.6e-6;
    const Statistics *rows = device::row_statistics(problem);
    const double mean = size_of(problem.A->nvals()) / std::max(1.0, size_of(problem.m()));
    const double longest = rows != nullptr ? size_of(rows->longest) : 1e9;
    const double spread = rows != nullptr ? rows->deviation / std::max(1.0, mean) : 10;
    const double n = size_of(problem.n());
    const double width = lanes_in_use(n, 32), short_rows = 4 / std::max(1.0, mean);
    switch (variant) {
    case SpmmVariant::row_split:
        return {(mean >= 9.35 ? 1.3 : 2.0) / width + short_rows + spread / 8,
                longest / 32 * seconds_per_turn};
    case SpmmVariant::merge:
        return {(mean < 9.35 ? 1.7 : 2.0) / width, 0};
    case SpmmVariant::merge_path:
        return {1.5 / lanes_in_use(n, std::min(32.0, n)) + spread / 16, 0};
    case SpmmVariant::parallel_row:
        return {(n <= 4 ? 1.6 : 3.0) + short_rows + spread / 4, longest / 32 * seconds_per_turn};
    case SpmmVariant::parallel_balanced:
        return {n <= 4 ? 1.8 : 3.0, 0};
    case SpmmVariant::sequential_row:
        return {1.4 / width + short_rows + spread / 8, longest / 4 * seconds_per_turn};
    case SpmmVariant::sequential_balanced:
        return {1.9 / width, 0};
    case SpmmVariant::vector:
        break;
    }
    // Of one column the rows of mxv are the better ones (cuda/spmm_mxv).
    return {n == 1 ? 2.0 : 1.2, 0};
}

const char *refuses_vector(const MxmProblem &problem) {
    if (const char *reason = device::refuses_spmm(problem)) return reason;
    return problem.m() > UINT32_MAX ? "long indices" : nullptr;
}

const char *refuses_parallel(const MxmProblem &problem) {
    if (problem.n() > 32) return "more than 32 columns";
    return device::refuses_spmm(problem);
}

template <SpmmVariant variant>
Cost cost(const MxmProblem &problem) {
    const Loss loss = loss_of(problem, variant);
    const bool has_carries = variant != SpmmVariant::row_split &&
                             variant != SpmmVariant::sequential_row &&
                             variant != SpmmVariant::parallel_row;
    const double work =
        std::max(device::spmm_bound(problem).longer() * loss.factor, loss.longest_walk);
    Cost cost =
        device::spmm_cost(problem, work + device::rates().launch_seconds * (has_carries ? 2 : 1));
    if (variant == SpmmVariant::vector)
        device::add_missing_segments(cost, *problem.A, problem.is_A_transposed);
    return cost;
}

LazyPart<Array> &schedule_part(const MxmProblem &problem, std::uint64_t columns) {
    SpmmParts &parts = problem.A->spmm_parts(problem.is_A_transposed);
    static_assert(std::extent_v<decltype(SpmmParts::schedules)> == device::spmm_cost_count);
    return parts.schedules[device::spmm_cost_class(columns)];
}

/// The merge-path schedule: kept with A, or made for the call (online) when a rule asks for that.
Array schedule_for(const MxmProblem &problem, device::SpmmCall &call) {
    enum : int { offline, online };
    const int setting = std::max<int>(offline, forced_schedule(merge_path_row));
    set_last_schedule(schedules_of(merge_path_row)[static_cast<std::size_t>(setting)]);
    const LazyPart<Array> &kept = schedule_part(problem, call.columns);
    call.has_tile_rows = setting == offline && kept.is_present();
    Array schedule = call.has_tile_rows
                         ? kept.get()
                         : Array::on_device(8 * device::spmm_schedule_words(
                                                    call.A.nrows, call.A.nvals, call.columns));
    // The kernel writes it once; who shares it meanwhile is behind in the same stream.
    call.tile_rows = static_cast<std::uint64_t *>(const_cast<void *>(schedule.device_data()));
    return schedule;
}

void keep_schedule(const MxmProblem &problem, const device::SpmmCall &call, const Array &schedule) {
    if (call.has_tile_rows) return;
    schedule_part(problem, call.columns).get_or_make([&] { return schedule; });
}

/// Columns that are worked on at a time: wider slices read A less often, narrower ones leave room for more rows
/// of B in the caches.
std::uint64_t chosen_slice() {
    static constexpr std::uint64_t slices[] = {32, 64, 128};
    constexpr int own = 1;
    const int forced = forced_schedule(vector_row);
    const auto slice = static_cast<std::size_t>(forced >= 0 ? forced : own);
    set_last_schedule(schedules_of(vector_row)[slice]);
    return slices[slice];
}

template <SpmmVariant variant>
Ref<Snapshot> run(const MxmProblem &problem) {
    const Type *type = problem.result_type();
    device::SpmmCall call{};
    call.variant = variant;
    call.A = device::sparse_arrays(*problem.A, problem.is_A_transposed);
    call.B = device::dense_arrays(*problem.B);
    call.columns = problem.n();
    call.semiring = {device::name_of(*problem.semiring->add->op),
                     device::name_of(*problem.semiring->multiply), device::type_name(type)};
    if (variant == SpmmVariant::vector) {
        call.segments = device::segments_of(*problem.A, problem.is_A_transposed);
        call.slice = chosen_slice();
    }
    Array values = Array::on_device(problem.m() * problem.n() * type->size);
    call.c_values = values.device_data_for_writing();
    Array schedule;
    if (variant == SpmmVariant::merge_path) schedule = schedule_for(problem, call);
    device::check(device::backend().spmm(&call));
    if (variant == SpmmVariant::merge_path) keep_schedule(problem, call, schedule);
    return device::of_rows_of(problem, call.A, std::move(values));
}

constexpr Capabilities capabilities{.is_on_device = true};

} // namespace

const Statistics *device::row_statistics(const MxmProblem &problem) {
    const Snapshot &A = *problem.A;
    if (problem.is_A_transposed) return A.has_columns() ? &A.column_statistics() : nullptr;
    return A.has_rows() ? &A.statistics() : nullptr;
}

const char *device::refuses_spmm(const MxmProblem &problem) {
    const Snapshot &A = *problem.A, &B = *problem.B;
    const Semiring &semiring = *problem.semiring;
    if (problem.is_B_transposed) return "B transposed";
    if (!has_identity(*semiring.add->op)) return "user-defined monoid";
    if (!is_builtin(A.type()) || !is_builtin(B.type())) return "user-defined type";
    if (const char *reason = refusal_of(*semiring.multiply)) return reason;
    if (!can_be_cells(B)) return "B is too long to be dense";
    if (size_of(problem.m()) * size_of(problem.n()) * size_of(problem.result_type()->size) > 0x1p36)
        return "C is too large to be dense";
    if (problem.n() > (std::uint64_t{1} << 24)) return "too many columns";
    if (is_hyper(A, problem.is_A_transposed)) return "hypersparse A";
    if (A.format() == Format::full && !A.has_rows() && !A.has_columns()) return "A is full";
    const auto refuses_entries = [&](bool waits) -> const char * {
        if ((waits || A.knows_nvals()) && A.nvals() == 0) return "nothing to compute";
        if ((waits || B.knows_nvals()) && (B.nvals() == 0 || !B.is_full())) return "B is not full";
        return nullptr;
    };
    if (const char *reason = refuses_entries(false)) return reason;
    if (const char *reason =
            refuses_device(MxmProblem::operation, bytes_of_a(problem) + bytes_of_b(problem)))
        return reason;
    // What the device is still counting is waited for: the host would fetch all of it.
    return refuses_entries(true);
}

device::SpmmBound device::spmm_bound(const MxmProblem &problem) {
    const Rates &r = rates();
    const double m = size_of(problem.m()), n = size_of(problem.n());
    const double footprint = bytes_of_b(problem);
    const double c_bytes = m * n * size_of(problem.result_type()->size);
    const double entries = size_of(problem.A->nvals());
    SpmmBound bound{(bytes_of_a(problem) + 4 * m + footprint + c_bytes) / r.stream_bytes, 0};
    if (footprint == 0) return bound;
    // A row of B is neighbouring sectors of 32 bytes: from the cache one after the other, from memory they come
    // together.
    const double row_bytes = std::max(32.0, n * size_of(problem.B->type()->size));
    const double hits = std::min(1.0, r.cached_bytes / footprint);
    bound.gathered =
        entries * (hits * row_bytes / 32 / r.gathers_cached +
                   (1 - hits) * std::max(1 / r.gathers_memory, row_bytes / r.stream_bytes));
    return bound;
}

Cost device::spmm_cost(const MxmProblem &problem, double seconds) {
    const Rates &r = rates();
    Cost cost;
    cost.seconds = seconds + missing_bytes(*problem.B, false, false) / r.upload_bytes;
    add_missing_operand(cost, *problem.A, problem.is_A_transposed);
    return cost;
}

Ref<Snapshot> device::of_rows_of(const MxmProblem &problem, const SparseArrays &A, Array &&values) {
    const std::uint64_t m = problem.m(), n = problem.n();
    DensePart part;
    part.values = std::move(values);
    const Statistics *rows = row_statistics(problem);
    if (rows != nullptr && rows->empty_rows == 0) {
        part.nvals = m * n;
        return of_cells(problem.result_type(), m, n, std::move(part));
    }
    part.bits = Array::on_device((m * n + 63) / 64 * 8);
    RowCellsCall call{};
    call.A = A;
    call.columns = n;
    call.bits = static_cast<std::uint64_t *>(part.bits.device_data_for_writing());
    unsigned ticket = 0;
    if (rows == nullptr) {
        call.nvals.later = &ticket;
    } else {
        part.nvals = (m - rows->empty_rows) * n;
    }
    check(backend().row_cells(&call));
    part.nvals.expect(ticket);
    return of_cells(problem.result_type(), m, n, std::move(part));
}

extern const Variant<MxmProblem> cuda_spmm_row_split = {
    "cuda/spmm_row_split", capabilities, &device::refuses_spmm, &cost<SpmmVariant::row_split>,
    &run<SpmmVariant::row_split>};
extern const Variant<MxmProblem> cuda_spmm_merge = {
    "cuda/spmm_merge", capabilities, &device::refuses_spmm, &cost<SpmmVariant::merge>,
    &run<SpmmVariant::merge>};
extern const Variant<MxmProblem> cuda_spmm_merge_path = {
    merge_path_row, capabilities, &device::refuses_spmm, &cost<SpmmVariant::merge_path>,
    &run<SpmmVariant::merge_path>};
extern const Variant<MxmProblem> cuda_spmm_parallel_row = {
    "cuda/spmm_parallel_row", capabilities, &refuses_parallel, &cost<SpmmVariant::parallel_row>,
    &run<SpmmVariant::parallel_row>};
extern const Variant<MxmProblem> cuda_spmm_parallel_balanced = {
    "cuda/spmm_parallel_balanced", capabilities, &refuses_parallel,
    &cost<SpmmVariant::parallel_balanced>, &run<SpmmVariant::parallel_balanced>};
extern const Variant<MxmProblem> cuda_spmm_sequential_row = {
    "cuda/spmm_sequential_row", capabilities, &device::refuses_spmm,
    &cost<SpmmVariant::sequential_row>, &run<SpmmVariant::sequential_row>};
extern const Variant<MxmProblem> cuda_spmm_sequential_balanced = {
    "cuda/spmm_sequential_balanced", capabilities, &device::refuses_spmm,
    &cost<SpmmVariant::sequential_balanced>, &run<SpmmVariant::sequential_balanced>};
extern const Variant<MxmProblem> cuda_spmm_vector = {vector_row, capabilities, &refuses_vector,
                                                     &cost<SpmmVariant::vector>,
                                                     &run<SpmmVariant::vector>};

} // namespace grb
