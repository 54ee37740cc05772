// Checks whether a matrix is symmetric in its pattern, and transposes its values on the way.
#include "algebra/batch.hpp"
#include "storage/chunks.hpp"
#include "storage/convert.hpp"

#include <atomic>
#include <cmath>

namespace grb {

namespace {

/// Walks down the rows of a matrix and finds the mirror image of each entry below the diagonal. Row
/// j's images come in order, so one position for each row says where the next must be.
template <class O, class I>
class Mirror {
public:
    explicit Mirror(const Sparse<O, I> &A) : A_(A), next_(Array::of<O>(A.nrows)) {}

    /// V: plain type of the values, which go to `out` in the order of A'; void: there are no values
    /// to move.
    template <class V>
    bool is_whole(unsigned char *out) {
        // Each thread reads most rows.
        constexpr int most_threads = 8;
        const int threads = std::min(most_threads, threads_for(static_cast<double>(A_.nvals) * 5));
        parallel_tasks(threads, threads, [&](std::int64_t task) {
            const std::uint64_t low = begin_of(task, threads), high = begin_of(task + 1, threads);
            if (low < high) walk<V>(low, high, out);
        });
        return !differs_ && matched_ == A_.nvals;
    }

private:
    /// The first column of a range. About (nrows - j) / nrows of row j's entries lie behind the
    /// diagonal, so ranges of as many such entries get shorter and shorter.
    std::uint64_t begin_of(std::int64_t range, int ranges) const {
        const double share = 1 - std::sqrt(1 - static_cast<double>(range) / ranges);
        const auto entry = static_cast<std::uint64_t>(share * static_cast<double>(A_.nvals));
        return entry >= A_.nvals ? A_.nrows : row_of_entry(A_.row_offsets, A_.nrows, entry);
    }

    /// Visits the entries in the columns [low, high), up to the diagonal, in all rows from `low`
    /// on.
    template <class V>
    void walk(std::uint64_t low, std::uint64_t high, unsigned char *out) {
        constexpr std::uint64_t rows_between_checks = 256, short_row = 16;
        const I *const columns = A_.column_indices;
        O *const next = next_.template as<O>();
        std::uint64_t matched = 0;
        for (std::uint64_t i = low; i < A_.nrows; i++) {
            if (i % rows_between_checks == 0 && differs_.load(std::memory_order_relaxed)) return;
            std::uint64_t p = A_.row_offsets[i];
            const std::uint64_t end = A_.row_offsets[i + 1], limit = std::min(i, high);
            if (end - p > short_row) {
                p = static_cast<std::uint64_t>(std::lower_bound(columns + p, columns + end, low) -
                                               columns);
            } else {
                while (p < end && columns[p] < low) p++;
            }
            for (; p < end && columns[p] < limit; p++) {
                const std::uint64_t j = columns[p], image = next[j];
                if (image == A_.row_offsets[j + 1] || columns[image] != i) {
                    differs_.store(true, std::memory_order_relaxed);
                    return;
                }
                next[j] = static_cast<O>(image + 1);
                move<V>(out, p, image);
                move<V>(out, image, p);
                matched += 2;
            }
            if (i >= high) continue;
            if (p < end && columns[p] == i) {
                move<V>(out, p, p);
                matched++;
                p++;
            }
            next[i] = static_cast<O>(p);
        }
        matched_ += matched;
    }

    template <class V>
    void move(unsigned char *out, std::uint64_t from, std::uint64_t to) const {
        if constexpr (std::is_same_v<V, AnySize>) {
            std::memcpy(out + to * A_.size, A_.value(from), A_.size);
        } else if constexpr (!std::is_void_v<V>) {
            reinterpret_cast<V *>(out)[to] = reinterpret_cast<const V *>(A_.values)[from];
        }
    }

    const Sparse<O, I> &A_;
    Array
        next_; // for each visited row: its first entry behind the diagonal without an image so far
    std::atomic<bool> differs_{false};
    std::atomic<std::uint64_t> matched_{0};
};

} // namespace

std::optional<Array> values_if_symmetric(const SparseView &view) {
    return dispatch_widths(view, [&](const auto &A) -> std::optional<Array> {
        Mirror mirror(A);
        if (A.is_iso) {
            if (!mirror.template is_whole<void>(nullptr)) return {};
            return Array::copy_of(A.values, A.size);
        }
        Array values(A.nvals * A.size);
        auto *const out = values.as<unsigned char>();
        const bool is_whole = dispatch_size(
            A.size, [&](auto plain) { return mirror.template is_whole<decltype(plain)>(out); });
        if (!is_whole) return {};
        return values;
    });
}

} // namespace grb
