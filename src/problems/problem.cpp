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
void Traffic::add(const SparsePart &part) noexcept {
    add(part.row_offsets);
    add(part.row_ids);
    add(part.column_indices);
    add(part.values);
}
void Traffic::add(const DensePart &part) noexcept {
    add(part.bits);
    add(part.values);
}
void Traffic::add(const BalancedPart &part) noexcept {
    add(part.counts);
    add(part.column_indices);
    add(part.values);
}
void Traffic::add(const Snapshot &snapshot) noexcept {
    for (const auto *part :
         {&snapshot.rows_part(), &snapshot.jumbled_rows_part(), &snapshot.columns_part()}) {
        if (part->is_present()) add(part->get());
    }
    if (snapshot.dense_part().is_present()) add(snapshot.dense_part().get());
    if (snapshot.balanced_part().is_present()) add(snapshot.balanced_part().get());
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
