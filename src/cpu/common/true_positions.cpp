// Compresses lists sixteen elements at a time with AVX-512.
#include "cpu/common/true_positions.hpp"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace grb {

namespace {

/// Keeps those from k on.
std::uint64_t keep_rest(const unsigned char *truth, std::uint64_t k, std::uint64_t n,
                        const std::uint32_t *from, std::uint32_t *to, std::uint64_t room) noexcept {
    // An element is written before it counts: whether it does is not predictable.
    std::uint64_t kept = 0;
    for (; k < n && kept < room; k++) {
        to[kept] = from != nullptr ? from[k] : static_cast<std::uint32_t>(k);
        kept += truth[k] != 0 ? 1 : 0;
    }
    return kept;
}

#ifdef __x86_64__

constexpr std::uint64_t lanes = 16;

// Masked intrinsics only: GCC 12 mistakes the undefined operands of the others for errors.
[[gnu::target("avx512f,popcnt")]] std::uint64_t
keep_wide(const unsigned char *truth, std::uint64_t n, const std::uint32_t *from, std::uint32_t *to,
          std::uint64_t room) noexcept {
    const __mmask16 all = 0xFFFF;
    const __m512i first = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    std::uint64_t kept = 0, k = 0;
    for (; k + lanes <= n; k += lanes) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(truth + k));
        const __m512i wide = _mm512_maskz_cvtepu8_epi32(all, bytes);
        const __mmask16 chosen = _mm512_mask_test_epi32_mask(all, wide, wide);
        const __m512i elements =
            from != nullptr ? _mm512_maskz_loadu_epi32(all, from + k)
                            : _mm512_add_epi32(first, _mm512_set1_epi32(static_cast<int>(k)));
        // To store all lanes is quicker, where there is room.
        if (kept + lanes <= room) {
            _mm512_mask_storeu_epi32(to + kept, all, _mm512_maskz_compress_epi32(chosen, elements));
        } else {
            _mm512_mask_compressstoreu_epi32(to + kept, chosen, elements);
        }
        kept += static_cast<unsigned>(__builtin_popcount(chosen));
    }
    return kept + keep_rest(truth, k, n, from, to + kept, room - kept);
}

#endif

using Keep = std::uint64_t (*)(const unsigned char *, std::uint64_t, const std::uint32_t *,
                               std::uint32_t *, std::uint64_t) noexcept;

Keep quickest() noexcept {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f")) return &keep_wide;
#endif
    return &keep_where_true_portably;
}

const Keep keep = quickest();

} // namespace

std::uint64_t keep_where_true_portably(const unsigned char *truth, std::uint64_t n,
                                       const std::uint32_t *from, std::uint32_t *to,
                                       std::uint64_t room) noexcept {
    return keep_rest(truth, 0, n, from, to, room);
}

std::uint64_t keep_where_true(const unsigned char *truth, std::uint64_t n,
                              const std::uint32_t *from, std::uint32_t *to,
                              std::uint64_t room) noexcept {
    return keep(truth, n, from, to, room);
}

} // namespace grb
