// Shared by the pull variants: kernels that reduce the rows of A against a dense u, and the snapshot of their
// output.
#pragma once

#include "cpu/mxv_binding.hpp"
#include "cpu/mxv_mask.hpp"

#include <algorithm>

namespace grb {

inline std::uint64_t row_offset(const SparseView &A, std::uint64_t k) noexcept {
    return A.offset_width == 4 ? static_cast<const std::uint32_t *>(A.row_offsets)[k]
                               : static_cast<const std::uint64_t *>(A.row_offsets)[k];
}

/// Operands of one call. A: rows of the effective matrix, standard or hypersparse; u: bitmap or full.
struct PullInput {
    SparseView A;
    DensePart spread_u; // owns the dense form of u where u's snapshot does not keep one
    DenseView u;
    MxvBinding binding;

    explicit PullInput(const MxvProblem &problem);
    std::uint64_t offset(std::uint64_t k) const noexcept { return row_offset(A, k); }
};

/// Results by stored row: value k and bit k. Bits are zero at the beginning.
struct PullTarget {
    unsigned char *values = nullptr; // pattern tier: not written
    std::uint64_t *bits = nullptr;
    AllowedBits allowed; // over stored rows
};

struct PullKernel {
    /// Reduces the stored rows [begin, end) that are let through. Ranges of different threads may
    /// share a word of bits.
    void (*rows)(const PullInput &input, std::uint64_t begin, std::uint64_t end,
                 const PullTarget &target);
    /// Reduces entries [begin, end) of one row to *value; false when u has none of them.
    bool (*segment)(const PullInput &input, std::uint64_t begin, std::uint64_t end, void *value);
};
const PullKernel &pull_kernel(const MxvBinding &binding, int index_width) noexcept;
const PullKernel *curated_pull_kernel(int curated, bool is_wide) noexcept;
extern const PullKernel pattern_pull_kernel, wide_pattern_pull_kernel;
extern const PullKernel batch_pull_kernel, wide_batch_pull_kernel;

/// For each word of bits that the stored rows [begin, end) have a part of: find(first, last) gives the bits of
/// those of its rows that have a result.
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

/// Calls reduce(k) for every stored row in [begin, end) that is let through, and sets the bit of those for which
/// it is true.
template <class Reduce>
void for_allowed_rows(std::uint64_t begin, std::uint64_t end, const PullTarget &target,
                      Reduce &&reduce) {
    for_words(begin, end, target, [&](std::uint64_t first, std::uint64_t last) {
        const std::uint64_t w = first / 64;
        std::uint64_t todo =
            (target.allowed.words != nullptr ? target.allowed.words[w] : 0) ^ target.allowed.flip;
        todo &= ~std::uint64_t{0} << (first % 64) & ~std::uint64_t{0} >> (63 - (last - 1) % 64);
        std::uint64_t found = 0;
        for (; todo != 0; todo &= todo - 1) {
            const auto bit = static_cast<unsigned>(__builtin_ctzll(todo));
            found |= static_cast<std::uint64_t>(reduce(w * 64 + bit)) << bit;
        }
        return found;
    });
}

/// Storage for the results of all stored rows, and the mask brought to them.
class PullResult {
public:
    PullResult(const MxvProblem &problem, const PullInput &input);
    const PullTarget &target() const noexcept { return target_; }
    /// Dense when every row is stored, else sparse with the rows' numbers.
    Ref<Snapshot> finish(const MxvProblem &problem, const PullInput &input);

private:
    Array values_, bits_;
    PullTarget target_;
};

/// First stored row in [0, rows] whose diagonal (row + its offset) reaches `diagonal`.
std::uint64_t row_at_diagonal(const SparseView &A, std::uint64_t diagonal) noexcept;
/// Rows that end before a diagonal of the merge path of row ends and entries. Entries before it: diagonal - rows.
std::uint64_t merge_path_rows(const SparseView &A, std::uint64_t diagonal) noexcept;

/// Offsets {0, nvals} of a sparse vector.
Array vector_offsets(std::uint64_t nvals, int width);

/// The reason why u or the result cannot be dense, else null.
const char *refuses_pull(const MxvProblem &problem) noexcept;

} // namespace grb
