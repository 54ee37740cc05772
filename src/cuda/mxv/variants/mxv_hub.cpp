// The device variants of mxv and vxm that pull from a u whose entries are in the order of A's
// fullest columns.
#include "costs/device_rates.hpp"
#include "cuda/mxv/mxv_calls.h"
#include "cuda/mxv/variants/clustered_columns.hpp"
#include "cuda/structure/structure_calls.h"
#include "cuda/structure/variants/convert.hpp"

#include <algorithm>
#include <utility>

namespace grb {

namespace {

using device::MxvVariant;
using device::size_of;

const DeviceCoefficient small_u{"device_hub_small_bytes", "bytes",
                                "a u that stays in the L1 caches as it is", 192e3};
const DeviceCoefficient renumbered_entries{
    "device_hub_renumbered", "1/s", "entries that get other numbers: an atomic and a gather each",
    1.5e10, Scaling::processors};
const DeviceCoefficient order_bytes{"device_hub_order_bytes", "bytes",
                                    "of a column whose position in the order is found", 100};
const DeviceCoefficient fill_seconds{"device_hub_fill_seconds", "s",
                                     "filling the tables of all multiprocessors", 6e-6};
const DeviceCoefficient value_bytes_beside_table{
    "device_hub_value_bytes", "bytes/s",
    "of A's values, while half of the threads that fit ask for them: the tables leave room for no "
    "more",
    4e12, Scaling::memory};
const DeviceCoefficient long_value_share{
    "device_hub_long_values", "1", "gathers of long values, of which fewer fit into the table",
    0.75};
const DeviceCoefficient lost_order{
    "device_hub_lost_order", "1",
    "times as long as streaming, where the order of columns that was there is better", 1.5};
const DeviceCoefficient most_lines{"device_scattered_lines", "1",
                                   "cache lines of 32 values that 32 neighbouring entries gather "
                                   "from, from which on they are scattered",
                                   16};
/// Successive entries that are sampled together.
constexpr std::uint64_t run_length = 32;

/// Cache lines of 32 columns that 32 successive entries gather from, on average.
struct Scatter final : Attachment {
    static constexpr char tag[] = "scatter";
    explicit Scatter(double mean) noexcept : lines(mean) {}
    std::size_t bytes() const noexcept override { return sizeof *this; }
    const double lines;
};

/// Returns null when the scatter has not been measured.
Ref<const Scatter> known_scatter(const MxvProblem &problem) noexcept {
    return problem.A->attachments().find<Scatter>({problem.is_transposed, 0, nullptr});
}

const char *refuses(const MxvProblem &problem) {
    if (const char *reason = device::refuses_segmented(problem)) return reason;
    if (!is_real_code(problem.u->type()->code)) return "user-defined type of u";
    if (problem.u->is_iso() || device::ignores_u(problem)) return "nothing to gather";
    if (problem.n() > UINT32_MAX || problem.m() > UINT32_MAX ||
        problem.A->most_nvals() > UINT32_MAX) {
        return "long indices";
    }
    return nullptr;
}

/// Reads the columns of runs of entries that begin `distance` apart.
HostVector<std::uint32_t> sampled_runs(const SparseForm &rows, std::uint64_t runs,
                                       std::uint64_t distance) {
    HostVector<std::uint32_t> columns(runs * run_length);
    HostVector<std::uint64_t> positions(columns.size());
    for (std::uint64_t k = 0; k < positions.size(); k++)
        positions[k] = k / run_length * distance + k % run_length;
    if (rows.column_indices.is_on_host()) {
        const auto *own = std::as_const(rows.column_indices).as<std::uint32_t>();
        std::transform(positions.begin(), positions.end(), columns.begin(),
                       [own](std::uint64_t position) { return own[position]; });
        return columns;
    }
    const Array there =
        device::uploaded(positions.data(), positions.size() * sizeof(std::uint64_t));
    Array gathered = Array::make_here(columns.size() * sizeof(std::uint32_t));
    std::uint64_t nvals = 0;
    bool is_outside = false;
    device::GatherCall call{};
    call.count = columns.size();
    call.indices = there.data_here();
    call.index_size = sizeof(std::uint64_t);
    call.size = rows.nvals;
    call.u_values = rows.column_indices.data_here();
    call.value_size = sizeof(std::uint32_t);
    call.values = gathered.data_here_for_writing();
    call.nvals = &nvals;
    call.is_outside = &is_outside;
    device::check(device::gpu::gather(&call));
    device::download(columns.data(), std::as_const(gathered).data_here(), gathered.bytes());
    return columns;
}

/// Returns the cache lines of 32 columns that a run of entries gathers from, by runs at equal
/// distances.
double scatter_of(const Snapshot &A, bool of_columns) {
    const SparseForm &rows = A.vectors_form(of_columns).get();
    const std::uint64_t runs = std::min<std::uint64_t>(256, rows.nvals / run_length);
    if (rows.index_width != 4 || runs == 0) return 0;
    HostVector<std::uint32_t> lines = sampled_runs(rows, runs, rows.nvals / runs);
    for (std::uint32_t &line : lines) line /= 32;
    std::uint64_t different = 0;
    for (auto run = lines.begin(); run != lines.end(); run += run_length) {
        std::sort(run, run + run_length);
        different += static_cast<std::uint64_t>(std::unique(run, run + run_length) - run);
    }
    return size_of(different) / size_of(runs);
}

/// A graph whose rows differ in length has columns that do, and so has its transpose.
bool has_hubs(const MxvProblem &problem) noexcept {
    const Statistics *rows = device::row_statistics(problem);
    return rows != nullptr && rows->deviation > rows->mean;
}

/// Measures whether gathers are scattered: that decides between this variant and
/// cuda/mxv_segmented.
void prepare(const MxvProblem &problem) {
    const bool has_no_hubs = device::row_statistics(problem) != nullptr && !has_hubs(problem);
    if (has_no_hubs || device::knows_scatter(problem)) return;
    if (refuses(problem) != nullptr) return;
    device::make_row_statistics(problem);
    if (has_hubs(problem)) device::measure_scatter(problem);
}

Cost cost(const MxvProblem &problem) {
    const device::Rates &r = device::rates();
    const double n = size_of(problem.n()), z = size_of(problem.A->most_nvals());
    const double u_bytes = n * size_of(problem.u->type()->size);
    const bool has_values = !problem.A->is_iso() && !device::ignores_a(problem);
    double seconds = 0;
    if (device::has_scattered_hubs(problem) && u_bytes > small_u) {
        seconds =
            z / (problem.u->type()->size > 4 ? long_value_share * r.gathers_hub : r.gathers_hub);
        if (has_values) seconds += z * size_of(problem.A->type()->size) / value_bytes_beside_table;
        seconds = std::max(seconds, device::operand_bytes(problem) / r.stream_bytes);
    } else {
        seconds = lost_order * device::pull_seconds(problem);
    }
    seconds += fill_seconds + 3 * r.launch_seconds;
    const bool is_prefetched = device::is_prefetched(problem);
    if (!is_prefetched) seconds += n / device::gather_rate(u_bytes);
    Cost cost = device::pull_cost(problem, seconds, !is_prefetched);
    // A keeps the new indices; making them takes six words for each column.
    device::avoid_overflow(cost, device::bytes_to_hold(*problem.A, problem.is_transposed) + 4 * z +
                                     24 * n + 2 * u_bytes);
    if (!device::known_columns(problem)) {
        cost.missing_seconds += z / renumbered_entries + n * order_bytes / r.stream_bytes;
        if (cost.missing_in == nullptr)
            cost.missing_item = SnapshotItem(device::ClusteredColumns::tag);
        cost.missing_in = problem.A.get();
    }
    device::add_missing_segments(cost, *problem.A, problem.is_transposed);
    return cost;
}

/// w = A ⊕.⊗ u as cuda/mxv_segmented, with u in the order of A's columns by how many entries they
/// have, and A's entries numbered accordingly (frequency-based clustering, Zhang et al. 2017,
/// doi:10.1109/BigData.2017.8257937): a table in shared memory holds the values that power-law
/// graphs use most (cuda/mxv/hub_source.cuh). A keeps order, indices and segments, 4 bytes an entry
/// and 4 a column. Other devices order their partitions of u themselves, so that only values of A's
/// columns are transferred. u full; A with 32-bit indices; w bitmap or full, any mask; the bits of
/// cuda/mxv_segmented. Bytes: those of A once, u twice more. Deterministic. Pays where a few
/// columns have most entries and u is larger than L1.
Ref<Snapshot> run(const MxvProblem &problem) {
    const Ref<const device::ClusteredColumns> columns = device::clustered_columns(problem);
    Array values;
    return device::run_pull(problem, MxvVariant::hub,
                            device::renumbered(problem, *columns, values));
}

bool prefetch(const MxvProblem &problem) {
    return refuses(problem) == nullptr && device::prefetch_renumbered(problem);
}

} // namespace

bool device::knows_scatter(const MxvProblem &problem) noexcept {
    return static_cast<bool>(known_scatter(problem));
}

bool device::is_scattered(const MxvProblem &problem) noexcept {
    const Ref<const Scatter> scatter = known_scatter(problem);
    return scatter && scatter->lines > most_lines;
}

void device::measure_scatter(const MxvProblem &problem) {
    const Snapshot &A = *problem.A;
    if (!A.vectors_form(problem.is_transposed).is_present())
        return; // nothing is known of later products
    A.attachments().get_or_make<Scatter>({problem.is_transposed, 0, nullptr}, [&] {
        return make_ref<Scatter>(scatter_of(A, problem.is_transposed));
    });
}

bool device::has_scattered_hubs(const MxvProblem &problem) noexcept {
    return has_hubs(problem) && is_scattered(problem);
}

extern const Variant<MxvProblem> cuda_mxv_hub = {
    "cuda/mxv_hub", {.fuses_mask = true, .device = device::cuda_kind, .form = Form::dense},
    &refuses,       &cost,
    &run,           &prepare,
    &prefetch};

} // namespace grb
