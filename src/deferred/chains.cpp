// Forms chains of recorded calls: each call is a stage if what it reads and writes lies at the
// positions of one list or bitmap, the base of the chain.
#include "deferred/chains.hpp"

#include "base/current_function.hpp"
#include "base/device.hpp"
#include "cpu/common/masked_entries.hpp"
#include "deferred/late_errors.hpp"
#include "dispatch/carry_out.hpp"
#include "dispatch/context.hpp"
#include "dispatch/running.hpp"
#include "dispatch/trials.hpp"
#include "problems/chain.hpp"

#include <algorithm>

namespace grb {

namespace {

using Kind = ChainStage::Kind;

/// A vector whose entries are a list with 32-bit positions.
bool is_list(const Snapshot &state) noexcept {
    const LazyForm<SparseForm> &rows = state.rows_form();
    return rows.is_present() && rows.get().index_width == 4 && !rows.get().is_hyper &&
           !rows.get().is_jumbled && !is_dense(state);
}
bool is_bitmap(const Snapshot &state) noexcept {
    return is_dense(state) && !state.dense_form().get().bits.empty() && state.ncols() <= UINT32_MAX;
}
/// A vector with a value of its own at each position.
bool is_full(const Snapshot &state) noexcept {
    return is_dense(state) && state.dense_form().get().bits.empty() && state.ncols() <= UINT32_MAX;
}
/// True for a state whose positions, or values if it is full, are on the device where the thread
/// works.
bool is_here(const Snapshot &state) noexcept {
    if (!is_dense(state)) return state.rows_form().get().column_indices.is_here();
    const DenseForm &form = state.dense_form().get();
    return (form.bits.empty() ? form.values : form.bits).is_here();
}
/// True for a full vector that is worth a chain: calls on fewer elements take less than chains.
bool is_full_base(const Snapshot &state) noexcept {
    constexpr std::uint64_t least_on_host = 1 << 14;
    return is_full(state) && !state.is_iso() && (state.ncols() >= least_on_host || is_here(state));
}
/// True for a bitmap of which lists are made.
bool has_few_entries(const Snapshot &state) noexcept {
    constexpr std::uint64_t positions_per_entry = 32;
    return state.knows_nvals() && state.nvals() < state.ncols() / positions_per_entry;
}
bool have_same_positions(const Snapshot &list, const Snapshot &other) noexcept {
    const SparseForm &one = list.rows_form().get(), &two = other.rows_form().get();
    return one.nvals == two.nvals && one.column_indices.identity() == two.column_indices.identity();
}

/// True for an output without entries. Updates that wait are not folded for the answer.
bool is_empty(const Container &C) {
    return !C.has_pending() && C.snapshot()->is_known_empty();
}

bool is_on_host(const Snapshot &state) noexcept {
    if (!is_dense(state)) {
        const SparseForm &list = state.rows_form().get();
        return list.column_indices.is_on_host() && list.values.is_on_host();
    }
    const DenseForm &form = state.dense_form().get();
    return !form.nvals.is_pending() && form.bits.is_on_host() && form.values.is_on_host();
}

/// Adds calls to a chain, one after the other.
class Former {
public:
    Former(std::span<RecordedCall> calls, ChainProblem &problem)
        : calls_(calls), problem_(problem) {}
    /// Forms the longest chain with that base.
    void form(const Snapshot *base);
    /// Why the call after the last one that was added is none of the chain; null: there is none.
    const char *refusal() const noexcept { return refusal_; }

private:
    /// Return why the call is no further stage; null: it has been added.
    const char *add(RecordedCall &call);
    const char *add_entries(ChainStage &stage, const RecordedCall &call);
    const char *add_in_place(ChainStage &stage, const RecordedCall &call);
    const char *add_full(ChainStage &stage, const RecordedCall &call);
    void stop_sharing(const Container &C, const Snapshot &state);
    ChainOperand operand(const RecordedOperand &from) const;
    const Type *type_of(const ChainOperand &operand) const noexcept {
        return operand.stage >= 0 ? problem_.stages[static_cast<std::size_t>(operand.stage)].type
                                  : operand.state->type();
    }
    bool is_readable(const ChainOperand &operand) const;
    /// True when `values` surely has an entry wherever `mask` has one.
    bool covers(const ChainOperand &values, const ChainOperand &mask);
    ChainStage *stage_of(const Container *C) noexcept;
    std::size_t count() const noexcept { return static_cast<std::size_t>(problem_.count); }

    /// True when no update waits and no rule concerns commits.
    static bool may_be_written(const Container &C) noexcept;

    /// True when a stage may delete elements of that state in place.
    bool is_deleted_from(const Snapshot &state) const {
        const std::span<const ChainStage> stages(problem_.stages.data(), count());
        return std::any_of(stages.begin(), stages.end(), [&](const ChainStage &stage) {
            return stage.deletes && stage.output->snapshot().get() == &state;
        });
    }
    /// True when the chain is the host's, which lacks the state.
    bool is_away(const Snapshot &state) const noexcept {
        return has_devices_ && !problem_.is_on_device && !is_on_host(state);
    }

    const std::span<RecordedCall> calls_;
    ChainProblem &problem_;
    const bool has_devices_ = !devices().empty();
    bool base_is_list_ = false;
    const char *refusal_ = nullptr;
};

void Former::form(const Snapshot *base) {
    problem_.base = base;
    problem_.is_full = is_full(*base);
    problem_.is_on_device = has_devices_ && is_here(*base);
    base_is_list_ = is_list(*base);
    problem_.count = 0;
    problem_.lists.clear();
    refusal_ = nullptr;
    if (is_away(*base)) {
        refusal_ = "a list on another device";
        return;
    }
    for (RecordedCall &call : calls_) {
        if (count() == most_chain_stages) break;
        refusal_ = add(call);
        if (refusal_ != nullptr) break;
        problem_.count++;
    }
}

/// The last stage with that output; null: none.
ChainStage *Former::stage_of(const Container *C) noexcept {
    for (std::size_t k = count(); k-- > 0;)
        if (problem_.stages[k].output == C) return &problem_.stages[k];
    return nullptr;
}

ChainOperand Former::operand(const RecordedOperand &from) const {
    if (from.object == nullptr) return {from.state.get(), -1};
    for (std::size_t k = count(); k-- > 0;) {
        const ChainStage &stage = problem_.stages[k];
        if (stage.output == from.object && (!stage.is_in_place || problem_.is_full))
            return {nullptr, static_cast<int>(k)};
    }
    return {from.object->snapshot().get(), -1}; // the object holds it
}

bool Former::is_readable(const ChainOperand &operand) const {
    if (operand.is_none() || operand.stage >= 0) return true;
    const Snapshot &state = *operand.state;
    if (state.type()->size > widest_chain_value) return false;
    if (!is_dense(state) && !is_list(state)) return false;
    if (is_away(state)) return false;
    return is_dense(state) || (base_is_list_ && is_list(state));
}

bool Former::covers(const ChainOperand &values, const ChainOperand &mask) {
    if (values.stage >= 0) return values.stage == mask.stage;
    if (problem_.is_base(values)) return true;
    const Snapshot &state = *values.state;
    if (is_dense(state)) return state.is_known_full() && !is_deleted_from(state);
    if (have_same_positions(state, *problem_.base)) return true;
    if (problem_.is_on_device) return false; // that is not asked
    for (const ChainList &known : problem_.lists)
        if (known.list == &state) return known.has_all;
    const std::uint64_t entries = problem_.base->nvals();
    if (state.nvals() < entries) return false;
    std::uint64_t common = 0;
    Array places = places_in(state.rows(), problem_.base->rows(), common);
    problem_.lists.push_back({&state, std::move(places), common == entries});
    return common == entries;
}

const char *Former::add(RecordedCall &call) {
    ChainStage &stage = problem_.stages[count()];
    stage = {};
    const Output &output = call.output;
    stage.output = output.C;
    if (!(*call.task).describe(stage)) return "chains have no such call";
    if (problem_.is_full) return add_full(stage, call);
    if (stage.is_union) return "chains have no such call";
    if (output.accumulator != nullptr) return "an accumulator";
    if (output.mask.is_complemented) return "a complemented mask";
    if (output.C->is_readonly()) return "a read-only output";
    if (!output.mask.is_none()) {
        stage.mask = output.mask.snapshot ? ChainOperand{output.mask.snapshot.get(), -1}
                                          : operand(call.mask);
        stage.tests_mask_values = output.mask.kind == MaskKind::value;
        if (stage.tests_mask_values && !has_truth(*type_of(stage.mask)))
            return "a mask of complex or 16-bit values";
    }
    stage.A = operand(call.A);
    stage.B = operand(call.B);
    if (!is_readable(stage.mask) || !is_readable(stage.A) || !is_readable(stage.B))
        return "an operand in a form that is not read";
    if (stage.kind == Kind::assign && stage.mask.is_none()) return "an assignment without a mask";
    stage.is_in_place =
        stage.kind == Kind::assign_scalar || (stage.kind == Kind::assign && !is_empty(*output.C));
    const bool is_inside =
        problem_.is_inside(stage.mask) ||
        (!stage.is_in_place && (problem_.is_inside(stage.A) || problem_.is_inside(stage.B)));
    if (!is_inside) return "other positions";
    return stage.is_in_place ? add_in_place(stage, call) : add_entries(stage, call);
}

/// A stage that makes entries: all of the output's.
const char *Former::add_entries(ChainStage &stage, const RecordedCall &call) {
    const Container &C = *call.output.C;
    ChainStage *const before = stage_of(&C);
    if (stage.kind == Kind::select || stage.kind == Kind::assign) stage.type = type_of(stage.A);
    // One value for all entries stays one value where the calls run apart.
    if (stage.kind != Kind::multiply && stage.A.state != nullptr && stage.A.state->is_iso())
        return "one value for all entries";
    if (stage.type != C.type()) return "another type";
    if (stage.type->size > widest_chain_value) return "a wide type";
    if (before != nullptr && before->is_in_place)
        return "an output that the chain changes in place";
    if (!stage.mask.is_none() && !call.output.is_replace && (before != nullptr || !is_empty(C)))
        return "an output that keeps entries";
    if (before != nullptr) before->is_wanted = false;
    return nullptr;
}

/// A stage that sets elements of a dense output.
const char *Former::add_in_place(ChainStage &stage, const RecordedCall &call) {
    const Container &C = *call.output.C;
    stage.type = C.type();
    if (call.output.is_replace) return "an assignment that replaces";
    if (stage.type->size > widest_chain_value) return "a wide type";
    if (const ChainStage *const before = stage_of(&C); before != nullptr && !before->is_in_place)
        return "an output that the chain makes";
    if (stage.kind == Kind::assign && type_of(stage.A) != C.type()) return "another type";
    if (!may_be_written(C)) return "an output that is not at hand";
    const Snapshot &state = *C.snapshot(); // C holds it
    if (&state == problem_.base || !is_dense(state) || state.is_iso())
        return "an output that is not dense";
    if (is_away(state)) return "an output that a GPU has";
    stop_sharing(C, state);
    if (C.unshared() == nullptr) return "an output that others share";
    if (stage.kind != Kind::assign || covers(stage.A, stage.mask)) return nullptr;
    stage.deletes = problem_.is_on_device && !state.dense_form().get().bits.empty();
    return stage.deletes ? nullptr : "fewer values";
}

/// A stage that makes all elements of a full output, in its own array if nobody else has that.
const char *Former::add_full(ChainStage &stage, const RecordedCall &call) {
    const Container &C = *call.output.C;
    if (!call.output.mask.is_none() || call.output.mask.is_complemented) return "a mask";
    stage.A = operand(call.A);
    stage.B = operand(call.B);
    if (call.output.accumulator != nullptr) {
        if (stage.kind != Kind::assign) return "an accumulator";
        stage.kind = Kind::multiply;
        stage.multiply = call.output.accumulator;
        stage.type = stage.multiply->ztype;
        stage.B = stage.A;
        stage.A = operand({{}, &C});
    }
    const bool has_two = stage.kind == Kind::multiply;
    if (!has_two && stage.kind != Kind::apply) return "chains of full vectors have no such call";
    bool are_iso = true;
    for (const ChainOperand *const one : {&stage.A, has_two ? &stage.B : &stage.A}) {
        are_iso &= one->state != nullptr && one->state->is_iso();
        if (one->state != nullptr && (!is_full(*one->state) || is_away(*one->state)))
            return "an operand that is not full";
        if (type_of(*one)->size > widest_chain_value) return "a wide type";
    }
    if (are_iso) return "one value for all entries";
    if (stage.type != C.type()) return "another type";
    if (stage.type->size > widest_chain_value || C.is_readonly()) return "a wide type";
    // Calls between it and this one may hold C's state: they must not refer to C instead.
    ChainStage *const before = stage_of(&C);
    if (before != nullptr) before->is_wanted = false;
    if ((before != nullptr && !before->is_in_place) || !may_be_written(C)) return nullptr;
    const Snapshot &state = *C.snapshot(); // C holds it
    if (!is_full(state) || state.is_iso() || is_away(state)) return nullptr;
    stop_sharing(C, state);
    stage.is_in_place = C.unshared() != nullptr && state.owns_arrays();
    return nullptr;
}

bool Former::may_be_written(const Container &C) noexcept {
    return !C.has_pending() && !C.is_readonly() && running().depth == 0 &&
           !context().has_rules(Operation::commit);
}

/// C is about to be changed in place, so no recorded call may hold its state. Calls that hold it
/// get a reference to C instead: they come before C changes.
void Former::stop_sharing(const Container &C, const Snapshot &state) {
    for (std::size_t k = 0; k <= count(); k++)
        for (RecordedOperand *const one : {&calls_[k].A, &calls_[k].B, &calls_[k].mask})
            if (one->state.get() == &state) *one = {{}, &C};
}

/// Returns the bases to try: lists, then a mask that is a bitmap, or a full operand. Single calls
/// are quicker on other bitmaps: they take 64 positions at a time.
std::array<const Snapshot *, 3> bases_of(const RecordedCall &call) {
    std::array<const Snapshot *, 3> bases{};
    const Snapshot *last = nullptr;
    std::size_t count = 0;
    for (const RecordedOperand *const one : {&call.mask, &call.A, &call.B}) {
        if (one->object == nullptr && !one->state) continue;
        const Snapshot *const state =
            one->object != nullptr ? one->object->snapshot().get() : one->state.get();
        if (state->nrows() != 1) continue;
        if (is_list(*state)) bases[count++] = state;
        if (one == &call.mask && is_bitmap(*state) && (!is_here(*state) || has_few_entries(*state)))
            last = state;
        if (last == nullptr && one != &call.mask && is_full_base(*state)) last = state;
    }
    if (last != nullptr) bases[count] = last;
    return bases;
}

} // namespace

void publish_results(const ChainProblem &problem, std::span<RecordedCall> calls,
                     ChainResults &results) noexcept {
    for (std::size_t k = 0; k < static_cast<std::size_t>(problem.count); k++) {
        if (!results.of[k]) continue;
        Container &C = *problem.stages[k].output;
        set_current_function(calls[k].function);
        calls[k].has_failed = !succeeds(C, [&] {
            Ref<Snapshot> state = C.conformed(std::move(results.of[k]));
            if (!devices().empty()) mark_result(*state);
            C.publish(std::move(state));
            C.owed_merge_cost = 0; // as after each store
        });
    }
}

bool may_form_chains() noexcept {
    return trial_mode() == TrialMode::off &&
           (!context().has_rules() || context().has_rules(Operation::chain));
}

std::size_t run_chain(std::span<RecordedCall> calls, Alone &alone) {
    ChainProblem problem;
    Former former(calls, problem);
    alone = {"no list among its operands", false};
    for (const Snapshot *const base : bases_of(calls[0])) {
        if (base == nullptr) return 0;
        former.form(base);
        if (problem.count > 1) break;
        // The reason is that of a base which the call itself fits.
        if (!alone.is_of_next) alone = {former.refusal(), problem.count == 1};
    }
    if (problem.count < 2) return 0;
    const auto count = static_cast<std::size_t>(problem.count);
    ChainResults results = carry_out(problem).result;
    publish_results(problem, calls.first(count), results);
    return count;
}

} // namespace grb
