/// Builds an object from tuples, uploaded or the values of two vectors on the device. Sorts them by
/// radix, as one key of the bits that the shape needs or in two passes, and folds tuples at the
/// same position in input order by segments (Sengupta et al. 2007), so that the result equals the
/// host's. Not hypersparse, fewer than 2^32 tuples. If a tuple is invalid, the host carries the
/// call out and reports it. Deterministic.
#include "cuda/structure/build_arguments.h"
#include "cuda/structure/structure_calls.h"
#include "cuda/structure/variants/build_variants.hpp"
#include "cuda/structure/variants/convert.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace device {

bool is_reorderable(const BinaryOp &dup) noexcept {
    const bool is_floating = dup.xtype->code == TypeCode::fp32 || dup.xtype->code == TypeCode::fp64;
    const bool rounds = dup.code == BinaryCode::plus || dup.code == BinaryCode::times;
    return has_identity(dup) && !(is_floating && rounds);
}

const char *refuses_tuples(const BuildProblem &problem) noexcept {
    constexpr std::uint64_t most_tuples = (std::uint64_t{1} << 32) - 1; // positions take 32 bits
    const BinaryOp *const dup = problem.tuples.duplicate;
    if (problem.count() > most_tuples) return "too many tuples";
    if (const char *refusal = refusal_of(problem.value_type())) return refusal;
    return dup != nullptr ? refusal_of(*dup) : nullptr;
}

const char *refuses_build(const BuildProblem &problem) noexcept {
    const Traffic traffic = problem.traffic();
    const char *const refusal = refuses_move(
        BuildProblem::operation,
        traffic.away != 0 || static_cast<double>(traffic.bytes) >= smallest_for_opening);
    return refusal;
}

double missing_bytes(const BuildProblem &problem) noexcept {
    const Traffic traffic = problem.traffic();
    return static_cast<double>(traffic.bytes - traffic.away);
}

} // namespace device

namespace {

using namespace device;

/// A build by sorting.
class Build {
public:
    Build(const Type *type, std::uint64_t nrows, std::uint64_t ncols, const DeviceTuples &tuples,
          const BinaryOp *duplicate)
        : type_(type), nrows_(nrows), ncols_(ncols), tuples_(tuples), duplicate_(duplicate),
          keeps_iso_(tuples.is_iso && (duplicate == nullptr || keeps_equal_values(duplicate))) {}

    Ref<Snapshot> run() {
        bool is_refused = false;
        BuildCall call{};
        call.count = tuples_.count;
        call.nrows = nrows_;
        call.ncols = ncols_;
        call.rows = tuples_.rows.data_here();
        call.columns = tuples_.columns.data_here();
        call.row_width = call.column_width = 8;
        call.values = tuples_.values.data_here();
        call.type = cpp_type_name(tuples_.value_type);
        call.value_size = static_cast<int>(tuples_.value_type->size);
        call.is_iso = tuples_.is_iso;
        if (duplicate_ != nullptr) {
            call.dup = name_of(*duplicate_);
            call.is_reorderable = is_reorderable(*duplicate_);
        }
        form_.index_width = call.index_width = index_width_for(nrows_, ncols_);
        form_.offset_width = call.offset_width = offset_width_for(call.index_width, call.count);
        call.reserve = &Build::reserve;
        call.reserve_context = this;
        call.is_refused = &is_refused;
        check(gpu::build(&call));
        if (is_refused) throw DeviceFailure(); // the host then reports the invalid tuple
        return finish();
    }

private:
    const Type *between() const noexcept {
        return duplicate_ != nullptr ? duplicate_->ztype : tuples_.value_type;
    }

    static Status reserve(void *context, std::uint64_t nvals, void **offsets, void **indices,
                          void **values) {
        return status_of(
            [&] { static_cast<Build *>(context)->allocate(nvals, offsets, indices, values); });
    }

    void allocate(std::uint64_t nvals, void **offsets, void **indices, void **values) {
        allocate_rows(form_, nrows_, nvals, offsets, indices);
        form_.is_iso = keeps_iso_ || (tuples_.is_iso && nvals == tuples_.count);
        if (form_.is_iso) return;
        form_.values = Array::make_here(nvals * between()->size);
        *values = form_.values.data_here_for_writing();
    }

    Ref<Snapshot> finish() {
        if (form_.is_iso) {
            form_.values = tuples_.iso_value;
            return Snapshot::of_rows(type_, nrows_, ncols_, std::move(form_));
        }
        return casted(Snapshot::of_rows(between(), nrows_, ncols_, std::move(form_)), type_);
    }

    const Type *type_;
    std::uint64_t nrows_, ncols_;
    const DeviceTuples &tuples_;
    const BinaryOp *duplicate_;
    bool keeps_iso_;
    SparseForm form_;
};

} // namespace

Ref<Snapshot> device::built(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                            const DeviceTuples &tuples, const BinaryOp *duplicate) {
    return Build(type, nrows, ncols, tuples, duplicate).run();
}

namespace {

const char *refuses(const BuildProblem &problem) {
    const TupleList &tuples = problem.tuples;
    if (!problem.positions && should_be_hyper(tuples.nrows, tuples.n)) return "hypersparse";
    if (const char *refusal = refusal_of(tuples.type)) return refusal;
    if (const char *refusal = refuses_tuples(problem)) return refusal;
    return refuses_build(problem);
}

const DeviceCoefficient sort_launches{"device_build_launches", "1",
                                      "kernels of a sort of eight passes", 24};

/// Includes copying the result back if the tuples come from the host.
Cost cost(const BuildProblem &problem) {
    const device::Rates &r = device::rates();
    const double n = size_of(problem.count()), missing = device::missing_bytes(problem);
    return {move_seconds(sort_launches, n * 8 * (16 + 4), missing) + n / r.gathers_memory +
            2 * r.wait_seconds + missing / 2 / r.download_bytes};
}

/// Uploads the caller's lists.
DeviceTuples uploaded_tuples(const TupleList &list) {
    const std::size_t index_bytes = list.n * sizeof(std::uint64_t);
    DeviceTuples tuples;
    tuples.count = list.n;
    // A vector's positions are its columns.
    const bool is_vector = list.columns == nullptr;
    if (!is_vector) tuples.rows = uploaded(list.rows, index_bytes);
    tuples.columns = uploaded(is_vector ? list.rows : list.columns, index_bytes);
    tuples.values = uploaded(list.X, (list.is_iso ? 1 : list.n) * list.value_type->size);
    tuples.value_type = list.value_type;
    tuples.is_iso = list.is_iso;
    tuples.iso_value = list.iso_value;
    return tuples;
}

/// Takes the values of two vectors as tuples, on the device.
DeviceTuples tuples_of_vectors(const BuildProblem &problem) {
    const Snapshot &I = *problem.positions, &X = *problem.values;
    const EntryValues indices = entry_values(I), values = entry_values(X);
    const Type *const wide = builtin_type(TypeCode::uint64);
    DeviceTuples tuples;
    tuples.count = problem.count();
    tuples.columns =
        I.type() == wide && !indices.is_iso
            ? indices.values
            : cast_array(indices.values, indices.is_iso, {}, tuples.count, I.type(), wide);
    tuples.values = values.values;
    tuples.value_type = X.type();
    tuples.is_iso = values.is_iso;
    if (values.is_iso) {
        tuples.iso_value = cast_through(problem.tuples.type, problem.tuples.duplicate,
                                        values.values.data(), X.type());
    }
    return tuples;
}

Ref<Snapshot> run(const BuildProblem &problem) {
    const TupleList &list = problem.tuples;
    const DeviceTuples tuples =
        problem.positions ? tuples_of_vectors(problem) : uploaded_tuples(list);
    return built(list.type, list.nrows, list.ncols, tuples, list.duplicate);
}

} // namespace

extern const Variant<BuildProblem> cuda_build_sort = {
    "cuda/build_sort", {.device = device::cuda_kind}, refuses, cost, run};

} // namespace grb
