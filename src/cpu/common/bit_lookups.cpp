// Bit lookups with AVX-512 gathers, and the test whether this processor gathers quickly.
#include "cpu/common/bit_lookups.hpp"

#include "base/error.hpp"
#include "dispatch/context.hpp"

#include <atomic>
#include <cstring>

#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace grb {

namespace {

std::atomic<const BitLookups *> chosen{nullptr};

#ifdef __x86_64__

constexpr std::uint64_t lanes = 16;

/// Returns a bit for each lane whose position has its bit set. Uses masked intrinsics only: GCC 12
/// mistakes the undefined operands of the unmasked ones for errors.
[[gnu::target("avx512f"), gnu::always_inline]] inline __mmask16
found_in(const std::uint64_t *bits, const std::uint32_t *positions, __mmask16 in_use) {
    const __m512i position = _mm512_maskz_loadu_epi32(in_use, positions),
                  word = _mm512_maskz_srli_epi32(in_use, position, 5),
                  bit = _mm512_and_epi32(position, _mm512_set1_epi32(31)),
                  wanted = _mm512_maskz_sllv_epi32(in_use, _mm512_set1_epi32(1), bit),
                  words =
                      _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), in_use, word, bits, 4);
    return _mm512_mask_test_epi32_mask(in_use, words, wanted);
}

__mmask16 lanes_for(std::uint64_t n) noexcept {
    return static_cast<__mmask16>(n >= lanes ? 0xFFFF : (1U << n) - 1);
}

[[gnu::target("avx512f,popcnt")]] std::uint64_t
count_wide(const std::uint64_t *bits, const std::uint32_t *positions, std::uint64_t n) {
    std::uint64_t count = 0;
    for (std::uint64_t k = 0; k < n; k += lanes)
        count += static_cast<unsigned>(
            __builtin_popcount(found_in(bits, positions + k, lanes_for(n - k))));
    return count;
}

[[gnu::target("avx512f")]] std::uint64_t
first_wide(const std::uint64_t *bits, const std::uint32_t *positions, std::uint64_t n) {
    for (std::uint64_t k = 0; k < n; k += lanes) {
        const unsigned found = found_in(bits, positions + k, lanes_for(n - k));
        if (found != 0) return k + static_cast<unsigned>(__builtin_ctz(found));
    }
    return n;
}

constexpr BitLookups wide{&count_wide, &first_wide};

/// Processors with 512-bit half-precision arithmetic gather sixteen elements in about the time of
/// ten loads. Older ones, and those of other makers, take longer than sixteen loads.
bool has_quick_gathers() noexcept {
    constexpr unsigned features = 7, half_precision = 1U << 23;
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid_count(features, 0, &a, &b, &c, &d) != 0 && (d & half_precision) != 0;
}

#endif

const BitLookups *quick_lookups() noexcept {
#ifdef __x86_64__
    if (has_quick_gathers()) return possible_lookups();
#endif
    return nullptr;
}

void choose(const char *text) {
    if (std::strcmp(text, "0") != 0 && std::strcmp(text, "1") != 0)
        throw Error(GrB_INVALID_VALUE, "\"%s\" is neither 0 nor 1", text);
    chosen.store(*text == '1' ? possible_lookups() : nullptr);
}

constexpr Setting settings[] = {{"GRAPHBLAST_GATHERS", &choose}};
[[maybe_unused]] const bool is_known =
    (at_initialise([] { chosen.store(quick_lookups()); }, settings), true);

} // namespace

const BitLookups *possible_lookups() noexcept {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f")) return &wide;
#endif
    return nullptr;
}

const BitLookups *wide_lookups() noexcept {
    return chosen.load(std::memory_order_relaxed);
}

} // namespace grb
