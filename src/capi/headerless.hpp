// Memory that begins without a magic number: iterators and containers, whose layout is public.
#pragma once

#include "base/object.hpp"

namespace grb {

/// True for the magic number of an object with a header, live or freed. Iterators and containers
/// begin with a number up to 2^60, and with the mark of a freed object when they are freed.
bool is_mark(Magic magic) noexcept;
/// Throws when such an object is passed for an iterator or a container. Reads 8 bytes.
void require_no_object(const void *memory, const char *argument);

} // namespace grb
