// The device variant of mxv and vxm that calls cuSPARSE: plus-times over whole rows.
#include "costs/device_rates.hpp"
#include "cuda/mxv/mxv_calls.h"
#include "cuda/mxv/variants/cusparse.hpp"
#include "cuda/mxv/variants/mxv_pull.hpp"
#include "cuda/structure/variants/convert.hpp"
#include "dispatch/schedules.hpp"

namespace grb {

namespace {

using device::size_of;

constexpr const char *variant_name = "cuda/mxv_cusparse";
const Schedules schedules(variant_name);
const DeviceCoefficient uneven{"device_cusparse_mxv_uneven", "1",
                               "times as long as streaming, where rows differ in length", 1.25};
const DeviceCoefficient even_missing{"device_cusparse_mxv_missing", "1",
                                     "the same of even rows whose gathers miss the cache", 1.1};
const DeviceCoefficient even_hitting{"device_cusparse_mxv_hitting", "1",
                                     "the same of even rows whose gathers hit it", 1.4};

struct Workspace final : device::KeptArray {
    static constexpr char tag[] = "SpMV workspace";
    using KeptArray::KeptArray;
};

/// Returns the type of A and u for a result type; null: none.
const Type *operand_type(const Type *result) noexcept {
    switch (result->code) {
    case TypeCode::fp32:
    case TypeCode::fp64:
        return result;
    case TypeCode::int32:
        return builtin_type(TypeCode::int8);
    default:
        return nullptr;
    }
}

bool is_forced() noexcept {
    return device::is_forced(Operation::mxv, variant_name);
}

const char *refuses_product(const MxvProblem &problem) {
    const Semiring &semiring = *problem.semiring;
    const Snapshot &A = *problem.A, &u = *problem.u;
    if (semiring.add->op->code != BinaryCode::plus || semiring.multiply->code != BinaryCode::times)
        return "not plus_times";
    const Type *type = operand_type(problem.result_type());
    if (type == nullptr || A.type() != type || u.type() != type ||
        semiring.multiply->xtype != problem.result_type())
        return "types";
    if (A.is_iso() || u.is_iso()) return "iso";
    if (!u.is_known_full()) return "u is not full";
    // cuSPARSE's 32-bit indices are signed.
    if (A.most_nvals() > INT32_MAX || A.nrows() > INT32_MAX || A.ncols() > INT32_MAX)
        return "too large for 32-bit indices";
    if (const char *reason = device::refuses_pull(problem)) return reason;
    return device::refuses_widths(A, problem.is_transposed);
}

const char *refuses(const MxvProblem &problem) {
    if (const char *reason = refuses_product(problem)) return reason;
    return device::cusparse.refusal(is_forced());
}

/// Returns true when rows have about one length.
bool is_even(const MxvProblem &problem, const Statistics &rows) noexcept {
    const double mean = size_of(problem.A->most_nvals()) / std::max(1.0, size_of(problem.m()));
    return rows.deviation < mean;
}

/// Returns true when rows are even and u is larger than the cache.
bool may_miss_cache(const MxvProblem &problem) noexcept {
    const Statistics *rows = device::row_statistics(problem);
    const double u_bytes = size_of(problem.n()) * size_of(problem.u->type()->size);
    return rows != nullptr && is_even(problem, *rows) && u_bytes > device::rates().cached_bytes;
}

void prepare(const MxvProblem &problem) {
    const bool knows_scatter = device::knows_scatter(problem);
    const bool knows_rows = device::row_statistics(problem) != nullptr;
    if (device::cusparse.is_settled() && knows_rows && (knows_scatter || !may_miss_cache(problem)))
        return;
    if (refuses_product(problem) != nullptr) return;
    device::cusparse.see(device::operand_bytes(problem), is_forced());
    if (device::cusparse.refusal(is_forced()) != nullptr) return;
    device::make_row_statistics(problem);
    if (may_miss_cache(problem)) device::measure_scatter(problem);
}

Cost cost(const MxvProblem &problem) {
    // cuSPARSE is faster where gathers miss the cache; our kernels are faster on even rows whose
    // gathers hit it.
    const Statistics *rows = device::row_statistics(problem);
    double factor = uneven;
    if (rows != nullptr && is_even(problem, *rows))
        factor =
            may_miss_cache(problem) && device::is_scattered(problem) ? even_missing : even_hitting;
    return device::pull_cost(problem, device::pull_seconds(problem) * factor +
                                          2 * device::rates().launch_seconds);
}

/// w = A·u by cuSPARSE's SpMV for CSR: ALG1, or ALG2 (schedule `alg2`), which gives the same bits
/// on every run. A by rows, both widths equal, u full, w full or bitmap: a small kernel finds the
/// entries, where A's row has one and the mask allows it. A keeps the results of
/// cusparseSpMV_preprocess.
Ref<Snapshot> run(const MxvProblem &problem) {
    const std::uint64_t m = problem.m();
    const Type *type = problem.result_type();
    device::MxvCusparseCall call{};
    call.algorithm = schedules.choose(0);
    call.A = device::sparse_arrays(*problem.A, problem.is_transposed);
    call.u_values = device::dense_arrays(*problem.u).values;
    call.type = device::cpp_type_name(type);
    Array mask_words;
    call.mask = device::mask_bits(problem.mask, m, mask_words);

    unsigned ticket = 0;
    DenseForm form = device::dense_for_product(problem, call, ticket);
    const Ref<const Workspace> workspace =
        problem.A->attachments().get_or_make<Workspace>({problem.is_transposed}, [&] {
            std::size_t bytes = 0;
            device::check(device::gpu::cusparse_workspace(&call, &bytes));
            return make_ref<Workspace>(Array::make_here(std::max<std::size_t>(bytes, 8)));
        });
    // cuSPARSE writes the workspace; nobody else reads it.
    call.workspace = const_cast<void *>(workspace->array.data_here());
    const device::Status status = device::gpu::mxv_cusparse(&call);
    form.nvals.expect(ticket);
    device::check(status);
    return device::of_dense(type, 1, m, std::move(form));
}

} // namespace

extern const Variant<MxvProblem> cuda_mxv_cusparse = {variant_name,
                                                      {.fuses_mask = true,
                                                       .is_deterministic = false,
                                                       .device = device::cuda_kind,
                                                       .form = Form::dense},
                                                      &refuses,
                                                      &cost,
                                                      &run,
                                                      &prepare};

} // namespace grb
