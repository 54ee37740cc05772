// Counter-based random numbers and permutations.
#pragma once

#include <cstdint>

namespace grb::tool {

__extension__ typedef unsigned __int128 Uint128;

/// The finaliser of splitmix64 (Steele et al. 2014, doi:10.1145/2660193.2660195).
inline uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/// Counter-based random numbers: the value depends on (seed, stream, index) alone, so any thread
/// can make any of them.
class RandomStream {
public:
    RandomStream(uint64_t seed, uint64_t stream)
        : key_(mix(mix(seed + golden_ratio) ^ mix(stream * golden_ratio + 1))) {}

    uint64_t operator()(uint64_t index) const { return mix(key_ + (index + 1) * golden_ratio); }

    /// Uniform in [0, bound).
    uint64_t below(uint64_t index, uint64_t bound) const {
        return static_cast<uint64_t>((static_cast<Uint128>((*this)(index)) * bound) >> 64);
    }

    /// Uniform in [0, 1).
    double unit(uint64_t index) const {
        return static_cast<double>((*this)(index) >> 11) * 0x1.0p-53;
    }

private:
    static constexpr uint64_t golden_ratio = 0x9e3779b97f4a7c15u;
    uint64_t key_;
};

/// A random bijection of [0, n): a four-round Feistel network on the next even number of bits,
/// walked until it lands inside (Black and Rogaway 2002).
class Permutation {
public:
    Permutation(uint64_t n, uint64_t seed, uint64_t stream) : n_(n), random_(seed, stream) {
        while (half_bits_ < 32 && (n - 1) >> (2 * half_bits_) != 0) ++half_bits_;
    }

    uint64_t operator()(uint64_t x) const {
        do x = once(x);
        while (x >= n_);
        return x;
    }

private:
    uint64_t once(uint64_t x) const {
        const uint64_t mask = (uint64_t{1} << half_bits_) - 1;
        uint64_t left = x >> half_bits_;
        uint64_t right = x & mask;
        for (uint64_t round = 0; round < 4; ++round) {
            const uint64_t next = left ^ (random_((round << 32) | right) & mask);
            left = right;
            right = next;
        }
        return (left << half_bits_) | right;
    }

    uint64_t n_;
    unsigned half_bits_ = 1;
    RandomStream random_;
};

} // namespace grb::tool
