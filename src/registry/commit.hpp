// The commit as an operation of the registry: C⟨M, replace⟩ = accum(C, T). Its rows give the new state of C; who
// runs them publishes it.
#pragma once

#include "registry/merge_rule.hpp"
#include "registry/output.hpp"

#include <optional>

namespace grb {

/// C becomes T: nothing of C stays, T takes part with all that it has, and there is nothing to merge. Of C itself
/// only this much need be known.
inline bool becomes_T(const MaskInput &mask, bool mask_was_applied, bool is_replace,
                      bool has_accumulator, const Region *region, bool C_is_empty) noexcept {
    const bool is_whole = region == nullptr || (region->rows.is_all && region->columns.is_all);
    const bool mask_is_done = mask.is_none() || (mask_was_applied && (is_replace || C_is_empty));
    return is_whole && mask_is_done && (!has_accumulator || C_is_empty);
}

/// A result that is not there yet.
struct ExpectedResult {
    const Type *type = nullptr;
    double entries = 0; // at most
    bool is_dense = false;
    Place *place = nullptr; // where it will be; null: on the host
};

/// The new state of C. A row gives it as a snapshot of C's type, stored as C wants it: a new one, or `current`
/// changed in place where may_write is set, with no exception after the first write.
struct CommitProblem {
    static constexpr Operation operation = Operation::commit;
    const Container *C = nullptr; // type, shape and options
    Ref<Snapshot> current;        // C's state
    Ref<Snapshot> T;              // null: only expected, in estimates
    ExpectedResult expected;      // in T's place
    MaskInput mask;
    const BinaryOp *accumulator = nullptr; // its result has C's type
    bool is_replace = false;
    bool mask_was_applied = false;  // T has no entries where the mask is false
    const Region *region = nullptr; // null: all of C
    /// Nobody else looks at `current` or holds its arrays.
    bool may_write = false;

    const Type *result_type() const noexcept { return C->type(); }
    MergeRule rule() const noexcept {
        return MergeRule::commit(accumulator != nullptr, is_replace);
    }
    bool has_mask() const noexcept { return !mask.is_none(); }
    bool is_whole() const noexcept;
    bool has_line() const noexcept { return region != nullptr && region->has_line; }
    bool is_store() const noexcept;
    double cells() const noexcept;
    /// Cells of the region.
    double area() const noexcept;

    // What the choice may know of T and C without waiting for them.
    const Type *T_type() const noexcept { return T ? T->type() : expected.type; }
    bool T_is_dense() const noexcept { return T ? grb::is_dense(*T) : expected.is_dense; }
    bool T_can_be_dense() const noexcept;
    /// At most so many.
    double T_entries() const noexcept;
    double C_entries() const noexcept;
    double T_bytes() const noexcept;
    std::size_t bytes_away() const noexcept;
    /// What a row of the host waits for before it begins, and what it makes worthless at other places.
    double transfer_seconds() const noexcept;
};

/// Seconds of the commit of an expected result, by the row that would be chosen.
double commit_seconds(const CommitProblem &problem) noexcept;

/// The commit that follows an operation; no output: none does.
struct CommitAhead {
    const Output *output = nullptr;
    const Region *region = nullptr;
    /// Not where C becomes whatever comes.
    bool may_matter() const noexcept {
        return output != nullptr && !becomes_T(output->mask, false, output->is_replace,
                                               output->accumulator != nullptr, region, false);
    }
};

/// What the candidates of a choice leave to the commit, by form, place and whether they apply the mask.
class CommitEstimate {
public:
    CommitEstimate(const CommitAhead &ahead, const Type *type, double entries);
    /// Seconds after a row with these capabilities at a place (null: the host).
    double seconds(const Capabilities &can, Place *place);

private:
    struct Known {
        bool is_known = false;
        Place *place = nullptr;
        double seconds = 0;
    };
    CommitProblem problem_;
    double entries_ = 0;
    Known known_[2][2][2]; // by fuses_mask, dense, elsewhere
};

/// A copy of the output of a call, into which candidates that are only timed commit their results.
class CommitScratch {
public:
    /// The comparison begins with C as it is now. Throws std::bad_alloc.
    explicit CommitScratch(const CommitAhead &ahead);
    CommitScratch(const CommitScratch &) = delete;
    CommitScratch &operator=(const CommitScratch &) = delete;
    void commit(Ref<Snapshot> T, const Capabilities &can);

private:
    std::optional<Container> C_;
    Output output_;
    const Region *region_ = nullptr;
};

/// Chooses, runs and publishes. Of an accumulator the result has C's type. Strong guarantee.
void run_commit(const Output &output, Ref<Snapshot> T, bool mask_was_applied, const Region *region);

} // namespace grb
