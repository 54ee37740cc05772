// The innermost loops of multiply_blocked(), for the vectors that machines have.
#include "cpu/mxm/gemm.hpp"

#include <cstring>

namespace grb {

namespace {

/// `height` rows by two vectors of C in registers at a time. Sums begin with -0, which leaves every
/// number as it is. Inlined into functions that are compiled for longer vectors.
template <class T, int bytes, int height>
[[gnu::always_inline]] inline void multiply_panels(const GemmTile &tile) {
    typedef T Vector __attribute__((vector_size(bytes), aligned(alignof(T)), may_alias));
    constexpr int lanes = bytes / static_cast<int>(sizeof(T)), width = 2 * lanes;
    const std::size_t row_bytes = tile.columns * sizeof(T);
    const T *a = static_cast<const T *>(tile.a);
    T edge[height * width] = {};
    for (std::uint64_t row = 0; row < tile.rows; row += height) {
        const std::uint64_t left = tile.rows - row, rows = left < height ? left : height;
        T *const c = static_cast<T *>(tile.c) + row * tile.c_stride;
        // A tile that crosses C's edges is computed in a buffer and copied.
        const bool is_whole = rows == height && tile.columns == width;
        T *const target = is_whole ? c : edge;
        const std::uint64_t stride = is_whole ? tile.c_stride : width;
        if (!is_whole && !tile.is_first) {
            for (std::uint64_t r = 0; r < rows; r++)
                std::memcpy(edge + r * width, c + r * tile.c_stride, row_bytes);
        }
        Vector sums[height][2];
        for (int r = 0; r < height; r++) {
            for (int v = 0; v < 2; v++) {
                sums[r][v] =
                    tile.is_first
                        ? -Vector{}
                        : *reinterpret_cast<const Vector *>(target + r * stride + v * lanes);
            }
        }
        const T *b = static_cast<const T *>(tile.b);
        for (std::uint64_t p = 0; p < tile.depth; p++, a += height, b += width) {
            const Vector b0 = *reinterpret_cast<const Vector *>(b),
                         b1 = *reinterpret_cast<const Vector *>(b + lanes);
            for (int r = 0; r < height; r++) {
                sums[r][0] += a[r] * b0;
                sums[r][1] += a[r] * b1;
            }
        }
        for (int r = 0; r < height; r++) {
            for (int v = 0; v < 2; v++)
                *reinterpret_cast<Vector *>(target + r * stride + v * lanes) = sums[r][v];
        }
        if (is_whole) continue;
        for (std::uint64_t r = 0; r < rows; r++)
            std::memcpy(c + r * tile.c_stride, edge + r * width, row_bytes);
    }
}

template <class T, int bytes, int height>
constexpr GemmKernel kernel_of(void (*multiply)(const GemmTile &)) {
    return {multiply, height, 2 * bytes / sizeof(T)};
}

template <class T>
void multiply_16(const GemmTile &tile) {
    multiply_panels<T, 16, 4>(tile);
}

#ifdef __x86_64__
template <class T>
[[gnu::target("avx2")]] void multiply_32(const GemmTile &tile) {
    multiply_panels<T, 32, 4>(tile);
}
template <class T>
[[gnu::target("avx512f")]] void multiply_64(const GemmTile &tile) {
    multiply_panels<T, 64, 8>(tile);
}
#endif

template <class T>
GemmKernel kernel_for([[maybe_unused]] int vector_bytes) noexcept {
#ifdef __x86_64__
    if (vector_bytes == 64) return kernel_of<T, 64, 8>(&multiply_64<T>);
    if (vector_bytes == 32) return kernel_of<T, 32, 4>(&multiply_32<T>);
#endif
    return kernel_of<T, 16, 4>(&multiply_16<T>);
}

} // namespace

int widest_vector() noexcept {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f")) return 64;
    if (__builtin_cpu_supports("avx2")) return 32;
#endif
    return 16;
}

GemmKernel gemm_kernel(bool is_double, int vector_bytes) noexcept {
    return is_double ? kernel_for<double>(vector_bytes) : kernel_for<float>(vector_bytes);
}

} // namespace grb
