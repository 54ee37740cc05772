// Snapshots as the plugin takes them: parts copied to the device when they are not there.
#pragma once

#include "cuda/library/backend.hpp"
#include "cuda/library/user_operators.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"

namespace grb::device {

/// A byte count as a double, for estimates.
inline double size_of(std::uint64_t n) noexcept {
    return static_cast<double>(n);
}

inline bool is_builtin(const Type *type) noexcept {
    return type->code != TypeCode::user;
}

/// Null, or why a product cannot read values of both types. Whether the multiplier takes them is another question.
inline const char *refuses_types(const Snapshot &A, const Snapshot &B) noexcept {
    const char *const refusal = refusal_of(A.type());
    return refusal != nullptr ? refusal : refusal_of(B.type());
}

/// C++ name of a type ("float"), as programs know it. Throws Failure.
const char *cpp_type_name(const Type *type);
/// Names of the functor in the catalogue, or those under which the plugin knows a user's operator that is
/// not refused. Throw Failure.
BinaryName name_of(const BinaryOp &op);
BinaryName name_of(const UnaryOp &op);
/// Without type: a test of positions.
BinaryName name_of(const IndexUnaryOp &op);
/// True for the operators of the predefined monoids over real types: the catalogue has an identity for them that leaves
/// all values as they are.
bool has_identity(const BinaryOp &op) noexcept;

/// Rows (columns when transposed) on the device; made on the host first when the snapshot lacks them. Of
/// hypersparse ones nrows is the number of those stored.
SparseArrays sparse_arrays(const Snapshot &snapshot, bool transposed);
/// Null, or why cuSPARSE cannot have A's rows (columns): it takes offsets and indices of one width.
const char *refuses_widths(const Snapshot &A, bool transposed) noexcept;
/// Without values and their type.
SparseArrays pattern_arrays(const SparsePart &part, std::uint64_t nrows, std::uint64_t ncols);
DenseArrays dense_arrays(const Snapshot &snapshot);
/// The same of cells that the caller has made.
DenseArrays dense_arrays(const Snapshot &snapshot, const DensePart &part);

/// The mask as one bit a cell; `owned` keeps the bits alive. No mask: null bits that let all through.
MaskBits mask_bits(const MaskInput &mask, std::uint64_t cells, Array &owned);

/// A mask by value as the values themselves, for those who look at few cells: full, and on the device.
bool mask_values(const MaskInput &mask, MaskBits *bits);

/// Bytes that sparse_arrays() or dense_arrays() would have to copy. A part that the device makes from what
/// it has counts as the copying that takes as long.
double missing_bytes(const Snapshot &snapshot, bool wants_sparse, bool transposed) noexcept;

/// Bytes of A's rows (columns) at the place: what is missing, or there, too, while the host has it. What is there alone counts as nothing: it has
/// to be used where it is.
double bytes_to_hold(const Snapshot &A, bool transposed) noexcept;

/// What does not fit into the memory of the place is not moved there, however often it would pay: rows of teams take it in
/// parts.
void avoid_overflow(Cost &cost, double bytes) noexcept;

/// Time to copy A's rows (columns) to the device where they are missing, as an investment in A.
void add_missing_operand(Cost &cost, const Snapshot &A, bool transposed) noexcept;

/// The refusals of every device row: null, or the reason why no GPU takes the problem. place_is_not_open where `bytes`
/// of operands are worth opening the backend, when GRAPHBLAST_CUDA=always, or when a device row is forced.
const char *refuses_device(Operation operation, double bytes) noexcept;

} // namespace grb::device
