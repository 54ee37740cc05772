// Chooses among the device variants of mxv and vxm that push: their refusals and costs.
#include "base/parallel.hpp"
#include "costs/device_rates.hpp"
#include "costs/rates.hpp"
#include "cpu/mxv/mxv_cost.hpp"
#include "cuda/library/missing.hpp"
#include "cuda/mxm/variants/mxm_sort.hpp"
#include "cuda/mxv/mxv_calls.h"
#include "cuda/mxv/variants/mxv_push.hpp"
#include "cuda/mxv/variants/mxv_push_tuples.hpp"
#include "cuda/structure/variants/transpose.hpp"
#include "dispatch/context.hpp"
#include "storage/convert.hpp"

#include <bit>
#include <cmath>

namespace grb::device {

namespace {

/// Longer frontiers are scanned in launches of their own.
constexpr double own_scan = 2048;
const DeviceCoefficient vertex_bytes{
    "device_push_vertex_bytes", "bytes",
    "of a vertex of the frontier: a sector of offsets, at random, and its number", 40};
const DeviceCoefficient edge_gathers{
    "device_push_edge_gathers", "1",
    "for each edge: the mask, and the bit, mostly set, or the dense element, mostly unchanged", 2};
/// The accumulator and the bits are device memory in proportion to w.
constexpr double largest_dense_bytes = 0x1p36;

/// Bytes of u to copy.
double missing_of_u(const Snapshot &u, bool has_values) noexcept {
    if (lists_on_device(u)) return 0;
    const LazyForm<SparseForm> &list = u.rows_form();
    const double value = has_values && !u.is_iso() ? size_of(u.type()->size) : 0;
    if (!list.is_present()) return size_of(u.most_nvals()) * (4 + value);
    const SparseForm &form = list.get();
    return missing(form.column_indices) + (value == 0 ? 0 : missing(form.values));
}

/// Adds the cost of what A lacks: its columns, and their copy on the device.
void add_missing(Cost &cost, const MxvProblem &problem) noexcept {
    const Rates &r = rates();
    const LazyForm<SparseForm> &columns = columns_form(problem);
    double seconds = 0;
    if (columns.is_present()) {
        const SparseForm &form = columns.get();
        for (const Array *array : {&form.row_offsets, &form.column_indices, &form.values}) {
            const bool is_wanted = array != &form.values || !ignores_a(problem);
            if (is_wanted && !array->is_here()) seconds += size_of(array->bytes()) / r.upload_bytes;
        }
    } else if (can_transpose_there(*problem.A, !problem.is_transposed)) {
        seconds = transposition_seconds(*problem.A);
    } else {
        const double entries = size_of(problem.A->most_nvals());
        seconds = (operand_bytes(problem) + 4 * size_of(problem.n())) / r.upload_bytes;
        if (!problem.has_push_columns())
            seconds += 2 * entries / grb::rates().scatters_memory / std::max(1, max_threads());
    }
    if (seconds == 0) return;
    avoid_overflow(cost, size_of(problem.A->bytes()) + size_of(problem.u->bytes()));
    cost.missing_seconds = seconds;
    cost.missing_in = problem.A.get();
    cost.missing_item = SnapshotItem::device;
}

} // namespace

bool is_pattern(const MxvProblem &problem) noexcept {
    const Snapshot &u = *problem.u;
    const bool has_one_u = u.is_iso() || (u.rows_form().is_present() && u.nvals() == 1);
    return problem.semiring->add->op->traits.is_idempotent &&
           (ignores_a(problem) || problem.A->is_iso()) && (ignores_u(problem) || has_one_u);
}

const LazyForm<SparseForm> &columns_form(const MxvProblem &problem) noexcept {
    return problem.is_transposed ? problem.A->rows_form() : problem.A->columns_form();
}

bool lists_on_device(const Snapshot &u) noexcept {
    if (u.has_rows() || !u.has_dense()) return false;
    const DenseForm &form = u.dense_form().get();
    return form.values.is_here() && (form.bits.empty() || form.bits.is_here());
}

double push_edges(const MxvProblem &problem) {
    const LazyForm<SparseForm> &columns = columns_form(problem);
    if (columns.is_present()) {
        const double edges = problem.u->noted_edges(columns.get().row_offsets.identity());
        if (edges >= 0) return edges;
    }
    const Snapshot *mask = problem.mask.snapshot.get();
    const bool is_all_on_host = problem.u->is_on_host() && problem.A->is_on_host() &&
                                (mask == nullptr || mask->is_on_host());
    if (is_all_on_host) return push_entries(problem);
    return size_of(problem.u->most_nvals()) * size_of(problem.A->most_nvals()) /
           std::max(1.0, size_of(problem.n()));
}

const char *refuses_push(const MxvProblem &problem, PushVariant variant) {
    const Semiring &semiring = *problem.semiring;
    if (const char *reason = refuses_mxv(problem)) return reason;
    if (problem.is_pulled) return "a partition by rows";
    if (variant == PushVariant::sort && goes_by_tuples(problem)) {
        if (const char *reason = refuses_push_tuples(problem)) return reason;
        return refuses_device(MxvProblem::operation, operand_bytes(problem));
    }
    if (is_hyper(*problem.A, !problem.is_transposed)) return "hypersparse A";
    const LazyForm<SparseForm> &list = problem.u->rows_form();
    if (list.is_present() && list.get().is_hyper) return "hypersparse u";
    if (variant == PushVariant::bitmap) {
        if (!is_pattern(problem)) return "products differ";
        if (size_of(problem.m()) / 8 > largest_dense_bytes) return "w is too long for bits";
    } else if (variant == PushVariant::atomic && !has_identity(*semiring.add->op)) {
        return "no commutative monoid with an identity";
    }
    if (variant == PushVariant::atomic &&
        size_of(problem.m()) * size_of(problem.result_type()->size) > largest_dense_bytes) {
        return "w is too long to be dense";
    }
    return refuses_device(MxvProblem::operation, operand_bytes(problem));
}

Cost push_cost(const MxvProblem &problem, PushVariant variant) {
    const Rates &r = rates();
    const double count = size_of(problem.u->most_nvals()), edges = push_edges(problem);
    const double m = size_of(problem.m()), n = size_of(problem.n());
    const bool has_values = !is_pattern(problem);
    const double size = size_of(problem.result_type()->size);
    const double entry = operand_bytes(problem) / std::max(1.0, size_of(problem.A->most_nvals()));
    double bytes = edges * entry + count * vertex_bytes;
    double launches = count > own_scan || variant == PushVariant::sort ? 3 : 1;
    double waits = 1, scattering = 0;
    if (!problem.u->has_rows() && !problem.u->is_known_full()) {
        bytes += n / 4;
        launches += 3;
    }
    if (variant == PushVariant::sort && goes_by_tuples(problem)) {
        Cost cost;
        cost.seconds =
            sorting_seconds(edges, size) + missing_of_u(*problem.u, has_values) / r.upload_bytes;
        add_missing(cost, problem);
        return cost;
    }
    if (variant == PushVariant::sort) {
        const double slot = has_values ? std::max(4.0, size) : 0;
        const double passes = std::ceil(std::bit_width(problem.m()) / 8.0);
        bytes += edges * (4 + slot) * (5 * passes + 6);
        launches += passes + 5;
        waits = 2;
    } else {
        const double footprint = m / 8 + (has_values ? m * size : 0);
        const double rate = device::gather_rate(footprint);
        scattering = edges * edge_gathers / rate;
        bytes += footprint;
        launches += 1;
        const double made = std::min(edges, problem.mask.allowed(m));
        if (made > list_capacity && made < m / sparse_from) {
            bytes += m / 4 + made * (4 + size);
            launches += 3;
        }
    }
    Cost cost;
    cost.seconds = std::max(bytes / r.stream_bytes, scattering) + launches * r.launch_seconds +
                   waits * r.wait_seconds + missing_of_u(*problem.u, has_values) / r.upload_bytes;
    add_missing(cost, problem);
    return cost;
}

} // namespace grb::device
