// Finds the columns that a frontier selects and lists their entries in batches. Columns, values and
// sums lie anywhere: each is prefetched some steps before it is read.
#include "cpu/mxv/mxv_push_entries.hpp"

#include "base/listed_bits.hpp"

namespace grb {

namespace {

/// Prefetches a column and its values.
template <class I>
void fetch_column(const I *columns, const PushInput &input, std::uint64_t begin,
                  std::size_t a_size) noexcept {
    __builtin_prefetch(columns + begin);
    if (a_size != 0)
        __builtin_prefetch(static_cast<const char *>(input.binding.a.values) + begin * a_size);
}

} // namespace

std::uint64_t PushInput::list_columns(std::uint64_t first, std::uint64_t last,
                                      ColumnSpan *spans) const noexcept {
    constexpr std::uint64_t ahead = 16, most_prefetched = 2048;
    // Columns of more vertices would leave the cache before they are read.
    const bool prefetches = u.nvals <= most_prefetched;
    std::uint64_t entries = 0;
    dispatch_widths(A, [&](const auto &columns) {
        const bool is_hyper = columns.row_ids != nullptr;
        for (std::uint64_t q = first; q < last; q++) {
            if (!is_hyper && q + ahead < last)
                __builtin_prefetch(columns.row_offsets + frontier_vertex(q + ahead));
            std::uint64_t k = 0;
            ColumnSpan span;
            if (columns.find_row(frontier_vertex(q), k))
                span = {columns.row_offsets[k], columns.row_offsets[k + 1]};
            if (prefetches) __builtin_prefetch(columns.column_indices + span.begin);
            entries += span.end - span.begin;
            spans[q] = span;
        }
    });
    return entries;
}

template <class I>
std::uint64_t PushEntries::fill(const I *columns) {
    constexpr std::uint64_t ahead = 24;
    const ColumnSpan *const spans = target_.spans;
    const std::uint64_t all = input_.A.nvals, last = input_.u.nvals,
                        end = std::min(target_.last, q_ + most);
    std::uint64_t count = 0;
    first_q_ = q_;
    while (q_ < end && count < most) {
        if (q_ + ahead < last) fetch_column(columns, input_, spans[q_ + ahead].begin, a_size_);
        const std::uint64_t begin = spans[q_].begin + done_, left = spans[q_].end - begin;
        const auto vertex = static_cast<std::uint32_t>(q_ - first_q_);
        shifts_[vertex] = begin - count;
        const bool is_short =
            left <= short_column && begin + short_column <= all && count + left <= most;
        const std::uint64_t n = is_short ? short_column : std::min(left, most - count);
        const auto copy = [&](std::uint64_t k) {
            destinations_[count + k] = static_cast<std::uint32_t>(columns[begin + k]);
            origins_[count + k] = vertex * vertex_step + static_cast<std::uint32_t>(count + k);
        };
        if (is_short) {
            for (std::uint64_t k = 0; k < short_column; k++) copy(k);
        } else {
            for (std::uint64_t k = 0; k < n; k++) copy(k);
        }
        const std::uint64_t taken = std::min(n, left);
        count += taken;
        done_ = taken == left ? 0 : done_ + taken;
        q_ += taken == left ? 1 : 0;
    }
    return count;
}

namespace {

/// Moves the entries that the mask allows to the front; returns their number.
template <class V>
std::uint64_t keep_true(const AllowedTruth &truth, std::uint32_t *destinations,
                        std::uint32_t *origins, std::uint64_t n) noexcept {
    const auto *const values = static_cast<const V *>(truth.values);
    std::uint64_t kept = 0;
    for (std::uint64_t k = 0; k < n; k++) {
        const std::uint32_t i = destinations[k], origin = origins[k];
        const auto value = static_cast<V>(values[i] << truth.shift);
        destinations[kept] = i;
        origins[kept] = origin;
        kept += (value != 0 ? 1U : 0U) ^ truth.flip;
    }
    return kept;
}

} // namespace

std::uint64_t PushEntries::keep_allowed(std::uint64_t n) noexcept {
    const AllowedTruth &truth = target_.truth;
    if (truth.values == nullptr) return n;
    switch (truth.size) {
    case 1:
        return keep_true<std::uint8_t>(truth, destinations_, origins_, n);
    case 2:
        return keep_true<std::uint16_t>(truth, destinations_, origins_, n);
    case 4:
        return keep_true<std::uint32_t>(truth, destinations_, origins_, n);
    default:
        return keep_true<std::uint64_t>(truth, destinations_, origins_, n);
    }
}

/// Keeps the entries that the mask allows, marks and lists their destinations; returns the number.
std::uint64_t PushEntries::mark(std::uint64_t n) noexcept {
    const AllowedBits everything;
    const AllowedBits &bits = target_.allowed != nullptr ? *target_.allowed : everything;
    const std::uint64_t *const words = bits.words, flip = bits.flip;
    std::uint64_t *const marks = target_.marks;
    std::uint32_t *const touched = target_.touched;
    const unsigned char *const sums = target_.values;
    const std::uint64_t step = target_.touched_step;
    std::uint64_t count = target_.touched_count, kept = 0;
    // No branch asks the mask or a first touch: neither is predictable.
    for (std::uint64_t k = 0; k < n; k++) {
        const std::uint64_t i = destinations_[k], w = i / 64, shift = i % 64;
        const std::uint64_t is_allowed = ((words != nullptr ? words[w] : 0) ^ flip) >> shift & 1,
                            word = marks[w], is_first = is_allowed & ~(word >> shift);
        marks[w] = word | is_allowed << shift;
        touched[count] = static_cast<std::uint32_t>(i);
        count += is_first & step;
        destinations_[kept] = static_cast<std::uint32_t>(i);
        origins_[kept] = origins_[k] | static_cast<std::uint32_t>(is_first << 31);
        kept += is_allowed;
        if (size_ != 0) __builtin_prefetch(sums + (i & (0 - is_allowed)) * size_, 1);
    }
    target_.touched_count = count;
    return kept;
}

std::uint64_t PushEntries::next() {
    const void *const columns = input_.A.column_indices;
    std::uint64_t count = 0;
    // A batch without an entry is not the end.
    while (count == 0 && q_ < target_.last) {
        const std::uint64_t all = input_.A.index_width == 4
                                      ? fill(static_cast<const std::uint32_t *>(columns))
                                      : fill(static_cast<const std::uint64_t *>(columns));
        count = mark(keep_allowed(all));
    }
    return count;
}

void sort_touched(std::uint64_t *marks, std::uint64_t m, std::uint32_t *touched,
                  std::uint64_t count, std::uint64_t *groups) noexcept {
    if (count <= touched_sorted_directly) {
        std::sort(touched, touched + count);
        for (std::uint64_t k = 0; k < count; k++) marks[touched[k] / 64] = 0;
        return;
    }
    for (std::uint64_t k = 0; k < count; k++)
        groups[touched[k] / 4096] |= std::uint64_t{1} << (touched[k] / 64 % 64);
    std::uint64_t next = 0;
    for (std::uint64_t group = 0; group < touched_groups(m); group++) {
        for (std::uint64_t left = groups[group]; left != 0; left &= left - 1) {
            const std::uint64_t w = group * 64 + static_cast<std::uint64_t>(__builtin_ctzll(left));
            list_bits(marks[w], w * 64, touched, next);
            marks[w] = 0;
        }
    }
}

} // namespace grb
