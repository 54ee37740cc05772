// Refusals of the commit's device variants, and the arrays that they share.
#include "cuda/merge/variants/commit.hpp"

#include "dispatch/context.hpp"
#include "storage/dense_update.hpp"
#include "storage/full_iso.hpp"

namespace grb::device {

namespace {

/// Returns true if a stored form of the problem is on a GPU, or if a GPU is expected to read C
/// next.
bool is_there(const CommitProblem &problem) noexcept {
    if (problem.bytes_away() != 0 || expected_expansion(*problem.current) != 0) return true;
    if (!is_dense(*problem.current)) return false;
    const DenseForm &form = problem.current->dense_form().get();
    const auto is_held = [](const Array &array) { return !array.empty() && array.is_here(); };
    return is_held(form.values) || is_held(form.bits);
}

bool is_known_full_iso(const Snapshot &snapshot) noexcept {
    return snapshot.knows_nvals() && is_full_iso(snapshot);
}

} // namespace

const char *refuses_commit(const CommitProblem &problem) noexcept {
    // Most programs use no GPU and stop here.
    if (devices().empty() && mode() != Mode::always && !context().has_rules())
        return "no GPU in use";
    if (problem.accumulator != nullptr) {
        if (const char *refusal = refusal_of(*problem.accumulator)) return refusal;
    }
    if (const char *refusal = refusal_of(problem.C->type())) return refusal;
    if (const char *refusal = refusal_of(problem.T_type())) return refusal;
    if (problem.has_major()) return "a row or column assign";
    if (problem.T_is_block()) return T_is_a_block;
    return problem.elements() == 0 ? "nothing to compute" : nullptr;
}

const char *refuses_on_device(const CommitProblem &problem) noexcept {
    if (const char *refusal = refuses_device(Operation::commit, 0)) return refusal;
    if (context().has_rules() && context().forced(Operation::commit) != nullptr) return nullptr;
    if (problem.is_store()) return "C becomes T";
    if (!problem.has_mask() && problem.T && is_known_full_iso(*problem.current) &&
        is_known_full_iso(*problem.T))
        return "iso";
    return is_there(problem) ? nullptr : "nothing of it is on the GPU";
}

bool T_can_be_dense_operand(const CommitProblem &problem) noexcept {
    // If C is dense, a dense T takes no more memory than C, however few its entries.
    if (is_dense(*problem.current)) return !problem.T || can_be_densified(*problem.T);
    return problem.T ? can_be_dense_operand(*problem.T) : problem.T_can_be_dense();
}

bool T_is_list(const CommitProblem &problem) noexcept {
    if (problem.C->nrows() != 1 || problem.T_is_dense()) return false;
    return !problem.T || list_form(*problem.T) != nullptr;
}

double missing_T_bytes(const CommitProblem &problem) noexcept {
    if (problem.T) return missing_dense_bytes(*problem.T);
    return problem.expected.device == here() ? 0 : problem.T_bytes();
}

bool share_pattern(const Snapshot &T, const Snapshot &M) noexcept {
    const SparseForm *own = list_form(T), *other = list_form(M);
    return own != nullptr && other != nullptr && own->nvals == other->nvals &&
           own->column_indices.identity() == other->column_indices.identity();
}

bool T_is_on_mask(const CommitProblem &problem) noexcept {
    const MaskInput &mask = problem.mask;
    if (mask.is_none() || mask.is_complemented || mask.kind != MaskKind::structure) return false;
    if (problem.T) return share_pattern(*problem.T, *mask.snapshot);
    // A list that is only expected, and no longer than the mask's, is assumed to have the mask's
    // pattern.
    const SparseForm *other = list_form(*mask.snapshot);
    return other != nullptr && !problem.expected.is_dense &&
           problem.T_entries() <= static_cast<double>(other->nvals);
}

bool T_covers_region(const CommitProblem &problem) noexcept {
    const bool is_known = !problem.T || problem.T->knows_nvals();
    return is_known && !problem.is_whole() && problem.T_entries() == problem.area();
}

BinaryName accumulator_name(const CommitProblem &problem) {
    return problem.accumulator != nullptr ? name_of(*problem.accumulator) : BinaryName{};
}

DenseForm copied_elements(const DenseForm &form, const Type *type, std::uint64_t elements) {
    const auto copy = [](const Array &array) {
        if (array.empty()) return Array();
        Array result = Array::make_here(array.bytes());
        device::copy(result.data_here_for_writing(), array.data_here(), array.bytes());
        return result;
    };
    DenseForm result;
    result.nvals = form.nvals;
    result.bits = copy(form.bits);
    result.values =
        form.is_iso ? cast_array(form.values, true, {}, elements, type, type) : copy(form.values);
    return result;
}

ListOperand list_operand(const SparseForm &list, const Type *type, bool reads_values) {
    ListOperand arrays{};
    arrays.nvals = list.nvals;
    arrays.indices = list.column_indices.data_here();
    arrays.index_width = list.index_width;
    arrays.is_iso = list.is_iso;
    arrays.type = reads_values ? cpp_type_name(type) : "bool";
    if (!reads_values) return arrays;
    if (list.is_iso && goes_with_call(list.values, type)) {
        arrays.value = low_bytes(list.values.data(), type);
    } else {
        arrays.values = list.values.data_here();
    }
    return arrays;
}

Ref<Snapshot> finished(const CommitProblem &problem, DenseForm &&fresh, bool is_in_place) {
    const Container &C = *problem.C;
    DenseForm &form = is_in_place ? problem.current->dense_form().get() : fresh;
    if (!form.nvals.is_pending() && form.nvals == element_count(C.nrows(), C.ncols()) &&
        C.options().format != Format::bitmap) {
        form.bits = Array();
    }
    if (!is_in_place)
        return C.conformed(of_dense(C.type(), C.nrows(), C.ncols(), std::move(fresh)));
    problem.current->keep_dense_alone();
    return problem.current;
}

} // namespace grb::device
