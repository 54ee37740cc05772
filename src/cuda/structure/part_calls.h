// Calls that put together what members of a team have, as the library fills them in and the plugin carries them out.
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

/// New memory with bytes of the host's, which may change once this returns. It is filled beside what the place has queued, which
/// it does not wait for; what is queued later waits for it.
struct UploadNewCall {
    void **memory;
    const void *from_host;
    std::size_t bytes;
};

/// Bit k of `bits` says that cell begin + k has an entry, and a value that is true (no values: an entry); for `count` cells. begin is a multiple of 64.
struct RangeBitsCall {
    const DenseArrays *cells;
    std::uint64_t begin, count;
    std::uint64_t *bits; // (count + 63) / 64 words
    CountOutput set;
};

/// Bytes of other places' memory, and where they are to go at this place. The queues of the places wait for each other where they
/// have to.
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
