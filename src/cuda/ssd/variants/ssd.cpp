// The device variants of mxm that multiply by a row-balanced matrix into a full one (the
// sparse-sparse-dense operator, Khan and Khan 2025).
#include "costs/device_rates.hpp"
#include "cuda/mxv/variants/mxv_operands.hpp"
#include "cuda/ssd/ssd_calls.h"
#include "cuda/structure/variants/convert.hpp"
#include "dispatch/context.hpp"
#include "dispatch/schedules.hpp"
#include "storage/convert.hpp"

#include <algorithm>

namespace grb {

namespace {

using device::size_of;

constexpr const char *decoupled_variant = "cuda/ssd_decoupled";
const Schedules schedules(decoupled_variant);

/// The order is that of dispatch/schedules.cpp. long_groups is ours; the others are those of Khan
/// and Khan 2025: its operator, and the operator without atomic-aware updates, without slots, and
/// without both.
enum class SsdSchedule : int { long_groups, paper, atomic, one_slot, one_slot_atomic };

constexpr unsigned long_group = 256, short_group = 32;
/// The most bytes of a row of C, which has to fit into shared memory.
constexpr std::size_t largest_buffer = 48 * 1024;

const char *refuses(const MxmProblem &problem) {
    const Snapshot &A = *problem.A, &B = *problem.B;
    if (!B.has_balanced()) return "B is not row-balanced";
    if (problem.is_B_transposed) return "B is transposed";
    if (!problem.sum_into) return "nothing full that is added to by the monoid's operator";
    if (!is_real_code(A.type()->code) || !is_real_code(problem.result_type()->code))
        return "user-defined type";
    if (!device::has_identity(*problem.semiring->add->op) ||
        problem.semiring->multiply->code == BinaryCode::user) {
        return "user-defined operator";
    }
    if (A.is_known_empty() || B.is_known_empty()) return "nothing to compute";
    if (problem.n() * problem.result_type()->size > largest_buffer) return "rows of C too long";
    if (problem.m() >= UINT32_MAX || A.most_nvals() >= UINT32_MAX) return "long indices";
    if (element_count(problem.m(), problem.n()) > largest_dense) return "C too large";
    if (device::is_hyper(A, problem.is_A_transposed)) return "hypersparse A";
    return device::refuses_device(MxmProblem::operation, size_of(A.bytes()) + size_of(B.bytes()));
}

double missing_balanced_bytes(const Snapshot &B) {
    const BalancedForm &form = B.balanced_form().get();
    double missing = 0;
    for (const Array *array : {&form.counts, &form.column_indices, &form.values})
        if (!array->is_here()) missing += size_of(array->bytes());
    return missing;
}

/// Gathered bytes at the rate at which the cache delivers sectors, C streamed, and A.
Cost cost(const MxmProblem &problem) {
    const device::Rates &r = device::rates();
    const BalancedForm &B = problem.B->balanced_form().get();
    const double entries = size_of(problem.A->most_nvals()), slots = size_of(B.slots);
    const double sectors = std::max(1.0, slots * size_of(problem.B->type()->size) / 32) +
                           std::max(1.0, slots * B.index_width / 32);
    const double elements = size_of(problem.m()) * size_of(problem.n());
    const bool reads_C = !problem.sum_into->is_iso();
    const double streamed = entries * (4 + size_of(problem.A->type()->size)) +
                            elements * size_of(problem.result_type()->size) * (reads_C ? 2 : 1);
    Cost cost;
    cost.seconds = entries * sectors / r.gathers_cached + streamed / r.stream_bytes +
                   2 * r.launch_seconds + missing_balanced_bytes(*problem.B) / r.upload_bytes +
                   device::missing_bytes(*problem.sum_into, false, false) / r.upload_bytes;
    device::add_missing_operand(cost, *problem.A, problem.is_A_transposed);
    return cost;
}

const DeviceCoefficient coupled{"device_ssd_coupled", "1",
                                "times as long as the variant that does not couple", 2};

/// Every row passes through C atomically, and through shared memory with a barrier.
Cost coupled_cost(const MxmProblem &problem) {
    Cost own = cost(problem);
    own.seconds *= coupled;
    return own;
}

/// The entries of rows (columns) in groups of one row each; short groups or long ones.
struct EdgeGroups final : Attachment {
    static constexpr char tag[] = "edge groups";
    std::size_t bytes() const noexcept override { return sizeof *this + groups.bytes(); }
    Array groups;
    std::uint64_t count = 0;
};

/// Made on the first call and kept with A.
Ref<const EdgeGroups> set_groups(const MxmProblem &problem, bool is_long, device::SsdCall &call) {
    const AttachmentKey key{problem.is_A_transposed, is_long ? 1u : 0u};
    Ref<const EdgeGroups> kept = problem.A->attachments().get_or_make<EdgeGroups>(key, [&] {
        auto made = make_ref<EdgeGroups>();
        device::EdgeGroupsCall list{};
        list.A = call.A;
        list.group_size = call.group_size;
        const Array firsts = Array::make_here((call.A.nrows + 1) * 4);
        list.firsts = static_cast<unsigned *>(const_cast<void *>(firsts.data_here()));
        list.count = &made->count;
        Array classes;
        if (is_long) {
            classes = Array::make_here(call.group_size * 4);
            list.classes = static_cast<unsigned *>(classes.data_here_for_writing());
        }
        device::check(device::gpu::count_edge_groups(&list));
        made->groups =
            Array::make_here(std::max<std::uint64_t>(1, made->count) * device::edge_group_bytes);
        list.groups = made->groups.data_here_for_writing();
        device::check(device::gpu::list_edge_groups(&list));
        return made;
    });
    call.groups = kept->count;
    call.edge_groups = kept->groups.data_here();
    return kept;
}

int power_of_two_from(std::uint64_t n) {
    int power = 1;
    while (size_of(static_cast<std::uint64_t>(power)) < size_of(n)) power *= 2;
    return power;
}

/// Sets the slots of a warp and the entries at a time.
void set_shape(SsdSchedule schedule, device::SsdCall &call, std::size_t value_size) {
    const int width = std::min(128, power_of_two_from(call.slots));
    const int lanes_of_entry = std::min(32, width);
    switch (schedule) {
    case SsdSchedule::long_groups: {
        // Four groups of 8 lanes, which read up to four slots at once; more slots: fewer groups.
        while (call.vector < 4 && 8 * call.vector < width && call.slots % (2 * call.vector) == 0)
            call.vector *= 2;
        if (call.slots == 2) call.vector = 2; // an entry a lane: half as many loads
        call.warp_slots = std::clamp(32 * call.vector / width, 1, 4);
        // Atomics lock elements by words.
        const int lanes = std::max(1, width / call.vector);
        call.entries_at_once = value_size >= 4 ? std::max(1, 32 / call.warp_slots / lanes) : 1;
        break;
    }
    case SsdSchedule::paper:
    case SsdSchedule::atomic: {
        const int limit = call.columns <= 128 ? 4 : call.columns <= 512 ? 2 : 1;
        call.warp_slots = std::clamp(32 / lanes_of_entry, 1, limit);
        break;
    }
    case SsdSchedule::one_slot:
    case SsdSchedule::one_slot_atomic:
        break;
    }
    while (call.warp_slots > 1 &&
           static_cast<std::size_t>(call.warp_slots) * call.columns * value_size > largest_buffer) {
        call.warp_slots /= 2;
    }
    call.always_shares =
        schedule == SsdSchedule::atomic || schedule == SsdSchedule::one_slot_atomic;
}

Ref<Snapshot> run_ssd(const MxmProblem &problem, bool is_coupled, SsdSchedule schedule) {
    const Type *type = problem.result_type();
    const std::uint64_t m = problem.m(), n = problem.n();
    const BalancedForm &B = problem.B->balanced_form().get();
    device::SsdCall call{};
    call.is_coupled = is_coupled;
    call.A = device::sparse_arrays(*problem.A, problem.is_A_transposed);
    call.columns = n;
    call.slots = B.slots;
    if (B.nvals != problem.k() * B.slots)
        call.x_counts = static_cast<const unsigned *>(B.counts.data_here());
    call.x_columns = B.column_indices.data_here();
    call.x_values = B.values.data_here();
    call.position_width = B.index_width;
    call.x_type = device::cpp_type_name(problem.B->type());
    call.x_is_iso = B.is_iso;
    call.semiring = {device::name_of(*problem.semiring->add->op),
                     device::name_of(*problem.semiring->multiply), device::cpp_type_name(type)};
    const device::DenseArrays C = device::dense_arrays(*problem.sum_into);
    call.c_values = C.values;
    call.c_is_iso = C.is_iso;
    call.warp_slots = call.entries_at_once = call.vector = 1;
    if (is_coupled) {
        call.always_shares = true;
    } else {
        set_shape(schedule, call, type->size);
    }
    const bool is_long = !is_coupled && schedule == SsdSchedule::long_groups;
    call.group_size = is_long ? long_group : short_group;
    const Ref<const EdgeGroups> groups = set_groups(problem, is_long, call);
    DenseForm form;
    form.nvals = m * n;
    form.values = Array::make_here(m * n * type->size);
    call.to_values = form.values.data_here_for_writing();
    device::check(device::gpu::ssd(&call));
    return Snapshot::of_dense(type, m, n, std::move(form));
}

/// C ⊕ A ⊕.⊗ B: A m×k by rows (transposed: its columns), B k×n row-balanced, C full. Rows of A in
/// groups of at most 256 entries (paper: 32), kept with A, 16 bytes a group; a warp adds up to four
/// groups at a time in shared memory, and stores rows of one group without reading C when C is iso.
/// Bytes: A, the slots of B an entry of A, C once (twice where its values differ). Sums of a row in
/// several groups come in any order. See cuda/ssd/ssd.cuh. Refused: B not row-balanced or
/// transposed, no full C to add to, rows of C over 48 KB, 2^32 rows or entries, user-defined types.
Ref<Snapshot> run_decoupled(const MxmProblem &problem) {
    return run_ssd(problem, false, static_cast<SsdSchedule>(schedules.choose(0)));
}

/// Computes it in MaxK's form, the baseline of Khan and Khan 2025: for comparison.
Ref<Snapshot> run_coupled(const MxmProblem &problem) {
    return run_ssd(problem, true, SsdSchedule::paper);
}

constexpr Capabilities capabilities{
    .fuses_sum = true, .is_deterministic = false, .device = device::cuda_kind};

} // namespace

extern const Variant<MxmProblem> cuda_ssd_decoupled = {decoupled_variant, capabilities, &refuses,
                                                       &cost, &run_decoupled};
extern const Variant<MxmProblem> cuda_ssd_coupled = {"cuda/ssd_coupled", capabilities, &refuses,
                                                     &coupled_cost, &run_coupled};

} // namespace grb
