// The device variant of extract from a vector: a gather by a list of positions.
#include "cuda/library/dense_costs.hpp"
#include "cuda/structure/structure_calls.h"
#include "cuda/structure/variants/convert.hpp"
#include "storage/full_iso.hpp"

namespace grb {

namespace {

using namespace device;

/// The list of u's entries, or null if u is dense.
const SparseForm *list_of(const Snapshot &u) {
    return u.has_dense() ? nullptr : &u.sparse_form(false);
}

const char *refuses(const ExtractProblem &problem) {
    const Snapshot &u = *problem.A;
    if (u.nrows() != 1 || problem.is_transposed || !problem.rows.is_all) return "not a vector";
    if (problem.columns.is_all) return "all of it";
    if (const char *refusal = refusal_of(u.type())) return refusal;
    if (problem.columns.count == 0 || u.is_known_empty()) return "nothing to compute";
    if (!problem.column_vector && is_full_iso(u)) return iso_refusal;
    if (size_of(problem.columns.count) * size_of(u.type()->size) > 0x1p36)
        return "result too long to be dense";
    // Other variants read only the entries in a range. This one has to expand the range.
    const bool is_range = !problem.column_vector && problem.columns.is_progression();
    if (is_range && problem.columns.count > 65536 && problem.columns.count / 64 > u.most_nvals())
        return "few entries for so many positions";
    return refuses_device(ExtractProblem::operation,
                          size_of(problem.columns.count) * (8 + size_of(u.type()->size)));
}

const DeviceCoefficient list_looks{"device_extract_list_probes", "1",
                                   "gathers for each index that a list is searched for", 8};

Cost cost(const ExtractProblem &problem) {
    const Snapshot &u = *problem.A;
    const device::Rates &r = device::rates();
    const double count = size_of(problem.columns.count);
    const double value = u.is_iso() ? 0 : size_of(u.type()->size);
    const double footprint = u.has_dense() ? dense_bytes(u) : size_of(u.most_nvals()) * (4 + value);
    const double gathers = device::gather_rate(footprint);
    const double index_bytes =
        count * (problem.column_vector ? size_of(problem.column_vector->type()->size) : 8);
    const double upload =
        missing_dense_bytes(u) +
        (problem.column_vector ? missing_dense_bytes(*problem.column_vector) : index_bytes);
    const double probes = u.has_dense() ? 1.0 : list_looks;
    return {probes * count / gathers + (index_bytes + count * value) / r.stream_bytes +
            r.launch_seconds + r.wait_seconds + upload / r.upload_bytes +
            (u.is_on_host() ? count * value / r.download_bytes : 0)};
}

void add_positions(GatherCall &call, const ExtractProblem &problem, Array &owned) {
    call.count = problem.columns.count;
    call.index_size = 8;
    if (!problem.column_vector) {
        Array made;
        owned = uploaded(listed(problem.columns, made), call.count * sizeof(std::uint64_t));
    } else {
        const EntryValues positions = entry_values(*problem.column_vector);
        const TypeCode code = problem.column_vector->type()->code;
        call.index_size = static_cast<int>(problem.column_vector->type()->size);
        call.has_signed_indices = code == TypeCode::int8 || code == TypeCode::int16 ||
                                  code == TypeCode::int32 || code == TypeCode::int64;
        call.has_one_index = positions.is_iso;
        owned = positions.values;
    }
    call.indices = owned.data_here();
}

/// w = u(I), u bitmap, full or a list; I a list or a vector's values; w bitmap or full. See
/// cuda/structure/gather.cu. Deterministic.
Ref<Snapshot> run(const ExtractProblem &problem) {
    const Snapshot &u = *problem.A;
    const Type *type = u.type();
    const std::uint64_t count = problem.columns.count;
    GatherCall call{};
    Array positions;
    add_positions(call, problem, positions);
    call.size = u.ncols();
    call.value_size = static_cast<int>(type->size);
    DenseForm form;
    const Array *values = nullptr;
    bool is_full = false;
    if (const SparseForm *list = list_of(u)) {
        call.u_list = list->column_indices.data_here();
        call.u_list_width = list->index_width;
        call.u_nvals = list->nvals;
        form.is_iso = list->is_iso;
        values = &list->values;
    } else {
        const DenseForm &dense = u.dense_form().get();
        call.u_bits = static_cast<const std::uint64_t *>(dense.bits.data_here());
        is_full = dense.bits.empty();
        form.is_iso = dense.is_iso;
        values = &dense.values;
    }
    if (form.is_iso) {
        form.values = *values;
    } else {
        call.u_values = values->data_here();
        form.values = Array::make_here(count * type->size);
        call.values = form.values.data_here_for_writing();
    }
    if (!is_full) {
        form.bits = Array::make_here((count + 63) / 64 * 8);
        call.bits = static_cast<std::uint64_t *>(form.bits.data_here_for_writing());
    }
    bool is_outside = false;
    std::uint64_t nvals = 0;
    call.nvals = &nvals;
    call.is_outside = &is_outside;
    check(gpu::gather(&call));
    if (is_outside) {
        // column_list() throws, and names the invalid index and its position.
        Array owned;
        problem.column_list(owned);
    }
    form.nvals = nvals;
    return of_dense(type, 1, count, std::move(form));
}

} // namespace

extern const Variant<ExtractProblem> cuda_extract_vector_gather = {
    "cuda/extract_vector_gather", {.device = device::cuda_kind}, &refuses, &cost, &run};

} // namespace grb
