// Implements the queues of recorded calls.
#include "deferred/queue.hpp"

#include "base/current_function.hpp"
#include "base/group_partitions.hpp"
#include "base/process_group.hpp"
#include "deferred/ahead.hpp"
#include "deferred/chains.hpp"
#include "deferred/late_errors.hpp"
#include "deferred/relaxations.hpp"
#include "dispatch/context.hpp"
#include "dispatch/running.hpp"
#include "problems/problem.hpp"
#include "storage/convert.hpp"

#include <pthread.h>

#include <mutex>

namespace grb {

/// The queue of a thread. The thread adds calls; any thread may run all of them. When a thread
/// ends, its queue stays with its calls, and the next new thread takes it over.
class Queue final : public WaitingCalls {
public:
    static constexpr std::uint32_t capacity = 64;

    void finish(const Container &object) const override;
    bool count_entries(const Container &object, std::uint64_t &nvals) const noexcept override;
    void run_all() noexcept;
    SmallMutex mutex;
    void run_locked() noexcept;
    std::uint32_t count = 0;
    RecordedCall calls[capacity];

private:
    std::uint32_t run_together(std::uint32_t first) noexcept;
    void run_one(RecordedCall &call);
    void end(RecordedCall &call) noexcept;
    bool has_failed_ = false; // while the calls run: one of them has failed
    SearchAhead ahead_;       // turns that come before the calls
};

namespace {

enum class Use : int { none, begun, owned, left };

/// The place of a queue, made at its first use.
struct Place {
    std::atomic<Use> use{Use::none};
    bool is_locked_for_fork = false;
    alignas(Queue) std::byte memory[sizeof(Queue)];
    Queue &queue() noexcept { return *std::launder(reinterpret_cast<Queue *>(memory)); }
    bool has_queue() const noexcept {
        const Use now = use.load(std::memory_order_acquire);
        return now == Use::owned || now == Use::left;
    }
    /// Returns false when another thread owns the queue.
    bool take() noexcept {
        Use expected = Use::left;
        if (use.compare_exchange_strong(expected, Use::owned, std::memory_order_acq_rel))
            return true;
        expected = Use::none;
        if (!use.compare_exchange_strong(expected, Use::begun, std::memory_order_acq_rel))
            return false;
        new (memory) Queue;
        use.store(Use::owned, std::memory_order_release);
        return true;
    }
};

/// The calls of more threads at once are not recorded. The system gives memory to those that are
/// used.
Place places_[64];

// The child has the calls of all threads, and no lock that another thread held.
void lock_for_fork() noexcept {
    for (Place &place : places_) {
        place.is_locked_for_fork = place.has_queue();
        if (place.is_locked_for_fork) place.queue().mutex.lock();
    }
    lock_late_errors();
}
void unlock_after_fork() noexcept {
    unlock_late_errors();
    for (Place &place : places_)
        if (std::exchange(place.is_locked_for_fork, false)) place.queue().mutex.unlock();
}
[[maybe_unused]] const int forks_safely =
    pthread_atfork(&lock_for_fork, &unlock_after_fork, &unlock_after_fork);

constinit thread_local Queue *own_queue_ __attribute__((tls_model("initial-exec"))) = nullptr;

constinit thread_local bool has_left_ = false;

/// Leaves the thread's queue when the thread ends.
struct Leaving {
    Place &place;
    ~Leaving() {
        has_left_ = true;
        own_calls = nullptr;
        own_queue_ = nullptr;
        place.use.store(Use::left, std::memory_order_release);
    }
};

/// Returns the thread's queue; null when all are owned.
Queue *own_queue() noexcept {
    if (own_queue_ != nullptr || has_left_) return own_queue_;
    for (Place &place : places_) {
        if (!place.take()) continue;
        own_queue_ = &place.queue();
        own_calls = own_queue_; // it may have calls
        static thread_local const Leaving leaving{place};
        return own_queue_;
    }
    return nullptr;
}

[[maybe_unused]] const bool is_hooked = (at_finalise(&forget_late_errors), true);

/// Returns an object's state, unless an earlier call of this queue makes it.
RecordedOperand operand(const Container *object, const Queue &queue) {
    if (object == nullptr) return {};
    if (object->waits_for() == &queue) return {{}, object};
    return {object->snapshot(), nullptr};
}

Ref<Snapshot> state_of(RecordedOperand &operand) {
    return operand.object != nullptr ? operand.object->snapshot() : std::move(operand.state);
}

/// A call that waits needs the type of an operand, and its arrays: the program may free its own.
bool may_be_held(const Container *object) noexcept {
    return object == nullptr || (object->type()->code != TypeCode::user && !object->is_readonly());
}

} // namespace

void Queue::finish(const Container &object) const {
    const_cast<Queue *>(this)->run_all();
    if (const WaitingCalls *const errors = object.waits_for(); errors != nullptr && errors != this)
        errors->finish(object);
}

bool Queue::count_entries(const Container &object, std::uint64_t &nvals) const noexcept {
    Queue &own = const_cast<Queue &>(*this);
    const std::lock_guard<SmallMutex> guard(own.mutex);
    if (object.waits_for() != this) return false; // another thread has run the calls
    const WaitingCalls *const outer = std::exchange(calls_run_here, this);
    const char *const function = current_function();
    const bool is_answered = own.ahead_.answer({own.calls, count}, object, nvals);
    if (is_answered) own.count = 0;
    set_current_function(function);
    calls_run_here = outer;
    return is_answered;
}

void Queue::run_all() noexcept {
    const std::lock_guard<SmallMutex> guard(mutex);
    run_locked();
}

void Queue::run_locked() noexcept {
    if (own_calls == this) own_calls = nullptr;
    const WaitingCalls *const outer = std::exchange(calls_run_here, this);
    const Alone outer_alone = std::exchange(why_alone, {});
    const char *const function = current_function();
    has_failed_ = !ahead_.finish();
    for (std::uint32_t k = 0; k < count; k++) {
        set_current_function(calls[k].function);
        if (const std::uint32_t together = run_together(k); together != 0) {
            k += together - 1;
            continue;
        }
        calls[k].has_failed = !succeeds(*calls[k].object, [&] { run_one(calls[k]); });
        why_alone = {};
        has_failed_ |= calls[k].has_failed;
        calls[k].release();
    }
    // Until all have run, other threads that want an object wait for the lock.
    for (std::uint32_t k = 0; k < count; k++) end(calls[k]);
    count = 0;
    set_current_function(function);
    why_alone = outer_alone;
    calls_run_here = outer;
}

/// Runs the next calls together where they form a chain; returns their number, 0: none has run.
std::uint32_t Queue::run_together(std::uint32_t first) noexcept {
    why_alone.reason = has_failed_          ? "a call before it failed"
                       : count - first < 2  ? "no call follows"
                       : !may_form_chains() ? "a rule or trials"
                                            : nullptr;
    if (why_alone.reason != nullptr) return 0;
    const std::span<RecordedCall> next(calls + first, count - first);
    std::size_t together = 0;
    Alone alone;
    try {
        together = run_relaxation(next);
        if (together == 0) together = run_chain(next, alone);
    } catch (const NoVariant &) {
        alone = {"no variant takes the chain", false};
    } catch (const std::exception &) {
        alone = {"memory is short", false}; // each call may still have enough
    }
    if (together == 0) why_alone = alone;
    for (RecordedCall &call : next.first(together)) {
        has_failed_ |= call.has_failed;
        call.release();
    }
    return static_cast<std::uint32_t>(together);
}

/// Runs a call. It fails like the call that should have made one of its operands.
void Queue::run_one(RecordedCall &call) {
    if (has_failed_) {
        const Output &output = call.output;
        const bool reads_C = output.accumulator != nullptr || !output.mask.is_none();
        Error error(GrB_PANIC, "no error");
        const Container *const all[] = {call.A.object, call.B.object, call.mask.object,
                                        reads_C ? output.C : nullptr};
        for (const Container *const read : all)
            if (read != nullptr && find_late_error(*read, error)) throw error;
    }
    if (!call.output.mask.is_none() && !call.output.mask.snapshot) {
        call.output.mask.snapshot = state_of(call.mask);
        ask_for_mask(call.output);
    }
    // The states are moved, so that the call's own references do not keep it from working in place.
    Ref<Snapshot> B = state_of(call.B);
    (*call.task).run(call.output, state_of(call.A), std::move(B));
}

/// Ends a call that has run, or never will: its object waits no longer after the last call with
/// that output.
void Queue::end(RecordedCall &call) noexcept {
    const Container &C = *std::exchange(call.object, nullptr);
    C.has_failed_call |= std::exchange(call.has_failed, false);
    end_call(C);
}

void end_call(const Container &C) noexcept {
    if (--C.recorded_calls != 0) return;
    if (std::exchange(C.has_failed_call, false))
        report_late_error(C);
    else
        C.wait_for(nullptr);
}

void RecordedCall::release() noexcept {
    task.clear();
    output = {};
    accumulator = nullptr;
    mask = A = B = {};
}

bool may_be_recorded(const Output &output, const Container *A, const Container *B) noexcept {
    return output.may_wait && context().defers() && output.C->is_vector() &&
           (output.accumulator == nullptr || output.accumulator->code != BinaryCode::user) &&
           may_be_held(output.C) && may_be_held(A) && may_be_held(B) &&
           may_be_held(output.mask_object) && running().depth == 0 && calls_run_here == nullptr &&
           process_group() == nullptr && !has_group() && own_queue() != nullptr;
}

Recording::Recording(const Output &output, const Container *A, const Container *B)
    : queue_(*own_queue()), lock_(queue_.mutex, std::defer_lock) {
    if (output.C->waits_for() != &queue_) output.C->settle();
    RecordedOperand of_A = operand(A, queue_), of_B = operand(B, queue_),
                    of_mask = operand(output.mask_object, queue_);
    lock_.lock();
    if (queue_.count == Queue::capacity) queue_.run_locked();
    // The calls may have run meanwhile, here or on another thread.
    for (RecordedOperand *const one : {&of_A, &of_B, &of_mask}) {
        if (one->object == nullptr || one->object->waits_for() == &queue_) continue;
        one->state = one->object->snapshot();
        one->object = nullptr;
    }
    if (output.C->waits_for() != &queue_) output.C->settle();
    call_ = &queue_.calls[queue_.count];
    call_->function = current_function();
    call_->output = output;
    call_->accumulator = output.accumulator;
    call_->A = std::move(of_A);
    call_->B = std::move(of_B);
    call_->mask = std::move(of_mask);
}

Recording::~Recording() {
    if (call_ != nullptr) call_->release();
}

void Recording::complete() noexcept {
    const Container &C = *call_->output.C;
    call_->object = &C;
    C.recorded_calls++;
    C.wait_for(&queue_);
    own_calls = &queue_;
    queue_.count++;
    call_ = nullptr;
}

bool has_truth(const Type &type) noexcept {
    return !is_complex_code(type.code) && !is_narrow_code(type.code);
}

void ask_for_mask(Output &output) {
    MaskInput &mask = output.mask;
    if (output.mask_object != nullptr && !mask.snapshot)
        mask.snapshot = output.mask_object->snapshot();
    output.mask_object = nullptr;
    if (mask.kind != MaskKind::value) return;
    if (!has_truth(*mask.snapshot->type()))
        mask.snapshot = casted(mask.snapshot, builtin_type(TypeCode::boolean));
}

void run_own_calls() noexcept {
    if (own_calls != nullptr) own_queue_->run_all();
}

void run_calls_of_all_threads() noexcept {
    for (Place &place : places_)
        if (place.has_queue()) place.queue().run_all();
}

} // namespace grb
