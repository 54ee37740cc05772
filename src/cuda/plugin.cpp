// The plugin's single entry point.
#include "cuda/balanced.hpp"
#include "cuda/build.hpp"
#include "cuda/cluster.hpp"
#include "cuda/cusparse_matrix.hpp"
#include "cuda/edge_groups.hpp"
#include "cuda/elementwise.hpp"
#include "cuda/entry_rows.hpp"
#include "cuda/gather.hpp"
#include "cuda/gather_cells.hpp"
#include "cuda/lists.hpp"
#include "cuda/mask_bits.hpp"
#include "cuda/maxk.hpp"
#include "cuda/mxm_cublas.hpp"
#include "cuda/mxv_cusparse.hpp"
#include "cuda/mxv_pull.hpp"
#include "cuda/mxv_push.hpp"
#include "cuda/ranges.hpp"
#include "cuda/row_cells.hpp"
#include "cuda/row_lengths.hpp"
#include "cuda/rows.hpp"
#include "cuda/segments.hpp"
#include "cuda/sparse_merge.hpp"
#include "cuda/spmm.hpp"
#include "cuda/spmm_cusparse.hpp"
#include "cuda/ssd.hpp"
#include "cuda/symmetry.hpp"
#include "cuda/transpose.hpp"
#include "cuda/transpose_cells.hpp"
#include "cuda/updates.hpp"
#include "cuda/user_source.hpp"

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
    table->release = [](void *pointer) {
        forget_workspace(pointer);
        runtime().release(pointer);
    };
    table->adopt = [](void *pointer, std::size_t bytes) {
        try {
            return runtime().adopt(pointer, bytes);
        } catch (const std::exception &error) {
            return fail(Status::out_of_memory, "%s", error.what());
        }
    };
    table->hand_over = [](void *pointer) { return runtime().hand_over(pointer); };
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
    table->take_count = [](unsigned ticket, std::uint64_t *count) {
        return runtime().take_count(ticket, count);
    };
    table->drop_count = [](unsigned ticket) { runtime().drop_count(ticket); };
    table->define = &guarded<&define, const Definition *, const char **>;
    table->mask_bits = &guarded<&mask_bits, const MaskBitsCall *>;
    table->mxv_pull = &guarded<&mxv_pull, const MxvPullCall *>;
    table->mxv_push = &guarded<&mxv_push, const MxvPushCall *>;
    table->entry_rows = &guarded<&entry_rows, const EntryRowsCall *>;
    table->cusparse_absence = [] { return cusparse_absence(); };
    table->cusparse_workspace =
        &guarded<&cusparse_workspace, const MxvCusparseCall *, std::size_t *>;
    table->mxv_cusparse = &guarded<&mxv_cusparse, const MxvCusparseCall *>;
    table->spmm = &guarded<&spmm, const SpmmCall *>;
    table->row_cells = &guarded<&row_cells, const RowCellsCall *>;
    table->spmm_workspace = &guarded<&spmm_workspace, const SpmmCusparseCall *, std::size_t *>;
    table->spmm_cusparse = &guarded<&spmm_cusparse, const SpmmCusparseCall *>;
    table->cublas_absence = [] { return cublas_absence(); };
    table->mxm_cublas = &guarded<&mxm_cublas, const MxmCublasCall *>;
    table->merge_cells = &guarded<&merge_cells, const MergeCall *>;
    table->map_cells = &guarded<&map_cells, const MapCall *>;
    table->reduce_cells = &guarded<&reduce_cells, const ReduceCall *>;
    table->reduce_lines = &guarded<&reduce_lines, const ReduceLinesCall *>;
    table->scatter_list = &guarded<&scatter_list, const ScatterCall *>;
    table->spread_list = &guarded<&spread_list, const SpreadCall *>;
    table->spread_rows = &guarded<&spread_rows, const SpreadRowsCall *>;
    table->list_cells = &guarded<&list_cells, const ListCall *>;
    table->spread_balanced = &guarded<&spread_balanced, const SpreadBalancedCall *>;
    table->list_balanced = &guarded<&list_balanced, const ListBalancedCall *>;
    table->sparse_merge = &guarded<&sparse_merge, const SparseMergeCall *>;
    table->build = &guarded<&device::build, const BuildCall *>;
    table->build_cells = &guarded<&build_cells, const BuildCellsCall *>;
    table->transpose = &guarded<&transpose, const TransposeCall *>;
    table->transpose_cells = &guarded<&transpose_cells, const TransposeCellsCall *>;
    table->is_symmetric = &guarded<&device::is_symmetric, const SymmetryCall *>;
    table->cluster_columns = &guarded<&cluster_columns, const ClusterCall *>;
    table->maxk = &guarded<&maxk, const MaxkCall *>;
    table->count_edge_groups = &guarded<&count_edge_groups, const EdgeGroupsCall *>;
    table->list_edge_groups = &guarded<&list_edge_groups, const EdgeGroupsCall *>;
    table->ssd = &guarded<&ssd, const SsdCall *>;
    table->mark_segments = &guarded<&mark_segments, const SegmentsCall *>;
    table->list_segments = &guarded<&list_segments, const SegmentsCall *>;
    table->permute_values = &guarded<&permute_values, const PermuteCall *>;
    table->row_lengths = &guarded<&row_lengths, const RowLengthsCall *>;
    table->row_numbers = &guarded<&row_numbers, const RowNumbersCall *>;
    table->update = &guarded<&update, const UpdateCall *>;
    table->find_entry = &guarded<&find_entry, const FindCall *>;
    table->gather = &guarded<&gather, const GatherCall *>;
    table->invert_list = &guarded<&invert_list, const InvertCall *>;
    table->gather_cells = &guarded<&gather_cells, const GatherCellsCall *>;
    table->measure_rows = &guarded<&measure_rows, const RowsCall *>;
    table->copy_rows = &guarded<&copy_rows, const RowsCall *>;
    return true;
}

} // namespace grb::device
