// Vectors that stand for lists of indices.
#pragma once

#include "capi/handles.hpp"
#include "problems/index_list.hpp"

namespace grb {

/// The numbers of a vector as a list: its values in order of their positions, or the positions.
/// Throws GrB_DOMAIN_MISMATCH for values of no integer type, std::bad_alloc.
struct ListedNumbers {
    Array numbers; // of 64 bits; a negative one is far too large for an index
    std::uint64_t count = 0;
    ListedNumbers() = default;
    ListedNumbers(const char *argument, const Vector &vector, bool of_positions);
    const std::uint64_t *get() const { return numbers.as<std::uint64_t>(); }
};

/// The list that a live vector, or NULL, stands for. `usage` is GxB_ROWINDEX_LIST or
/// GxB_COLINDEX_LIST of a descriptor.
class VectorAsList {
public:
    /// Throws GrB_INVALID_VALUE for a range without exactly three entries.
    VectorAsList(const char *argument, const Vector *vector, int usage, std::uint64_t dimension);
    const IndexList &list() const noexcept { return list_; }

private:
    ListedNumbers own_;
    IndexList list_;
};

/// Returns the descriptor's usage of lists of rows (columns).
inline int row_list_usage(const Descriptor *desc) noexcept {
    return desc != nullptr ? desc->row_list : 0;
}
inline int column_list_usage(const Descriptor *desc) noexcept {
    return desc != nullptr ? desc->column_list : 0;
}

} // namespace grb
