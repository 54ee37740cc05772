// Texts and arguments that the element-wise programs share.
#pragma once

#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/plugin/program_spec.hpp"
#include "cuda/table.h"

namespace grb::device {

/// Describes result f(x, i, j, scalar) of a value of type x, uses_x, uses_position.
void add_function(ProgramSpec &spec, const EntryFunction &function, const char *x,
                  const char *result);

unsigned packed(const Takes &takes);

/// Presence bits are 32 to a word on the device.
inline const unsigned *half_words(const std::uint64_t *bits) {
    return reinterpret_cast<const unsigned *>(bits);
}
inline unsigned *half_words(std::uint64_t *bits) {
    return reinterpret_cast<unsigned *>(bits);
}

} // namespace grb::device
