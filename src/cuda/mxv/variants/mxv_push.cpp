// The device variants of mxv and vxm that push along the columns that a sparse u selects.
#include "cuda/mxv/variants/mxv_push.hpp"
#include "cpu/mxv/mxv_pull.hpp"
#include "cuda/library/clean_workspace.hpp"
#include "cuda/mxv/mxv_calls.h"
#include "cuda/mxv/variants/mxv_push_tuples.hpp"
#include "cuda/structure/structure_calls.h"
#include "cuda/structure/variants/formats.hpp"

#include "storage/convert.hpp"

#include <utility>

namespace grb {

namespace device {

Array one_product(const MxvProblem &problem) {
    const Snapshot &A = *problem.A, &u = *problem.u;
    const void *a_value = nullptr, *u_value = nullptr;
    if (!ignores_a(problem)) {
        const LazyForm<SparseForm> &rows = A.rows_form();
        a_value = std::as_const((rows.is_present() ? rows : A.columns_form()).get().values).data();
    }
    if (!ignores_u(problem)) {
        const Array &values = u.rows_form().is_present() ? u.rows_form().get().values
                              : u.has_dense()            ? u.dense_form().get().values
                                                         : u.jumbled_rows_form().get().values;
        u_value = values.data();
    }
    const Type *const type = problem.result_type();
    Array product(type->size);
    // A sum of rows (elementwise/variants/reduce_rows.cpp) is of any type: nothing is multiplied.
    if (problem.semiring->multiply->code == BinaryCode::first && !problem.is_flipped) {
        cast_values(product.data(), type, a_value, A.type(), 1);
        return product;
    }
    const BoundBinary multiply(problem.semiring->multiply, type, A.type(), u.type(),
                               problem.is_flipped);
    multiply(product.data(), a_value, u_value, 1);
    return product;
}

} // namespace device

namespace {

using device::columns_form;
using device::ignores_a;
using device::ignores_u;
using device::list_capacity;
using device::PushVariant;
using device::sparse_from;

constexpr const char *name_of(PushVariant variant) noexcept {
    return variant == PushVariant::bitmap   ? "cuda/mxv_push_bitmap"
           : variant == PushVariant::atomic ? "cuda/mxv_push_atomic"
                                            : "cuda/mxv_push_sort";
}

const Schedules bitmap_schedules(name_of(PushVariant::bitmap)),
    atomic_schedules(name_of(PushVariant::atomic));

/// Columns of the effective matrix on the device, made on the host first where A lacks them.
device::SparseArrays columns_of(const MxvProblem &problem) {
    const SparseForm &form = problem.A->sparse_form(!problem.is_transposed);
    if (form.is_hyper) throw device::Failure(device::Status::unsupported);
    return {problem.n(),
            problem.m(),
            form.nvals,
            form.row_offsets.data_here(),
            form.column_indices.data_here(),
            ignores_a(problem) ? nullptr : form.values.data_here(),
            form.offset_width,
            form.index_width,
            device::cpp_type_name(problem.A->type()),
            form.is_iso};
}

/// Lists the entries of a bitmap, if they are few: u keeps the list for later calls.
void list_few(const Snapshot &u) {
    if (!device::lists_on_device(u) || u.dense_form().get().bits.empty()) return;
    if (u.nvals() == 0 || u.nvals() > u.ncols() / sparse_from) return;
    const_cast<Snapshot &>(u).rows_form().get_or_make([&u] { return device::listed(u); });
}

/// Fills in the call's frontier from u; `owned` keeps a list alive that was made for it.
void set_frontier(device::MxvPushCall &call, const MxvProblem &problem, Array &owned) {
    const Snapshot &u = *problem.u;
    const bool has_values = !call.is_pattern && !ignores_u(problem);
    list_few(u);
    call.count = u.nvals();
    call.u_type = device::cpp_type_name(u.type());
    call.frontier_width = 4;
    if (!u.has_rows() && u.has_dense() && !u.is_on_host())
        device::dense_arrays(u); // of other devices
    if (device::lists_on_device(u)) {
        const DenseForm &form = u.dense_form().get();
        call.u_is_iso = form.is_iso;
        call.u_is_by_position = true;
        if (has_values) call.u_values = form.values.data_here();
        if (form.bits.empty()) return;
        call.frontier_width = index_width_for(1, u.ncols());
        owned = Array::make_here(call.count * static_cast<std::uint64_t>(call.frontier_width));
        call.frontier = owned.data_here_for_writing();
        device::ListCall list{};
        list.elements = u.ncols();
        list.bits = static_cast<const std::uint64_t *>(form.bits.data_here());
        list.size = 8;
        list.index_width = call.frontier_width;
        list.indices = const_cast<void *>(call.frontier);
        device::check(device::gpu::list_elements(&list));
        return;
    }
    // Without a view, which would copy the list to the host.
    if (!u.rows_form().is_present()) u.rows();
    const SparseForm &form = u.rows_form().get();
    if (form.is_hyper) throw device::Failure(device::Status::unsupported);
    call.frontier = form.column_indices.data_here();
    call.frontier_width = form.index_width;
    call.u_is_iso = form.is_iso;
    if (has_values) call.u_values = form.values.data_here();
}

/// Memory that a call points to beside its operands.
struct Owned {
    Array frontier, mask_words, frontier_bits;
    Ref<const device::EntryRows> entry_rows;
};

/// Sets the arrays of schedule `edge`: the column of each entry of A, the frontier as bits.
void set_edges(device::MxvPushCall &call, const MxvProblem &problem, Owned &owned) {
    owned.entry_rows = device::entry_rows(*problem.A, !problem.is_transposed, call.A);
    call.entry_rows = owned.entry_rows->array.data_here();
    if (call.frontier == nullptr) return;
    if (device::lists_on_device(*problem.u)) {
        owned.frontier_bits = problem.u->dense_form().get().bits;
        call.frontier_bits = static_cast<const std::uint64_t *>(owned.frontier_bits.data_here());
        return;
    }
    device::SparseArrays list{};
    list.nrows = 1;
    list.ncols = problem.n();
    list.nvals = call.count;
    list.column_indices = call.frontier;
    list.index_width = call.frontier_width;
    list.type = call.u_type;
    owned.frontier_bits = Array::make_here((problem.n() + 63) / 64 * 8);
    device::MaskBitsCall bits{};
    bits.sparse = &list;
    bits.is_structural = true;
    bits.elements = problem.n();
    bits.bits = static_cast<std::uint64_t *>(owned.frontier_bits.data_here_for_writing());
    device::check(device::gpu::mask_bits(&bits));
    call.frontier_bits = bits.bits;
}

/// Chooses a warp for a few columns where none is long: numbering all entries of the frontier in a
/// block would take longer than the entries themselves.
///
/// Else chooses equal numbers of edges per block, which always balance: the frontier's degrees are
/// not known when the call is made. The other schedules win where all degrees are equal, and by
/// little.
device::Schedule push_schedule(const MxvProblem &problem, PushVariant variant) {
    const Schedules &schedules =
        variant == PushVariant::bitmap ? bitmap_schedules : atomic_schedules;
    constexpr std::uint64_t short_column = 256;
    const Snapshot &A = *problem.A;
    const bool is_known = columns_form(problem).is_present();
    if (is_known) {
        const Statistics &columns = problem.is_transposed ? A.statistics() : A.column_statistics();
        if (columns.longest <= short_column)
            return device::schedule_of(schedules, device::Schedule::warp);
    }
    return device::schedule_of(schedules, device::Schedule::merge);
}

device::MxvPushCall call_of(const MxvProblem &problem, PushVariant variant, Owned &owned) {
    const Type *type = problem.result_type();
    device::MxvPushCall call{};
    call.variant = variant;
    call.schedule =
        variant == PushVariant::sort ? device::Schedule::merge : push_schedule(problem, variant);
    call.is_pattern = variant != PushVariant::atomic && device::is_pattern(problem);
    call.A = columns_of(problem);
    set_frontier(call, problem, owned.frontier);
    if (call.schedule == device::Schedule::edge) set_edges(call, problem, owned);
    call.is_flipped = problem.is_flipped;
    call.semiring = {device::name_of(*problem.semiring->add->op),
                     device::name_of(*problem.semiring->multiply), device::cpp_type_name(type)};
    if (variant == PushVariant::sort ||
        device::push_edges(problem) > device::size_of(problem.m()) / 8 ||
        !device::mask_values(problem.mask, &call.mask)) {
        call.mask = device::mask_bits(problem.mask, problem.m(), owned.mask_words);
    }
    call.list_width = index_width_for(1, problem.m());
    call.value_size = static_cast<int>(type->size);
    return call;
}

Ref<Snapshot> list_result(const MxvProblem &problem, std::uint64_t nvals, Array &&indices,
                          Array &&values, bool is_iso) {
    SparseForm form;
    form.stored_rows = 1;
    form.nvals = nvals;
    form.index_width = index_width_for(1, problem.m());
    form.offset_width = offset_width_for(form.index_width, nvals);
    form.row_offsets = vector_offsets(nvals, form.offset_width);
    form.column_indices = std::move(indices);
    form.values = std::move(values);
    form.is_iso = is_iso;
    return Snapshot::of_rows(problem.result_type(), 1, problem.m(), std::move(form));
}

/// The dense result of a push, from its memory to a snapshot.
class DenseResult {
public:
    /// Gets memory for the dense elements, and for a list of at most list_capacity entries.
    DenseResult(const MxvProblem &problem, device::MxvPushCall &call, bool has_values)
        : problem_(problem), call_(call), has_values_(has_values),
          width_(static_cast<std::uint64_t>(call.list_width)),
          kept_(device::take_workspace(problem.m(),
                                       has_values ? call.semiring.add : device::BinaryName{},
                                       problem.result_type()->size)) {
        const std::uint64_t m = problem.m(), size = problem.result_type()->size;
        call.is_clean = kept_.is_clean;
        dense_.bits = kept_.bits;
        call.w_bits = static_cast<std::uint64_t *>(dense_.bits.data_here_for_writing());
        // A longer result stays dense.
        call.list_capacity =
            static_cast<unsigned>(std::min<std::uint64_t>(list_capacity, m / sparse_from));
        indices_ = Array::make_here(call.list_capacity * width_);
        call.list_indices = indices_.data_here_for_writing();
        if (has_values) {
            dense_.values = kept_.values;
            values_ = Array::make_here(call.list_capacity * size);
            call.w_values = dense_.values.data_here_for_writing();
            call.list_values = values_.data_here_for_writing();
        } else {
            dense_.values = values_ = device::one_product(problem);
            dense_.is_iso = true;
        }
        call.nvals = &nvals_;
        if (is_square()) call.edges = &edges_;
    }
    DenseResult(const DenseResult &) = delete;
    DenseResult &operator=(const DenseResult &) = delete;

    /// Makes the snapshot after the call.
    Ref<Snapshot> finish() {
        const std::uint64_t m = problem_.m();
        // The kernel that made a list has cleared the dense elements.
        if (nvals_ <= call_.list_capacity) device::keep_workspace(std::move(kept_));
        if (nvals_ == 0) return Snapshot::empty(problem_.result_type(), 1, m);
        if (nvals_ > m / sparse_from) return noted(dense());
        if (nvals_ > call_.list_capacity) list_elements();
        return noted(
            list_result(problem_, nvals_, std::move(indices_), std::move(values_), !has_values_));
    }

private:
    bool is_square() const { return problem_.m() == problem_.n(); }

    Ref<Snapshot> dense() {
        const std::uint64_t m = problem_.m();
        dense_.nvals = nvals_;
        if (nvals_ == m) dense_.bits = Array();
        return Snapshot::of_dense(problem_.result_type(), 1, m, std::move(dense_));
    }
    /// Lists the positions that have an entry, too many for the kernel's own list.
    void list_elements() {
        indices_ = Array::make_here(nvals_ * width_);
        device::ListCall list{};
        list.elements = problem_.m();
        list.bits = call_.w_bits;
        list.size = 8;
        list.index_width = call_.list_width;
        list.indices = indices_.data_here_for_writing();
        if (has_values_) {
            const std::uint64_t size = problem_.result_type()->size;
            values_ = Array::make_here(nvals_ * size);
            list.size = static_cast<int>(size);
            list.values = call_.w_values;
            list.list_values = values_.data_here_for_writing();
        }
        device::check(device::gpu::list_elements(&list));
    }
    /// Notes the edges of the result's entries, which the next push from it needs.
    Ref<Snapshot> noted(Ref<Snapshot> result) const {
        if (is_square()) {
            result->note_edges(columns_form(problem_).get().row_offsets.identity(),
                               device::size_of(edges_));
        }
        return result;
    }

    const MxvProblem &problem_;
    const device::MxvPushCall &call_;
    bool has_values_;
    std::uint64_t width_, nvals_ = 0, edges_ = 0;
    device::CleanWorkspace kept_;
    DenseForm dense_;
    Array indices_, values_; // the list
};

/// w = A ⊕.⊗ u into dense elements: bits, and with values a dense accumulator. A by columns
/// (standard, any index width), u a list, bitmap or full, any mask; w sparse and sorted, or bitmap
/// from one entry in 32 elements on. Work O(edges of the frontier), and + m/8 or m values unless
/// the result before was as long and short enough for a list. Waits once, for the number of
/// entries.
Ref<Snapshot> run_dense(const MxvProblem &problem, PushVariant variant) {
    Owned owned;
    device::MxvPushCall call = call_of(problem, variant, owned);
    DenseResult result(problem, call, variant == PushVariant::atomic);
    device::check(device::gpu::mxv_push(&call));
    return result.finish();
}

/// Memory of a sorted result, made when its size is known.
struct Result {
    Array indices, values;
    std::uint64_t index_bytes = 0, value_bytes = 0; // of an entry; 0: no values

    static device::Status reserve(void *context, std::uint64_t nvals, void **indices,
                                  void **values) noexcept {
        auto &result = *static_cast<Result *>(context);
        return device::status_of([&] {
            result.indices = Array::make_here(nvals * result.index_bytes);
            *indices = result.indices.data_here_for_writing();
            if (result.value_bytes == 0) return;
            result.values = Array::make_here(nvals * result.value_bytes);
            *values = result.values.data_here_for_writing();
        });
    }
};

/// w = A ⊕.⊗ u by sorting the products by destination and adding up runs (Yang 2019 Algorithms 5,
/// 6, 9): no atomics, memory in proportion to the edges of the frontier. A by columns (standard,
/// any index width), u a list, bitmap or full, any mask; w sparse and sorted. Deterministic. Waits
/// twice: for the number of products, which determines the sort's memory, and for the number of
/// entries.
Ref<Snapshot> run_sort(const MxvProblem &problem) {
    if (device::goes_by_tuples(problem)) return device::push_tuples(problem);
    Owned owned;
    device::MxvPushCall call = call_of(problem, PushVariant::sort, owned);
    Result result;
    result.index_bytes = static_cast<std::uint64_t>(call.list_width);
    if (call.is_pattern) {
        result.values = device::one_product(problem);
    } else {
        result.value_bytes = problem.result_type()->size;
    }
    std::uint64_t nvals = 0;
    call.nvals = &nvals;
    call.reserve = &Result::reserve;
    call.reserve_context = &result;
    device::check(device::gpu::mxv_push(&call));
    if (nvals == 0) return Snapshot::empty(problem.result_type(), 1, problem.m());
    return list_result(problem, nvals, std::move(result.indices), std::move(result.values),
                       call.is_pattern);
}

template <PushVariant variant>
Ref<Snapshot> run(const MxvProblem &problem) {
    if constexpr (variant == PushVariant::sort) {
        return run_sort(problem);
    } else {
        return run_dense(problem, variant);
    }
}

template <PushVariant variant>
const char *refuses(const MxvProblem &problem) {
    return device::refuses_push(problem, variant);
}

template <PushVariant variant>
Cost cost(const MxvProblem &problem) {
    return device::push_cost(problem, variant);
}

template <PushVariant variant>
constexpr Variant<MxvProblem> push_variant(bool is_deterministic) {
    return {name_of(variant),
            {.fuses_mask = true,
             .is_deterministic = is_deterministic,
             .device = device::cuda_kind,
             .form = variant == PushVariant::sort ? Form::sparse : Form::dense},
            &refuses<variant>,
            &cost<variant>,
            &run<variant>};
}

} // namespace

extern const Variant<MxvProblem> cuda_mxv_push_bitmap = push_variant<PushVariant::bitmap>(true);
extern const Variant<MxvProblem> cuda_mxv_push_atomic = push_variant<PushVariant::atomic>(false);
extern const Variant<MxvProblem> cuda_mxv_push_sort = push_variant<PushVariant::sort>(true);

} // namespace grb
