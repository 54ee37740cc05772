// Checksums that detect damage.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace grb::tool {

/// A sum of bytes that detects damage, but no forgery. It does not depend on how the bytes are
/// split into chunks.
class Checksum {
public:
    void add(const void *bytes, size_t size);
    uint64_t value() const;

private:
    void add_blocks(const char *bytes, size_t blocks);

    uint64_t size_ = 0;
    uint64_t sum_ = 0;
    std::string rest_; ///< less than a block
};

/// Sums all bytes at once, with all threads.
uint64_t checksum(const void *bytes, size_t size);

} // namespace grb::tool
