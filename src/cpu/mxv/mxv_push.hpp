// Shared by the push variants: the walk over the columns of A that u selects, and kernels that
// scatter products into a dense accumulator.
#pragma once

#include "base/parallel.hpp"
#include "cpu/mxv/mxv_binding.hpp"
#include "cpu/mxv/mxv_mask.hpp"

#include <algorithm>

namespace grb {

/// Threads split the destinations and each walks the whole frontier: more threads would mostly
/// walk.
inline constexpr int push_thread_limit = 8;
/// A thread finds its range of a column in about the time of scattering a short column: two threads
/// took 1.7 times as long as one.
inline constexpr int fewest_push_threads = 4;
/// Threads with sums of their own, at most: those of each are m positions more to add up.
inline constexpr int own_sums_limit = 16;
/// Number of threads for so many entries to scatter.
inline int push_threads(double entries) noexcept {
    constexpr double entry_steps = 3;
    const int threads = std::min(push_thread_limit, threads_for(entry_steps * entries));
    return threads < fewest_push_threads ? 1 : threads;
}

/// Number of threads that scatter shares of a frontier of so many vertices into sums of their own,
/// for an addition in which any order gives the same sum. 1: one thread, or threads that split the
/// destinations. The sums of all but one have no more positions than eight for each entry, or than
/// small vectors together.
inline int push_threads_with_sums(double entries, double m, double vertices) noexcept {
    constexpr double entry_steps = 3, positions_per_entry = 8, small_positions = 1 << 21,
                     vertices_per_thread = 4;
    const double affordable =
        1 + std::max(positions_per_entry * entries, small_positions) / std::max(1.0, m);
    const double most = std::min<double>(
        {affordable, vertices / vertices_per_thread, static_cast<double>(own_sums_limit)});
    return std::max(1, std::min(threads_for(entry_steps * entries), static_cast<int>(most)));
}
/// True where threads may add up sums of their own and then each other's: MIN, MAX, LOR of real
/// types, ANY that is computed as one of them, sums of integers, and where all products have one
/// value.
bool adds_in_any_order(const BinaryOp &add, Tier tier) noexcept;

/// The entries of a column.
struct ColumnSpan {
    std::uint64_t begin = 0, end = 0;
};

/// Operands of one call. A: columns of the effective matrix; u: sparse, sorted.
struct PushInput {
    SparseView A, u;
    MxvBinding binding;

    explicit PushInput(const MxvProblem &problem);
    std::uint64_t frontier_vertex(std::uint64_t q) const noexcept {
        return u.index_width == 4 ? static_cast<const std::uint32_t *>(u.column_indices)[q]
                                  : static_cast<const std::uint64_t *>(u.column_indices)[q];
    }
    /// The values of A if each product reads its own; else null.
    const unsigned char *column_values() const noexcept {
        const bool are_read = binding.tier != Tier::pattern && !binding.a_values.is_iso &&
                              !binding.multiply.ignores_x();
        return are_read ? static_cast<const unsigned char *>(binding.a_values.values) : nullptr;
    }
    /// Entries in the columns that u selects.
    std::uint64_t count_entries() const noexcept;
    /// Sets the spans of the columns of u's entries [first, last), and prefetches those of a short
    /// frontier; returns the number of A's entries.
    std::uint64_t list_columns(std::uint64_t first, std::uint64_t last,
                               ColumnSpan *spans) const noexcept;
};

/// Calls f(q, begin, end) for each frontier entry q in [first, last), with the entries of its
/// column.
template <class Columns, class F>
void for_each_column(const PushInput &input, const Columns &A, std::uint64_t first,
                     std::uint64_t last, F &&f) {
    for (std::uint64_t q = first; q < last; q++) {
        std::uint64_t k = 0;
        if (A.find_row(input.frontier_vertex(q), k)) {
            f(q, std::uint64_t{A.row_offsets[k]}, std::uint64_t{A.row_offsets[k + 1]});
        }
    }
}

/// Entries [first, last) of the frontier, and destinations [low, high) of the accumulator. low and
/// high are multiples of 64, or the ends.
struct PushTarget {
    std::uint64_t first = 0, last = 0;
    std::uint64_t *marks = nullptr;
    unsigned char *values = nullptr; // not written in the pattern tier
    /// First touches, in order, when touched_step is 1; 0 records none.
    std::uint32_t *touched = nullptr;
    std::uint64_t touched_count = 0, touched_step = 0;
    /// Those of u's columns: kernels that can walk by PushEntries then do.
    const ColumnSpan *spans = nullptr;
    const AllowedBits *allowed = nullptr;
    AllowedTruth truth; // a mask that only PushEntries asks
    /// Few positions per entry: a kernel may clear all values of its range first.
    bool may_fill = false, is_filled = false; // is_filled: an earlier call has done so
    std::uint64_t low = 0, high = 0;
    bool is_partial = false; // [low, high) is less than all
};

using PushKernel = void (*)(const PushInput &input, PushTarget &target);
PushKernel push_kernel(const MxvBinding &binding) noexcept;
PushKernel curated_push_kernel(int curated) noexcept;

/// Returns the first position in [begin, end) whose column is `bound` or more. In a short range it
/// counts the lower columns, several at once: no step of a search is predictable.
template <class I>
std::uint64_t first_from(const I *columns, std::uint64_t begin, std::uint64_t end,
                         I bound) noexcept {
    constexpr std::uint64_t short_run = 32;
    if (end - begin > short_run)
        return static_cast<std::uint64_t>(std::lower_bound(columns + begin, columns + end, bound) -
                                          columns);
    I below = 0;
    for (std::uint64_t p = begin; p < end; p++) below += columns[p] < bound ? 1 : 0;
    return begin + below;
}

/// Calls visit(i, p, q) for every entry p of the frontier's columns whose destination i lies in the
/// target's range and is allowed.
template <class Columns, class Visit>
void for_each_target(const PushInput &input, const Columns &A, const PushTarget &target,
                     Visit &&visit) {
    using I = typename Columns::Index;
    const AllowedBits allowed_to_all;
    const AllowedBits &allowed = target.allowed != nullptr ? *target.allowed : allowed_to_all;
    const std::uint64_t *words = allowed.words;
    const std::uint64_t flip = allowed.flip;
    const bool tests_mask = words != nullptr || flip == 0;
    const std::uint64_t low = target.low, high = target.high;
    for_each_column(input, A, target.first, target.last,
                    [&](std::uint64_t q, std::uint64_t begin, std::uint64_t end) {
                        const I *columns = A.column_indices;
                        if (target.is_partial) {
                            if (low != 0)
                                begin = first_from(columns, begin, end, static_cast<I>(low));
                            end = first_from(columns, begin, end, static_cast<I>(high));
                        }
                        if (tests_mask) {
                            for (std::uint64_t p = begin; p < end; p++) {
                                const std::uint64_t i = columns[p];
                                const std::uint64_t word =
                                    (words != nullptr ? words[i / 64] : 0) ^ flip;
                                if ((word >> (i % 64) & 1) != 0) visit(i, p, q);
                            }
                        } else {
                            for (std::uint64_t p = begin; p < end; p++) visit(columns[p], p, q);
                        }
                    });
}

/// Marks destination i; returns true at its first touch.
inline bool mark_first(PushTarget &target, std::uint64_t i) noexcept {
    const std::uint64_t bit = std::uint64_t{1} << (i % 64);
    std::uint64_t &word = target.marks[i / 64];
    if ((word & bit) != 0) return false;
    word |= bit;
    target.touched[target.touched_count] = static_cast<std::uint32_t>(i);
    target.touched_count += target.touched_step;
    return true;
}

/// Marks destination i without a branch.
inline bool mark_first_unpredicted(PushTarget &target, std::uint64_t i) noexcept {
    std::uint64_t &word = target.marks[i / 64];
    const std::uint64_t is_first = ~(word >> (i % 64)) & 1;
    word |= std::uint64_t{1} << (i % 64);
    target.touched[target.touched_count] = static_cast<std::uint32_t>(i);
    target.touched_count += target.touched_step & (0 - is_first);
    return is_first != 0;
}

} // namespace grb
