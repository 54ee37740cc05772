// The commit as an operation of the registry: C⟨M, replace⟩ = accum(C, T). A row returns the new state of C;
// run_commit() publishes it.
#pragma once

#include "problems/merge_rule.hpp"
#include "problems/output.hpp"

namespace grb {

/// True when C simply becomes T: no entry of C stays, all entries of T count, and there is nothing to merge. Of C this
/// needs to know only whether it is empty.
inline bool becomes_T(const MaskInput &mask, bool mask_was_applied, bool is_replace,
                      bool has_accumulator, const Region *region, bool C_is_empty) noexcept {
    const bool is_whole = region == nullptr || (region->rows.is_all && region->columns.is_all);
    const bool mask_is_done = mask.is_none() || (mask_was_applied && (is_replace || C_is_empty));
    return is_whole && mask_is_done && (!has_accumulator || C_is_empty);
}

/// What is known of a result before it is computed.
struct ExpectedResult {
    const Type *type = nullptr;
    double entries = 0; // at most
    bool is_dense = false;
    Place *place = nullptr; // where it will be; null: on the host
};

/// Asks for the new state of C. A row returns a snapshot of C's type, stored as C wants it: a new one, or with
/// may_write `current` changed in place. A row must not throw after its first write to `current`.
struct CommitProblem : ProblemBase {
    static constexpr Operation operation = Operation::commit;
    const Container *C = nullptr; // type, shape and options
    Ref<Snapshot> current;        // C's state
    Ref<Snapshot> T;              // null: only expected, in estimates
    ExpectedResult expected;      // used when T is null
    MaskInput mask;
    const BinaryOp *accumulator = nullptr; // its result has C's type
    bool is_replace = false;
    bool mask_was_applied = false;  // T has no entries where the mask is false
    const Region *region = nullptr; // null: all of C
    /// Nobody else reads `current` or shares its arrays.
    bool may_write = false;

    const Type *result_type() const noexcept { return C->type(); }
    MergeRule rule() const noexcept {
        return MergeRule::commit(accumulator != nullptr, is_replace);
    }
    bool has_mask() const noexcept { return !mask.is_none(); }
    bool is_whole() const noexcept;
    bool has_line() const noexcept { return region != nullptr && region->has_line; }
    bool is_store() const noexcept;
    /// T has the region's shape in place of C's; see cpu/commit_block.cpp. Every other row refuses it.
    bool T_is_block() const noexcept {
        return T && (T->nrows() != C->nrows() || T->ncols() != C->ncols());
    }
    double cells() const noexcept;
    /// Cells of the region.
    double area() const noexcept;

    // What is known of T and C without waiting for them.
    const Type *T_type() const noexcept { return T ? T->type() : expected.type; }
    bool T_is_dense() const noexcept { return T ? grb::is_dense(*T) : expected.is_dense; }
    bool T_can_be_dense() const noexcept;
    /// True when C may be stored by cells: it can be by itself, or T's cells are stored already, so that C's take as much.
    bool C_can_be_dense() const noexcept;
    /// Upper bounds.
    double T_entries() const noexcept;
    double C_entries() const noexcept;
    double T_bytes() const noexcept;
    std::size_t bytes_away() const noexcept;
    /// What a row of the host has to fetch before it begins, and what other places must copy again after it.
    double transfer_seconds() const noexcept;
    /// The same, where it was found out for all rows; negative: each finds it out.
    double known_transfer_seconds = -1;

    Operands operands() const noexcept override { return {{{"C", current.get()}, {"T", T.get()}}}; }
    const MaskInput *mask_input() const noexcept override { return &mask; }
    void describe(char *text, std::size_t size) const override;
};

inline constexpr char T_is_a_block[] = "T is a block";

/// True when the commit can put the cells of A into those of C, so that A need not be brought to C's shape: full cells
/// into a part of full cells, that part a range of rows and of columns, no mask, an accumulator that cannot fail.
bool fits_block(const Output &output, const Region &region, const Snapshot &A);

} // namespace grb
