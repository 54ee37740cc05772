// Calls of the plugin that copy ranges, upload in the background and pin host memory.
#include "cuda/library/range_functions.hpp"

#include "base/array_ranges.hpp"
#include "base/pinned_memory.hpp"
#include "cuda/library/backend.hpp"
#include "cuda/library/cuda_place.hpp"
#include "cuda/library/device_list.hpp"
#include "cuda/library/operands.hpp"
#include "cuda/structure/part_calls.h"
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
bool copy_all(Place &place, std::span<const PeerRange> ranges) {
    HostVector<PeerRange> sorted(ranges.begin(), ranges.end());
    const auto turn = [&place](const PeerRange &range) {
        const int distance = (range.other->id() - place.id() + most_places) % most_places;
        return distance == 0 ? most_places : distance; // its own memory comes last
    };
    std::sort(sorted.begin(), sorted.end(), [&](const PeerRange &a, const PeerRange &b) {
        return std::pair(turn(a), a.to) < std::pair(turn(b), b.to);
    });
    HostVector<PeerCopy> copies;
    for (const PeerRange &range : sorted) {
        // A failure of the source must not count as this device's.
        if (!range.other->is_usable()) return false;
        Runtime *const other = static_cast<CudaPlace *>(range.other)->runtime();
        if (range.bytes < least_to_copy_alone) {
            copies.push_back({range.to, other, range.from, range.bytes});
        } else if (!place.copy_from(range.to, *range.other, range.from, range.bytes)) {
            return false;
        }
    }
    if (copies.empty()) return true;
    const At at(place);
    const PeerCopiesCall call{copies.data(), copies.size()};
    check(gpu::copy_from_peers(&call));
    return true;
}

constexpr RangeFunctions range_functions{
    [](Place &place, void *to, std::size_t to_pitch, const void *from, std::size_t from_pitch,
       std::size_t width, std::size_t count) {
        const At at(place);
        const CopyRunsCall call{to, from, to_pitch, from_pitch, width, count};
        check(gpu::copy_runs(&call));
    },
    [](Place &place, void *to, const void *from, const void *picks, std::size_t count,
       std::size_t width) {
        const At at(place);
        const PickCall call{to, from, static_cast<const unsigned *>(picks), count, width};
        check(gpu::pick(&call));
    },
    [](Place &place, void *to, const void *from, std::uint64_t count, std::uint64_t base,
       int width) {
        const At at(place);
        const RaiseCall call{to, from, count, base, width};
        check(gpu::raise(&call));
    },
    [](Place &place, std::uint64_t *to, const CellRange &cells) {
        const At at(place);
        const DenseArrays all{cells.begin + cells.count,
                              static_cast<const std::uint64_t *>(cells.bits->data_here()),
                              cells.values != nullptr ? cells.values->data_here() : nullptr,
                              cpp_type_name(cells.type), false};
        unsigned ticket = 0;
        const RangeBitsCall call{&all, cells.begin, cells.count, to, {nullptr, &ticket}};
        check(gpu::range_bits(&call));
        return ticket;
    },
    [](Place &place, const void *from_host, std::size_t bytes) -> void * {
        const At at(place);
        void *memory = nullptr;
        const UploadNewCall call{&memory, from_host, bytes};
        const Status status = gpu::upload_new(&call);
        // The synchronous upload makes room first.
        if (status == Status::out_of_memory) return nullptr;
        check(status);
        return memory;
    },
    least_to_upload_beside,
    [](Place &place, const void *from_host, std::size_t bytes, bool is_lasting) -> void * {
        const At at(place);
        void *memory = nullptr;
        const BeginUploadCall call{&memory, from_host, bytes, is_lasting};
        const Status status = gpu::begin_upload(&call);
        // The synchronous upload makes room first.
        if (status == Status::out_of_memory) return nullptr;
        check(status);
        return memory;
    },
    [](Place &place, void *memory) {
        const At at(place);
        check(gpu::await_upload(memory));
    },
    &copy_all};

constexpr PinFunctions pin_functions{[](Place &place, std::size_t bytes) noexcept -> void * {
                                         const At at(place);
                                         void *memory = nullptr;
                                         // A refusal is no failure of the GPU.
                                         const auto pin = [&] {
                                             if (gpu::pin(&memory, bytes) != Status::ok)
                                                 memory = nullptr;
                                         };
                                         return status_of(pin) == Status::ok ? memory : nullptr;
                                     },
                                     [](Place &place, void *memory) noexcept {
                                         // Bypasses the usual checks: the GPU may be switched off
                                         // by now.
                                         const auto unpin =
                                             reinterpret_cast<decltype(gpu::unpin)::Pointer>(
                                                 table().find(gpu::unpin.name()));
                                         unpin(static_cast<CudaPlace &>(place).runtime(), memory);
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
