// The device variants of mxv and vxm that pull: u bitmap or full, a row of the effective matrix at
// a time.
#include "cuda/mxv/variants/mxv_pull.hpp"

#include "costs/device_rates.hpp"
#include "cuda/mxv/mxv_calls.h"
#include "cuda/mxv/variants/mxv_push.hpp"
#include "cuda/mxv/variants/pull_rates.hpp"
#include "cuda/mxv/variants/row_counts.hpp"
#include "cuda/mxv/variants/row_tasks.hpp"
#include "cuda/structure/variants/convert.hpp"

#include <algorithm>
#include <cmath>

namespace grb {

namespace {

using device::MxvVariant;
using device::pull;
using device::size_of;

constexpr const char *masked_variant = "cuda/mxv_pull_masked";

/// By default `twc`: most rows that a mask allows end early or are short, so that numbering their
/// entries first costs more than an uneven share of them.
const Schedules masked_schedules(masked_variant);

/// The beginnings of the merge path's tiles.
struct MergeSchedule final : device::KeptArray {
    static constexpr char tag[] = "merge-path schedule";
    using KeptArray::KeptArray;
};

/// Time of a variant over that of streaming the operands: `factor` times as long, and no shorter
/// than the longest walk of a thread, warp or block along its rows.
struct Loss {
    double factor = 1, longest_walk = 0;
};

bool gathers_scattered(const MxvProblem &problem) {
    return !problem.u->is_iso() && !device::ignores_u(problem) &&
           device::has_scattered_hubs(problem);
}

/// Estimates the most rows of a warp's 32 that are long enough for the whole warp (mxv_pull_twc).
double warp_rows(const Statistics &rows) {
    return std::clamp((size_of(rows.most_of_32) - pull.serial_from) / pull.serial_entries, 0.0,
                      32.0);
}

/// The longest walk of cuda/mxv_pull_masked: a warp takes its rows of more than 8 entries one after
/// the other, a block those of 1,024 and more.
double classes_walk(const Statistics &rows) {
    const double by_warp =
        warp_rows(rows) * pull.row_seconds + std::min(size_of(rows.most_of_32), 32 * 1024.0) / 32 *
                                                 (pull.turn_seconds / pull.turns_at_once);
    const double by_block = rows.longest < 1024 ? 0
                                                : size_of(rows.most_of_256) / 256 *
                                                      pull.block_turns * pull.turn_seconds;
    return std::max(by_warp, by_block);
}

double longest_walk(const Statistics *rows, double mean, MxvVariant variant) {
    if (rows == nullptr) return variant == MxvVariant::pull_masked ? 0.1 : 1;
    switch (variant) {
    case MxvVariant::thread_row:
        return size_of(rows->longest) * pull.entry_seconds;
    case MxvVariant::warp_row:
        return size_of(rows->longest) / std::clamp(mean, 4.0, 256.0) * pull.turn_seconds;
    case MxvVariant::pull_masked:
        return classes_walk(*rows);
    case MxvVariant::merge_path:
    case MxvVariant::vsr:
    case MxvVariant::segmented:
    case MxvVariant::hub:
    case MxvVariant::row_classes:
        break;
    }
    return 0;
}

Loss loss_of(const MxvProblem &problem, MxvVariant variant) {
    const Statistics *rows = device::row_statistics(problem);
    const double mean = size_of(problem.A->most_nvals()) / std::max(1.0, size_of(problem.m()));
    const double spread = rows != nullptr ? rows->deviation / std::max(1.0, mean) : 10;
    const double walk = longest_walk(rows, mean, variant);
    switch (variant) {
    case MxvVariant::thread_row:
        return {pull.thread_base + spread * pull.thread_spread + mean * pull.thread_mean, walk};
    case MxvVariant::warp_row:
        return {mean <= 8 ? pull.warp_short + spread * pull.warp_short_spread
                          : pull.warp_long + spread * pull.warp_long_spread,
                walk};
    case MxvVariant::vsr:
        return {pull.vsr_base, walk};
    case MxvVariant::pull_masked:
        return {mean > 8 ? pull.masked_long + spread * pull.masked_long_spread
                         : pull.masked_short + spread * pull.masked_short_spread,
                walk};
    case MxvVariant::segmented:
        return {
            (spread > 1 && gathers_scattered(problem) ? pull.segmented_hubs : pull.segmented_base) +
                pull.row_ends / std::max(1.0, mean),
            walk};
    case MxvVariant::merge_path:
    case MxvVariant::hub:
    case MxvVariant::row_classes:
        break;
    }
    return {(spread > 1 ? pull.merge_uneven : pull.merge_even) +
                pull.row_ends / std::max(1.0, mean),
            walk};
}

/// The share of A's entries that lie in columns where u has an entry.
double hit_share(const MxvProblem &problem) {
    const Snapshot &A = *problem.A;
    for (const auto *form : {&A.rows_form(), &A.columns_form()}) {
        if (!form->is_present()) continue;
        const double edges = problem.u->noted_edges(form->get().row_offsets.identity());
        if (edges >= 0) return edges / size_of(A.most_nvals());
    }
    return size_of(problem.u->most_nvals()) / std::max(1.0, size_of(problem.n()));
}

/// Products after which a row is expected to end, where they are few: 1 for a traversal that asks
/// only whether there is one, or for the first; 2 where every other truth value is expected to
/// decide; 0: no such problem. Rows then cost as many entries as it takes to hit u, not their
/// length; Beamer et al. 2012, doi:10.1109/SC.2012.50.
double products_until_end(const MxvProblem &problem) {
    if (device::first_product_decides(problem)) return 1;
    const bool is_boolean = problem.result_type()->code == TypeCode::boolean;
    return problem.semiring->add->has_terminal && is_boolean ? 2 : 0;
}

/// A kernel may end a row with its first product if it never reads a later part of a row before an
/// earlier one.
bool walks_in_order(MxvVariant variant, device::Schedule schedule) noexcept {
    if (variant == MxvVariant::thread_row || variant == MxvVariant::warp_row) return true;
    return variant == MxvVariant::pull_masked && schedule != device::Schedule::block &&
           schedule != device::Schedule::weaver;
}

/// The cost of thread_row and pull_masked.
Cost cost_of_search(const MxvProblem &problem, MxvVariant variant, double products) {
    const device::Rates &r = device::rates();
    const double m = size_of(problem.m()), rows = problem.mask.allowed(m);
    const double mean = size_of(problem.A->most_nvals()) / std::max(1.0, m);
    const double share = hit_share(problem), tries = products / std::max(1e-9, share);
    const double seen = rows * std::min(mean, tries);
    // Reads a sector of indices and one of offsets for each row; then bits of u, which fit the
    // cache.
    const double bytes = m * 8 + rows * 64 + seen * 4 + size_of(problem.n()) / 8;
    double seconds = std::max(bytes / r.stream_bytes, seen / r.gathers_cached);
    const Statistics *statistics = device::row_statistics(problem);
    const double longest = statistics != nullptr ? size_of(statistics->longest) : 1e9;
    const double searched = std::min(longest, pull.tries * tries);
    // Rows that find no entry are walked to their end, and in some graphs they are adjacent.
    const double full_walk = statistics == nullptr ? 0 : longest_walk(statistics, mean, variant);
    const double all_miss = (products > 1 ? 1 : 1 - share) * full_walk;
    if (variant == MxvVariant::thread_row) {
        seconds = std::max({seconds, searched * pull.entry_seconds, pull.thread_misses * all_miss});
    } else if (!problem.mask.is_none()) {
        // The mask allows few rows of most warps.
        seconds =
            std::max({seconds, searched / 256 * pull.turn_seconds, pull.masked_misses * all_miss}) +
            2 * r.launch_seconds;
    } else {
        const double spread = statistics != nullptr ? statistics->deviation / mean : 0;
        const double by_warps = rows * std::min(1.0, mean / 16) / (1 + spread);
        const double serial = statistics != nullptr ? warp_rows(*statistics) : 32;
        seconds = std::max(
            {seconds + by_warps / pull.warp_rows,
             serial * pull.row_seconds * pull.serial_share + searched / 256 * pull.turn_seconds,
             pull.warp_misses * all_miss});
    }
    return device::pull_cost(problem, seconds + r.launch_seconds);
}

Cost cost_of(const MxvProblem &problem, MxvVariant variant) {
    if (variant == MxvVariant::segmented && device::counts_rows(problem))
        return device::cost_of_counts(problem);
    const double products = products_until_end(problem);
    const bool is_searched = variant == MxvVariant::pull_masked ||
                             (variant == MxvVariant::thread_row && problem.mask.is_none());
    if (products > 0 && is_searched) return cost_of_search(problem, variant, products);
    const device::Rates &r = device::rates();
    Loss loss = loss_of(problem, variant);
    const double m = size_of(problem.m()), let_through = problem.mask.allowed(m) / std::max(1.0, m);
    double work = device::pull_seconds(problem) * loss.factor;
    if (variant == MxvVariant::pull_masked || variant == MxvVariant::thread_row ||
        variant == MxvVariant::warp_row) {
        work *= let_through;
    }
    // Few rows seldom include the longest, and if they do, its neighbours are seldom allowed.
    if (variant == MxvVariant::pull_masked) loss.longest_walk *= std::sqrt(let_through);
    const bool is_balanced = variant == MxvVariant::merge_path || variant == MxvVariant::vsr ||
                             variant == MxvVariant::segmented;
    Cost cost = device::pull_cost(problem, std::max(work, loss.longest_walk) +
                                               r.launch_seconds * (is_balanced ? 2 : 1));
    if (variant == MxvVariant::segmented)
        device::add_missing_segments(cost, *problem.A, problem.is_transposed);
    return cost;
}

template <MxvVariant variant>
Cost cost(const MxvProblem &problem) {
    return cost_of(problem, variant);
}

const char *refuses_merge_path(const MxvProblem &problem) {
    if (const char *reason = device::refuses_pull(problem)) return reason;
    return problem.result_type()->size > device::merge_widest_value
               ? "sums of more than 40 bytes do not fit into a tile"
               : nullptr;
}

} // namespace

const char *device::refuses_segmented(const MxvProblem &problem) {
    if (const char *reason = refuses_pull(problem)) return reason;
    if (!problem.u->is_known_full()) return "u is not full";
    if (!has_identity(*problem.semiring->add->op)) return "user-defined monoid";
    return problem.m() > UINT32_MAX ? "long indices" : nullptr;
}

void device::add_missing_segments(Cost &cost, const Snapshot &A, bool is_transposed) {
    if (A.attachments().find<KeptSegments>({is_transposed})) return;
    const Rates &r = rates();
    const double rows = size_of(is_transposed ? A.ncols() : A.nrows());
    const double bytes =
        size_of(A.most_nvals()) / 4 + std::min(rows, 16 * size_of(A.most_nvals())) * 16;
    cost.missing_seconds += bytes / r.stream_bytes + 6 * r.launch_seconds + r.wait_seconds;
    if (cost.missing_in != nullptr) return;
    cost.missing_in = &A;
    cost.missing_item = SnapshotItem(KeptSegments::tag);
}

Ref<const device::KeptSegments> device::segments_of(const Snapshot &A, bool is_transposed) {
    return A.attachments().get_or_make<KeptSegments>({is_transposed}, [&] {
        auto made = make_ref<KeptSegments>();
        SegmentArrays arrays{};
        SegmentsCall call{};
        call.A = sparse_arrays(A, is_transposed);
        call.segments = &arrays;
        const std::uint64_t nvals = call.A.nvals;
        const Array scratch = Array::make_here((call.A.nrows + 63) / 64 * 8);
        call.scratch = static_cast<std::uint64_t *>(const_cast<void *>(scratch.data_here()));
        const auto words = [](Array &array, std::uint64_t count) {
            array = Array::make_here(count * 4);
            return static_cast<unsigned *>(array.data_here_for_writing());
        };
        arrays.flags = words(made->flags, segment_words(nvals));
        arrays.ranks = words(made->ranks, segment_tiles(nvals));
        check(gpu::mark_segments(&call));
        made->count = arrays.count;
        if (made->count < call.A.nrows) {
            arrays.rows = words(made->rows, std::max<std::uint64_t>(1, made->count));
            check(gpu::list_segments(&call));
        }
        return made;
    });
}

device::SegmentArrays device::KeptSegments::arrays() const {
    const auto pointer = [](const Array &array) {
        return array.empty() ? nullptr
                             : static_cast<unsigned *>(const_cast<void *>(array.data_here()));
    };
    return {pointer(flags), pointer(ranks), pointer(rows), count};
}

Ref<Snapshot> device::run_pull(const MxvProblem &problem, MxvVariant variant,
                               const Renumbered &renumbered) {
    const std::uint64_t m = problem.m();
    const Type *type = problem.result_type();
    device::MxvPullCall call{};
    call.variant = variant;
    if (variant == MxvVariant::pull_masked)
        call.schedule = device::schedule_of(masked_schedules, device::Schedule::twc);
    call.A = device::sparse_arrays(*problem.A, problem.is_transposed);
    if (renumbered.indices != nullptr) {
        call.A.column_indices = renumbered.indices;
        // All bits of u are set.
        call.u = {renumbered.elements, nullptr, renumbered.u_values,
                  device::cpp_type_name(problem.u->type()), false};
        call.hubs = renumbered.hubs;
    } else {
        call.u = device::dense_arrays(*problem.u);
    }
    call.semiring = {device::name_of(*problem.semiring->add->op),
                     device::name_of(*problem.semiring->multiply), device::cpp_type_name(type)};
    call.is_flipped = problem.is_flipped;
    call.ends_at_first =
        walks_in_order(variant, call.schedule) && device::first_product_decides(problem);
    Array mask_words;
    call.mask = device::mask_bits(problem.mask, m, mask_words);

    unsigned ticket = 0;
    DenseForm form = device::dense_for_product(problem, call, ticket);
    if (variant == MxvVariant::segmented && device::counts_rows(problem)) {
        device::count_rows(problem, call);
        return device::of_dense(type, 1, m, std::move(form));
    }
    // The kernel's values are then known: nobody need read or transfer them.
    const Array written = form.values;
    form.is_iso = !form.bits.empty() && device::is_pattern(problem);
    if (form.is_iso) form.values = device::one_product(problem);
    Ref<const device::EntryRows> entry_rows;
    if (variant == MxvVariant::pull_masked && call.schedule == device::Schedule::edge) {
        entry_rows = device::entry_rows(*problem.A, problem.is_transposed, call.A);
        call.entry_rows = entry_rows->array.data_here();
    }
    Ref<const device::KeptSegments> segments;
    if (variant == MxvVariant::segmented || variant == MxvVariant::hub) {
        segments = device::segments_of(*problem.A, problem.is_transposed);
        call.segments = segments->arrays();
        call.u.bits = nullptr; // all are set
    }
    Ref<const device::KeptRowTasks> tasks;
    if (variant == MxvVariant::row_classes) {
        tasks = device::row_tasks_of(*problem.A, problem.is_transposed, device::most_in_chunk);
        call.tasks = tasks->arrays();
    }
    const bool has_tiles = variant == MxvVariant::merge_path;
    Attachments &attachments = problem.A->attachments();
    const AttachmentKey key{problem.is_transposed};
    Ref<const MergeSchedule> schedule;
    if (has_tiles) {
        schedule = attachments.find<MergeSchedule>(key);
        call.has_tile_rows = static_cast<bool>(schedule);
        if (!schedule) {
            schedule = make_ref<const MergeSchedule>(
                Array::make_here(8 * device::merge_schedule_words(call.A.nrows, call.A.nvals)));
        }
        // The kernel writes it once; others who share it meanwhile come later in the same stream.
        call.tile_rows =
            static_cast<std::uint64_t *>(const_cast<void *>(schedule->array.data_here()));
    }
    const device::Status status = device::gpu::mxv_pull(&call);
    form.nvals.expect(ticket);
    device::check(status);
    if (has_tiles && !call.has_tile_rows) attachments.keep(key, schedule);
    return device::of_dense(type, 1, m, std::move(form));
}

namespace {

template <MxvVariant variant>
Ref<Snapshot> run(const MxvProblem &problem) {
    return device::run_pull(problem, variant, {});
}

constexpr Capabilities capabilities{
    .fuses_mask = true, .device = device::cuda_kind, .form = Form::dense};

} // namespace

extern const Variant<MxvProblem> cuda_mxv_thread_row = {
    "cuda/mxv_thread_row", capabilities, &device::refuses_pull, &cost<MxvVariant::thread_row>,
    &run<MxvVariant::thread_row>};
extern const Variant<MxvProblem> cuda_mxv_warp_row = {
    "cuda/mxv_warp_row", capabilities, &device::refuses_pull, &cost<MxvVariant::warp_row>,
    &run<MxvVariant::warp_row>};
extern const Variant<MxvProblem> cuda_mxv_merge_path = {
    "cuda/mxv_merge_path",        capabilities,
    &refuses_merge_path,          &cost<MxvVariant::merge_path>,
    &run<MxvVariant::merge_path>, &device::prepare_product};
extern const Variant<MxvProblem> cuda_mxv_segmented = {
    "cuda/mxv_segmented", capabilities, &device::refuses_segmented, &cost<MxvVariant::segmented>,
    &run<MxvVariant::segmented>};
extern const Variant<MxvProblem> cuda_mxv_vsr = {"cuda/mxv_vsr", capabilities,
                                                 &device::refuses_pull, &cost<MxvVariant::vsr>,
                                                 &run<MxvVariant::vsr>};
extern const Variant<MxvProblem> cuda_mxv_pull_masked = {
    masked_variant, capabilities, &device::refuses_pull, &cost<MxvVariant::pull_masked>,
    &run<MxvVariant::pull_masked>};

} // namespace grb
