// The blocked product of full matrices without OpenBLAS: packs panels and divides them among
// threads.
#include "base/array.hpp"
#include "base/parallel.hpp"
#include "cpu/mxm/gemm.hpp"

#include <cstring>

namespace grb {

namespace {

/// Depth of a panel: one of B's (up to 32 floats wide) stays in the L1 cache. Rows of a block of
/// A's panels, in the L2 cache.
constexpr std::uint64_t most_depth = 256, block_rows = 64;

std::uint64_t ceiling(std::uint64_t n, std::uint64_t divisor) noexcept {
    return (n + divisor - 1) / divisor;
}

/// Packs elements [begin, begin + depth) of vectors [first, first + count) of a matrix, so that the
/// elements of `width` vectors with one number lie side by side; missing vectors are 0. A vector is
/// a row, or with is_column a column.
template <class T>
void pack(const T *from, std::uint64_t stride, bool is_column, std::uint64_t first,
          std::uint64_t count, std::uint64_t begin, std::uint64_t depth, std::uint64_t width,
          T *to) {
    if (count < width) std::memset(to, 0, depth * width * sizeof(T));
    if (is_column) {
        for (std::uint64_t p = 0; p < depth; p++)
            std::memcpy(to + p * width, from + (begin + p) * stride + first, count * sizeof(T));
        return;
    }
    for (std::uint64_t major = 0; major < count; major++) {
        const T *const row = from + (first + major) * stride + begin;
        for (std::uint64_t p = 0; p < depth; p++) to[p * width + major] = row[p];
    }
}

template <class T>
class Blocked {
public:
    Blocked(const Gemm &gemm, const GemmKernel &kernel)
        : gemm_(gemm), kernel_(kernel), panels_(ceiling(gemm.n, kernel.width)) {
        const std::uint64_t depth = std::min(gemm.k, most_depth);
        packed_ = Array::of<T>(panels_ * kernel.width * depth);
        const std::uint64_t rows = ceiling(gemm.m, block_rows);
        const double work = static_cast<double>(gemm.m) * static_cast<double>(gemm.n) *
                            static_cast<double>(depth) / 8;
        threads_ = threads_for(work);
        // Some tasks for each thread: by rows, and if these are few, by columns too.
        const std::uint64_t wanted = threads_ == 1 ? 1 : static_cast<std::uint64_t>(threads_) * 4;
        column_groups_ = std::min(panels_, ceiling(wanted, rows));
    }

    void run() {
        for (std::uint64_t begin = 0; begin < gemm_.k; begin += most_depth)
            multiply(begin, std::min(most_depth, gemm_.k - begin));
    }

private:
    /// C += A(:, begin...) · B(begin..., :).
    void multiply(std::uint64_t begin, std::uint64_t depth) {
        T *const packed = packed_.as<T>();
        const std::uint64_t width = kernel_.width;
        const auto *const b = static_cast<const T *>(gemm_.b);
        const std::uint64_t stride = gemm_.is_b_transposed ? gemm_.k : gemm_.n;
        parallel_ranges(panels_, static_cast<double>(depth * width),
                        [&](std::uint64_t first, std::uint64_t last) {
                            for (std::uint64_t panel = first; panel < last; panel++) {
                                const std::uint64_t column = panel * width;
                                pack(b, stride, !gemm_.is_b_transposed, column,
                                     std::min(width, gemm_.n - column), begin, depth, width,
                                     packed + panel * width * depth);
                            }
                        });
        const std::uint64_t blocks = ceiling(gemm_.m, block_rows);
        parallel_tasks(static_cast<std::int64_t>(blocks * column_groups_), threads_,
                       [&](std::int64_t task) {
                           const auto number = static_cast<std::uint64_t>(task);
                           multiply_block(number / column_groups_, number % column_groups_, begin,
                                          depth, packed);
                       });
    }

    void multiply_block(std::uint64_t block, std::uint64_t group, std::uint64_t begin,
                        std::uint64_t depth, const T *packed) {
        const std::uint64_t height = kernel_.height, width = kernel_.width;
        Array copy = Array::of<T>(block_rows * depth);
        T *const a = copy.as<T>();
        const std::uint64_t stride = gemm_.is_a_transposed ? gemm_.m : gemm_.k;
        const std::uint64_t first_row = block * block_rows,
                            rows = std::min(gemm_.m - first_row, block_rows);
        for (std::uint64_t row = 0; row < rows; row += height) {
            pack(static_cast<const T *>(gemm_.a), stride, gemm_.is_a_transposed, first_row + row,
                 std::min(height, rows - row), begin, depth, height, a + row * depth);
        }
        const std::uint64_t last = panels_ * (group + 1) / column_groups_;
        for (std::uint64_t panel = panels_ * group / column_groups_; panel < last; panel++) {
            GemmTile tile{};
            tile.a = a;
            tile.b = packed + panel * width * depth;
            tile.depth = depth;
            tile.c = static_cast<T *>(gemm_.c) + first_row * gemm_.n + panel * width;
            tile.c_stride = gemm_.n;
            tile.rows = rows;
            tile.columns = std::min(gemm_.n - panel * width, width);
            tile.is_first = begin == 0;
            kernel_.multiply(tile);
        }
    }

    const Gemm &gemm_;
    GemmKernel kernel_;
    std::uint64_t panels_, column_groups_ = 1;
    int threads_ = 1;
    Array packed_; // rows of B, by panels
};

} // namespace

void multiply_blocked(const Gemm &gemm, int vector_bytes) {
    const GemmKernel kernel = gemm_kernel(gemm.is_double, vector_bytes);
    if (gemm.is_double) {
        Blocked<double>(gemm, kernel).run();
    } else {
        Blocked<float>(gemm, kernel).run();
    }
}

} // namespace grb
