// Calls that upload a matrix to a device in partitions, during the device's work.
#pragma once

#include "cuda/table.h"

namespace grb::device {

/// Allocates memory and fills it with host bytes, after the uploads that were begun before.
/// is_lasting: the bytes are in pinned memory and do not change until the device has them; else
/// they may change once this returns.
struct BeginUploadCall {
    void **memory;
    const void *from_host;
    std::size_t bytes;
    bool is_lasting;
};

namespace gpu {
inline const Function<const BeginUploadCall *> begin_upload{"begin_upload"};
/// Makes the device's later work wait for the upload to this memory.
inline const Function<void *> await_upload{"await_upload"};
/// Host memory that all devices read directly. unpin waits for the uploads from it.
inline const Function<void **, std::size_t> pin{"pin"};
inline const Function<void *> unpin{"unpin"};
} // namespace gpu

} // namespace grb::device
