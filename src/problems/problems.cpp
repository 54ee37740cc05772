// Computes views, bounds and column lists of problems.
#include "problems/problems.hpp"

#include "base/error.hpp"
#include "storage/balanced.hpp"
#include "storage/build.hpp"

#include <algorithm>

namespace grb {

MaskView MaskInput::view() const {
    MaskView view;
    view.kind = kind;
    view.is_complemented = is_complemented;
    if (kind == MaskKind::none) return view;
    const void *iso_value = nullptr;
    if (snapshot->prefers_dense()) {
        view.is_dense = true;
        view.dense = snapshot->dense();
        if (view.dense.is_iso) iso_value = view.dense.values;
    } else {
        view.sparse = snapshot->rows();
        if (view.sparse.is_iso) iso_value = view.sparse.values;
    }
    if (kind == MaskKind::value && iso_value != nullptr && is_true(iso_value, snapshot->type())) {
        view.kind = MaskKind::structure;
    }
    return view;
}

bool MaskInput::is_at_hand() const noexcept {
    if (kind == MaskKind::none) return true;
    if (snapshot->prefers_dense()) {
        const DenseForm &form = std::as_const(*snapshot).dense_form().get();
        return form.bits.is_on_host() && form.values.is_on_host();
    }
    return std::as_const(*snapshot).rows_form().is_present() &&
           snapshot->vectors_at_hand(false).has_value();
}

double MaskInput::allowed(double positions) const noexcept {
    if (kind == MaskKind::none) return positions;
    if (!is_complemented) return std::min(static_cast<double>(snapshot->most_nvals()), positions);
    // A complemented value mask also allows the positions of its false entries.
    const bool is_known = kind == MaskKind::structure && snapshot->knows_nvals();
    return is_known ? std::max(0.0, positions - static_cast<double>(snapshot->nvals())) : positions;
}

IndexList ExtractProblem::column_list(Array &owned) const {
    if (!column_vector) return columns;
    owned = Array::of<std::uint64_t>(columns.count);
    extract_tuples(*column_vector, nullptr, nullptr, owned.data(), builtin_type(TypeCode::uint64));
    const IndexList list{owned.as<std::uint64_t>(), columns.count, false};
    check_indices("I", list, is_transposed ? A->nrows() : A->ncols(), "u", "entries");
    return list;
}

bool MaxkProblem::fits_balanced() const noexcept {
    return grb::fits_balanced(A->type(), m(), n(), k, A->nvals());
}

namespace {

double at_least_one(std::uint64_t n) noexcept {
    return std::max(1.0, static_cast<double>(n));
}

/// True when the products of a row are stored values of u that do not descend.
bool products_ascend(const MxvProblem &problem) noexcept {
    const BinaryOp &multiply = *problem.semiring->multiply;
    const BinaryCode passing_u = problem.is_flipped ? BinaryCode::first : BinaryCode::second;
    const Type *const type = problem.u->type();
    return problem.u->is_known_ascending() && multiply.code == passing_u &&
           multiply.ztype == type && problem.result_type() == type;
}

} // namespace

bool MxvProblem::first_product_decides() const noexcept {
    const BinaryCode add = semiring->add->op->code;
    return add == BinaryCode::any || (add == BinaryCode::min && products_ascend(*this));
}

bool MxvProblem::last_product_decides() const noexcept {
    return semiring->add->op->code == BinaryCode::max && products_ascend(*this);
}

bool MxvProblem::counts_entries() const noexcept {
    const TypeCode code = result_type()->code;
    return code != TypeCode::boolean && is_real_code(code) &&
           semiring->add->op->code == BinaryCode::plus &&
           semiring->multiply->code == BinaryCode::oneb && u->is_known_full();
}

double MxvProblem::expected_entries() const noexcept {
    return most_entries_of(*A) * most_entries_of(*u) / at_least_one(n());
}
double MxmProblem::expected_entries() const noexcept {
    return most_entries_of(*A) * most_entries_of(*B) / at_least_one(k());
}
double ExtractProblem::expected_entries() const noexcept {
    return most_entries_of(*A);
}
double AssignProblem::expected_entries() const noexcept {
    return A ? most_entries_of(*A) : static_cast<double>(UINT64_MAX);
}
double KroneckerProblem::expected_entries() const noexcept {
    return most_entries_of(*A) * most_entries_of(*B);
}

} // namespace grb
