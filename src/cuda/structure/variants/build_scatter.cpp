/// Builds a vector from the values of two vectors' entries without sorting: atomics of dup add
/// values into dense storage. Refused: a dup whose terms may not come in any order, more than 16
/// positions a tuple. The result is bitmap or full, in dup's type. If a position is invalid, the
/// host carries the call out and reports it. Deterministic, to the bit.
#include "cuda/structure/structure_calls.h"
#include "cuda/structure/variants/build_variants.hpp"
#include "cuda/structure/variants/convert.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

using namespace device;

/// Returns true for at most 16 positions per tuple.
bool has_few_elements(std::uint64_t elements, std::uint64_t count) noexcept {
    return elements <= largest_dense && elements / 16 <= count + 4096;
}

Ref<Snapshot> scattered(std::uint64_t size, const EntryValues &I, const Type *index_type,
                        const EntryValues &X, const Type *type, const BinaryOp *duplicate) {
    const Type *const result_type = duplicate != nullptr ? duplicate->ztype : type;
    DenseForm form;
    form.is_iso = X.is_iso && (duplicate == nullptr || keeps_equal_values(duplicate));
    form.bits = Array::make_here((size + 63) / 64 * 8);
    bool is_refused = false;
    BuildElementsCall call{};
    call.count = I.count;
    call.elements = size;
    call.indices = I.values.data_here();
    call.index_type = cpp_type_name(index_type);
    call.has_one_index = I.is_iso;
    call.tuple_values = X.values.data_here();
    call.type = cpp_type_name(type);
    call.value_size = static_cast<int>(type->size);
    call.is_iso = X.is_iso;
    if (duplicate != nullptr) call.dup = name_of(*duplicate);
    if (form.is_iso) {
        form.values = cast_through(result_type, nullptr, X.values.data(), type);
    } else {
        form.values = Array::make_here((size * result_type->size + 3) / 4 * 4);
        call.values = form.values.data_here_for_writing();
    }
    call.bits = static_cast<std::uint64_t *>(form.bits.data_here_for_writing());
    std::uint64_t nvals = 0;
    call.nvals = &nvals;
    call.is_refused = &is_refused;
    check(gpu::build_elements(&call));
    if (is_refused) throw DeviceFailure(); // the host then reports the invalid position
    form.nvals = nvals;
    if (form.nvals == size) form.bits = Array();
    return Snapshot::of_dense(result_type, 1, size, std::move(form));
}

const char *refuses(const BuildProblem &problem) {
    const TupleList &tuples = problem.tuples;
    if (!problem.positions) return "not of vectors";
    if (!has_few_elements(tuples.ncols, tuples.n)) return "too many dense elements";
    if (const char *refusal = refuses_tuples(problem)) return refusal;
    if (tuples.duplicate != nullptr && !is_reorderable(*tuples.duplicate))
        return "terms in one order";
    return refuses_build(problem);
}

Cost cost(const BuildProblem &problem) {
    const device::Rates &r = device::rates();
    const double elements =
                     size_of(problem.tuples.ncols) * (0.125 + size_of(problem.value_type()->size)),
                 missing = device::missing_bytes(problem);
    return {move_seconds(5, elements + size_of(problem.traffic().bytes), missing) +
            size_of(problem.count()) / r.gathers_memory + 2 * r.wait_seconds};
}

Ref<Snapshot> run(const BuildProblem &problem) {
    const Snapshot &I = *problem.positions, &X = *problem.values;
    return scattered(problem.tuples.ncols, entry_values(I), I.type(), entry_values(X), X.type(),
                     problem.tuples.duplicate);
}

} // namespace

extern const Variant<BuildProblem> cuda_build_scatter = {
    "cuda/build_scatter", {.device = device::cuda_kind}, refuses, cost, run};

} // namespace grb
