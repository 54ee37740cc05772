// Checksums that detect damage.
#pragma once

#include "processes.h"

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
    /// Adds bytes that all processes have, each of which reads a part; to an empty sum.
    void add_by_all(const char *bytes, size_t size, Processes &group);
    uint64_t value() const;

private:
    void add_blocks(const char *bytes, size_t blocks);

    uint64_t size_ = 0;
    uint64_t sum_ = 0;
    std::string rest_; ///< less than a block
};

/// Sums all bytes at once, with all threads.
uint64_t checksum(const void *bytes, size_t size);
/// Each of the processes, all of which have the bytes, reads a part of them.
uint64_t checksum(const void *bytes, size_t size, Processes &group);

} // namespace grb::tool
