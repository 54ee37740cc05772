// Calls that join partitions of several devices: the library fills them in, the plugin executes
// them.
#pragma once

#include "cuda/table.h"

namespace grb::device {

/// `count` runs of `width` bytes: run k goes from from + k * from_pitch to to + k * to_pitch.
struct CopyRunsCall {
    void *to;
    const void *from;
    std::size_t to_pitch, from_pitch, width, count;
};

/// to(k) = from(picks(k)) for `count` values of `width` bytes.
struct PickCall {
    void *to;
    const void *from;
    const unsigned *picks;
    std::size_t count, width;
};

/// to(k) = from(k) + base for `count` numbers of `width` bytes, 4 or 8.
struct RaiseCall {
    void *to;
    const void *from;
    std::uint64_t count, base;
    int width;
};

/// Allocates memory and uploads host bytes, which may change once this returns. The upload runs
/// beside the queued work of the device and does not wait for it; work queued later waits for the
/// upload.
struct UploadNewCall {
    void **memory;
    const void *from_host;
    std::size_t bytes;
};

/// Sets bit k of `bits` if position begin + k has an entry with a true value (without values, any
/// entry), for `count` positions. begin is a multiple of 64.
struct RangeBitsCall {
    const DenseArrays *elements;
    std::uint64_t begin, count;
    std::uint64_t *bits; // (count + 63) / 64 words
    CountOutput set;
};

/// Bytes in another device's memory, and their destination on this device. The queues of the
/// devices wait for each other as needed.
struct PeerCopy {
    void *to;
    Runtime *other;
    const void *from;
    std::size_t bytes;
};
struct PeerCopiesCall {
    const PeerCopy *copies;
    std::size_t count;
};

namespace gpu {
inline const Function<const CopyRunsCall *> copy_runs{"copy_runs"};
inline const Function<const PickCall *> pick{"pick"};
inline const Function<const RaiseCall *> raise{"raise"};
inline const Function<const UploadNewCall *> upload_new{"upload_new"};
inline const Function<const RangeBitsCall *> range_bits{"range_bits"};
inline const Function<const PeerCopiesCall *> copy_from_peers{"copy_from_peers"};
} // namespace gpu

} // namespace grb::device
