// The commit that follows an operation: its estimate and its execution.
#pragma once

#include "dispatch/variant.hpp"
#include "problems/commit.hpp"

#include <optional>

namespace grb {

/// Estimates the commit that follows each candidate of a choice. The cost depends on the form of
/// the candidate's result, its device, and whether it applies the mask.
class CommitEstimate {
public:
    CommitEstimate(const CommitAhead &ahead, const Type *type, double entries);
    /// Estimates the commit after a variant with these capabilities on a device (null: the host).
    double seconds(const Capabilities &can, Device *device);

private:
    struct Known {
        bool is_known = false;
        Device *device = nullptr;
        double seconds = 0;
    };
    CommitProblem problem_;
    double entries_ = 0;
    Known known_[2][2][2]; // by fuses_mask, dense, elsewhere
};

/// Estimates the time to fetch the new state (CommitProblem::return_seconds).
void expect_return(CommitProblem &problem) noexcept;

/// Copies the snapshot with a dense form of its own, which a variant may write in place; arrays
/// that are on the device are copied there. Does not copy a sparse snapshot.
Ref<Snapshot> copied_dense(const Ref<Snapshot> &snapshot, Device *device);

/// A copy of a call's output. Candidates that are only timed commit their results into it.
class CommitScratch {
public:
    /// Copies C's present state. Throws std::bad_alloc.
    explicit CommitScratch(const CommitAhead &ahead);
    CommitScratch(const CommitScratch &) = delete;
    CommitScratch &operator=(const CommitScratch &) = delete;
    void commit(Ref<Snapshot> T, const Capabilities &can);

private:
    std::optional<Container> C_;
    Ref<Snapshot> list_; // C's earlier state, where commits do not write to it
    Output output_;
    const Region *region_ = nullptr;
};

/// Chooses a variant, runs it and publishes C's new state. The accumulator's result must have C's
/// type. When this throws, C is unchanged.
void run_commit(const Output &output, Ref<Snapshot> T, bool mask_was_applied, const Region *region);

} // namespace grb
