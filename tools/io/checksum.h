#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace grb::tool {

/// A sum of bytes that shows damage; it is no protection from forgers. The same however the bytes come in pieces.
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

/// Of all bytes at once, by all threads.
uint64_t checksum(const void *bytes, size_t size);

} // namespace grb::tool
