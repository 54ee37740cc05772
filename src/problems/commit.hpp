// The commit as an operation of the registry: C⟨M, replace⟩ = accum(C, T). A variant returns the
// new state of C; run_commit() publishes it.
#pragma once

#include "problems/merge_rule.hpp"
#include "problems/output.hpp"
#include "problems/region.hpp"

namespace grb {

/// True when C simply becomes T: no entry of C stays, all entries of T count, and nothing is
/// merged. The only fact about C that this needs is whether C is empty.
inline bool becomes_T(const MaskInput &mask, bool mask_was_applied, bool is_replace,
                      bool has_accumulator, const Region *region, bool C_is_empty) noexcept {
    const bool is_whole = region == nullptr || (region->rows.is_all && region->columns.is_all);
    const bool mask_is_done = mask.is_none() || (mask_was_applied && (is_replace || C_is_empty));
    return is_whole && mask_is_done && (!has_accumulator || C_is_empty);
}

/// The facts about a result before it is computed.
struct ExpectedResult {
    const Type *type = nullptr;
    double entries = 0; // at most
    bool is_dense = false;
    Device *device = nullptr; // its device; null: the host
};

/// Asks for the new state of C. A variant returns a snapshot of C's type, stored as C wants it: a
/// new one, or with may_write `current` changed in place. A variant must not throw after its first
/// write to `current`.
struct CommitProblem : ProblemBase {
    static constexpr Operation operation = Operation::commit;
    const Container *C = nullptr; // type, shape and options
    Ref<Snapshot> current;        // C's state
    Ref<Snapshot> T;              // null in estimates, where T is only expected
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
    bool has_major() const noexcept { return region != nullptr && region->has_major; }
    bool is_store() const noexcept;
    /// T has the region's shape in place of C's; see cpu/commit/commit_block.cpp. Every other
    /// variant refuses it.
    bool T_is_block() const noexcept {
        return T && (T->nrows() != C->nrows() || T->ncols() != C->ncols());
    }
    double elements() const noexcept;
    /// Returns the number of positions in the region.
    double area() const noexcept;

    // These give the known facts about T and C without waiting.
    const Type *T_type() const noexcept { return T ? T->type() : expected.type; }
    bool T_is_dense() const noexcept { return T ? grb::is_dense(*T) : expected.is_dense; }
    bool T_can_be_dense() const noexcept;
    /// True when C may have a dense form: its shape allows that, or T is dense already, so that C's
    /// dense form takes as much.
    bool C_can_be_dense() const noexcept;
    /// Both return upper bounds.
    double T_entries() const noexcept;
    double C_entries() const noexcept;
    double T_bytes() const noexcept;
    std::size_t bytes_away() const noexcept;
    /// Returns the bytes of the new state before it is made.
    double bytes_of_new_state() const noexcept;
    /// Returns the seconds that a host variant spends on fetching before it begins, and that other
    /// devices spend on copying again after it, in the share of states that the host does not need.
    double transfer_seconds() const noexcept;
    /// Cached transfer time; negative: not computed.
    double known_transfer_seconds = -1;
    /// The share of C's states that the host needs (HostShare), and the time to fetch the new state
    /// from a device, times that share.
    double host_share = 0, return_seconds = 0;

    Operands operands() const noexcept override { return {{{"C", current.get()}, {"T", T.get()}}}; }
    const MaskInput *mask_input() const noexcept override { return &mask; }
    void describe(char *text, std::size_t size) const override;
    bool add_facts(Facts &facts) const noexcept override;
};

inline constexpr char T_is_a_block[] = "T is a block";

/// True when the commit can write the elements of A into those of C, so that A need not be expanded
/// to C's shape: A is full, the region is a range of rows and of columns of a full C, there is no
/// mask, and the accumulator cannot fail.
bool fits_block(const Output &output, const Region &region, const Snapshot &A);

} // namespace grb
