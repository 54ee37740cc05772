// Checks the entries of a blob's arrays in parallel.
#include "io/serialize_check.hpp"

#include "base/error.hpp"
#include "storage/chunks.hpp"

namespace grb::blob {

namespace {

/// Calls is_right(begin, end) for chunks of [0, n); throws unless all are right.
template <class F>
void require_ranges(std::uint64_t n, const char *what, F &&is_right) {
    parallel_ranges(
        n, 1, [&](std::uint64_t begin, std::uint64_t end) { require(is_right(begin, end), what); });
}

bool is_zero(const unsigned char *bytes, std::uint64_t n) noexcept {
    unsigned char all = 0;
    for (std::uint64_t k = 0; k < n; k++) all |= bytes[k];
    return all == 0;
}

} // namespace

void require(bool is_right, const char *what) {
    if (!is_right) throw Error(GrB_INVALID_OBJECT, "the blob is damaged: %s", what);
}

void check_entries(const SparseView &view) {
    dispatch_widths(view, [&](const auto &A) {
        require(A.row_offsets[0] == 0 && A.row_offsets[A.stored_rows] == A.nvals,
                "its offsets are wrong");
        require_ranges(A.stored_rows, "its offsets decrease",
                       [&](std::uint64_t begin, std::uint64_t end) {
                           bool is_right = true;
                           for (std::uint64_t k = begin; k < end; k++)
                               is_right &= A.row_offsets[k] <= A.row_offsets[k + 1];
                           return is_right;
                       });
        if (A.row_ids != nullptr) {
            require_ranges(A.stored_rows, "its rows are wrong",
                           [&](std::uint64_t begin, std::uint64_t end) {
                               bool is_right = true;
                               for (std::uint64_t k = begin; k < end; k++) {
                                   is_right &= A.row_ids[k] < A.nrows &&
                                               (k == 0 || A.row_ids[k - 1] < A.row_ids[k]);
                               }
                               return is_right;
                           });
        }
        require_ranges(
            A.nvals, "its indices are wrong", [&](std::uint64_t begin, std::uint64_t end) {
                bool is_right = true;
                for_row_runs(A.row_offsets, A.stored_rows, begin, end,
                             [&](std::uint64_t k, std::uint64_t first, std::uint64_t last) {
                                 const auto *const indices = A.column_indices;
                                 for (std::uint64_t p = first; p < last; p++) {
                                     is_right &=
                                         indices[p] < A.ncols &&
                                         (p == A.row_offsets[k] || indices[p - 1] < indices[p]);
                                 }
                             });
                return is_right;
            });
    });
}

void check_bits(const Array &bits, const Header &header) {
    const std::uint64_t elements = header.nrows * header.ncols, words = bits.bytes() / 8;
    const auto *const word = bits.as<std::uint64_t>();
    require(elements % 64 == 0 || word[words - 1] >> (elements % 64) == 0,
            "it has entries outside the matrix");
    std::atomic<std::uint64_t> count{0};
    parallel_ranges(words, 1, [&](std::uint64_t begin, std::uint64_t end) {
        std::uint64_t local = 0;
        for (std::uint64_t k = begin; k < end; k++)
            local += static_cast<std::uint64_t>(std::popcount(word[k]));
        count += local;
    });
    require(count == header.nvals, "its number of entries is wrong");
}

void check_values(const Array &values, const Type *type) {
    if (type->code != TypeCode::boolean) return;
    const auto *const bytes = values.as<unsigned char>();
    require_ranges(values.bytes(), "it has a truth value that is neither",
                   [&](std::uint64_t begin, std::uint64_t end) {
                       unsigned char all = 0;
                       for (std::uint64_t k = begin; k < end; k++) all |= bytes[k];
                       return all <= 1;
                   });
}

void check_slots(const BalancedView &A) {
    std::atomic<std::uint64_t> entries{0};
    require_ranges(A.nrows, "a row has more entries than slots",
                   [&](std::uint64_t begin, std::uint64_t end) {
                       std::uint64_t local = 0, longest = 0;
                       for (std::uint64_t row = begin; row < end; row++) {
                           local += A.counts[row];
                           longest = std::max<std::uint64_t>(longest, A.counts[row]);
                       }
                       entries += local;
                       return longest <= A.slots;
                   });
    require(entries == A.nvals, "its number of entries is wrong");
    const std::size_t size = A.type->size;
    const auto *const values = static_cast<const unsigned char *>(A.values);
    dispatch_index_width(A, [&](const auto *indices) {
        require_ranges(
            A.nrows, "its indices are wrong", [&](std::uint64_t begin, std::uint64_t end) {
                bool is_right = true;
                for (std::uint64_t row = begin; row < end; row++) {
                    const auto *const own = indices + row * A.slots;
                    for (std::uint64_t k = 0; k < A.slots; k++) {
                        is_right &= k < A.counts[row]
                                        ? own[k] < A.ncols && (k == 0 || own[k - 1] < own[k])
                                        : own[k] == 0;
                    }
                }
                return is_right;
            });
    });
    if (A.is_iso) return;
    require_ranges(
        A.nrows, "an empty slot has a value", [&](std::uint64_t begin, std::uint64_t end) {
            bool is_right = true;
            for (std::uint64_t row = begin; row < end; row++) {
                const std::uint64_t used = A.counts[row];
                is_right &=
                    is_zero(values + (row * A.slots + used) * size, (A.slots - used) * size);
            }
            return is_right;
        });
}

} // namespace grb::blob
