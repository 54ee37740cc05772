// The device variants of mxm with a full right-hand side (SpMM): C = A ⊕.⊗ B, A sparse by rows
// (transposed: its columns), B full, either transposed. C is full, or a bitmap whose rows are
// absent where A's are empty; hypersparse if A is. Two variants apply the mask; the others leave it
// to the commit.
#include "cuda/spmm/variants/spmm.hpp"

#include "costs/device_rates.hpp"
#include "cuda/mxv/variants/mxv_operands.hpp"
#include "cuda/mxv/variants/mxv_pull.hpp"
#include "cuda/mxv/variants/row_tasks.hpp"
#include "cuda/spmm/spmm_calls.h"
#include "cuda/spmm/variants/spmm_rates.hpp"
#include "cuda/structure/variants/convert.hpp"
#include "dispatch/schedules.hpp"

#include <algorithm>
#include <cmath>

namespace grb {

namespace {

using device::size_of;
using device::spmm_rates;
using device::SpmmVariant;

constexpr const char *vector_variant = "cuda/spmm_vector",
                     *merge_path_variant = "cuda/spmm_merge_path";
const Schedules vector_schedules(vector_variant), merge_path_schedules(merge_path_variant);

/// The share of a warp's lanes that have a column to work on.
double lanes_in_use(double columns, double width) {
    return columns / (std::ceil(columns / width) * width);
}

/// Time of a variant over the bound: `factor` times as long, and no shorter than the walk along its
/// longest row; `fixed` seconds more, of launches and of tiles that have little to do. The initial
/// values follow published rules: row split from 9.35 entries a row on, below it equal shares (Yang
/// 2019 §6.4); parallel reduction up to 4 columns, equal shares where rows are short and columns
/// few, or lengths vary (Huang et al. 2021 §3).
constexpr double long_row = 9.35;
/// spmm_row_classes takes at most most_slices slices, of 32 columns or more.
constexpr std::uint64_t most_class_columns = 256;
struct Loss {
    double factor = 1, walk = 0, fixed = 0;
};

constexpr bool fuses_mask(SpmmVariant variant) {
    return variant == SpmmVariant::vector || variant == SpmmVariant::row_split ||
           variant == SpmmVariant::row_classes;
}

Loss loss_of(const MxmProblem &problem, SpmmVariant variant) {
    const Statistics *rows = device::row_statistics(problem);
    const double stored = device::stored_rows(problem);
    const double mean = size_of(problem.A->most_nvals()) / std::max(1.0, stored);
    const double longest = rows != nullptr ? size_of(rows->longest) : 1e9;
    const double spread = rows != nullptr ? rows->deviation / std::max(1.0, mean) : 10;
    const double n = size_of(problem.n()), slices = std::ceil(n / 32);
    const double width = lanes_in_use(n, 32),
                 short_rows = spmm_rates.short_rows / std::max(1.0, mean);
    const device::SpmmRates &r = spmm_rates;
    switch (variant) {
    case SpmmVariant::row_split:
        return {(mean >= long_row ? r.split_long : r.split_short) / width + short_rows +
                    spread * r.split_spread,
                longest * r.split_entry_seconds * (r.split_first_slice + r.split_slice * slices),
                r.split_fixed};
    case SpmmVariant::merge:
        return {(mean < long_row ? r.merge_short : r.merge_long) / width, 0, r.merge_fixed};
    case SpmmVariant::merge_path:
        return {r.path_base / lanes_in_use(n, std::min(32.0, n)) + spread * r.path_spread, 0,
                n <= 2 ? r.path_fixed_narrow : r.path_fixed};
    case SpmmVariant::parallel_row:
        // A warp reads a row once for every four columns.
        return {(n <= 4 ? r.parallel_narrow : r.parallel_wide) + short_rows +
                    spread * r.parallel_spread,
                std::max(longest / 32 * r.parallel_turn_seconds,
                         stored * std::ceil(n / 4) * r.parallel_row_seconds),
                r.parallel_fixed};
    case SpmmVariant::parallel_balanced:
        return {n <= 4 ? r.balanced_narrow : r.balanced_wide, 0, r.balanced_fixed};
    case SpmmVariant::sequential_row:
        return {r.sequential_base / width + short_rows + spread * r.sequential_spread,
                longest * r.sequential_entry_seconds *
                    (r.sequential_first_slice + r.sequential_slice * slices),
                r.sequential_fixed};
    case SpmmVariant::sequential_balanced:
        return {r.shares_base / width, 0, r.shares_fixed};
    case SpmmVariant::row_classes:
        return {r.classes_base + r.classes_ends / std::max(1.0, mean), 0, r.classes_fixed};
    case SpmmVariant::vector:
        break;
    }
    // A matrix of one column: the variants of mxv are faster (cuda/spmm_mxv).
    return {n == 1 ? r.vector_column : r.vector_base, 0, r.vector_fixed};
}

const char *refuses_vector(const MxmProblem &problem) {
    if (const char *reason = device::refuses_masked_spmm(problem)) return reason;
    return device::stored_rows(problem) >= 0x1p32 ? "long indices" : nullptr;
}

const char *refuses_classes(const MxmProblem &problem) {
    if (problem.n() > most_class_columns) return "more than 256 columns";
    if (const char *reason = device::refuses_masked_spmm(problem)) return reason;
    return device::refuses_row_tasks(*problem.A, problem.is_A_transposed);
}

const char *refuses_parallel(const MxmProblem &problem) {
    if (problem.n() > 32) return "more than 32 columns";
    return device::refuses_spmm(problem);
}

/// Returns the entries of a row that a warp takes alone: the fewer, the more of its lanes cover
/// columns.
unsigned class_chunk(const MxmProblem &problem) {
    const std::uint64_t n = problem.n();
    return n > 64 ? 64 : n > 32 ? 128 : n > 16 ? 256 : device::most_in_chunk;
}

template <SpmmVariant variant>
Cost cost(const MxmProblem &problem) {
    const Loss loss = loss_of(problem, variant);
    device::SpmmBound bound = device::spmm_bound(problem);
    if (fuses_mask(variant)) {
        const double m = std::max(1.0, size_of(problem.m()));
        bound.gathered *= std::min(1.0, problem.mask.allowed(m * size_of(problem.n())) / m);
    }
    const double work = std::max(bound.longer() * loss.factor, loss.walk);
    Cost cost = device::spmm_cost(problem, work + loss.fixed, fuses_mask(variant));
    if (variant == SpmmVariant::vector)
        device::add_missing_segments(cost, *problem.A, problem.is_A_transposed);
    if (variant == SpmmVariant::row_classes)
        device::add_missing_row_tasks(cost, *problem.A, problem.is_A_transposed,
                                      class_chunk(problem));
    return cost;
}

/// The beginnings of the merge path's tiles, by the class of columns.
struct SpmmSchedule final : device::KeptArray {
    static constexpr char tag[] = "SpMM schedule";
    using KeptArray::KeptArray;
};

AttachmentKey schedule_key(const MxmProblem &problem, std::uint64_t columns) {
    return {problem.is_A_transposed, static_cast<std::uint64_t>(device::spmm_cost_class(columns))};
}

/// Returns the merge-path schedule: kept with A, or made for the call (online) when a rule asks for
/// that.
Ref<const SpmmSchedule> schedule_for(const MxmProblem &problem, device::SpmmCall &call) {
    enum : int { offline, online };
    const int setting = merge_path_schedules.choose(offline);
    Ref<const SpmmSchedule> schedule;
    if (setting == offline)
        schedule = problem.A->attachments().find<SpmmSchedule>(schedule_key(problem, call.columns));
    call.has_tile_rows = static_cast<bool>(schedule);
    if (!schedule) {
        schedule = make_ref<const SpmmSchedule>(Array::make_here(
            8 * device::spmm_schedule_words(call.A.nrows, call.A.nvals, call.columns)));
    }
    // The kernel writes it once; others who share it meanwhile come later in the same stream.
    call.tile_rows = static_cast<std::uint64_t *>(const_cast<void *>(schedule->array.data_here()));
    return schedule;
}

void keep_schedule(const MxmProblem &problem, const device::SpmmCall &call,
                   const Ref<const SpmmSchedule> &schedule) {
    if (call.has_tile_rows) return;
    problem.A->attachments().keep(schedule_key(problem, call.columns), schedule);
}

/// Returns the columns that are worked on at a time: wider slices read A less often, narrower ones
/// leave room for more rows of B in the caches. Those of narrow numbers have half the bytes.
std::uint64_t chosen_slice(const MxmProblem &problem) {
    static constexpr std::uint64_t slices[] = {32, 64, 128};
    const int own = is_narrow_code(problem.B->type()->code) ? 2 : 1;
    return slices[vector_schedules.choose(own)];
}

template <SpmmVariant variant>
Ref<Snapshot> run(const MxmProblem &problem) {
    // Rounds sums to C's type here where that costs nothing else.
    const bool is_narrow = variant == SpmmVariant::vector && problem.narrow_type != nullptr;
    const Type *type = is_narrow ? problem.narrow_type : problem.result_type();
    device::SpmmCall call{};
    call.variant = variant;
    const device::SpmmOperands operands(problem);
    call.A = operands.A;
    call.B = operands.B;
    call.mask = device::no_mask();
    Array mask_words;
    if (fuses_mask(variant))
        call.mask = device::mask_element_bits(problem.mask, problem.m() * problem.n(), mask_words);
    call.columns = problem.n();
    call.semiring = {device::name_of(*problem.semiring->add->op),
                     device::name_of(*problem.semiring->multiply),
                     device::cpp_type_name(problem.result_type())};
    if (is_narrow) call.c_type = device::cpp_type_name(type);
    Ref<const device::KeptSegments> segments;
    if (variant == SpmmVariant::vector) {
        segments = device::segments_of(*problem.A, problem.is_A_transposed);
        call.segments = segments->arrays();
        call.slice = chosen_slice(problem);
    }
    Ref<const device::KeptRowTasks> tasks;
    if (variant == SpmmVariant::row_classes) {
        tasks = device::row_tasks_of(*problem.A, problem.is_A_transposed, class_chunk(problem));
        call.tasks = tasks->arrays();
    }
    Array values = Array::make_here(call.A.nrows * problem.n() * type->size);
    call.c_values = values.data_here_for_writing();
    Ref<const SpmmSchedule> schedule;
    if (variant == SpmmVariant::merge_path) schedule = schedule_for(problem, call);
    device::check(device::gpu::spmm(&call));
    if (variant == SpmmVariant::merge_path) keep_schedule(problem, call, schedule);
    return device::spmm_result(problem, type, call.A, call.mask, std::move(values));
}

constexpr Capabilities capabilities{.device = device::cuda_kind, .form = Form::dense},
    masked{.fuses_mask = true, .device = device::cuda_kind, .form = Form::dense};

} // namespace

extern const Variant<MxmProblem> cuda_spmm_row_split = {
    "cuda/spmm_row_split",        masked,
    &device::refuses_masked_spmm, &cost<SpmmVariant::row_split>,
    &run<SpmmVariant::row_split>, &device::prepare_spmm};
extern const Variant<MxmProblem> cuda_spmm_merge = {
    "cuda/spmm_merge", capabilities, &device::refuses_spmm, &cost<SpmmVariant::merge>,
    &run<SpmmVariant::merge>};
extern const Variant<MxmProblem> cuda_spmm_merge_path = {
    merge_path_variant, capabilities, &device::refuses_spmm, &cost<SpmmVariant::merge_path>,
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
extern const Variant<MxmProblem> cuda_spmm_vector = {
    vector_variant, masked, &refuses_vector, &cost<SpmmVariant::vector>, &run<SpmmVariant::vector>};

extern const Variant<MxmProblem> cuda_spmm_row_classes = {"cuda/spmm_row_classes",
                                                          masked,
                                                          &refuses_classes,
                                                          &cost<SpmmVariant::row_classes>,
                                                          &run<SpmmVariant::row_classes>,
                                                          &device::prepare_spmm};

} // namespace grb
