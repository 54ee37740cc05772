// Mask queries along one row, in ascending order of columns.
#pragma once

#include "algebra/batch.hpp"
#include "storage/views.hpp"

#include <algorithm>

namespace grb {

/// Truth of a mask at ascending columns of a row. Sparse masks are searched by doubling steps, so a
/// few queries to a long row cost logarithms and many queries cost one walk.
class MaskCursor {
public:
    explicit MaskCursor(const MaskView &mask) : mask_(mask) {}

    void begin_row(std::uint64_t row) noexcept {
        if (mask_.is_none()) return;
        if (mask_.is_dense) {
            row_base_ = row * mask_.dense.ncols;
            return;
        }
        dispatch_widths(mask_.sparse, [&](const auto &sparse) {
            std::uint64_t k = 0;
            position_ = end_ = 0;
            if (sparse.find_row(row, k)) {
                position_ = sparse.row_offsets[k];
                end_ = sparse.row_offsets[k + 1];
            }
        });
    }

    bool allows(std::uint64_t column) noexcept {
        if (mask_.is_none()) return true;
        if (mask_.is_dense) return dense_mask_allows(mask_, row_base_ + column);
        const bool found =
            mask_.sparse.index_width == 4
                ? advance(static_cast<const std::uint32_t *>(mask_.sparse.column_indices), column)
                : advance(static_cast<const std::uint64_t *>(mask_.sparse.column_indices), column);
        return (found && (mask_.kind == MaskKind::structure || value_is_true())) !=
               mask_.is_complemented;
    }

    /// Prefetches what allows(column) will read of a dense mask's values.
    void fetch(std::uint64_t column) const noexcept {
        if (!mask_.is_dense || mask_.kind == MaskKind::structure || mask_.dense.is_iso) return;
        __builtin_prefetch(mask_.dense.value(row_base_ + column));
    }

    /// The mask allows all columns between the last query and next(), or none: elsewhere().
    bool knows_next() const noexcept { return mask_.is_none() || !mask_.is_dense; }
    std::uint64_t next() const noexcept {
        if (mask_.is_none() || position_ == end_) return ~std::uint64_t{0};
        return mask_.sparse.index_width == 4
                   ? static_cast<const std::uint32_t *>(mask_.sparse.column_indices)[position_]
                   : static_cast<const std::uint64_t *>(mask_.sparse.column_indices)[position_];
    }
    bool elsewhere() const noexcept { return mask_.is_none() || mask_.is_complemented; }

private:
    template <class I>
    bool advance(const I *indices, std::uint64_t column) noexcept {
        std::uint64_t step = 1, low = position_, high = position_;
        while (high < end_ && indices[high] < column) {
            low = high + 1;
            high += step;
            step *= 2;
        }
        high = std::min(high, end_);
        while (low < high) {
            const std::uint64_t middle = low + (high - low) / 2;
            if (indices[middle] < column) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        position_ = low;
        return low < end_ && indices[low] == column;
    }
    bool value_is_true() const noexcept {
        const auto *values = static_cast<const unsigned char *>(mask_.sparse.values);
        return is_true(values + (mask_.sparse.is_iso ? 0 : position_ * mask_.sparse.type->size),
                       mask_.sparse.type);
    }

    const MaskView &mask_;
    std::uint64_t row_base_ = 0, position_ = 0, end_ = 0;
};

} // namespace grb
