// Calls of the plugin that copy ranges, upload in the background and pin host memory.
#include "cuda/library/range_functions.hpp"

#include "base/array_ranges.hpp"
#include "base/pinned_memory.hpp"
#include "cuda/library/backend.hpp"
#include "cuda/library/cuda_device.hpp"
#include "cuda/library/device_list.hpp"
#include "cuda/library/operands.hpp"
#include "cuda/structure/partition_calls.h"
#include "cuda/structure/upload_calls.h"

#include <algorithm>
#include <utility>

namespace grb::device {

namespace {

/// Shorter uploads end too soon for a concurrent kernel to pay off.
constexpr std::size_t least_to_upload_beside = std::size_t{8} << 20;

/// Longer copies are separate calls: a source device may go on once its range is read, and a call
/// costs little beside the copy.
constexpr std::size_t least_to_copy_alone = std::size_t{8} << 20;

/// Copies from the next device on, cyclically: when all devices read at once, no two read from the
/// same one.
bool copy_all(Device &device, std::span<const PeerRange> ranges) {
    HostVector<PeerRange> sorted(ranges.begin(), ranges.end());
    const auto turn = [&device](const PeerRange &range) {
        const int distance =
            (range.other->id() - device.id() + most_devices_at_once) % most_devices_at_once;
        return distance == 0 ? most_devices_at_once : distance; // its own memory comes last
    };
    std::sort(sorted.begin(), sorted.end(), [&](const PeerRange &a, const PeerRange &b) {
        return std::pair(turn(a), a.to) < std::pair(turn(b), b.to);
    });
    HostVector<PeerCopy> copies;
    for (const PeerRange &range : sorted) {
        // A failure of the source must not count as this device's.
        if (!range.other->is_usable()) return false;
        Runtime *const other = static_cast<CudaDevice *>(range.other)->runtime();
        if (range.bytes < least_to_copy_alone) {
            copies.push_back({range.to, other, range.from, range.bytes});
        } else if (!device.copy_from(range.to, *range.other, range.from, range.bytes)) {
            return false;
        }
    }
    if (copies.empty()) return true;
    const At at(device);
    const PeerCopiesCall call{copies.data(), copies.size()};
    check(gpu::copy_from_peers(&call));
    return true;
}

constexpr RangeFunctions range_functions{
    [](Device &device, void *to, std::size_t to_pitch, const void *from, std::size_t from_pitch,
       std::size_t width, std::size_t count) {
        const At at(device);
        const CopyRunsCall call{to, from, to_pitch, from_pitch, width, count};
        check(gpu::copy_runs(&call));
    },
    [](Device &device, void *to, const void *from, const void *picks, std::size_t count,
       std::size_t width) {
        const At at(device);
        const PickCall call{to, from, static_cast<const unsigned *>(picks), count, width};
        check(gpu::pick(&call));
    },
    [](Device &device, void *to, const void *from, std::uint64_t count, std::uint64_t base,
       int width) {
        const At at(device);
        const RaiseCall call{to, from, count, base, width};
        check(gpu::raise(&call));
    },
    [](Device &device, std::uint64_t *to, const DenseRange &elements) {
        const At at(device);
        const DenseArrays all{elements.begin + elements.count,
                              static_cast<const std::uint64_t *>(elements.bits->data_here()),
                              elements.values != nullptr ? elements.values->data_here() : nullptr,
                              cpp_type_name(elements.type), false};
        unsigned ticket = 0;
        const RangeBitsCall call{&all, elements.begin, elements.count, to, {nullptr, &ticket}};
        check(gpu::range_bits(&call));
        return ticket;
    },
    [](Device &device, const void *from_host, std::size_t bytes) -> void * {
        const At at(device);
        void *memory = nullptr;
        const UploadNewCall call{&memory, from_host, bytes};
        const Status status = gpu::upload_new(&call);
        // The synchronous upload makes room first.
        if (status == Status::out_of_memory) return nullptr;
        check(status);
        return memory;
    },
    least_to_upload_beside,
    [](Device &device, const void *from_host, std::size_t bytes, bool is_lasting) -> void * {
        const At at(device);
        void *memory = nullptr;
        const BeginUploadCall call{&memory, from_host, bytes, is_lasting};
        const Status status = gpu::begin_upload(&call);
        // The synchronous upload makes room first.
        if (status == Status::out_of_memory) return nullptr;
        check(status);
        return memory;
    },
    [](Device &device, void *memory) {
        const At at(device);
        check(gpu::await_upload(memory));
    },
    &copy_all};

constexpr PinFunctions pin_functions{[](Device &device, std::size_t bytes) noexcept -> void * {
                                         const At at(device);
                                         void *memory = nullptr;
                                         // A refusal is no failure of the GPU.
                                         const auto pin = [&] {
                                             if (gpu::pin(&memory, bytes) != Status::ok)
                                                 memory = nullptr;
                                         };
                                         return status_of(pin) == Status::ok ? memory : nullptr;
                                     },
                                     [](Device &device, void *memory) noexcept {
                                         // Bypasses the usual checks: the GPU may be switched off
                                         // by now.
                                         const auto unpin =
                                             reinterpret_cast<decltype(gpu::unpin)::Pointer>(
                                                 table().find(gpu::unpin.name()));
                                         unpin(static_cast<CudaDevice &>(device).runtime(), memory);
                                     }};

constexpr Setting settings[] = {{"GRAPHBLAST_CUDA_PINNED", [](const char *value) {
                                     set_most_pinned_bytes(whole_number(value, UINT64_MAX - 1));
                                 }}};
[[maybe_unused]] const bool is_known = (at_initialise(&reset_most_pinned_bytes, settings), true);

} // namespace

void install_range_functions() noexcept {
    set_range_functions(cuda_kind, range_functions);
    set_pin_functions(cuda_kind, pin_functions);
}

} // namespace grb::device
