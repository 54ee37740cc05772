// The device rows of apply, select and reduction to a scalar.
#include "cpu/bound_apply.hpp"
#include "device/cell_costs.hpp"
#include "storage/uniform.hpp"

namespace grb {

namespace {

using namespace device;

bool is_dense(const Snapshot &A) noexcept {
    return A.format() >= Format::bitmap;
}

/// Entries in rows, whose values are then one array and, in one row, whose columns are their places.
const SparsePart *list_of(const Snapshot &A) noexcept {
    return is_dense(A) ? nullptr : list_part(A);
}

/// x of a map or a reduction over the n values of an array, without bits.
CellOperand values_operand(const Array &values, bool is_iso, std::uint64_t n, const Type *type) {
    CellOperand operand{};
    operand.dense.cells = n;
    operand.dense.type = type_name(type);
    operand.dense.is_iso = is_iso;
    if (is_iso && values.is_on_host()) {
        operand.value = low_bytes(values.data(), type);
    } else {
        operand.dense.values = values.device_data();
    }
    return operand;
}

bool is_position(const IndexUnaryOp &op) noexcept {
    return op.xtype == nullptr;
}

// Apply

/// Not the same in all libraries of functions, as the arithmetic and sqrt are.
bool is_inexact(const UnaryOp &op) noexcept {
    return op.code == UnaryCode::exp || op.code == UnaryCode::log;
}

/// A list keeps its pattern: only the values are passed over.
bool stays_list(const ApplyProblem &problem) {
    if (!problem.mask.is_none() || list_of(*problem.A) == nullptr) return false;
    return problem.A->nrows() == 1 || problem.kind != ApplyProblem::Kind::index ||
           !is_position(*problem.index);
}

/// One value in, one out: the pattern is shared and the host computes it.
bool stays_iso(const ApplyProblem &problem) {
    return problem.A->is_iso() && problem.kind != ApplyProblem::Kind::index;
}

const char *apply_refuses(const ApplyProblem &problem) {
    const bool is_user =
        problem.kind == ApplyProblem::Kind::unary   ? problem.unary->code == UnaryCode::user
        : problem.kind == ApplyProblem::Kind::index ? problem.index->code == IndexUnaryCode::user
                                                    : problem.binary->code == BinaryCode::user;
    if (is_user || !is_builtin(problem.A->type())) return "user-defined type or operator";
    if (problem.kind == ApplyProblem::Kind::unary && is_inexact(*problem.unary))
        return "exp and log are the host's to the last bit";
    if (problem.is_transposed) return "transposed operand";
    if (problem.A->nvals() == 0) return "nothing to compute";
    if (problem.kind != ApplyProblem::Kind::index && problem.mask.is_none() &&
        is_uniform(*problem.A)) {
        return one_value;
    }
    if (!stays_list(problem)) {
        if (const char *refusal = refuses_cells(*problem.A)) return refusal;
        if (!can_be_mask(problem.mask)) return "sparse mask of a matrix";
    }
    return refuses_device(ApplyProblem::operation,
                          static_cast<double>(problem.A->nvals() * problem.A->type()->size));
}

Cost apply_cost(const ApplyProblem &problem) {
    const auto size = static_cast<double>(problem.result_type()->size);
    PassCost cost;
    if (stays_list(problem)) {
        const SparsePart &list = *list_of(*problem.A);
        const auto entries = static_cast<double>(list.nvals);
        const double read =
            list.is_iso ? 0 : entries * static_cast<double>(problem.A->type()->size);
        const double missing = list.is_iso || list.values.is_on_device() ? 0 : read;
        Cost result = cost.cost();
        const device::Rates &r = device::rates();
        result.seconds += (read + entries * size) / r.stream_bytes + missing / r.upload_bytes +
                          (missing > 0 ? entries * size / r.download_bytes : 0);
        return result;
    }
    cost.reads(*problem.A);
    cost.reads(problem.mask);
    if (!stays_iso(problem)) cost.writes(cells_of(*problem.A) * size);
    if (!problem.mask.is_none()) cost.waits();
    return cost.cost();
}

MapCall map_of(const ApplyProblem &problem) {
    MapCall call{};
    BinaryName name{};
    const Type *scalar_type = nullptr;
    switch (problem.kind) {
    case ApplyProblem::Kind::unary:
        call.kind = MapKind::unary;
        name = name_of(*problem.unary);
        break;
    case ApplyProblem::Kind::bind_first:
        call.kind = MapKind::bind_first;
        name = name_of(*problem.binary);
        scalar_type = problem.binary->xtype;
        break;
    case ApplyProblem::Kind::bind_second:
        call.kind = MapKind::bind_second;
        name = name_of(*problem.binary);
        scalar_type = problem.binary->ytype;
        break;
    case ApplyProblem::Kind::index:
        call.kind = is_position(*problem.index) ? MapKind::position : MapKind::value;
        name = name_of(*problem.index);
        scalar_type = problem.index->ttype;
        break;
    }
    call.functor = name.functor;
    call.type = name.type;
    if (scalar_type != nullptr) call.scalar = low_bytes(problem.scalar, scalar_type);
    call.z_type = type_name(problem.result_type());
    call.is_vector = problem.is_vector;
    call.ncols = problem.A->ncols();
    call.mask.flip = ~std::uint64_t{0};
    return call;
}

/// f of an iso operand's one value.
Array iso_result(const ApplyProblem &problem, const Array &values) {
    Array result(problem.result_type()->size);
    BoundApply{problem}(result.data(), values.data(), true, {}, 1);
    return result;
}

Ref<Snapshot> apply_list(const ApplyProblem &problem) {
    const Snapshot &A = *problem.A;
    const Type *type = problem.result_type();
    SparsePart part = *list_of(A);
    const Array values = part.values;
    if (stays_iso(problem)) {
        part.values = iso_result(problem, values);
        return Snapshot::of_rows(type, A.nrows(), A.ncols(), std::move(part));
    }
    MapCall call = map_of(problem);
    call.x = values_operand(values, part.is_iso, part.nvals, A.type());
    call.cells = part.nvals;
    if (call.kind == MapKind::position) {
        call.indices = part.column_indices.device_data();
        call.index_width = part.index_width;
    }
    part.is_iso = false;
    part.values = Array::on_device(part.nvals * type->size);
    call.values = part.values.device_data_for_writing();
    check(backend().map_cells(&call));
    return Snapshot::of_rows(type, A.nrows(), A.ncols(), std::move(part));
}

/// Bits for those entries of the operand that stay.
void add_bits(MapCall &call, DensePart &part) {
    part.bits = Array::on_device((call.cells + 63) / 64 * 8);
    call.bits = static_cast<std::uint64_t *>(part.bits.device_data_for_writing());
    call.nvals = &part.nvals;
}

Ref<Snapshot> finished(const Type *type, const Snapshot &A, DensePart &&part) {
    if (part.nvals == 0) return Snapshot::empty(type, A.nrows(), A.ncols());
    if (part.nvals == cell_count(A.nrows(), A.ncols())) part.bits = Array();
    return Snapshot::of_dense(type, A.nrows(), A.ncols(), std::move(part));
}

Ref<Snapshot> apply_run(const ApplyProblem &problem) {
    if (stays_list(problem)) return apply_list(problem);
    const Snapshot &A = *problem.A;
    const Type *type = problem.result_type();
    MapCall call = map_of(problem);
    call.cells = A.nrows() * A.ncols();
    DensePart part = cells_part(A);
    const bool is_iso = stays_iso(problem);
    if (is_iso) {
        part.values = iso_result(problem, Array(part.values));
        if (problem.mask.is_none()) return finished(type, A, std::move(part));
    }
    call.x = cells(A);
    Array mask_words;
    call.mask = mask_cells(problem.mask, call.cells, mask_words);
    if (!is_iso) {
        part.is_iso = false;
        part.values = Array::on_device(call.cells * type->size);
        call.values = part.values.device_data_for_writing();
    }
    if (!problem.mask.is_none()) add_bits(call, part);
    check(backend().map_cells(&call));
    return finished(type, A, std::move(part));
}

// Select

const char *select_refuses(const SelectProblem &problem) {
    if (problem.index->code == IndexUnaryCode::user) return "user-defined type or operator";
    if (problem.is_transposed) return "transposed operand";
    if (problem.A->nvals() == 0) return "nothing to compute";
    if (const char *refusal = refuses_cells(*problem.A)) return refusal;
    if (!can_be_mask(problem.mask)) return "sparse mask of a matrix";
    return refuses_device(SelectProblem::operation, cell_bytes(*problem.A));
}

Cost select_cost(const SelectProblem &problem) {
    PassCost cost;
    cost.reads(*problem.A);
    cost.reads(problem.mask);
    cost.writes(cells_of(*problem.A) / 8);
    cost.waits();
    return cost.cost();
}

Ref<Snapshot> select_run(const SelectProblem &problem) {
    const Snapshot &A = *problem.A;
    const BinaryName name = name_of(*problem.index);
    MapCall call{};
    call.kind = is_position(*problem.index) ? MapKind::position : MapKind::value;
    call.functor = name.functor;
    call.type = name.type;
    call.is_selection = true;
    call.scalar = low_bytes(problem.thunk, problem.index->ttype);
    call.z_type = "bool";
    call.is_vector = problem.is_vector;
    call.ncols = A.ncols();
    call.cells = A.nrows() * A.ncols();
    call.x = cells(A);
    DensePart part = cells_part(A);
    Array mask_words;
    call.mask = mask_cells(problem.mask, call.cells, mask_words);
    add_bits(call, part);
    check(backend().map_cells(&call));
    return finished(A.type(), A, std::move(part));
}

// Reduce

/// The array that holds the values, wherever they lie first.
struct ValueArray {
    const Array *values = nullptr, *bits = nullptr;
    std::uint64_t slots = 0;
    bool is_iso = false;

    explicit ValueArray(const Snapshot &A) noexcept {
        const SparsePart *sparse = list_of(A);
        if (!is_dense(A) && sparse == nullptr) sparse = &A.columns_part().get();
        if (sparse != nullptr) {
            values = &sparse->values;
            slots = sparse->nvals;
            is_iso = sparse->is_iso;
            return;
        }
        const DensePart &part = A.dense_part().get();
        values = &part.values;
        bits = &part.bits;
        slots = A.nrows() * A.ncols();
        is_iso = part.is_iso;
    }
};

const char *reduce_refuses(const ReduceProblem &problem) {
    if (!problem.to_scalar) return "to a vector";
    if (!has_identity(*problem.monoid->op) || !is_builtin(problem.A->type()))
        return "user-defined type or operator";
    if (problem.A->nvals() == 0) return "nothing to compute";
    if (problem.A->is_iso()) return one_value;
    return refuses_device(ReduceProblem::operation,
                          static_cast<double>(problem.A->nvals() * problem.A->type()->size));
}

Cost reduce_cost(const ReduceProblem &problem) {
    const ValueArray array(*problem.A);
    const device::Rates &r = device::rates();
    const auto slots = static_cast<double>(array.slots);
    const double bytes =
        slots * ((array.is_iso ? 0 : static_cast<double>(problem.A->type()->size)) +
                 (array.bits != nullptr && !array.bits->empty() ? 0.125 : 0));
    const bool is_missing = !array.is_iso && !array.values->is_on_device();
    return {bytes / r.stream_bytes + (is_missing ? bytes / r.upload_bytes : 0) + r.launch_seconds +
            r.wait_seconds};
}

Ref<Snapshot> reduce_run(const ReduceProblem &problem) {
    const Type *type = problem.monoid->type();
    const ValueArray array(*problem.A);
    std::uint64_t value = 0;
    bool has_result = false;
    ReduceCall call{};
    call.x = values_operand(*array.values, array.is_iso, array.slots, problem.A->type());
    if (array.bits != nullptr)
        call.x.dense.bits = static_cast<const std::uint64_t *>(array.bits->device_data());
    call.add = name_of(*problem.monoid->op);
    call.result = &value;
    call.has_result = &has_result;
    check(backend().reduce_cells(&call));
    if (!has_result) return Snapshot::empty(type, 1, 1);
    DensePart part;
    part.nvals = 1;
    part.values = Array::copy_of(&value, type->size);
    return Snapshot::of_dense(type, 1, 1, std::move(part));
}

constexpr Capabilities masked{.fuses_mask = true, .is_on_device = true};
constexpr Capabilities unmasked{.is_on_device = true};

} // namespace

extern const Variant<ApplyProblem> cuda_apply_dense = {"cuda/apply_dense", masked, &apply_refuses,
                                                       &apply_cost, &apply_run};
extern const Variant<SelectProblem> cuda_select_dense = {
    "cuda/select_dense", masked, &select_refuses, &select_cost, &select_run};
extern const Variant<ReduceProblem> cuda_reduce_scalar = {
    "cuda/reduce_scalar", unmasked, &reduce_refuses, &reduce_cost, &reduce_run};

} // namespace grb
