// The device rows of mxv and vxm that push: u sparse, the columns of the effective matrix that it selects.
#include "core/context.hpp"
#include "core/parallel.hpp"
#include "cpu/mxv_cost.hpp"
#include "cpu/mxv_pull.hpp"
#include "device/operands.hpp"
#include "device/rates.hpp"
#include "device/transpose.hpp"
#include "registry/rates.hpp"
#include "storage/convert.hpp"

#include <bit>
#include <cmath>
#include <utility>

namespace grb {

namespace {

using device::PushVariant;

/// Results up to this many entries come back as a list at once.
constexpr unsigned list_capacity = 1024;
/// A result with more entries than one in this many cells stays a bitmap.
constexpr std::uint64_t sparse_from = 32;
/// Longer frontiers are scanned in launches of their own.
constexpr double own_scan = 2048;
/// The accumulator and the bits are device memory in proportion to w.
constexpr double largest_cells_bytes = 0x1p36;

double size_of(std::uint64_t n) noexcept {
    return static_cast<double>(n);
}

bool ignores_a(const MxvProblem &problem) noexcept {
    const BinaryTraits &traits = problem.semiring->multiply->traits;
    return problem.is_flipped ? traits.ignores_y : traits.ignores_x;
}

bool ignores_u(const MxvProblem &problem) noexcept {
    const BinaryTraits &traits = problem.semiring->multiply->traits;
    return problem.is_flipped ? traits.ignores_x : traits.ignores_y;
}

/// All products are one value, and adding it to itself changes nothing; see Tier::pattern.
bool is_pattern(const MxvProblem &problem) noexcept {
    const Snapshot &u = *problem.u;
    const bool has_one_u = u.is_iso() || (u.nvals() == 1 && u.rows_part().is_present());
    return problem.semiring->add->op->traits.is_idempotent &&
           (ignores_a(problem) || problem.A->is_iso()) && (ignores_u(problem) || has_one_u);
}

/// The part of A that push walks, if it is there.
const LazyPart<SparsePart> &columns_part(const MxvProblem &problem) noexcept {
    return problem.is_transposed ? problem.A->rows_part() : problem.A->columns_part();
}

bool is_hyper(const MxvProblem &problem) noexcept {
    const LazyPart<SparsePart> &part = columns_part(problem);
    if (part.is_present()) return part.get().is_hyper;
    const LazyPart<SparsePart> &jumbled = problem.A->jumbled_rows_part();
    if (problem.is_transposed && jumbled.is_present()) return jumbled.get().is_hyper;
    return should_be_hyper(problem.n(), problem.A->nvals());
}

double operand_bytes(const MxvProblem &problem) noexcept {
    const bool has_values = !problem.A->is_iso() && !ignores_a(problem);
    return size_of(problem.A->nvals()) * (4 + (has_values ? size_of(problem.A->type()->size) : 0));
}

template <PushVariant variant>
const char *refuses(const MxvProblem &problem) {
    const Semiring &semiring = *problem.semiring;
    if (semiring.multiply->code == BinaryCode::user || semiring.add->op->code == BinaryCode::user ||
        problem.A->type()->code == TypeCode::user || problem.u->type()->code == TypeCode::user) {
        return "user-defined type or operator";
    }
    if (problem.A->nvals() == 0 || problem.u->nvals() == 0) return "nothing to compute";
    if (is_hyper(problem)) return "hypersparse A";
    const LazyPart<SparsePart> &list = problem.u->rows_part();
    if (list.is_present() && list.get().is_hyper) return "hypersparse u";
    if (variant == PushVariant::bitmap) {
        if (!is_pattern(problem)) return "products differ";
        if (size_of(problem.m()) / 8 > largest_cells_bytes) return "w is too long for bits";
    } else if (!device::has_identity(*semiring.add->op) &&
               !(variant == PushVariant::sort && is_pattern(problem))) {
        return "no commutative monoid";
    }
    if (variant == PushVariant::atomic &&
        size_of(problem.m()) * size_of(problem.result_type()->size) > largest_cells_bytes) {
        return "w is too long to be dense";
    }
    if (variant == PushVariant::sort && problem.m() >= UINT32_MAX)
        return "w is too long for 32-bit keys";
    return device::refuses_device(MxvProblem::operation, operand_bytes(problem));
}

/// Entries that push visits. Sampled when that copies nothing from the device, else the mean.
double edges_of(const MxvProblem &problem) {
    if (problem.u->is_on_host() && problem.A->is_on_host()) return push_entries(problem);
    return size_of(problem.u->nvals()) * size_of(problem.A->nvals()) /
           std::max(1.0, size_of(problem.n()));
}

/// True when the entries of u are listed on the device, from its bits there.
bool lists_on_device(const Snapshot &u) noexcept {
    if (u.has_rows() || !u.has_dense()) return false;
    const DensePart &part = u.dense_part().get();
    return part.values.is_on_device() && (part.bits.empty() || part.bits.is_on_device());
}

/// Bytes of u to copy.
double missing_of_u(const Snapshot &u, bool has_values) noexcept {
    if (lists_on_device(u)) return 0;
    const LazyPart<SparsePart> &list = u.rows_part();
    const double value = has_values && !u.is_iso() ? size_of(u.type()->size) : 0;
    if (!list.is_present()) return size_of(u.nvals()) * (4 + value);
    const SparsePart &part = list.get();
    return (part.column_indices.is_on_device() ? 0 : size_of(part.column_indices.bytes())) +
           (value == 0 || part.values.is_on_device() ? 0 : size_of(part.values.bytes()));
}

/// Price of what A lacks: its columns, and their copy on the device.
void add_missing(Cost &cost, const MxvProblem &problem) noexcept {
    const device::Rates &r = device::rates();
    const LazyPart<SparsePart> &columns = columns_part(problem);
    double seconds = 0;
    if (columns.is_present()) {
        const SparsePart &part = columns.get();
        for (const Array *array : {&part.row_offsets, &part.column_indices, &part.values}) {
            const bool is_wanted = array != &part.values || !ignores_a(problem);
            if (is_wanted && !array->is_on_device())
                seconds += size_of(array->bytes()) / r.upload_bytes;
        }
    } else if (device::can_transpose_there(*problem.A, !problem.is_transposed)) {
        seconds = device::transposition_seconds(*problem.A);
    } else {
        const double entries = size_of(problem.A->nvals());
        seconds = (operand_bytes(problem) + 4 * size_of(problem.n())) / r.upload_bytes;
        if (!problem.has_push_columns())
            seconds += 2 * entries / rates().scatters_memory / std::max(1, max_threads());
    }
    if (seconds == 0) return;
    cost.missing_seconds = seconds;
    cost.missing_in = problem.A.get();
    cost.missing_part = Part::device;
}

template <PushVariant variant>
Cost cost(const MxvProblem &problem) {
    const device::Rates &r = device::rates();
    const double count = size_of(problem.u->nvals()), edges = edges_of(problem);
    const double m = size_of(problem.m()), n = size_of(problem.n());
    const bool has_values = !is_pattern(problem);
    const double size = size_of(problem.result_type()->size);
    const double entry = operand_bytes(problem) / std::max(1.0, size_of(problem.A->nvals()));
    // A sector of offsets for each vertex, at random.
    double bytes = edges * entry + count * 40;
    double launches = count > own_scan || variant == PushVariant::sort ? 3 : 1;
    double waits = 1, scattering = 0;
    if (!problem.u->has_rows() && !problem.u->is_full()) {
        bytes += n / 4;
        launches += 3;
    }
    if (variant == PushVariant::sort) {
        const double slot = has_values ? std::max(4.0, size) : 0;
        const double passes = std::ceil(std::bit_width(problem.m()) / 8.0);
        bytes += edges * (4 + slot) * (5 * passes + 6);
        launches += passes + 5;
        waits = 2;
    } else {
        const double footprint = m / 8 + (has_values ? m * size : 0);
        const double rate = footprint < r.cached_bytes ? r.gathers_cached : r.gathers_memory;
        // An atomic each on the value, and most of them look at a bit that is set.
        scattering = edges * (has_values ? 3 : 1) / rate;
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

/// Columns of the effective matrix on the device, made on the host first where A lacks them.
device::SparseArrays columns_of(const MxvProblem &problem) {
    const SparsePart &part = problem.A->sparse_part(!problem.is_transposed);
    if (part.is_hyper) throw device::Failure(device::Status::unsupported);
    return {problem.n(),
            problem.m(),
            part.nvals,
            part.row_offsets.device_data(),
            part.column_indices.device_data(),
            ignores_a(problem) ? nullptr : part.values.device_data(),
            part.offset_width,
            part.index_width,
            device::type_name(problem.A->type()),
            part.is_iso};
}

/// Fills in what the call says of u; `owned` keeps a list alive that was made for it.
void set_frontier(device::MxvPushCall &call, const MxvProblem &problem, Array &owned) {
    const Snapshot &u = *problem.u;
    const bool has_values = !call.is_pattern && !ignores_u(problem);
    call.count = u.nvals();
    call.u_type = device::type_name(u.type());
    call.frontier_width = 4;
    if (lists_on_device(u)) {
        const DensePart &part = u.dense_part().get();
        call.u_is_iso = part.is_iso;
        call.u_is_by_position = true;
        if (has_values) call.u_values = part.values.device_data();
        if (part.bits.empty()) return;
        call.frontier_width = index_width_for(1, u.ncols());
        owned = Array::on_device(call.count * static_cast<std::uint64_t>(call.frontier_width));
        call.frontier = owned.device_data_for_writing();
        device::ListCall list{};
        list.cells = u.ncols();
        list.bits = static_cast<const std::uint64_t *>(part.bits.device_data());
        list.size = 8;
        list.index_width = call.frontier_width;
        list.indices = const_cast<void *>(call.frontier);
        device::check(device::backend().list_cells(&list));
        return;
    }
    u.rows();
    const SparsePart &part = u.rows_part().get();
    if (part.is_hyper) throw device::Failure(device::Status::unsupported);
    call.frontier = part.column_indices.device_data();
    call.frontier_width = part.index_width;
    call.u_is_iso = part.is_iso;
    if (has_values) call.u_values = part.values.device_data();
}

/// The value of all entries of the result, for a problem with is_pattern().
Array one_product(const MxvProblem &problem) {
    const Snapshot &A = *problem.A, &u = *problem.u;
    const void *a_value = nullptr, *u_value = nullptr;
    if (!ignores_a(problem)) a_value = std::as_const(columns_part(problem).get().values).data();
    if (!ignores_u(problem)) {
        const Array &values = u.rows_part().is_present() ? u.rows_part().get().values
                              : u.has_dense()            ? u.dense_part().get().values
                                                         : u.jumbled_rows_part().get().values;
        u_value = values.data();
    }
    const BoundBinary multiply(problem.semiring->multiply, problem.result_type(), A.type(),
                               u.type(), problem.is_flipped);
    Array product(problem.result_type()->size);
    multiply(product.data(), a_value, u_value, 1);
    return product;
}

device::MxvPushCall call_of(const MxvProblem &problem, PushVariant variant, Array &list,
                            Array &mask_words) {
    const Type *type = problem.result_type();
    device::MxvPushCall call{};
    call.variant = variant;
    call.schedule = device::Schedule::merge;
    call.is_pattern = variant != PushVariant::atomic && is_pattern(problem);
    call.A = columns_of(problem);
    set_frontier(call, problem, list);
    call.is_flipped = problem.is_flipped;
    call.semiring = {device::name_of(*problem.semiring->add->op),
                     device::name_of(*problem.semiring->multiply), device::type_name(type)};
    call.mask = device::mask_bits(problem.mask, problem.m(), mask_words);
    call.list_width = index_width_for(1, problem.m());
    call.value_size = static_cast<int>(type->size);
    return call;
}

Ref<Snapshot> list_result(const MxvProblem &problem, std::uint64_t nvals, Array &&indices,
                          Array &&values, bool is_iso) {
    SparsePart part;
    part.stored_rows = 1;
    part.nvals = nvals;
    part.index_width = index_width_for(1, problem.m());
    part.offset_width = offset_width_for(part.index_width, nvals);
    part.row_offsets = vector_offsets(nvals, part.offset_width);
    part.column_indices = std::move(indices);
    part.values = std::move(values);
    part.is_iso = is_iso;
    return Snapshot::of_rows(problem.result_type(), 1, problem.m(), std::move(part));
}

/// w = A ⊕.⊗ u into cells: bits, and with values a dense accumulator. A by columns (standard, any index
/// width), u a list, bitmap or full, any mask; w sparse and sorted, or bitmap from one entry in 32 cells on.
/// Work O(edges of the frontier + m/8), for atomics + m values. Waits once, for the number of entries.
Ref<Snapshot> run_cells(const MxvProblem &problem, PushVariant variant) {
    const std::uint64_t m = problem.m();
    const Type *type = problem.result_type();
    const bool has_values = variant == PushVariant::atomic;
    Array frontier, mask_words;
    device::MxvPushCall call = call_of(problem, variant, frontier, mask_words);
    const auto width = static_cast<std::uint64_t>(call.list_width);

    DensePart cells;
    cells.bits = Array::on_device((m + 63) / 64 * 8);
    call.w_bits = static_cast<std::uint64_t *>(cells.bits.device_data_for_writing());
    Array indices = Array::on_device(list_capacity * width), values;
    call.list_indices = indices.device_data_for_writing();
    call.list_capacity = list_capacity;
    if (has_values) {
        cells.values = Array::on_device((m * type->size + 3) / 4 * 4);
        values = Array::on_device(list_capacity * type->size);
        call.w_values = cells.values.device_data_for_writing();
        call.list_values = values.device_data_for_writing();
    } else {
        cells.values = values = one_product(problem);
        cells.is_iso = true;
    }
    call.nvals = &cells.nvals;
    device::check(device::backend().mxv_push(&call));

    const std::uint64_t nvals = cells.nvals;
    if (nvals == 0) return Snapshot::empty(type, 1, m);
    if (nvals > m / sparse_from) {
        if (nvals == m) cells.bits = Array();
        return Snapshot::of_dense(type, 1, m, std::move(cells));
    }
    if (nvals > list_capacity) {
        indices = Array::on_device(nvals * width);
        device::ListCall list{};
        list.cells = m;
        list.bits = call.w_bits;
        list.size = 8;
        list.index_width = call.list_width;
        list.indices = indices.device_data_for_writing();
        if (has_values) {
            values = Array::on_device(nvals * type->size);
            list.size = static_cast<int>(type->size);
            list.values = call.w_values;
            list.list_values = values.device_data_for_writing();
        }
        device::check(device::backend().list_cells(&list));
    }
    return list_result(problem, nvals, std::move(indices), std::move(values), !has_values);
}

/// Memory of a sorted result, made when its size is known.
struct Result {
    Array indices, values;
    std::uint64_t index_bytes = 0, value_bytes = 0; // of an entry; 0: no values

    static device::Status reserve(void *context, std::uint64_t nvals, void **indices,
                                  void **values) noexcept {
        auto &result = *static_cast<Result *>(context);
        try {
            result.indices = Array::on_device(nvals * result.index_bytes);
            *indices = result.indices.device_data_for_writing();
            if (result.value_bytes == 0) return device::Status::ok;
            result.values = Array::on_device(nvals * result.value_bytes);
            *values = result.values.device_data_for_writing();
            return device::Status::ok;
        } catch (const device::Failure &failure) {
            return failure.status();
        } catch (const std::bad_alloc &) {
            return device::Status::out_of_memory;
        }
    }
};

/// w = A ⊕.⊗ u by sorting the products by destination and adding up runs (paper 004 Algorithms 5, 6, 9):
/// no atomics, memory in proportion to the edges of the frontier. A by columns (standard, any index width),
/// u a list, bitmap or full, any mask; w sparse and sorted. Deterministic. Waits twice: for the number of
/// products, by which the sort's memory goes, and for the number of entries.
Ref<Snapshot> run_sort(const MxvProblem &problem) {
    Array frontier, mask_words;
    device::MxvPushCall call = call_of(problem, PushVariant::sort, frontier, mask_words);
    Result result;
    result.index_bytes = static_cast<std::uint64_t>(call.list_width);
    if (call.is_pattern) {
        result.values = one_product(problem);
    } else {
        result.value_bytes = problem.result_type()->size;
    }
    std::uint64_t nvals = 0;
    call.nvals = &nvals;
    call.reserve = &Result::reserve;
    call.reserve_context = &result;
    device::check(device::backend().mxv_push(&call));
    if (nvals == 0) return Snapshot::empty(problem.result_type(), 1, problem.m());
    return list_result(problem, nvals, std::move(result.indices), std::move(result.values),
                       call.is_pattern);
}

template <PushVariant variant>
Ref<Snapshot> run(const MxvProblem &problem) {
    if constexpr (variant == PushVariant::sort) {
        return run_sort(problem);
    } else {
        return run_cells(problem, variant);
    }
}

} // namespace

extern const Variant<MxvProblem> cuda_mxv_push_bitmap = {"cuda/mxv_push_bitmap",
                                                         {.fuses_mask = true, .is_on_device = true},
                                                         &refuses<PushVariant::bitmap>,
                                                         &cost<PushVariant::bitmap>,
                                                         &run<PushVariant::bitmap>};
extern const Variant<MxvProblem> cuda_mxv_push_atomic = {
    "cuda/mxv_push_atomic",
    {.fuses_mask = true, .is_deterministic = false, .is_on_device = true},
    &refuses<PushVariant::atomic>,
    &cost<PushVariant::atomic>,
    &run<PushVariant::atomic>};
extern const Variant<MxvProblem> cuda_mxv_push_sort = {"cuda/mxv_push_sort",
                                                       {.fuses_mask = true, .is_on_device = true},
                                                       &refuses<PushVariant::sort>,
                                                       &cost<PushVariant::sort>,
                                                       &run<PushVariant::sort>};

} // namespace grb
