// The device rows of mxv and vxm that pull from a u whose entries lie in the order of A's fullest columns.
#include "cuda/mxv/mxv_calls.h"
#include "cuda/mxv/rows/mxv_pull.hpp"
#include "cuda/structure/rows/convert.hpp"
#include "registry/device_rates.hpp"

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
                                    "of a column whose place in the order is found", 100};
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
const DeviceCoefficient most_lines{
    "device_scattered_lines", "1",
    "lines of 32 values that 32 neighbouring entries gather from, from which on they are scattered",
    16};

/// Columns (of the transpose, rows) renumbered by how many entries they have.
struct ClusteredColumns final : Attachment {
    static constexpr char tag[] = "clustered columns";
    std::size_t bytes() const noexcept override {
        return sizeof *this + order.bytes() + indices.bytes();
    }
    Array order;   // 4 bytes: the column that has number k
    Array indices; // 4 bytes: the number of each entry's column
};

/// Lines of 32 columns that 32 entries in a row lie in, on average.
struct Scatter final : Attachment {
    static constexpr char tag[] = "scatter";
    explicit Scatter(double mean) noexcept : lines(mean) {}
    std::size_t bytes() const noexcept override { return sizeof *this; }
    const double lines;
};

const char *refuses(const MxvProblem &problem) {
    if (const char *reason = device::refuses_segmented(problem)) return reason;
    if (problem.u->is_iso() || device::ignores_u(problem)) return "nothing to gather";
    if (problem.n() > UINT32_MAX || problem.m() > UINT32_MAX || problem.A->nvals() > UINT32_MAX) {
        return "long indices";
    }
    return nullptr;
}

/// From runs of 32 entries at equal distances; fewer where each must be fetched.
double scatter_of(const Snapshot &A, bool of_columns) {
    const SparsePart &rows = A.lines_part(of_columns).get();
    if (rows.index_width != 4) return 0;
    const bool is_on_host = rows.column_indices.is_on_host();
    constexpr std::uint64_t run = 32;
    const std::uint64_t runs = std::min<std::uint64_t>(is_on_host ? 256 : 16, rows.nvals / run);
    std::uint64_t lines = 0;
    for (std::uint64_t k = 0; k < runs; k++) {
        const std::uint64_t first = rows.nvals / runs * k;
        std::uint32_t own[run];
        if (is_on_host) {
            std::copy_n(std::as_const(rows.column_indices).as<std::uint32_t>() + first, run, own);
        } else {
            const auto *there = static_cast<const std::uint32_t *>(rows.column_indices.data_here());
            device::download(own, there + first, sizeof own);
        }
        std::transform(own, own + run, own, [](std::uint32_t j) { return j / 32; });
        std::sort(own, own + run);
        lines += static_cast<std::uint64_t>(std::unique(own, own + run) - own);
    }
    return runs == 0 ? 0 : size_of(lines) / size_of(runs);
}

Cost cost(const MxvProblem &problem) {
    const device::Rates &r = device::rates();
    const double n = size_of(problem.n()), z = size_of(problem.A->nvals());
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
    Cost cost = device::pull_cost(problem, seconds + n / device::gather_rate(u_bytes) +
                                               fill_seconds + 3 * r.launch_seconds);
    if (!problem.A->attachments().find<ClusteredColumns>({problem.is_transposed})) {
        cost.missing_seconds += z / renumbered_entries + n * order_bytes / r.stream_bytes;
        if (cost.missing_in == nullptr) cost.missing_part = Part(ClusteredColumns::tag);
        cost.missing_in = problem.A.get();
    }
    device::add_missing_segments(cost, *problem.A, problem.is_transposed);
    return cost;
}

Ref<ClusteredColumns> clustered(const MxvProblem &problem) {
    device::ClusterCall call{};
    call.A = device::sparse_arrays(*problem.A, problem.is_transposed);
    if (call.A.index_width != 4) throw device::Failure(device::Status::unsupported);
    auto columns = make_ref<ClusteredColumns>();
    columns->order = Array::make_here(call.A.ncols * 4);
    columns->indices = Array::make_here(call.A.nvals * 4);
    call.order = static_cast<unsigned *>(columns->order.data_here_for_writing());
    call.indices = static_cast<unsigned *>(columns->indices.data_here_for_writing());
    device::check(device::gpu::cluster_columns(&call));
    return columns;
}

/// w = A ⊕.⊗ u as cuda/mxv_segmented, with u in the order of A's columns by how many entries they have, and A's
/// entries numbered accordingly (frequency-based clustering, Zhang et al. 2017,
/// doi:10.1109/BigData.2017.8257937): the values that power-law graphs ask for most lie in a table in shared
/// memory (cuda/kernels/hub_source.cuh). Order, indices and segments are kept with A, 4 bytes an entry and 4
/// a column. u full; A with 32-bit indices; w bitmap or full, any mask; the bits of cuda/mxv_segmented.
/// Bytes: those of A once, u twice more. Deterministic. Pays where a few columns have most entries and u is
/// larger than L1.
Ref<Snapshot> run(const MxvProblem &problem) {
    const Ref<const ClusteredColumns> columns =
        problem.A->attachments().get_or_make<ClusteredColumns>({problem.is_transposed},
                                                               [&] { return clustered(problem); });
    const std::uint64_t n = problem.n();
    const int size = static_cast<int>(problem.u->type()->size);
    Array values = Array::make_here(n * static_cast<std::uint64_t>(size));
    device::PermuteCall call{};
    call.size = n;
    call.order = static_cast<const unsigned *>(columns->order.data_here());
    call.from = device::dense_arrays(*problem.u).values;
    call.to = values.data_here_for_writing();
    call.value_size = size;
    device::check(device::gpu::permute_values(&call));
    return device::run_pull(problem, MxvVariant::hub,
                            {columns->indices.data_here(), values.data_here()});
}

} // namespace

bool device::is_scattered(const MxvProblem &problem) {
    const Snapshot &A = *problem.A;
    if (!A.lines_part(problem.is_transposed).is_present()) return false; // nothing known yet
    const AttachmentKey key{problem.is_transposed, 0, nullptr};
    const Ref<const Scatter> scatter = A.attachments().get_or_make<Scatter>(
        key, [&] { return make_ref<Scatter>(scatter_of(A, problem.is_transposed)); });
    return scatter->lines > most_lines;
}

bool device::has_scattered_hubs(const MxvProblem &problem) {
    // A graph whose rows differ in length has columns that do, and so has its transpose.
    const Statistics *rows = device::row_statistics(problem);
    return rows != nullptr && rows->deviation > rows->mean && is_scattered(problem);
}

extern const Variant<MxvProblem> cuda_mxv_hub = {
    "cuda/mxv_hub", {.fuses_mask = true, .place = device::cuda_kind}, &refuses, &cost, &run};

} // namespace grb
