// Rows with offsets of either width, for kernels that read few offsets and need no instance per
// width.
#pragma once

#include "storage/views.hpp"

namespace grb {

/// A branch, always predicted, selects the width.
class AnyOffsets {
public:
    explicit AnyOffsets(const SparseView &view) noexcept
        : offsets_(view.row_offsets), is_wide_(view.offset_width == 8) {}
    std::uint64_t operator[](std::uint64_t k) const noexcept {
        return is_wide_ ? static_cast<const std::uint64_t *>(offsets_)[k]
                        : static_cast<const std::uint32_t *>(offsets_)[k];
    }

private:
    const void *offsets_;
    bool is_wide_;
};

/// Access to a SparseView by indices of type I.
template <class I>
struct AnySparse : private Sparse<std::uint32_t, I> {
    using Base = Sparse<std::uint32_t, I>;
    using typename Base::Index;
    explicit AnySparse(const SparseView &view) : Base(view), row_offsets(view) {}
    using Base::column_indices, Base::find_row, Base::is_iso, Base::ncols, Base::nrows, Base::nvals,
        Base::row_id, Base::row_ids, Base::size, Base::stored_rows, Base::value, Base::values;
    AnyOffsets row_offsets;
};

/// Calls f(AnySparse<I>) for the width of the view's indices: two instantiations.
template <class F>
decltype(auto) dispatch_indices(const SparseView &view, F &&f) {
    if (view.index_width == 8) return f(AnySparse<std::uint64_t>(view));
    return f(AnySparse<std::uint32_t>(view));
}

} // namespace grb
