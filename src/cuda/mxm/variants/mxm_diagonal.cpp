// The device variant of mxm where one operand is diagonal: it scales rows or columns of the other.
#include "costs/device_rates.hpp"
#include "cuda/library/operands.hpp"
#include "cuda/mxm/mxm_calls.h"
#include "cuda/mxv/variants/mxv_operands.hpp"
#include "cuda/structure/structure_calls.h"
#include "storage/convert.hpp"
#include "storage/first_wrong.hpp"

namespace grb {

namespace {

using namespace device;

/// The cached answer whether a square matrix with as many entries as rows is diagonal.
struct DiagonalNote final : Attachment {
    static constexpr char tag[] = "diagonal";
    explicit DiagonalNote(bool answer) noexcept : is_diagonal(answer) {}
    std::size_t bytes() const noexcept override { return sizeof *this; }
    const bool is_diagonal;
};
constexpr AttachmentKey note_key{false, 0, nullptr};

/// Returns a sparse form of A to test: rows and columns of a diagonal are equal. Null: there is
/// none.
const SparseForm *any_form(const Snapshot &A) noexcept {
    for (const LazyForm<SparseForm> *form : {&A.rows_form(), &A.columns_form()})
        if (form->is_present()) return &form->get();
    return nullptr;
}

bool may_be_diagonal(const Snapshot &A) noexcept {
    if (A.nrows() != A.ncols() || A.nrows() == 0 || !A.knows_nvals() || A.nvals() != A.nrows())
        return false;
    const SparseForm *const form = any_form(A);
    return form != nullptr && !form->is_jumbled &&
           (!form->is_hyper || form->stored_rows == A.nrows());
}

/// Returns true when every entry k is in row and column k. The host or the device tests this, where
/// the entries are.
bool is_diagonal(const Snapshot &A) {
    const SparseForm &form = *any_form(A);
    const std::uint64_t n = A.nrows();
    if (form.row_offsets.is_on_host() && form.column_indices.is_on_host()) {
        return dispatch_widths(view_of(form, A.type(), n, n), [n](const auto &rows) {
            return first_wrong(n, [&](std::uint64_t k) {
                       return rows.row_offsets[k] != k || rows.column_indices[k] != k;
                   }) == none_wrong;
        });
    }
    bool result = false;
    const DiagonalCall call{pattern_arrays(form, n, n), &result};
    check(gpu::is_diagonal(&call));
    return result;
}

bool is_known_diagonal(const Snapshot &A) noexcept {
    const auto note = A.attachments().find<DiagonalNote>(note_key);
    return note && note->is_diagonal;
}

/// The scaled operand, and the diagonal.
struct Roles {
    const Snapshot *diagonal = nullptr, *other = nullptr;
    bool is_diagonal_first = false, is_other_transposed = false;
};
Roles roles_of(const MxmProblem &problem) noexcept {
    if (is_known_diagonal(*problem.A))
        return {problem.A.get(), problem.B.get(), true, problem.is_B_transposed};
    if (is_known_diagonal(*problem.B))
        return {problem.B.get(), problem.A.get(), false, problem.is_A_transposed};
    return {};
}

const char *refuses_all_but_diagonals(const MxmProblem &problem) noexcept {
    const Snapshot &A = *problem.A, &B = *problem.B;
    if (A.is_known_empty() || B.is_known_empty()) return "nothing to compute";
    if (const char *reason = refuses_types(A, B)) return reason;
    if (const char *reason = refusal_of(*problem.semiring->multiply)) return reason;
    if (const char *reason = refusal_of(problem.result_type())) return reason;
    return refuses_device(MxmProblem::operation, size_of(A.bytes()) + size_of(B.bytes()));
}

const char *refuses(const MxmProblem &problem) {
    if (!may_be_diagonal(*problem.A) && !may_be_diagonal(*problem.B))
        return "neither A nor B is a diagonal";
    if (const char *reason = refuses_all_but_diagonals(problem)) return reason;
    const Roles roles = roles_of(problem);
    if (roles.diagonal == nullptr) return "neither A nor B is known to be a diagonal";
    if (!roles.other->has_rows() && !roles.other->has_columns()) return "the other is not sparse";
    return is_hyper(*roles.other, roles.is_other_transposed) ? "hypersparse A or B" : nullptr;
}

void prepare(const MxmProblem &problem) {
    for (const Snapshot *operand : {problem.A.get(), problem.B.get()}) {
        if (!may_be_diagonal(*operand) || operand->attachments().find<DiagonalNote>(note_key))
            continue;
        if (refuses_all_but_diagonals(problem) != nullptr) return;
        operand->attachments().get_or_make<DiagonalNote>(
            note_key, [&] { return make_ref<DiagonalNote>(is_diagonal(*operand)); });
    }
}

Cost cost(const MxmProblem &problem) {
    const device::Rates &r = device::rates();
    const Roles roles = roles_of(problem);
    const Snapshot &other = *roles.other;
    const double value = other.is_iso() ? 0 : size_of(other.type()->size);
    const double entries = size_of(other.most_nvals());
    Cost cost;
    cost.seconds = (entries * (4 + value + size_of(problem.result_type()->size)) +
                    size_of(roles.diagonal->bytes())) /
                       r.stream_bytes +
                   r.launch_seconds + missing_bytes(*roles.diagonal, true, false) / r.upload_bytes;
    add_missing_operand(cost, other, roles.is_other_transposed);
    return cost;
}

/// C(i, j) = D(i, i) ⊗ B(i, j), or A(i, j) ⊗ D(j, j): the entries of the other operand, whose
/// pattern C shares. D n×n with an entry in each row, all on the diagonal; the other by rows
/// (transposed: by columns), not hypersparse, any widths. Work O(entries), times log of rows where
/// D comes first; no scratch. Waits for nothing. Deterministic. No two terms have one position, so
/// that any monoid will do. The commit applies the mask. Refused: matrices that prepare() has not
/// found to be diagonal, multipliers that the device does not know.
Ref<Snapshot> run(const MxmProblem &problem) {
    const Roles roles = roles_of(problem);
    if (roles.diagonal == nullptr) throw Failure(Status::unsupported);
    const Type *const type = problem.result_type();
    const SparseForm &diagonal = *any_form(*roles.diagonal);
    MxmDiagonalCall call{};
    call.A = sparse_arrays(*roles.other, roles.is_other_transposed);
    call.diagonal = diagonal.values.data_here();
    call.diagonal_type = cpp_type_name(roles.diagonal->type());
    call.is_diagonal_iso = diagonal.is_iso;
    call.is_diagonal_first = roles.is_diagonal_first;
    call.op = name_of(*problem.semiring->multiply);
    call.z_type = cpp_type_name(type);
    SparseForm form = roles.other->sparse_form(roles.is_other_transposed);
    if (form.is_hyper) throw Failure(Status::unsupported);
    form.is_iso = false;
    form.values = Array::make_here(form.nvals * type->size);
    call.values = form.values.data_here_for_writing();
    check(gpu::mxm_diagonal(&call));
    return Snapshot::of_rows(type, problem.m(), problem.n(), std::move(form));
}

} // namespace

extern const Variant<MxmProblem> cuda_mxm_diagonal = {
    "cuda/mxm_diagonal",
    {.device = device::cuda_kind, .form = Form::sparse},
    &refuses,
    &cost,
    &run,
    &prepare};

} // namespace grb
