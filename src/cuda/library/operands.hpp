// Conversion of snapshots to operands of the plugin, with copies of the arrays that it lacks.
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

/// Returns the reason why a product cannot read values of both types, or null. Does not ask whether
/// the multiplier accepts them.
inline const char *refuses_types(const Snapshot &A, const Snapshot &B) noexcept {
    const char *const refusal = refusal_of(A.type());
    return refusal != nullptr ? refusal : refusal_of(B.type());
}

/// Returns the C++ name of a type ("float") in programs. Throws Failure.
const char *cpp_type_name(const Type *type);
/// Return the names of the functor in the catalogue, or the plugin's names of a user's operator
/// that is not refused. Throw Failure.
BinaryName name_of(const BinaryOp &op);
BinaryName name_of(const UnaryOp &op);
/// A test of positions has no type.
BinaryName name_of(const IndexUnaryOp &op);
/// Returns true for the operators of the predefined monoids over real types: the catalogue has an
/// identity for them that leaves every value unchanged.
bool has_identity(const BinaryOp &op) noexcept;

/// Returns A's CSR (CSC when transposed) on the device; the host makes it first when the snapshot
/// lacks it. For a hypersparse form, nrows is the number of stored rows.
SparseArrays sparse_arrays(const Snapshot &snapshot, bool transposed);
/// Returns the reason why cuSPARSE cannot use A's CSR (CSC), or null: it needs offsets and indices
/// of one width.
const char *refuses_widths(const Snapshot &A, bool transposed) noexcept;
/// Returns the arrays without values and their type.
SparseArrays pattern_arrays(const SparseForm &form, std::uint64_t nrows, std::uint64_t ncols);
DenseArrays dense_arrays(const Snapshot &snapshot);
/// Returns the arrays of a dense form that the caller has made.
DenseArrays dense_arrays(const Snapshot &snapshot, const DenseForm &form);

/// Returns the mask as one bit per element; `owned` keeps the bits alive. Without a mask, returns
/// null bits that allow everything.
MaskBits mask_bits(const MaskInput &mask, std::uint64_t elements, Array &owned);

/// Sets *bits to the mask's values themselves if the mask is by value, full and on the device; for
/// kernels that probe few elements.
bool mask_values(const MaskInput &mask, MaskBits *bits);

/// Returns the bytes that sparse_arrays() or dense_arrays() would copy. A form that the device
/// makes from its own data counts as a copy that takes as long.
double missing_bytes(const Snapshot &snapshot, bool wants_sparse, bool transposed) noexcept;

/// Returns the bytes of A's CSR (CSC) that are missing on the device, or that the host holds, too.
/// Bytes that only the device holds count as nothing: they must be used there.
double bytes_to_hold(const Snapshot &A, bool transposed) noexcept;

/// Raises the cost if the bytes do not fit into the device's memory: they are not moved there,
/// however often it would pay. Variants of device groups take them in partitions.
void avoid_overflow(Cost &cost, double bytes) noexcept;

/// Adds the time to copy A's CSR (CSC) to the device if it is missing there, as an investment in A.
void add_missing_operand(Cost &cost, const Snapshot &A, bool transposed) noexcept;

/// Returns the reason why no GPU takes the problem, or null; every device variant asks. Returns
/// device_is_not_open if `bytes` of operands are worth opening the plugin, if
/// GRAPHBLAST_CUDA=always, or if a device variant is forced.
const char *refuses_device(Operation operation, double bytes) noexcept;

} // namespace grb::device
