// Tuples made into an object on the device; the counterpart of storage/build.hpp.
#pragma once

#include "algebra/operators.hpp"
#include "storage/snapshot.hpp"

namespace grb::device {

/// build_snapshot() for n > 0 tuples on the device, when they are many and a GPU is in use. Null: the host
/// should, which also says what is wrong with them. `is_uniform`: X is one value, which build_snapshot()
/// makes `iso_value` of as long as positions do not repeat, or duplicate keeps equal values.
Ref<Snapshot> built(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                    const std::uint64_t *rows, const std::uint64_t *columns, const void *X,
                    const Type *value_type, bool is_uniform, const Array &iso_value,
                    std::uint64_t n, const BinaryOp *duplicate);

/// A vector of `size` from the values of I's entries and those of X's, as many; the result has dup's type,
/// or X's. Null: the host should.
Ref<Snapshot> built(std::uint64_t size, const Snapshot &I, const Snapshot &X,
                    const BinaryOp *duplicate);

} // namespace grb::device
