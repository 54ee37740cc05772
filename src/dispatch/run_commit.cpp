// Runs and publishes a commit; also runs the commits of a comparison.
#include "base/group_partitions.hpp"
#include "base/process_group.hpp"
#include "dispatch/carry_out.hpp"
#include "dispatch/context.hpp"
#include "dispatch/log.hpp"
#include "objects/container.hpp"
#include "storage/full_iso.hpp"

namespace grb {

extern const Variant<CommitProblem> commit_store;

namespace {

/// Agrees with the other processes on the change. Inside a variant of a group each member commits
/// its own partition alone.
void agree() {
    if (!group_context().is_inside) agree_to_change();
}

/// Takes C's state out of C, so that its reference count shows whether anybody else holds it. The
/// destructor puts it back, or the state that replaced it.
class DetachedState {
public:
    DetachedState(Container &C, CommitProblem &problem) : C_(C), problem_(problem) {
        problem.current = C.snapshot();
        problem.host_share = C.host_share();
        C.publish(nullptr);
        // Processes publish together, after all have computed the new state.
        problem.may_write = is_dense(*problem.current) && process_group() == nullptr &&
                            problem.current->is_unique() && problem.current->owns_arrays();
    }
    ~DetachedState() { C_.publish(std::move(problem_.current)); }
    DetachedState(const DetachedState &) = delete;
    DetachedState &operator=(const DetachedState &) = delete;

private:
    Container &C_;
    CommitProblem &problem_;
};

/// Marks C's next state as a result. Nothing that is only timed is one.
void mark(const Snapshot &state) noexcept {
    if (!devices().empty() && !running().is_unseen) mark_result(state);
}

/// Replaces C's state, which the problem holds.
void replace(Container &C, CommitProblem &problem, Ref<Snapshot> state) noexcept {
    C.count_result(*problem.current);
    problem.current = std::move(state);
    mark(*problem.current);
}

Array copied(const Array &array, Device *device) {
    if (array.empty()) return {};
    if (device == nullptr || !array.is_at(*device))
        return Array::copy_of(array.data(), array.bytes());
    Array copy = Array::at(*device, array.bytes());
    const bool is_copied = device->copy_from(copy.data_at_for_writing(*device), *device,
                                             array.data_at(*device), array.bytes());
    return is_copied ? copy : Array::copy_of(array.data(), array.bytes());
}

/// Merging a small result into sparse storage moves all entries of C each time. The amortised cost
/// of these merges pays for a bitmap.
void add_owed_cost(Container &C, const CommitProblem &problem) noexcept {
    if (!is_dense(*problem.current) && problem.T_entries() * 4 <= problem.C_entries())
        C.owed_merge_cost += problem.C_entries();
}

/// Makes rows from row-balanced operands, which merges cannot read. A commit that stores T takes T
/// as it is.
void unpack_operands(const CommitProblem &problem) {
    problem.T->unpack();
    problem.current->unpack();
    if (problem.mask.snapshot) problem.mask.snapshot->unpack();
}

Ref<Snapshot> new_state(Container &C, const CommitProblem &problem) {
    Ref<Snapshot> state;
    const StepsDone done =
        carry_out(variant_list<CommitProblem>(), problem, Role::commit, {}, &state);
    if (done.ran_on_host) add_owed_cost(C, problem);
    if (is_dense(*state)) C.owed_merge_cost = 0;
    return state;
}

/// True when C's own pattern is the mask for one value: C becomes its pattern with that value,
/// without a pass over the entries.
bool sets_all_entries(const CommitProblem &problem, const Snapshot &T) noexcept {
    const MaskInput &mask = problem.mask;
    const bool is_own = mask.snapshot.get() == problem.current.get() &&
                        mask.kind == MaskKind::structure && !mask.is_complemented;
    const Snapshot &C = *problem.current;
    return is_own && !mask.is_none() && problem.accumulator == nullptr && problem.is_whole() &&
           !problem.has_major() && is_full_iso(T) && (is_dense(C) || C.has_rows());
}

/// Returns the entries of C, each with T's single value.
Ref<Snapshot> with_iso_value(const Snapshot &C, const Snapshot &T) {
    const Array &value = T.dense_form().get().values;
    if (is_dense(C)) {
        DenseForm dense = C.share_dense();
        dense.is_iso = true;
        dense.values = value;
        return Snapshot::of_dense(T.type(), C.nrows(), C.ncols(), std::move(dense));
    }
    SparseForm rows = C.share_rows(false);
    rows.is_iso = true;
    rows.values = value;
    return Snapshot::of_rows(T.type(), C.nrows(), C.ncols(), std::move(rows));
}

CommitProblem problem_of(const Output &output, bool mask_was_applied, const Region *region) {
    CommitProblem problem;
    problem.C = output.C;
    problem.mask = output.mask;
    problem.accumulator = output.accumulator;
    problem.is_replace = output.is_replace;
    problem.mask_was_applied = mask_was_applied;
    problem.region = region;
    return problem;
}

void log_store(CommitProblem problem, const Ref<Snapshot> &T, double seconds) {
    problem.T = T;
    char description[768];
    problem.describe(description, sizeof description);
    const Consideration only{0, commit_store.name, nullptr, commit_store.cost(problem).seconds};
    log_choice(Operation::commit, commit_store.name, Stage::evident, nullptr, {&only, 1}, {},
               description, {0, seconds}, problem.operand_bytes());
}

/// Makes T the new state of C without a choice: only cpu/commit_store applies.
Ref<Snapshot> stored_alone(Container &C, const Ref<Snapshot> &T) {
    Ref<Snapshot> result = stored(C, T);
    C.owed_merge_cost = 0;
    if (!running().is_unseen) context().count_pick(Operation::commit, 0);
    return result;
}

} // namespace

void run_commit(const Output &output, Ref<Snapshot> T, bool mask_was_applied,
                const Region *region) {
    Container &C = *output.C;
    const bool has_rules = context().has_rules(Operation::commit);
    const bool is_logged = context().log_level() != LogLevel::none && !running().is_unseen;
    const double start = is_logged ? seconds_now() : 0;
    // Comes before any question to C, if possible: a question would fold C's pending changes.
    if (!has_rules && becomes_T(output.mask, mask_was_applied, output.is_replace,
                                output.accumulator != nullptr, region, false)) {
        Ref<Snapshot> state = stored_alone(C, T);
        if (is_logged)
            log_store(problem_of(output, mask_was_applied, region), T, seconds_now() - start);
        agree();
        mark(*state);
        C.publish(std::move(state));
        return;
    }
    CommitProblem problem = problem_of(output, mask_was_applied, region);
    const DetachedState detached(C, problem);
    if (!mask_was_applied && sets_all_entries(problem, *T)) {
        T = with_iso_value(*problem.current, *T);
        problem.mask_was_applied = problem.is_replace = true;
    }
    if (!has_rules && problem.is_store()) {
        Ref<Snapshot> state = stored_alone(C, T);
        if (is_logged) log_store(problem, T, seconds_now() - start);
        agree();
        replace(C, problem, std::move(state));
        return;
    }
    problem.T = std::move(T);
    // A commit that stores T takes it as it is; only a forced variant may differ.
    if (!problem.is_store() || context().forced(Operation::commit) != nullptr)
        unpack_operands(problem);
    problem.known_transfer_seconds = problem.transfer_seconds();
    if (problem.host_share != 0) expect_return(problem);
    Ref<Snapshot> state = new_state(C, problem);
    agree();
    replace(C, problem, std::move(state));
}

Ref<Snapshot> copied_dense(const Ref<Snapshot> &snapshot, Device *device) {
    if (!is_dense(*snapshot)) return snapshot;
    const DenseForm &form = snapshot->dense_form().get();
    DenseForm own;
    own.nvals = form.nvals;
    own.is_iso = form.is_iso;
    own.bits = copied(form.bits, device);
    own.values = copied(form.values, device);
    return Snapshot::of_dense(snapshot->type(), snapshot->nrows(), snapshot->ncols(),
                              std::move(own));
}

CommitScratch::CommitScratch(const CommitAhead &ahead) {
    if (ahead.output == nullptr) return;
    output_ = *ahead.output;
    const Container &C = *output_.C;
    // With an accumulator of another type the commit takes two steps.
    if (output_.accumulator != nullptr && output_.accumulator->ztype != C.type()) return;
    C_.emplace(C.header.magic, C.type(), C.nrows(), C.ncols());
    C_->options() = C.options();
    C_->owed_merge_cost = C.owed_merge_cost;
    C_->publish(copied_dense(C.snapshot(), here()));
    if (!is_dense(*C.snapshot())) list_ = C.snapshot();
    output_.C = &*C_;
    region_ = ahead.region;
}

void CommitScratch::commit(Ref<Snapshot> T, const Capabilities &can) {
    if (!C_) return;
    if (list_) C_->publish(list_);
    Output rest = output_;
    if (can.fuses_sum) rest.accumulator = nullptr;
    run_commit(rest, std::move(T), can.fuses_mask, region_);
}

} // namespace grb
