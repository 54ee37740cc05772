// A matrix times one of few columns, row by row into the dense form of the result.
#pragma once

#include "cpu/mxm/mxm_rows.hpp"

#include <atomic>

namespace grb {

inline constexpr std::uint64_t most_few_columns = 64; // bits of a word

/// State that all tasks of a call share. B is sparse rows or dense.
struct FewColumns {
    const Products *products = nullptr;
    SparseView A, B;
    DenseView B_dense; // for a dense B
    const MaskRows *mask = nullptr;
    std::uint64_t n = 0;
    unsigned char *values = nullptr; // m×n; null: the caller wants the pattern only
    std::uint64_t *bits = nullptr;   // of the elements; initially zero

    std::uint64_t all() const noexcept {
        return n == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1;
    }
    /// Returns bit j set where the mask allows (row, j).
    std::uint64_t allowed(std::uint64_t row) const noexcept {
        if (mask->mode() == MaskRows::Mode::all) return all();
        const MaskRows::Row at = mask->row(row);
        std::uint64_t word = 0;
        if (mask->is_sparse()) {
            mask->for_each_true(at, [&](std::uint64_t j) { word |= std::uint64_t{1} << j; });
            return mask->mode() == MaskRows::Mode::block ? all() & ~word : word;
        }
        for (std::uint64_t j = 0; j < n; j++) word |= std::uint64_t{mask->allows(at, j)} << j;
        return word;
    }
};

/// Concatenates the bits of rows [first, last). Words at both ends may have bits of other tasks.
class ElementBits {
public:
    ElementBits(const FewColumns &call, std::uint64_t first, std::uint64_t last)
        : words_(call.bits), n_(call.n), first_(first * n_ / 64), last_(last * n_ / 64),
          at_(first_) {}
    ElementBits(const ElementBits &) = delete;
    ElementBits &operator=(const ElementBits &) = delete;
    ~ElementBits() { write(); }
    /// Callers pass rows in ascending order.
    void put(std::uint64_t row, std::uint64_t word) noexcept {
        const std::uint64_t bit = row * n_, shift = bit % 64;
        if (bit / 64 != at_) {
            write();
            at_ = bit / 64;
        }
        pending_ |= word << shift;
        if (shift + n_ <= 64) return;
        write();
        at_++;
        pending_ = word >> (64 - shift);
    }

private:
    void write() noexcept {
        if (pending_ == 0) return;
        if (at_ == first_ || at_ == last_) {
            std::atomic_ref(words_[at_]).fetch_or(pending_, std::memory_order_relaxed);
        } else {
            words_[at_] = pending_;
        }
        pending_ = 0;
    }
    std::uint64_t *words_;
    std::uint64_t n_, first_, last_, at_, pending_ = 0;
};

/// Makes the stored rows [begin, end) of A. Returns the number of entries.
using FewColumnsFunction = std::uint64_t (*)(const FewColumns &call, std::uint64_t begin,
                                             std::uint64_t end);
/// Finds the function for products with a curated semiring or for the pattern only.
FewColumnsFunction find_few_columns(const FewColumns &call, bool has_dense_B);

} // namespace grb
