// Counter-based random numbers: the n-th number of a seed is a hash of both.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace grb::fuzz {

inline std::uint64_t mix(std::uint64_t x) { // splitmix64's finaliser
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

inline std::uint64_t hash(const std::string &text) {
    std::uint64_t h = 0;
    for (unsigned char c : text) h = mix(h ^ c);
    return h;
}

class Rng {
public:
    explicit Rng(std::uint64_t seed) : seed_(mix(seed)) {}

    std::uint64_t next() { return mix(seed_ + counter_++); }
    /// Returns a number in [0, bound); bound > 0.
    std::uint64_t below(std::uint64_t bound) { return next() % bound; }
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low) + 1));
    }
    bool chance(int percent) { return below(100) < static_cast<std::uint64_t>(percent); }
    template <class T>
    const T &pick(const std::vector<T> &list) {
        return list[below(list.size())];
    }

private:
    std::uint64_t seed_, counter_ = 0;
};

} // namespace grb::fuzz
