// Implements arrays of ranges: gathers them on the host or a device, and cuts ranges out of them.
#include "base/array_ranges.hpp"

#include <algorithm>
#include <atomic>
#include <optional>

namespace grb {

namespace {

struct Ranges : HostAllocated {
    HostVector<ArrayRange> list;
};
const Ranges &ranges_at(const void *memory) noexcept {
    return *static_cast<const Ranges *>(memory);
}

constexpr char ranges_kind[] = "ranges";

template <class To, class From>
void copy_runs(To *to, std::size_t to_pitch, From *from, std::size_t from_pitch, std::size_t width,
               std::size_t count) noexcept {
    for (std::size_t k = 0; k < count; k++)
        std::memcpy(to + k * to_pitch, from + k * from_pitch, width);
}

void pick_on_host(unsigned char *to, const ArrayRange &range) {
    const auto *const from = range.from.as<unsigned char>() + range.from_at;
    const auto *const picks = range.picks.as<std::uint32_t>();
    for (std::size_t k = 0; k < range.count; k++)
        std::memcpy(to + k * range.width, from + picks[k] * range.width, range.width);
}

void gather_on_host(unsigned char *to, const Ranges &ranges) {
    for (const ArrayRange &range : ranges.list) {
        if (range.bytes() == 0) continue;
        if (!range.picks.empty()) {
            pick_on_host(to + range.to_at, range);
            continue;
        }
        Device *const there = range.from.is_on_host() ? nullptr : device_with(range.from);
        // In a forked process the request for the array's bytes throws.
        if (there != nullptr && there->is_own() && range.is_one_run()) {
            // Transfers only the range to the host.
            const At at(*there);
            const auto *const from = static_cast<const unsigned char *>(range.from.data_at(*there));
            there->download(to + range.to_at, from + range.from_at, range.bytes());
            continue;
        }
        copy_runs(to + range.to_at, range.is_one_run() ? range.bytes() : range.to_pitch,
                  range.from.as<unsigned char>() + range.from_at, range.from_pitch,
                  range.is_one_run() ? range.bytes() : range.width,
                  range.is_one_run() ? 1 : range.count);
    }
}

class DeviceOfRanges final : public Device {
public:
    DeviceOfRanges() noexcept : Device(ranges_kind) {}
    bool is_usable() const noexcept override { return true; }
    void *allocate(std::size_t) override { throw DeviceFailure(); }
    void release(void *pointer) noexcept override { delete static_cast<Ranges *>(pointer); }
    void upload(void *, const void *, std::size_t) override { throw DeviceFailure(); }
    void download(void *to_host, const void *from, std::size_t) override {
        gather_on_host(static_cast<unsigned char *>(to_host), ranges_at(from));
    }
    void finish() override {}
    bool take_count(unsigned, std::uint64_t *) noexcept override { return false; }
    void drop_count(unsigned) noexcept override {}
};

constinit RangeFunctions functions_, no_functions;
constinit std::atomic<DeviceKind> kind_of_functions{nullptr};

/// Temporary memory of a device, which gives it to no other user before its queued work is done.
class TemporaryMemory {
public:
    TemporaryMemory(Device &device, std::size_t bytes)
        : device_(device), pointer_(device.allocate(bytes)) {}
    ~TemporaryMemory() { device_.release(pointer_); }
    TemporaryMemory(const TemporaryMemory &) = delete;
    TemporaryMemory &operator=(const TemporaryMemory &) = delete;
    void *get() const noexcept { return pointer_; }

private:
    Device &device_;
    void *const pointer_;
};

/// Picks scattered values on the device that has them, side by side, and then transfers them.
void gather_picks(Device &device, unsigned char *to, const ArrayRange &range) {
    Device *there = range.from.is_at(device) ? &device : device_with(range.from);
    if (there == nullptr || there->kind() != device.kind()) {
        range.from.data_at(device);
        there = &device;
    }
    const auto pick = range_functions(device).pick;
    if (pick == nullptr) throw DeviceFailure();
    const auto *const from =
        static_cast<const unsigned char *>(range.from.data_at(*there)) + range.from_at;
    const void *const picks = range.picks.data_at(*there);
    if (there == &device) return pick(device, to, from, picks, range.count, range.width);
    const At at(*there);
    const TemporaryMemory packed(*there, range.bytes());
    pick(*there, packed.get(), from, picks, range.count, range.width);
    if (!device.copy_from(to, *there, packed.get(), range.bytes())) throw DeviceFailure();
}

/// Packs runs that lie apart into memory without gaps before and after the transfer.
void gather_runs(Device &device, unsigned char *to, const ArrayRange &range) {
    const auto copy = range_functions(device).copy_runs;
    if (copy == nullptr) throw DeviceFailure();
    const std::size_t bytes = range.bytes(), width = range.width, count = range.count;
    if (range.from.is_at(device)) {
        const auto *const own = static_cast<const unsigned char *>(range.from.data_at(device));
        copy(device, to, range.to_pitch, own + range.from_at, range.from_pitch, width, count);
        return;
    }
    const bool is_dense = range.to_pitch == width;
    std::optional<TemporaryMemory> arrived;
    if (!is_dense) arrived.emplace(device, bytes);
    void *const target = is_dense ? to : arrived->get();
    Device *there = device_with(range.from);
    if (there == nullptr && !range.from.is_on_host()) {
        range.from.data_at(device);
        there = &device;
    }
    if (there != nullptr && there->kind() == device.kind()) {
        const auto *from = static_cast<const unsigned char *>(range.from.data_at(*there));
        from += range.from_at;
        std::optional<TemporaryMemory> packed;
        if (range.from_pitch != width) {
            const At at(*there);
            packed.emplace(*there, bytes);
            copy(*there, packed->get(), width, from, range.from_pitch, width, count);
            from = static_cast<const unsigned char *>(packed->get());
        }
        if (!device.copy_from(target, *there, from, bytes)) throw DeviceFailure();
    } else {
        Array packed(bytes);
        copy_runs(packed.as<unsigned char>(), width, range.from.as<unsigned char>() + range.from_at,
                  range.from_pitch, width, count);
        device.upload(target, packed.data(), bytes);
    }
    if (!is_dense) copy(device, to, range.to_pitch, target, width, width, count);
}

/// Adds one run to `copies` when another device of the kind has it, else uploads it.
void gather_run(Device &device, unsigned char *to, const ArrayRange &range,
                HostVector<PeerRange> &copies) {
    const auto at = [&](const void *bytes) {
        return static_cast<const unsigned char *>(bytes) + range.from_at;
    };
    Device *there = range.from.is_at(device) ? &device : device_with(range.from);
    if (there == nullptr && !range.from.is_on_host()) {
        // Gathers ranges of ranges here, without the host.
        range.from.data_at(device);
        there = &device;
    }
    if (there != nullptr && there->kind() == device.kind()) {
        copies.push_back({to, there, at(range.from.data_at(*there)), range.bytes()});
    } else {
        device.upload(to, at(range.from.data()), range.bytes());
    }
}

/// Cuts [at, at + bytes) out of an array's ranges, as ranges of an array of these bytes. Empty when
/// some range has a pitch and the bytes are no part of one of its runs, or when the ranges do not
/// cover all bytes.
HostVector<ArrayRange> overlap(const Array &array, std::size_t at, std::size_t bytes) {
    HostVector<ArrayRange> found;
    for (const ArrayRange &range : ranges_at(array.data_at(device_of_ranges())).list) {
        if (!range.picks.empty()) return {};
        if (!range.is_one_run()) {
            const std::size_t run =
                at < range.to_at ? range.count : (at - range.to_at) / range.to_pitch;
            if (run >= range.count) continue;
            const std::size_t within = at - range.to_at - run * range.to_pitch;
            if (within + bytes <= range.width)
                return {{range.from, range.from_at + run * range.from_pitch + within, 0, bytes}};
            continue;
        }
        const std::size_t begin = std::max(at, range.to_at),
                          end = std::min(at + bytes, range.to_at + range.bytes());
        if (begin >= end) continue;
        found.push_back(
            {range.from, range.from_at + (begin - range.to_at), begin - at, end - begin});
    }
    std::size_t total = 0;
    for (const ArrayRange &range : found) total += range.bytes();
    if (total != bytes) found.clear();
    return found;
}

} // namespace

Device &device_of_ranges() noexcept {
    // Is never destroyed: arrays may outlive every static object.
    alignas(DeviceOfRanges) static unsigned char memory[sizeof(DeviceOfRanges)];
    static Device &only = *new (memory) DeviceOfRanges;
    return only;
}

void set_range_functions(DeviceKind kind, const RangeFunctions &functions) noexcept {
    functions_ = functions;
    kind_of_functions.store(kind, std::memory_order_release);
}
const RangeFunctions &range_functions(const Device &device) noexcept {
    const bool are_there = kind_of_functions.load(std::memory_order_acquire) == device.kind();
    return are_there ? functions_ : no_functions;
}

Device *device_with(const Array &array) noexcept {
    for (Device *const device : devices())
        if (array.is_at(*device)) return device;
    return nullptr;
}

void gather_at(Device &device, void *to, const void *ranges) {
    gather(device, to, ranges_at(ranges).list);
}

void gather(Device &device, void *to, std::span<const ArrayRange> ranges) {
    const auto target = [to](const ArrayRange &range) {
        return static_cast<unsigned char *>(to) + range.to_at;
    };
    HostVector<PeerRange> copies;
    HostVector<const ArrayRange *> copied;
    for (const ArrayRange &range : ranges) {
        if (range.bytes() == 0) continue;
        if (!range.picks.empty()) {
            gather_picks(device, target(range), range);
            continue;
        }
        if (!range.is_one_run()) {
            gather_runs(device, target(range), range);
            continue;
        }
        gather_run(device, target(range), range, copies);
        copied.resize(copies.size(), &range);
    }
    if (copies.empty()) return;
    if (const auto copy_all = range_functions(device).copy_all)
        if (copies.size() > 1 && copy_all(device, copies)) return;
    for (std::size_t k = 0; k < copies.size(); k++) {
        const PeerRange &own = copies[k];
        const ArrayRange &range = *copied[k];
        if (!device.copy_from(own.to, *own.other, own.from, own.bytes))
            device.upload(own.to, range.from.as<unsigned char>() + range.from_at, own.bytes);
    }
}

bool are_at_devices(const void *ranges, DeviceKind kind) noexcept {
    const auto &list = ranges_at(ranges).list;
    return std::all_of(list.begin(), list.end(), [kind](const ArrayRange &range) {
        const Device *const there = device_with(range.from);
        return range.bytes() == 0 || (there != nullptr && there->kind() == kind);
    });
}

const void *on_host_in_one_run(const void *ranges) {
    const auto &list = ranges_at(ranges).list;
    if (list.size() != 1 || !list.front().is_one_run() || !list.front().from.is_on_host())
        return nullptr;
    return list.front().from.as<unsigned char>() + list.front().from_at;
}

Array array_of_ranges(std::span<const ArrayRange> ranges, std::size_t bytes) {
    auto *const made = new Ranges;
    try {
        made->list.assign(ranges.begin(), ranges.end());
        return Array::adopt_at(device_of_ranges(), made, bytes);
    } catch (const std::exception &) {
        delete made;
        throw;
    }
}

std::span<const ArrayRange> ranges_of(const Array &array) {
    if (!array.is_at(device_of_ranges())) return {};
    return ranges_at(array.data_at(device_of_ranges())).list;
}

bool is_of_ranges(const Array &array) noexcept {
    return array.is_at(device_of_ranges()) && !array.is_on_host() && device_with(array) == nullptr;
}

Array range_of(const Array &array, std::size_t at, std::size_t bytes) {
    if (at == 0 && bytes == array.bytes()) return array;
    if (bytes == 0) return Array(0);
    if (array.is_at(device_of_ranges()) && !array.is_on_host()) {
        const HostVector<ArrayRange> own = overlap(array, at, bytes);
        if (own.size() == 1) return range_of(own[0].from, own[0].from_at, bytes);
        if (!own.empty()) return array_of_ranges(own, bytes);
    }
    const ArrayRange only[] = {{array, at, 0, bytes}};
    return array_of_ranges(only, bytes);
}

Array read_anew(const Array &array) {
    if (array.is_at(device_of_ranges()))
        return array_of_ranges(ranges_at(array.data_at(device_of_ranges())).list, array.bytes());
    const ArrayRange only[] = {{array, 0, 0, array.bytes()}};
    return array_of_ranges(only, array.bytes());
}

void copy_bytes(const Array &array, std::size_t at, std::size_t bytes, void *to) {
    if (!array.is_on_host()) {
        Device *const there = device_with(array);
        if (there != nullptr && there->is_own()) {
            const At here(*there);
            const auto *const from = static_cast<const unsigned char *>(array.data_at(*there));
            return there->download(to, from + at, bytes);
        }
        if (array.is_at(device_of_ranges())) {
            const HostVector<ArrayRange> own = overlap(array, at, bytes);
            for (const ArrayRange &range : own)
                copy_bytes(range.from, range.from_at, range.bytes(),
                           static_cast<unsigned char *>(to) + range.to_at);
            if (!own.empty()) return;
        }
    }
    std::memcpy(to, array.as<unsigned char>() + at, bytes);
}

} // namespace grb
