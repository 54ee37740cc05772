// Computes the bytes and bounds that all problems have in common.
#include "problems/problem.hpp"

#include "problems/problems.hpp"

namespace grb {

void Traffic::add(const Array &array) noexcept {
    bytes += array.bytes();
    if (array.is_on_host()) return;
    away += array.bytes();
    arrays_away++;
}
void Traffic::add(const SparseForm &form) noexcept {
    add(form.row_offsets);
    add(form.row_ids);
    add(form.column_indices);
    add(form.values);
}
void Traffic::add(const DenseForm &form) noexcept {
    add(form.bits);
    add(form.values);
}
void Traffic::add(const BalancedForm &form) noexcept {
    add(form.counts);
    add(form.column_indices);
    add(form.values);
}
void Traffic::add(const Snapshot &snapshot) noexcept {
    for (const auto *form :
         {&snapshot.rows_form(), &snapshot.jumbled_rows_form(), &snapshot.columns_form()}) {
        if (form->is_present()) add(form->get());
    }
    if (snapshot.dense_form().is_present()) add(snapshot.dense_form().get());
    if (snapshot.balanced_form().is_present()) add(snapshot.balanced_form().get());
}

std::size_t ProblemBase::operand_bytes() const noexcept {
    if (is_structural()) return traffic().bytes;
    std::size_t bytes = 0;
    for (const OperandView &operand : operands())
        if (operand.snapshot != nullptr) bytes += operand.snapshot->bytes();
    return bytes;
}

double ProblemBase::expected_entries() const noexcept {
    double sum = 0;
    for (const OperandView &operand : operands())
        if (operand.snapshot != nullptr) sum += most_entries_of(*operand.snapshot);
    return sum;
}

std::size_t operand_bytes_away(const ProblemBase &problem) noexcept {
    std::size_t bytes = 0;
    for (const OperandView &operand : problem.operands())
        if (operand.snapshot != nullptr) bytes += operand.snapshot->bytes_away();
    const MaskInput *const mask = problem.mask_input();
    if (mask != nullptr && mask->snapshot) bytes += mask->snapshot->bytes_away();
    return bytes;
}

} // namespace grb
