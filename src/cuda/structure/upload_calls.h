// Calls that bring a matrix to a place in parts, beside what the place is doing.
#pragma once

#include "cuda/table.h"

namespace grb::device {

/// New memory that is filled with bytes of the host's, behind the uploads that were begun before. is_lasting: they are in pinned memory and stay as they
/// are until the place has them; else they may change once this returns.
struct BeginUploadCall {
    void **memory;
    const void *from_host;
    std::size_t bytes;
    bool is_lasting;
};

namespace gpu {
inline const Function<const BeginUploadCall *> begin_upload{"begin_upload"};
/// What the place does next waits for the upload to this memory.
inline const Function<void *> await_upload{"await_upload"};
/// Memory of the host that all devices read by themselves. unpin waits for the uploads from it.
inline const Function<void **, std::size_t> pin{"pin"};
inline const Function<void *> unpin{"unpin"};
} // namespace gpu

} // namespace grb::device
