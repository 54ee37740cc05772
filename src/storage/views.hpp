// Views: plain structs of pointers and sizes, the only facts of an object that a variant sees. They
// live as long as the snapshot that gave them, and own no memory.
#pragma once

#include "base/type.hpp"

#include <cstdint>

namespace grb {

/// Sparse rows (or columns when `is_by_column`) one after the other: CSR, CSC, hypersparse. A
/// GraphBLAS vector of size n is one row of n columns. Index arrays are 4 or 8 bytes wide; 8-byte
/// indices always come with 8-byte offsets.
struct SparseView {
    std::uint64_t nrows = 0, ncols = 0; // in the orientation of the view: nrows = number of vectors
    std::uint64_t stored_rows = 0;      // rows with an offset: nrows, or fewer when hypersparse
    std::uint64_t nvals = 0;
    const void *row_offsets = nullptr;    // stored_rows + 1
    const void *column_indices = nullptr; // nvals; ascending in a row unless is_jumbled
    const void *row_ids = nullptr; // hypersparse: stored_rows ascending row numbers, index width
    const void *values = nullptr;  // nvals values, or 1 when is_iso
    const Type *type = nullptr;
    int offset_width = 4, index_width = 4;
    bool is_iso = false, is_jumbled = false;
    bool is_hyper() const noexcept { return row_ids != nullptr; }
};

/// Typed access to a SparseView. O: offsets, I: indices.
template <class O, class I>
struct Sparse {
    std::uint64_t nrows, ncols, stored_rows, nvals;
    const O *row_offsets;
    const I *column_indices;
    const I *row_ids;
    const unsigned char *values;
    std::size_t size; // of a value
    bool is_iso;

    using Offset = O;
    using Index = I;
    explicit Sparse(const SparseView &view)
        : nrows(view.nrows), ncols(view.ncols), stored_rows(view.stored_rows), nvals(view.nvals),
          row_offsets(static_cast<const O *>(view.row_offsets)),
          column_indices(static_cast<const I *>(view.column_indices)),
          row_ids(static_cast<const I *>(view.row_ids)),
          values(static_cast<const unsigned char *>(view.values)), size(view.type->size),
          is_iso(view.is_iso) {}
    std::uint64_t row_id(std::uint64_t k) const noexcept {
        return row_ids != nullptr ? row_ids[k] : k;
    }
    const unsigned char *value(std::uint64_t p) const noexcept {
        return values + (is_iso ? 0 : p * size);
    }
    /// Finds the position of a row among the stored ones; returns false when it has no stored
    /// entries.
    bool find_row(std::uint64_t row, std::uint64_t &k) const noexcept {
        if (row_ids == nullptr) {
            k = row;
            return true;
        }
        std::uint64_t low = 0, high = stored_rows;
        while (low < high) {
            const std::uint64_t middle = low + (high - low) / 2;
            if (row_ids[middle] < row) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        k = low;
        return low < stored_rows && row_ids[low] == row;
    }
};

/// Calls f(Sparse<O, I>) for the widths of the view: three instantiations.
template <class F>
decltype(auto) dispatch_widths(const SparseView &view, F &&f) {
    if (view.index_width == 8) return f(Sparse<std::uint64_t, std::uint64_t>(view));
    if (view.offset_width == 8) return f(Sparse<std::uint64_t, std::uint32_t>(view));
    return f(Sparse<std::uint32_t, std::uint32_t>(view));
}

/// Row-major dense storage: full (bits null) or bitmap (packed presence bits, entry p in bit p % 64
/// of word p / 64; bits past nrows·ncols are 0). Values of absent entries are undefined but
/// readable.
struct DenseView {
    std::uint64_t nrows = 0, ncols = 0, nvals = 0;
    const std::uint64_t *bits = nullptr;
    const void *values = nullptr; // nrows·ncols values, or 1 when is_iso
    const Type *type = nullptr;
    bool is_iso = false;
    bool is_full() const noexcept { return bits == nullptr; }
    bool has(std::uint64_t p) const noexcept {
        return bits == nullptr || (bits[p / 64] >> (p % 64) & 1) != 0;
    }
    const unsigned char *value(std::uint64_t p) const noexcept {
        return static_cast<const unsigned char *>(values) + (is_iso ? 0 : p * type->size);
    }
};

/// Row-balanced storage (CBSR): `slots` slots for each row, row-major. The first counts[r] slots of
/// row r hold its entries, columns ascending; the slots behind them are 0.
struct BalancedView {
    std::uint64_t nrows = 0, ncols = 0, slots = 0, nvals = 0;
    const std::uint32_t *counts = nullptr; // nrows
    const void *column_indices = nullptr;  // nrows·slots, of index_width bytes
    const void *values = nullptr;          // nrows·slots values, or 1 when is_iso
    const Type *type = nullptr;
    int index_width = 4; // 1, 2 or 4
    bool is_iso = false;
};

/// Calls f(column indices) with their plain type.
template <class F>
decltype(auto) dispatch_index_width(const BalancedView &view, F &&f) {
    if (view.index_width == 1) return f(static_cast<const std::uint8_t *>(view.column_indices));
    if (view.index_width == 2) return f(static_cast<const std::uint16_t *>(view.column_indices));
    return f(static_cast<const std::uint32_t *>(view.column_indices));
}

enum class MaskKind : std::uint8_t { none, value, structure };

/// A mask as a variant sees it. Exactly one of sparse and dense is valid unless kind is none.
/// Same shape as the output; sparse rows are sorted. With kind value, entries may be false.
struct MaskView {
    MaskKind kind = MaskKind::none;
    bool is_complemented = false;
    bool is_dense = false;
    SparseView sparse;
    DenseView dense;

    bool is_none() const noexcept { return kind == MaskKind::none; }
};

/// True when a dense mask, complement applied, allows position p.
bool dense_mask_allows(const MaskView &mask, std::uint64_t p) noexcept;

} // namespace grb
