// Shared by the pull variants: kernels that reduce the rows of A against a dense u, and the
// snapshot of their output.
#pragma once

#include "cpu/common/bit_lookups.hpp"
#include "cpu/mxv/mxv_binding.hpp"
#include "cpu/mxv/mxv_mask.hpp"

#include <algorithm>

namespace grb {

inline std::uint64_t row_offset(const SparseView &A, std::uint64_t k) noexcept {
    return A.offset_width == 4 ? static_cast<const std::uint32_t *>(A.row_offsets)[k]
                               : static_cast<const std::uint64_t *>(A.row_offsets)[k];
}

/// Operands of one call. A: rows of the effective matrix, standard or hypersparse; u: bitmap or
/// full.
struct PullInput {
    SparseView A;
    DenseForm dense_u; // owns u's dense form when the snapshot keeps none
    DenseView u;
    MxvBinding binding;
    const BitLookups *lookups = wide_lookups();
    bool takes_last, takes_one; // of a row's products: the last; that or the first
    bool counts;                // a row's sum is its number of entries

    explicit PullInput(const MxvProblem &problem);
    std::uint64_t offset(std::uint64_t k) const noexcept { return row_offset(A, k); }
};

/// Results by stored row: value k and bit k. Bits are initially zero.
struct PullTarget {
    unsigned char *values = nullptr; // pattern tier: not written
    std::uint64_t *bits = nullptr;
    AllowedBits allowed; // over stored rows
};

struct PullKernel {
    /// Reduces the stored rows [begin, end) that the mask allows. Ranges of different threads may
    /// share a word of bits.
    void (*rows)(const PullInput &input, std::uint64_t begin, std::uint64_t end,
                 const PullTarget &target);
    /// Reduces entries [begin, end) of one row to *value; returns false when u has none of them.
    bool (*segment)(const PullInput &input, std::uint64_t begin, std::uint64_t end, void *value);
};
const PullKernel &pull_kernel(const PullInput &input) noexcept;
const PullKernel *curated_pull_kernel(int curated, bool is_wide) noexcept;
extern const PullKernel pattern_pull_kernel, wide_pattern_pull_kernel;
extern const PullKernel one_pull_kernel, wide_one_pull_kernel, count_pull_kernel;
extern const PullKernel batch_pull_kernel, wide_batch_pull_kernel;

/// Calls find(first, last) for each word of bits in the stored rows [begin, end); it returns the
/// bits of those rows that have a result.
template <class Find>
void for_words(std::uint64_t begin, std::uint64_t end, const PullTarget &target, Find &&find) {
    for (std::uint64_t w = begin / 64; w * 64 < end; w++) {
        const std::uint64_t first = std::max(begin, w * 64), last = std::min(end, w * 64 + 64);
        const std::uint64_t found = find(first, last);
        if (found == 0) continue;
        if (last - first < 64) {
            __atomic_fetch_or(&target.bits[w], found, __ATOMIC_RELAXED);
        } else {
            target.bits[w] = found;
        }
    }
}

/// The stored rows of one word of bits that have entries and that the mask allows.
struct WordRows {
    struct Row {
        std::uint64_t begin, end; // of its entries
        unsigned bit;
    };
    Row rows[64];
    unsigned count = 0;

    /// Collects the rows of [first, last), and prefetches the entries of each that are read first,
    /// which are too far apart for hardware prefetch.
    void collect(const PullInput &input, std::uint64_t first, std::uint64_t last,
                 const AllowedBits &allowed) noexcept {
        if (input.A.offset_width == 8) {
            collect_of<std::uint64_t>(input, first, last, allowed);
        } else {
            collect_of<std::uint32_t>(input, first, last, allowed);
        }
    }

private:
    template <class O>
    void collect_of(const PullInput &input, std::uint64_t first, std::uint64_t last,
                    const AllowedBits &allowed) noexcept {
        const auto *const offsets = static_cast<const O *>(input.A.row_offsets);
        const auto *const columns = static_cast<const char *>(input.A.column_indices);
        const std::uint64_t w = first / 64;
        std::uint64_t todo = (allowed.words != nullptr ? allowed.words[w] : 0) ^ allowed.flip;
        todo &= ~std::uint64_t{0} << (first % 64) & ~std::uint64_t{0} >> (63 - (last - 1) % 64);
        unsigned next = 0;
        for (; todo != 0; todo &= todo - 1) {
            const auto bit = static_cast<unsigned>(__builtin_ctzll(todo));
            const std::uint64_t begin = offsets[w * 64 + bit], end = offsets[w * 64 + bit + 1];
            __builtin_prefetch(columns + (input.takes_last && begin != end ? end - 1 : begin) *
                                             static_cast<std::uint64_t>(input.A.index_width));
            rows[next] = {begin, end, bit};
            next += begin != end ? 1 : 0; // no branch: it would be unpredictable
        }
        count = next;
    }
};

/// Calls reduce(k, begin, end), with the range of entries, for every allowed stored row k in
/// [begin, end) that has entries, and sets the row's bit where it returns true.
template <class Reduce>
void for_allowed_rows(const PullInput &input, std::uint64_t begin, std::uint64_t end,
                      const PullTarget &target, Reduce &&reduce) {
    WordRows words[2]; // one is reduced while the other's entries are fetched
    const auto collect = [&](std::uint64_t w) {
        const std::uint64_t first = std::max(begin, w * 64), last = std::min(end, w * 64 + 64);
        if (first < last) words[w % 2].collect(input, first, last, target.allowed);
    };
    collect(begin / 64);
    for_words(begin, end, target, [&](std::uint64_t first, std::uint64_t) {
        const std::uint64_t w = first / 64;
        collect(w + 1);
        const WordRows &own = words[w % 2];
        std::uint64_t found = 0;
        for (unsigned r = 0; r < own.count; r++) {
            const auto &[row_begin, row_end, bit] = own.rows[r];
            found |= static_cast<std::uint64_t>(reduce(w * 64 + bit, row_begin, row_end)) << bit;
        }
        return found;
    });
}

/// Returns the first of the entries [begin, end), at least one, whose column has its bit set; else
/// `end`. Tests four at a time: the first hit is hard to predict, but it is mostly among the first
/// four. `lookups`, where quick, tests the rest.
template <class I>
std::uint64_t first_present(const I *columns, const std::uint64_t *bits, std::uint64_t begin,
                            std::uint64_t end, const BitLookups *lookups) noexcept {
    const auto is_present = [&](std::uint64_t p) {
        const std::uint64_t j = columns[p];
        return static_cast<unsigned>(bits[j / 64] >> (j % 64) & 1);
    };
    std::uint64_t p = begin;
    for (; p + 4 <= end; p += 4) {
        const unsigned found = is_present(p) | is_present(p + 1) << 1 | is_present(p + 2) << 2 |
                               is_present(p + 3) << 3;
        if (found != 0) return p + static_cast<unsigned>(__builtin_ctz(found));
        if constexpr (sizeof(I) == sizeof(std::uint32_t)) {
            if (lookups != nullptr)
                return p + 4 + lookups->first(bits, columns + p + 4, end - p - 4);
        }
    }
    if (p == end) return end;
    // The last entry replaces the missing ones.
    const std::uint64_t last = end - 1;
    const unsigned found = is_present(p) | is_present(std::min(p + 1, last)) << 1 |
                           is_present(std::min(p + 2, last)) << 2;
    return found != 0 ? p + static_cast<unsigned>(__builtin_ctz(found)) : end;
}

/// Storage for the results of all stored rows, and the mask by stored row.
class PullResult {
public:
    PullResult(const MxvProblem &problem, const PullInput &input);
    const PullTarget &target() const noexcept { return target_; }
    /// Returns a dense result when every row is stored, else a sparse one with the rows' numbers.
    Ref<Snapshot> finish(const MxvProblem &problem, const PullInput &input);

private:
    Array values_, bits_;
    PullTarget target_;
};

/// First stored row in [0, rows] whose diagonal (row + its offset) reaches `diagonal`.
std::uint64_t row_at_diagonal(const SparseView &A, std::uint64_t diagonal) noexcept;
/// Rows that end before a diagonal of the merge path of row ends and entries. Entries before it:
/// diagonal - rows.
std::uint64_t merge_path_rows(const SparseView &A, std::uint64_t diagonal) noexcept;

/// Offsets {0, nvals} of a sparse vector.
Array vector_offsets(std::uint64_t nvals, int width);

/// Returns the reason why u or the result cannot be dense, else null.
const char *refuses_pull(const MxvProblem &problem) noexcept;

} // namespace grb
