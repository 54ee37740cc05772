#pragma once

#include "io/checksum.h"

#include <cstdint>
#include <cstring>
#include <string>

/// Graphs in binary with bytes of the tests' own.
namespace grb::tool {

constexpr size_t header_bytes = 144, sum_at = 16;

/// The checksum that the reader wants.
inline std::string sealed(std::string bytes) {
    std::memset(&bytes[sum_at], 0, sizeof(uint64_t));
    const uint64_t sums[] = {checksum(bytes.data(), header_bytes),
                             checksum(bytes.data() + header_bytes, bytes.size() - header_bytes)};
    const uint64_t sum = checksum(sums, sizeof sums);
    std::memcpy(&bytes[sum_at], &sum, sizeof sum);
    return bytes;
}

/// With a number at this place, under a checksum that is right.
template <class Number>
std::string forged(std::string bytes, size_t at, Number number) {
    std::memcpy(&bytes[at], &number, sizeof number);
    return sealed(bytes);
}

} // namespace grb::tool
