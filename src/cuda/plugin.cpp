// The plugin's single entry point.
#include "cuda/elementwise.hpp"
#include "cuda/lists.hpp"
#include "cuda/mask_bits.hpp"
#include "cuda/mxv_pull.hpp"
#include "cuda/mxv_push.hpp"
#include "cuda/ranges.hpp"

#include <cstring>
#include <exception>

namespace grb::device {

namespace {

/// Nothing is thrown through the table.
template <auto function, class... Arguments>
Status guarded(Arguments... arguments) {
    try {
        return function(arguments...);
    } catch (const std::exception &error) {
        return fail(Status::out_of_memory, "%s", error.what());
    }
}

} // namespace

extern "C" __attribute__((visibility("default"))) bool graphblast_cuda_plugin(const char *build,
                                                                              Table *table) {
    if (std::strcmp(build, GRAPHBLAST_PLUGIN_BUILD) != 0) return false;
    table->open = [](int ordinal, std::uint64_t cap, Note note, Facts *facts) {
        return runtime().open(ordinal, cap, note, facts);
    };
    table->trim = [] { runtime().trim(); };
    table->error_text = [] { return error_text(); };
    table->counters = [] { return runtime().counters(); };
    table->range_push = &push_range;
    table->range_pop = &pop_range;
    table->fail_allocation = [](std::uint64_t n) { return runtime().fail_allocation(n); };
    table->allocate = [](void **pointer, std::size_t bytes) {
        try {
            return runtime().allocate(pointer, bytes);
        } catch (const std::exception &error) {
            return fail(Status::out_of_memory, "%s", error.what());
        }
    };
    table->release = [](void *pointer) { runtime().release(pointer); };
    table->upload = [](void *to, const void *from, std::size_t bytes) {
        try {
            return runtime().upload(to, from, bytes);
        } catch (const std::exception &error) {
            return fail(Status::out_of_memory, "%s", error.what());
        }
    };
    table->download = [](void *to, const void *from, std::size_t bytes) {
        return runtime().download(to, from, bytes);
    };
    table->clear = [](void *to, std::size_t bytes) { return runtime().clear(to, bytes); };
    table->copy = [](void *to, const void *from, std::size_t bytes) {
        return runtime().copy(to, from, bytes);
    };
    table->wait = [] { return runtime().wait(); };
    table->mask_bits = &guarded<&mask_bits, const MaskBitsCall *>;
    table->mxv_pull = &guarded<&mxv_pull, const MxvPullCall *>;
    table->mxv_push = &guarded<&mxv_push, const MxvPushCall *>;
    table->merge_cells = &guarded<&merge_cells, const MergeCall *>;
    table->map_cells = &guarded<&map_cells, const MapCall *>;
    table->reduce_cells = &guarded<&reduce_cells, const ReduceCall *>;
    table->scatter_list = &guarded<&scatter_list, const ScatterCall *>;
    table->spread_list = &guarded<&spread_list, const SpreadCall *>;
    table->list_cells = &guarded<&list_cells, const ListCall *>;
    return true;
}

} // namespace grb::device
