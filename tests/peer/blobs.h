// Blobs that one library writes and the other one reads.
#pragma once

#include "peer/content.h"

namespace grb::peer {

/// A blob in SuiteSparse's format, whose side's library it is; `compression` is a GxB_COMPRESSION.
GrB_Info write_blob(const Libraries &libraries, int side, const Object &object, int compression,
                    std::vector<unsigned char> &bytes);
/// Makes the object of a blob.
GrB_Info read_blob(const Libraries &libraries, int side, Object &object,
                   const std::vector<unsigned char> &bytes);

/// Compares objects in every layout, type and compression, large enough for several blocks, both
/// ways. Returns the number of findings.
long compare_blobs(Libraries &libraries);

} // namespace grb::peer
