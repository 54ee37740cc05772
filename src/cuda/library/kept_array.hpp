// An attachment that holds one array.
#pragma once

#include "storage/snapshot.hpp"

namespace grb::device {

struct KeptArray : Attachment {
    explicit KeptArray(Array made) noexcept : array(std::move(made)) {}
    std::size_t bytes() const noexcept override { return sizeof *this + array.bytes(); }
    const Array array;
};

} // namespace grb::device
