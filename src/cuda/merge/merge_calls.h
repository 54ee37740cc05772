// The calls of merging sparse rows, as the library fills them in and the plugin carries them out.
#pragma once

#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/structure/structure_calls.h"
#include "cuda/table.h"

namespace grb::device {

/// Sorted rows; without row_offsets one row, or no entries. Inline value as in CellOperand.
struct RowsOperand {
    SparseArrays rows;
    std::uint64_t value;
};

/// The second operand of a merge. rows: the entries of b. mask: the entries of b that are true. structure: all
/// entries of b, whatever their values. cells: a dense operand, read only where a has an entry.
enum class Partner : int { rows, mask, structure, cells };

/// C = a, b or op(a, b) by which of them have an entry, where the mask lets through by the rule `inside`,
/// elsewhere by `outside`; as z_type. An entry of a that fails the test of a selection is none.
struct SparseMergeCall {
    std::uint64_t nrows, ncols;
    RowsOperand a, b;
    Partner partner;
    CellOperand cells;      // in b's place
    EntryFunction function; // of a's entries that have no partner
    bool is_selection, is_vector;
    BinaryName op;   // functor null: never both
    bool is_flipped; // op(b, a)
    const char *z_type;
    Takes inside, outside;
    MaskBits mask; // of cells, as in MergeCall

    /// The result has a's pattern: here are its nvals values. Null: called once when the result may have
    /// entries, for memory to put them, as many as there can be; the call waits for their number, `made`.
    void *values;
    Status (*reserve)(void *context, std::uint64_t nvals, RowsTarget *target);
    std::uint64_t *made;
    void *reserve_context;
    bool has_values; // false: reserve gives no memory for them
};

/// c(p) = t(p), or op(c(p), t(p)) where c has an entry, at the entries of a list that is a mask; with `deletes` c loses
/// its entry where t has none. Changes c in place. bits null: c is full, and loses nothing.
struct CommitListedCall {
    ListOperand mask;
    bool is_tested; // entries of the mask that are false do not count
    CellOperand t;
    ListOperand list;             // in t's place
    bool t_is_list, t_is_on_mask; // the list is sorted, or has the mask's own indices
    BinaryName op;
    const char *c_type;
    bool deletes;
    void *values;
    std::uint64_t *bits;
    CountOutput
        nvals; // entries of the mask, and by how many c's become more; counted only with bits
};

namespace gpu {
inline const Function<const SparseMergeCall *> sparse_merge{"sparse_merge"};
inline const Function<const CommitListedCall *> commit_listed{"commit_listed"};
} // namespace gpu

} // namespace grb::device
