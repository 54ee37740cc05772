// Calls that have been recorded and run later. In non-blocking mode a call checks its arguments,
// records what it has to do and returns; whatever needs the state of an object that waits runs the
// calls, in their order (objects/container.hpp). docs/internals/deferred.md says what follows.
#pragma once

#include "algebra/held.hpp"
#include "objects/waiting.hpp"
#include "problems/output.hpp"

#include <cstddef>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>

namespace grb {

struct ChainStage;
struct MxvProblem;

/// The work of a call once its output and its operands have their states.
class Task {
public:
    Task() = default;
    Task(const Task &) = delete;
    Task &operator=(const Task &) = delete;
    virtual ~Task() = default;
    /// Carries the call out and commits its result. Called once; A or B is null where the call has
    /// no such operand.
    virtual void run(const Output &output, Ref<Snapshot> A, Ref<Snapshot> B) = 0;
    /// Fills in the operation of a stage of a chain; the caller adds operands, mask and output.
    /// Returns false when the call cannot be a stage.
    virtual bool describe(ChainStage &) const noexcept { return false; }
    /// Fills in a product but for its operands; false for other calls.
    virtual bool describe_product(MxvProblem &) const noexcept { return false; }
};

/// A task in memory of a fixed size: recording allocates nothing.
class TaskSlot {
public:
    TaskSlot() = default;
    TaskSlot(const TaskSlot &) = delete;
    TaskSlot &operator=(const TaskSlot &) = delete;
    ~TaskSlot() { clear(); }
    template <class Body, class... Arguments>
    void emplace(Arguments &&...arguments);
    Task &operator*() const noexcept { return *task_; }
    void clear() noexcept {
        if (task_ != nullptr) task_->~Task();
        task_ = nullptr;
    }

private:
    alignas(16) std::byte memory_[320];
    Task *task_ = nullptr;
};

/// An operand or mask of a recorded call: its state, or the object if an earlier call of the same
/// queue makes that.
struct RecordedOperand {
    Ref<Snapshot> state;
    const Container *object = nullptr;
};

struct RecordedCall {
    const char *function = nullptr;
    Output output; // its mask has no state
    Held<BinaryOp> accumulator;
    RecordedOperand mask, A, B;
    TaskSlot task;
    const Container *object = nullptr; // the output until the call has ended
    bool has_failed = false;           // its error is kept
    /// Drops the references, which keep objects from being changed in place.
    void release() noexcept;
};
class Queue;

/// Ends one call with that output: the object waits no longer after the last. The caller has the
/// lock of the queue.
void end_call(const Container &C) noexcept;

/// True when a call with this output may be recorded: see docs/internals/deferred.md.
bool may_be_recorded(const Output &output, const Container *A, const Container *B) noexcept;

/// A call at the end of this thread's queue, which is locked while this object lives. The
/// destructor takes it back unless it is complete.
class Recording {
public:
    /// Takes the states of operands that wait for no call of this queue. A, B may be null. Throws
    /// std::bad_alloc, and the errors of calls that an operand or the output waited for.
    Recording(const Output &output, const Container *A, const Container *B);
    ~Recording();
    Recording(const Recording &) = delete;
    Recording &operator=(const Recording &) = delete;
    TaskSlot &task() noexcept { return call_->task; }
    void complete() noexcept;

private:
    Queue &queue_;
    std::unique_lock<SmallMutex> lock_;
    RecordedCall *call_ = nullptr; // null: complete
};

/// False for types of value masks that kernels do not test for truth: a mask is cast to BOOL.
bool has_truth(const Type &type) noexcept;
/// Gives the mask its state.
void ask_for_mask(Output &output);

template <class Body, class... Arguments>
void TaskSlot::emplace(Arguments &&...arguments) {
    static_assert(std::is_base_of_v<Task, Body> && sizeof(Body) <= sizeof memory_);
    task_ = new (memory_) Body(std::forward<Arguments>(arguments)...);
}

/// A user's function may read memory that the program frees after the call.
inline bool has_user_function(const UnaryOp &op) noexcept {
    return op.code == UnaryCode::user;
}
inline bool has_user_function(const BinaryOp &op) noexcept {
    return op.code == BinaryCode::user || op.code == BinaryCode::indexed;
}
inline bool has_user_function(const IndexUnaryOp &op) noexcept {
    return op.code == IndexUnaryCode::user;
}
inline bool has_user_function(const Semiring &semiring) noexcept {
    return has_user_function(*semiring.multiply) || has_user_function(*semiring.add->op);
}

/// Records Body(arguments...) with its operands, which may be null, or runs it at once. `may_wait`:
/// it calls no function of the user's and reads no memory of the caller's.
template <class Body, class... Arguments>
void record_or_run(bool may_wait, const Output &output, const Container *A, const Container *B,
                   Arguments &&...arguments) {
    if (may_wait && may_be_recorded(output, A, B)) {
        Recording recording(output, A, B);
        recording.task().template emplace<Body>(std::forward<Arguments>(arguments)...);
        recording.complete();
        return;
    }
    Output now = output;
    ask_for_mask(now);
    now.C->settle();
    now.C->let_readers_finish();
    Ref<Snapshot> state_of_A, state_of_B;
    if (A != nullptr) state_of_A = A->snapshot();
    if (B != nullptr) state_of_B = B->snapshot();
    Body(std::forward<Arguments>(arguments)...)
        .run(now, std::move(state_of_A), std::move(state_of_B));
}

/// Runs the calls that this thread has recorded: before a setting changes that they depend on.
void run_own_calls() noexcept;
/// Runs what all threads have recorded: GrB_finalize cannot drop it, because a thread may be about
/// to read a result.
void run_calls_of_all_threads() noexcept;

} // namespace grb
