// Arrays whose bytes are distributed over the processes of a group: each process has its own part.
// Reading one on the host gathers the parts of all, so all processes read it at the same time. The
// gathered copy lasts until the end of the public call.
#pragma once

#include "base/array.hpp"
#include "base/memory.hpp"

namespace grb {

/// This process's part of a distributed array, and the bytes at which each process's part begins,
/// and the end.
struct OwnPart {
    Array own;
    HostVector<std::size_t> bounds;
};

/// The array that consists of the parts of all processes in their order. Throws std::bad_alloc.
Array distributed_array(OwnPart part);
/// Is false for an array that this process has written or taken over since.
bool is_distributed(const Array &array) noexcept;
/// The part of an array that is distributed.
const OwnPart &own_part_of(const Array &array);
/// Returns the array, or a copy that lasts as long as any other array.
Array lasting(const Array &array);

/// Copies the parts of all processes, `bytes` in all, to `all`. Throws Error.
using GatherParts = void (*)(const Array &own, std::size_t bytes, void *all);
/// Pass null once this process has left its group.
void set_gather_parts(GatherParts gather) noexcept;
/// Frees the copies that were gathered since the last call. Nobody may read them any more.
void drop_gathered_copies() noexcept;

} // namespace grb
