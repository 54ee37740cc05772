// C(region) = T or C = accum(C, T) where C has an entry wherever T has one and loses none: only
// values change.
#pragma once

#include "algebra/bound.hpp"
#include "base/parallel.hpp"
#include "cpu/common/search_ahead.hpp"
#include "cpu/elementwise/merge.hpp"
#include "storage/chunks.hpp"

#include <atomic>

namespace grb {

/// A and B m×n by rows, sorted, not hypersparse, of one type; with `op` null B's values replace
/// A's, and A's other entries in the region would be deleted. Work O(entries of B, logarithms where
/// rows of A are much longer) and O(m); scratch an offset for each entry of B; threads divide the
/// entries.
template <class O, class I>
class RowPatch {
public:
    static constexpr std::size_t largest_value = 16;

    RowPatch(const Sparse<O, I> &A, const Sparse<O, I> &B, const RegionSets &region,
             bool overwrites)
        : A_(A), B_(B), region_(region), overwrites_(overwrites) {}

    /// Returns true when A's pattern stays. Ends at the first entry that changes it.
    bool keeps_pattern() {
        if (B_.nvals > A_.nvals || (overwrites_ && entries_in_region() != B_.nvals)) return false;
        positions_ = Array::of<O>(B_.nvals);
        O *const positions = positions_.as<O>();
        std::atomic<bool> differs{false};
        const int threads = threads_for(4 * static_cast<double>(B_.nvals));
        for_chunks(Chunks(B_.nvals, threads, 16), threads,
                   [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
                       for_row_runs(B_.row_offsets, B_.stored_rows, begin, end,
                                    [&](std::uint64_t row, std::uint64_t b, std::uint64_t last) {
                                        if (differs.load(std::memory_order_relaxed)) return;
                                        if (!match(row, b, last, positions)) differs = true;
                                    });
                   });
        return !differs;
    }

    /// Writes to A's values, or a copy of them, after keeps_pattern(). The operator must not fail.
    void write(unsigned char *values, const BinaryOp *op, const Type *type) const {
        const O *const positions = positions_.as<O>();
        BoundBinary bound;
        if (op != nullptr) bound = BoundBinary(op, type, type, type);
        parallel_ranges(B_.nvals, 2, [&](std::uint64_t begin, std::uint64_t end) {
            if (op == nullptr) {
                scatter_values(values, positions + begin, sizeof(O), B_.value(begin), end - begin,
                               type->size);
                return;
            }
            constexpr std::uint64_t batch = 256;
            alignas(16) unsigned char x[batch * largest_value], z[batch * largest_value];
            for (; begin < end; begin += batch) {
                const std::uint64_t n = std::min(batch, end - begin);
                gather_values(x, values, positions + begin, sizeof(O), n, type->size);
                bound(z, x, B_.value(begin), n);
                scatter_values(values, positions + begin, sizeof(O), z, n, type->size);
            }
        });
    }

private:
    /// A row longer by this factor is searched instead of walked.
    static constexpr std::uint64_t search_ratio = 16;

    std::uint64_t entries_in_region() const {
        std::atomic<std::uint64_t> sum{0};
        const int threads = threads_for(8 * static_cast<double>(A_.nrows) +
                                        (is_range() ? 0.0 : static_cast<double>(A_.nvals)));
        for_chunks(Chunks(A_.nrows, threads, 16), threads,
                   [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
                       std::uint64_t own = 0;
                       for (; begin < end; begin++) {
                           if (region_.rows == nullptr || region_.rows->contains(begin))
                               own += entries_in_region(begin);
                       }
                       sum += own;
                   });
        return sum;
    }
    bool is_range() const noexcept {
        return region_.columns == nullptr || region_.columns->is_range();
    }
    std::uint64_t entries_in_region(std::uint64_t row) const noexcept {
        const I *const begin = A_.column_indices + A_.row_offsets[row], *const end =
                                                                            A_.column_indices +
                                                                            A_.row_offsets[row + 1];
        if (region_.columns == nullptr) return static_cast<std::uint64_t>(end - begin);
        if (is_range()) {
            return static_cast<std::uint64_t>(std::lower_bound(begin, end, region_.columns->end()) -
                                              std::lower_bound(begin, end, region_.columns->low()));
        }
        std::uint64_t n = 0;
        for (const I *at = begin; at != end; ++at) n += region_.columns->contains(*at) ? 1 : 0;
        return n;
    }
    /// Records the positions in A of the entries [b, last) of a row of B; returns false when one is
    /// missing.
    bool match(std::uint64_t row, std::uint64_t b, std::uint64_t last,
               O *positions) const noexcept {
        const I *const columns = A_.column_indices, *const end = columns + A_.row_offsets[row + 1];
        const I *at = columns + A_.row_offsets[row];
        const bool searches = static_cast<std::uint64_t>(end - at) / search_ratio > last - b;
        for (; b < last; b++) {
            const I column = B_.column_indices[b];
            if (searches) {
                at = search_ahead(at, end, column, false);
            } else {
                while (at != end && *at < column) ++at;
            }
            if (at == end || *at != column) return false;
            positions[b] = static_cast<O>(at++ - columns);
        }
        return true;
    }

    const Sparse<O, I> &A_, &B_;
    const RegionSets &region_;
    const bool overwrites_;
    Array positions_;
};

} // namespace grb
