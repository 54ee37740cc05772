// Arrays that consist of ranges of other arrays. Making one copies nothing. Each reader makes a
// copy on its own device, straight from the ranges: readers gather the partitions of a group, and a
// part of an array on the host takes no memory there.
#pragma once

#include "base/array.hpp"
#include "base/memory.hpp"
#include "base/type.hpp"

#include <span>
#include <utility>

namespace grb {

/// `count` runs of `width` bytes of an array, at equal distances: the rows of a dense block. One
/// run needs no pitch. With `picks`, numbers of 4 bytes, run k is number picks(k) of the runs from
/// from_at on, and to_pitch is the width: the device that has the runs packs them, so that nothing
/// else is transferred.
struct ArrayRange {
    Array from;
    std::size_t from_at = 0, to_at = 0, width = 0;
    std::size_t count = 1, from_pitch = 0, to_pitch = 0;
    Array picks = {};
    bool is_one_run() const noexcept {
        return picks.empty() && (count == 1 || (from_pitch == width && to_pitch == width));
    }
    std::size_t bytes() const noexcept { return width * count; }
};

/// The array that these ranges fill; its bytes that no range covers are undefined. From now on the
/// ranges' arrays count as shared, so that nobody writes them in place. Throws std::bad_alloc.
Array array_of_ranges(std::span<const ArrayRange> ranges, std::size_t bytes);
/// Returns bytes [at, at + bytes) of an array; if they are one of its ranges, that range's array.
Array range_of(const Array &array, std::size_t at, std::size_t bytes);
/// A shallow copy with its own list of replicas, which it frees with itself.
Array read_anew(const Array &array);
/// Copies bytes [at, at + bytes) of an array, and no others, to the host.
void copy_bytes(const Array &array, std::size_t at, std::size_t bytes, void *to);
/// Copies ranges to memory of a device. Throws DeviceFailure.
void gather(Device &device, void *to, std::span<const ArrayRange> ranges);
/// The ranges of an array, whether or not it has been read since; none when it does not consist of
/// ranges.
std::span<const ArrayRange> ranges_of(const Array &array);
/// True when the array has no bytes but those of its ranges: reading it copies.
bool is_of_ranges(const Array &array) noexcept;

/// A range of dense elements: `count` from `begin` on, a multiple of 64.
struct DenseRange {
    const Type *type = nullptr;                     // real
    const Array *bits = nullptr, *values = nullptr; // values null: all are true
    std::uint64_t begin = 0, count = 0;
};

/// Bytes of another device of the kind, and their destination.
struct PeerRange {
    void *to;
    Device *other;
    const void *from;
    std::size_t bytes;
};

/// Functions for ranges on devices of a kind; the kind's library installs them. They throw
/// DeviceFailure.
struct RangeFunctions {
    /// Copies `count` runs of `width` bytes within the device.
    void (*copy_runs)(Device &device, void *to, std::size_t to_pitch, const void *from,
                      std::size_t from_pitch, std::size_t width, std::size_t count) = nullptr;
    /// to(k) = from(picks(k)) for `count` values of `width` bytes; picks of 4 bytes.
    void (*pick)(Device &device, void *to, const void *from, const void *picks, std::size_t count,
                 std::size_t width) = nullptr;
    /// to(k) = from(k) + base for `count` numbers of `width` bytes, 4 or 8.
    void (*raise)(Device &device, void *to, const void *from, std::uint64_t count,
                  std::uint64_t base, int width) = nullptr;
    /// Sets bit k of `to` if element begin + k has an entry whose value is true. Returns the ticket
    /// of the number of such bits.
    unsigned (*true_bits)(Device &device, std::uint64_t *to, const DenseRange &elements) = nullptr;
    /// Returns new device memory with bytes of the host's, uploaded beside the device's other work.
    /// For least_to_upload bytes and more.
    void *(*upload_new)(Device &device, const void *from_host, std::size_t bytes) = nullptr;
    std::size_t least_to_upload = 0;
    /// Begins to fill new device memory beside the device's other work; returns null when there is
    /// no room. `is_lasting`: the source is pinned and stays as it is; else it may change once this
    /// returns.
    void *(*begin_upload)(Device &device, const void *from_host, std::size_t bytes,
                          bool is_lasting) = nullptr;
    /// Makes the device's next work wait for such memory. Needed once.
    void (*await_upload)(Device &device, void *memory) = nullptr;
    /// Does several Device::copy_from at once, which costs little more than one. Returns false when
    /// some have no direct transfer.
    bool (*copy_all)(Device &device, std::span<const PeerRange> ranges) = nullptr;
};
void set_range_functions(DeviceKind kind, const RangeFunctions &functions) noexcept;
/// The functions are null when none are installed.
const RangeFunctions &range_functions(const Device &device) noexcept;

/// Makes the calling thread's transfers to devices (Array::data_at) asynchronous while it lives: a
/// transfer runs beside the device's other work and may be unfinished when the address is returned;
/// the next request for the address makes the device wait. `pinned`: a copy of the array's bytes,
/// which stays as it is, in memory that the device reads by itself (base/pinned_memory.hpp), or
/// null.
class SendsAhead {
public:
    explicit SendsAhead(const void *pinned) noexcept;
    ~SendsAhead();
    SendsAhead(const SendsAhead &) = delete;
    SendsAhead &operator=(const SendsAhead &) = delete;

private:
    friend class Array;
    /// Disables asynchronous transfers while it lives.
    class Suspended {
    public:
        Suspended() noexcept : wish_(std::exchange(innermost(), nullptr)) {}
        ~Suspended() { innermost() = wish_; }
        Suspended(const Suspended &) = delete;
        Suspended &operator=(const Suspended &) = delete;

    private:
        const SendsAhead *const wish_;
    };
    static const SendsAhead *&innermost() noexcept;
    const void *const pinned_;
    const SendsAhead *const before_;
};

/// Returns a device that has the array's bytes. Returns null when none has; the host or the devices
/// of its ranges may have them.
Device *device_with(const Array &array) noexcept;

/// For array.cpp: the pseudo-device that keeps the ranges themselves. It supports only reading to
/// the host.
Device &device_of_ranges() noexcept;
/// Copies the ranges (the memory of device_of_ranges() for an array) to memory of a device. Throws
/// DeviceFailure.
void gather_at(Device &device, void *to, const void *ranges);
/// True when devices of the kind have the bytes of all ranges.
bool are_at_devices(const void *ranges, DeviceKind kind) noexcept;
/// The bytes of the ranges if these are one run on the host, else null.
const void *on_host_in_one_run(const void *ranges);

} // namespace grb
