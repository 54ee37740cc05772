// The device rows of mxv and vxm that pull: u bitmap or full, a row of the effective matrix at a time.
#include "core/context.hpp"
#include "device/convert.hpp"
#include "device/operands.hpp"
#include "device/rates.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

using device::MxvVariant;

double size_of(std::uint64_t n) noexcept {
    return static_cast<double>(n);
}

double operand_bytes(const MxvProblem &problem) noexcept {
    return size_of(problem.A->nvals()) *
           (4 + (problem.A->is_iso() ? 0 : size_of(problem.A->type()->size)));
}

bool is_hyper(const MxvProblem &problem) {
    const Snapshot &A = *problem.A;
    if (problem.has_pull_rows()) {
        const auto &part = problem.is_transposed ? A.columns_part() : A.rows_part();
        return part.is_present() && part.get().is_hyper;
    }
    return should_be_hyper(problem.m(), A.nvals());
}

const char *refuses(const MxvProblem &problem) {
    const Semiring &semiring = *problem.semiring;
    if (semiring.multiply->code == BinaryCode::user || semiring.add->op->code == BinaryCode::user ||
        problem.A->type()->code == TypeCode::user || problem.u->type()->code == TypeCode::user) {
        return "user-defined type or operator";
    }
    if (problem.A->nvals() == 0 || problem.u->nvals() == 0) return "nothing to compute";
    if (!problem.u->can_be_dense()) return "u is too long to be dense";
    if (size_of(problem.m()) * size_of(problem.result_type()->size) > 0x1p36)
        return "w is too long to be dense";
    if (is_hyper(problem)) return "hypersparse A";
    return device::refuses_device(MxvProblem::operation, operand_bytes(problem));
}

/// Row lengths of the effective matrix when they are there or cheap to count.
const Statistics *row_statistics(const MxvProblem &problem) {
    if (!problem.has_pull_rows() || !problem.A->is_on_host()) return nullptr;
    return problem.is_transposed ? &problem.A->column_statistics() : &problem.A->statistics();
}

/// What a variant takes longer than streaming the operands: `factor` times as long, and no shorter than
/// the walk along its longest row.
struct Loss {
    double factor = 1, longest_walk = 0;
};

Loss loss_of(const MxvProblem &problem, MxvVariant variant) {
    // From the latency of a load to its use, in a chain along one row.
    constexpr double seconds_per_turn = 0.3e-6;
    const Statistics *rows = row_statistics(problem);
    const double mean = size_of(problem.A->nvals()) / std::max(1.0, size_of(problem.m()));
    const double longest = rows != nullptr ? size_of(rows->longest) : 1e9;
    const double spread = rows != nullptr ? rows->deviation / std::max(1.0, mean) : 10;
    switch (variant) {
    case MxvVariant::thread_row:
        return {1.05 + spread + mean / 16, longest * seconds_per_turn};
    case MxvVariant::warp_row:
        return {1.3 + 4 / std::max(1.0, mean) + spread / 4, longest / 32 * seconds_per_turn};
    case MxvVariant::vsr:
        return {1.6, 0};
    case MxvVariant::pull_masked: {
        // A warp takes its long rows one after the other.
        const double serial = mean > 8 ? 2 + spread : 1.05 + spread / 2;
        return {serial, longest / 32 * seconds_per_turn};
    }
    case MxvVariant::merge_path:
        break;
    }
    return {1.2, 0};
}

Cost cost_of(const MxvProblem &problem, MxvVariant variant) {
    const device::Rates &r = device::rates();
    const Loss loss = loss_of(problem, variant);
    const double m = size_of(problem.m()), n = size_of(problem.n()),
                 z = size_of(problem.A->nvals());
    const double u_bytes = n * (problem.u->is_iso() ? 0 : size_of(problem.u->type()->size)) + n / 8;
    const double w_bytes = m * size_of(problem.result_type()->size);
    const double gathers = u_bytes < r.cached_bytes ? r.gathers_cached : r.gathers_memory;
    double work = std::max((operand_bytes(problem) + 4 * m + u_bytes + w_bytes) / r.stream_bytes,
                           z / gathers) *
                  loss.factor;
    if (variant == MxvVariant::pull_masked || variant == MxvVariant::thread_row ||
        variant == MxvVariant::warp_row) {
        work *= problem.mask.allowed(m) / std::max(1.0, m);
    }
    const bool is_balanced = variant == MxvVariant::merge_path || variant == MxvVariant::vsr;
    Cost cost;
    cost.seconds = std::max(work, loss.longest_walk) + r.launch_seconds * (is_balanced ? 2 : 1) +
                   r.wait_seconds +
                   device::missing_bytes(*problem.u, false, false) / r.upload_bytes;
    const double missing = device::missing_bytes(*problem.A, true, problem.is_transposed);
    if (missing > 0) {
        cost.missing_seconds = missing / r.upload_bytes;
        cost.missing_in = problem.A.get();
        cost.missing_part = Part::device;
    }
    return cost;
}

template <MxvVariant variant>
Cost cost(const MxvProblem &problem) {
    return cost_of(problem, variant);
}

/// True when each row of the effective matrix is known to get an entry, without looking at u.
bool every_row_gets_entry(const MxvProblem &problem) {
    if (!problem.mask.is_none() || !problem.u->is_full()) return false;
    const Statistics *rows = row_statistics(problem);
    return rows != nullptr && rows->empty_rows == 0;
}

Ref<Snapshot> run_variant(const MxvProblem &problem, MxvVariant variant) {
    const std::uint64_t m = problem.m();
    const Type *type = problem.result_type();
    device::MxvPullCall call{};
    call.variant = variant;
    call.A = device::sparse_arrays(*problem.A, problem.is_transposed);
    call.u = device::dense_arrays(*problem.u);
    call.semiring = {device::name_of(*problem.semiring->add->op),
                     device::name_of(*problem.semiring->multiply), device::type_name(type)};
    call.is_flipped = problem.is_flipped;
    Array mask_words;
    call.mask = device::mask_bits(problem.mask, m, mask_words);

    DensePart part;
    part.values = Array::on_device(m * type->size);
    call.w_values = part.values.device_data_for_writing();
    unsigned ticket = 0;
    if (every_row_gets_entry(problem)) {
        part.nvals = m;
    } else {
        part.bits = Array::on_device((m + 63) / 64 * 8);
        call.w_bits = static_cast<std::uint64_t *>(part.bits.device_data_for_writing());
        call.nvals.later = &ticket;
    }
    Array schedule;
    if (variant == MxvVariant::merge_path) {
        LazyPart<Array> &kept = problem.A->device_schedule(problem.is_transposed);
        call.has_schedule = kept.is_present();
        schedule =
            call.has_schedule
                ? kept.get()
                : Array::on_device(8 * device::merge_schedule_words(call.A.nrows, call.A.nvals));
        // The kernel writes it once; who shares it meanwhile is behind in the same stream.
        call.schedule = static_cast<std::uint64_t *>(const_cast<void *>(schedule.device_data()));
    }
    device::check(device::backend().mxv_pull(&call));
    if (variant == MxvVariant::merge_path && !call.has_schedule) {
        problem.A->device_schedule(problem.is_transposed).get_or_make([&] { return schedule; });
    }
    part.nvals.expect(ticket);
    return device::of_cells(type, 1, m, std::move(part));
}

template <MxvVariant variant>
Ref<Snapshot> run(const MxvProblem &problem) {
    return run_variant(problem, variant);
}

constexpr Capabilities capabilities{.fuses_mask = true, .is_on_device = true};

} // namespace

extern const Variant<MxvProblem> cuda_mxv_thread_row = {"cuda/mxv_thread_row", capabilities,
                                                        &refuses, &cost<MxvVariant::thread_row>,
                                                        &run<MxvVariant::thread_row>};
extern const Variant<MxvProblem> cuda_mxv_warp_row = {"cuda/mxv_warp_row", capabilities, &refuses,
                                                      &cost<MxvVariant::warp_row>,
                                                      &run<MxvVariant::warp_row>};
extern const Variant<MxvProblem> cuda_mxv_merge_path = {"cuda/mxv_merge_path", capabilities,
                                                        &refuses, &cost<MxvVariant::merge_path>,
                                                        &run<MxvVariant::merge_path>};
extern const Variant<MxvProblem> cuda_mxv_vsr = {"cuda/mxv_vsr", capabilities, &refuses,
                                                 &cost<MxvVariant::vsr>, &run<MxvVariant::vsr>};
extern const Variant<MxvProblem> cuda_mxv_pull_masked = {"cuda/mxv_pull_masked", capabilities,
                                                         &refuses, &cost<MxvVariant::pull_masked>,
                                                         &run<MxvVariant::pull_masked>};

} // namespace grb
