// The calls that merge sparse rows, which the library fills in and the plugin executes.
#pragma once

#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/structure/structure_calls.h"
#include "cuda/table.h"

namespace grb::device {

/// Sorted rows; without row_offsets one row, or no entries. Inline value as in DenseOperand.
struct RowsOperand {
    SparseArrays rows;
    std::uint64_t value;
};

/// The second operand of a merge. rows: the entries of b. mask: the entries of b that are true.
/// structure: all entries of b, whatever their values. elements: a dense operand, read only where a
/// has an entry.
enum class Partner : int { rows, mask, structure, elements };

/// C = a, b or op(a, b), as z_type, by the presence of their entries and the rule `inside` where
/// the mask allows, `outside` elsewhere. An entry of a that fails a selection's test counts as
/// absent.
struct SparseMergeCall {
    std::uint64_t nrows, ncols;
    RowsOperand a, b;
    Partner partner;
    DenseOperand elements;  // in place of b
    EntryFunction function; // of a's entries without partner
    bool is_selection, is_vector;
    BinaryName op;   // functor null: never both
    bool is_flipped; // op(b, a)
    const char *z_type;
    Takes inside, outside;
    MaskBits mask; // dense, as in MergeCall

    /// The memory for nvals values if the result has a's pattern. Null: `reserve` is called once if
    /// the result may have entries, for memory for the largest possible number; the call waits for
    /// the actual number, `made`.
    void *values;
    Status (*reserve)(void *context, std::uint64_t nvals, RowsTarget *target);
    std::uint64_t *made;
    void *reserve_context;
    bool has_values; // false: reserve gives no memory for values
};

/// c(p) = t(p), or op(c(p), t(p)) where c has an entry, at the entries of a list that is a mask;
/// with `deletes` c loses its entry where t has none. Changes c in place. bits null: c is full, and
/// loses nothing.
struct CommitListedCall {
    ListOperand mask;
    bool is_tested; // ignores entries of the mask that are false
    DenseOperand t;
    ListOperand list;             // in place of t
    bool t_is_list, t_is_on_mask; // the list is sorted, or has the mask's own indices
    BinaryName op;
    const char *c_type;
    bool deletes;
    void *values;
    std::uint64_t *bits;
    CountOutput nvals; // entries of the mask plus the change of c's; counted only with bits
};

namespace gpu {
inline const Function<const SparseMergeCall *> sparse_merge{"sparse_merge"};
inline const Function<const CommitListedCall *> commit_listed{"commit_listed"};
} // namespace gpu

} // namespace grb::device
