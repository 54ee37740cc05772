// Blobs with right checksums and lengths, as whoever wants to do harm would make them.
// docs/internals/serialization.md is the description of the format.
#pragma once

#include "fuzz/session.h"

namespace fuzz {

/// Makes the checksums right, as far as the blob's tables lie inside it.
void sign(Bytes &blob);

/// Returns a blob without compression with the header of the given one, whose tables are made anew
/// and whose bytes behind the tables become the sections, cut or filled up with 0. Returns an empty
/// blob when the header asks for more than 32 KiB.
Bytes rebuilt(const Bytes &blob);

/// True for a blob in SuiteSparse's format: it begins with its size.
bool is_suitesparse(const Bytes &blob);
/// Returns the blob with such a beginning.
Bytes as_suitesparse(Bytes blob);

/// The number of bytes of a value, as the header says.
std::uint64_t value_size(const Bytes &blob);

} // namespace fuzz
