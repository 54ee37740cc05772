// Counts the pairs of short rows of A with columns of B: no bitmap, and no call per row. Graphs
// without hubs consist of such rows, where the work per row, not per entry, dominates.
#pragma once

#include "cpu/mxm/mxm_masked_dot.hpp"

#include <algorithm>

namespace grb {

/// Columns of a row of A, each compared with every entry of a column of B. Unused slots repeat the
/// last column.
template <class I, unsigned n>
struct ComparedColumns {
    I columns[n];

    ComparedColumns(const I *indices, std::uint64_t p, std::uint64_t p_end) noexcept {
        for (unsigned k = 0; k < n; k++) columns[k] = indices[p + k < p_end ? p + k : p_end - 1];
    }
    unsigned count(const I *b, std::uint64_t q, std::uint64_t q_end) const noexcept {
        unsigned count = 0;
        for (; q < q_end; q++) {
            bool is_matched = false;
            for (unsigned k = 0; k < n; k++) is_matched |= b[q] == columns[k];
            count += is_matched ? 1 : 0;
        }
        return count;
    }
};

/// Reads all three matrices by 32-bit offsets, every row stored.
template <class I>
class ShortRows {
public:
    static constexpr std::uint64_t most = 4;

    explicit ShortRows(const DotCall &call) noexcept
        : call_(call), m_(static_cast<const I *>(call.M.column_indices)),
          a_(static_cast<const I *>(call.A.column_indices)),
          b_(static_cast<const I *>(call.B.column_indices)), m_offsets_(offsets_of(call.M)),
          a_offsets_(offsets_of(call.A)), b_offsets_(offsets_of(call.B)),
          asks_mask_(call.mask.kind != MaskKind::structure),
          is_usable_(m_offsets_ != nullptr && a_offsets_ != nullptr && b_offsets_ != nullptr) {}

    /// Appends the rows of C from `row` to before `end`, up to the first that is too long in A.
    /// Returns the first row not made. counts[k]: entries of row k.
    template <class T>
    std::uint64_t append(std::uint64_t row, std::uint64_t end, RowsBuffer &out,
                         std::span<std::uint64_t> counts) const {
        if (!is_usable_) return row;
        constexpr std::uint64_t least_room = 1024;
        std::uint64_t room = 0, made = 0;
        I *columns = nullptr;
        T *values = nullptr;
        for (; row < end; row++) {
            const std::uint64_t p = a_offsets_[row], p_end = a_offsets_[row + 1],
                                first = m_offsets_[row], last = m_offsets_[row + 1];
            if (p_end - p > most) break;
            counts[row] = 0;
            if (p == p_end || first == last) continue;
            if (room - made < last - first) {
                out.add(made);
                made = 0;
                // Lent memory holds as many entries as the task has of the mask.
                room = std::max(last - first, std::min(least_room, m_offsets_[end] - first));
                out.reserve(room);
                columns = out.new_columns<I>();
                values = reinterpret_cast<T *>(out.new_values());
            }
            counts[row] = p_end - p <= 2 ? count(ComparedColumns<I, 2>(a_, p, p_end), first, last,
                                                 columns + made, values + made)
                                         : count(ComparedColumns<I, most>(a_, p, p_end), first,
                                                 last, columns + made, values + made);
            made += counts[row];
        }
        out.add(made);
        return row;
    }

private:
    static const std::uint32_t *offsets_of(const SparseView &view) noexcept {
        const bool is_plain = view.offset_width == 4 && !view.is_hyper();
        return is_plain ? static_cast<const std::uint32_t *>(view.row_offsets) : nullptr;
    }
    template <class Columns, class T>
    std::uint64_t count(const Columns &row, std::uint64_t begin, std::uint64_t end, I *columns,
                        T *values) const noexcept {
        std::uint64_t made = 0;
        for (std::uint64_t k = begin; k < end; k++) {
            if (asks_mask_ && !call_.allows(k)) continue;
            const I j = m_[k];
            const unsigned matched = row.count(b_, b_offsets_[j], b_offsets_[j + 1]);
            // Writes first and counts only entries: no branch to predict.
            columns[made] = j;
            values[made] = static_cast<T>(matched);
            made += matched != 0 ? 1 : 0;
        }
        return made;
    }

    const DotCall &call_;
    const I *m_, *a_, *b_;
    const std::uint32_t *m_offsets_, *a_offsets_, *b_offsets_;
    bool asks_mask_, is_usable_;
};

} // namespace grb
