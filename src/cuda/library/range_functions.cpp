#include "cuda/library/range_functions.hpp"

#include "base/array_ranges.hpp"
#include "cuda/library/backend.hpp"
#include "cuda/library/operands.hpp"
#include "cuda/structure/part_calls.h"

namespace grb::device {

namespace {

/// Shorter uploads end before a kernel that they might go beside is worth it.
constexpr std::size_t least_to_upload_beside = std::size_t{8} << 20;

constexpr RangeFunctions range_functions{
    [](Place &place, void *to, std::size_t to_pitch, const void *from, std::size_t from_pitch,
       std::size_t width, std::size_t count) {
        const At at(place);
        const CopyRunsCall call{to, from, to_pitch, from_pitch, width, count};
        check(gpu::copy_runs(&call));
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
                              type_name(cells.type), false};
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
        // The usual way makes room first.
        if (status == Status::out_of_memory) return nullptr;
        check(status);
        return memory;
    },
    least_to_upload_beside};

} // namespace

void install_range_functions() noexcept {
    set_range_functions(cuda_kind, range_functions);
}

} // namespace grb::device
