/// Lists all entries in row-major order into a caller's arrays, and downloads no more bytes than
/// the answer has: the device lists a vector's bitmap, casts values to a smaller type and finds
/// each entry's row. The host does the rest, as cpu/tuples_copy does. A of a type that the device
/// can move. Deterministic.
#include "base/parallel.hpp"
#include "cuda/structure/structure_calls.h"
#include "cuda/structure/variants/convert.hpp"
#include "cuda/structure/variants/structure_variants.hpp"

#include <algorithm>

namespace grb {

namespace {

using namespace device;

/// Tells which arrays the host lacks. If it lacks none (the variant was forced), all of them count.
class Away {
public:
    explicit Away(const TuplesProblem &problem) noexcept : is_any_(problem.traffic().away != 0) {}
    bool operator()(const Array &array) const noexcept { return !is_any_ || !array.is_on_host(); }

private:
    bool is_any_;
};

/// Returns true if a list of the entries has fewer bytes than the bits and all values.
bool is_leaner_listed(const TuplesProblem &problem) noexcept {
    const Snapshot &A = *problem.A;
    if (A.nrows() != 1 || A.has_rows() || !A.has_dense() || !A.knows_nvals()) return false;
    const DenseForm &form = A.dense_form().get();
    if (form.bits.empty() || form.nvals == 0) return false;
    const Away is_away(problem);
    const bool has_values = problem.X != nullptr && !form.is_iso;
    const std::uint64_t value = has_values ? A.type()->size : 0;
    const std::uint64_t away = (is_away(form.bits) ? form.bits.bytes() : 0) +
                               (has_values && is_away(form.values) ? form.values.bytes() : 0);
    return form.nvals * (4 + value) < away;
}

/// The values, of a list or of all positions, that the device should cast; null if the host takes
/// them unchanged.
const Array *castable_values(const TuplesProblem &problem) noexcept {
    const Snapshot &A = *problem.A;
    if (problem.X == nullptr || !is_builtin(A.type()) || !is_builtin(problem.value_type) ||
        problem.value_type->size >= A.type()->size || A.is_iso() || has_no_entries(A))
        return nullptr;
    const SparseForm *const list = list_form(A);
    const Array *values = list != nullptr ? &list->values : nullptr;
    if (list == nullptr && A.has_dense() && A.knows_nvals() && A.is_full())
        values = &A.dense_form().get().values;
    return values != nullptr && Away(problem)(*values) ? values : nullptr;
}

bool has_leaner_rows(const TuplesProblem &problem) noexcept {
    if (problem.rows == nullptr || !problem.A->rows_form().is_present()) return false;
    const SparseForm &form = problem.A->rows_form().get();
    return Away(problem)(form.row_offsets) && !form.is_hyper && form.nvals != 0 &&
           form.row_offsets.bytes() > form.nvals * static_cast<std::uint64_t>(form.index_width);
}

Ref<Snapshot> with_cast_values(const Snapshot &A, const Type *type) {
    if (const SparseForm *list = list_form(A)) {
        SparseForm form = *list;
        form.values = cast_array(list->values, false, {}, list->nvals, A.type(), type);
        return Snapshot::of_rows(type, A.nrows(), A.ncols(), std::move(form));
    }
    DenseForm form = A.dense_form().get();
    form.values = cast_array(form.values, false, {}, form.nvals, A.type(), type);
    form.bits = Array();
    return Snapshot::of_dense(type, A.nrows(), A.ncols(), std::move(form));
}

/// rows[p] = row of entry p.
void list_row_numbers(const SparseForm &form, std::uint64_t nrows, std::uint64_t *rows) {
    const auto width = static_cast<std::uint64_t>(form.index_width);
    const Array numbers = Array::make_here(form.nvals * width);
    RowNumbersCall call{};
    call.row_offsets = form.row_offsets.data_here();
    call.offset_width = form.offset_width;
    call.index_width = form.index_width;
    call.nrows = nrows;
    call.nvals = form.nvals;
    call.rows = const_cast<void *>(numbers.data_here());
    check(gpu::row_numbers(&call));
    const void *const fetched = numbers.data();
    parallel_ranges(form.nvals, 1, [&](std::uint64_t begin, std::uint64_t end) {
        if (width == 4) {
            const auto *from = static_cast<const std::uint32_t *>(fetched);
            std::copy(from + begin, from + end, rows + begin);
        } else {
            const auto *from = static_cast<const std::uint64_t *>(fetched);
            std::copy(from + begin, from + end, rows + begin);
        }
    });
}

const char *refuses(const TuplesProblem &problem) {
    const Snapshot &A = *problem.A;
    if (const char *refusal = refusal_of(A.type())) return refusal;
    if (!is_leaner_listed(problem) && castable_values(problem) == nullptr &&
        !has_leaner_rows(problem))
        return "no form of it is smaller";
    return device::refuses_move(TuplesProblem::operation, problem.traffic());
}

/// Counts the bytes that are downloaded, and a launch and a wait for each array that is made.
Cost cost(const TuplesProblem &problem) {
    const Snapshot &A = *problem.A;
    const device::Rates &r = device::rates();
    const double entries = most_entries_of(A);
    double bytes = static_cast<double>(problem.traffic().away);
    int launches = 0;
    if (is_leaner_listed(problem)) {
        const double value = problem.X == nullptr || A.is_iso() ? 0 : size_of(A.type()->size);
        bytes = entries * (4 + value);
        launches += 3;
    }
    if (const Array *values = castable_values(problem)) {
        bytes -= size_of(values->bytes()) - entries * size_of(problem.value_type->size);
        launches++;
    }
    if (has_leaner_rows(problem)) {
        const SparseForm &form = A.rows_form().get();
        bytes -= size_of(form.row_offsets.bytes()) - entries * form.index_width;
        launches++;
    }
    return {move_seconds(launches, 0, 0) + (launches + 2) * r.wait_seconds +
            bytes / r.download_bytes};
}

Nothing run(const TuplesProblem &problem) {
    Ref<Snapshot> A = problem.A;
    std::uint64_t *rows = problem.rows;
    if (is_leaner_listed(problem))
        A = Snapshot::of_rows(A->type(), A->nrows(), A->ncols(), listed(*A));
    const TuplesProblem rest(A, rows, problem.columns, problem.X, problem.value_type);
    if (has_leaner_rows(rest)) {
        list_row_numbers(A->rows_form().get(), A->nrows(), rows);
        rows = nullptr;
    }
    if (castable_values(rest) != nullptr) A = with_cast_values(*A, problem.value_type);
    copy_tuples(*A, rows, problem.columns, problem.X, problem.value_type);
    return {};
}

} // namespace

extern const Variant<TuplesProblem> cuda_tuples_lean = {
    "cuda/tuples_lean", {.device = device::cuda_kind}, refuses, cost, run};

} // namespace grb
