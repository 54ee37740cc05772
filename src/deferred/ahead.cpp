// Recognises the turns of a breadth-first search, and hands out those that were carried out before
// the program asked.
#include "deferred/ahead.hpp"

#include "base/current_function.hpp"
#include "deferred/chains.hpp"
#include "deferred/late_errors.hpp"
#include "dispatch/carry_out.hpp"
#include "dispatch/context.hpp"
#include "dispatch/running.hpp"

namespace grb {

namespace {

using Kind = ChainStage::Kind;

/// The turn that is the first to be run ahead, of equal ones.
constexpr int first_turn_ahead = 3;

/// Returns whether an operand of call k has the object's entries at that call. `holds`: the
/// object may wait for turns before the calls, and its state is an earlier one.
bool is_of(std::span<const RecordedCall> calls, std::size_t k, const RecordedOperand &operand,
           const Container &C, bool holds) {
    if (operand.object == &C || !operand.state) return operand.object == &C;
    const auto before = calls.first(k);
    const bool is_changed =
        std::any_of(before.begin(), before.end(),
                    [&](const RecordedCall &call) { return call.output.C == &C; });
    return !holds && !is_changed && operand.state.get() == C.snapshot().get();
}

/// Positions of a vector's entries plus a number.
bool is_positions(const ApplyProblem &apply, std::int64_t &offset) noexcept {
    if (apply.kind != ApplyProblem::Kind::index || apply.index->code != IndexUnaryCode::rowindex)
        return false;
    std::int64_t wide = 0;
    const void *const thunk = apply.scalar;
    if (apply.index->ttype->size == 8)
        std::memcpy(&wide, thunk, 8);
    else
        wide = *static_cast<const std::int32_t *>(thunk);
    offset = wide;
    return true;
}

bool is_position_type(const Type &type) noexcept {
    return type.code == TypeCode::int32 || type.code == TypeCode::int64;
}

/// A dense vector that turns may change in place.
bool is_changeable(const Container &C, std::size_t least_size) noexcept {
    const Snapshot *const state = C.unshared();
    return state != nullptr && is_dense(*state) && !state->is_iso() && C.type()->size <= 8 &&
           C.type()->size >= least_size && !C.is_readonly();
}

/// The arrays are where the turns are carried out.
bool is_at(const Array &array, bool is_on_device) noexcept {
    return array.empty() || (is_on_device ? array.is_here() : array.is_on_host());
}
bool is_at(const Container &C, bool is_on_device) noexcept {
    const DenseForm &form = C.unshared()->dense_form().get();
    return is_at(form.values, is_on_device) && is_at(form.bits, is_on_device);
}

/// Returns whether the forms of all objects are those of a search.
bool have_forms(const SearchCalls &turn, const Snapshot &base, bool is_on_device) {
    const LazyForm<SparseForm> &rows = turn.A->vectors_form(turn.walks_columns);
    if (!rows.is_present()) return false;
    const SparseForm &A = rows.get(), &list = *any_list_of(base);
    const Container &visited = *turn.visited;
    if (A.is_hyper || A.index_width != 4 || !is_changeable(visited, 4)) return false;
    const bool has_bits = !visited.unshared()->dense_form().get().bits.empty();
    if (has_bits == turn.tests_values) return false;
    if (turn.tests_values && !is_integer_code(visited.type()->code)) return false;
    bool fit = is_at(A.row_offsets, is_on_device) && is_at(A.column_indices, is_on_device) &&
               is_at(list.column_indices, is_on_device) &&
               (is_on_device || !turn.has_parents || list.values.is_on_host());
    for (int k = 0; k < turn.set_count; k++) {
        const Container &C = *turn.sets[static_cast<std::size_t>(k)].C;
        fit = fit && is_changeable(C, 1) && is_at(C, is_on_device);
    }
    return fit;
}

} // namespace

bool SearchAhead::read_product(std::span<const RecordedCall> calls, std::size_t k,
                               const MxvProblem &product, SearchCalls &turn) const {
    const RecordedCall &call = calls[k];
    const Output &output = call.output;
    const Semiring &semiring = *product.semiring;
    const Type &type = *output.C->type();
    if (output.accumulator != nullptr || output.mask_object == nullptr || !output.is_replace ||
        !output.mask.is_complemented || semiring.add->type() != &type || !call.A.state ||
        !is_of(calls, k, call.mask, *output.mask_object, holds()))
        return false;
    turn.A = call.A.state.get();
    turn.walks_columns = !product.is_transposed;
    turn.frontier = output.C;
    turn.visited = output.mask_object;
    turn.tests_values = output.mask.kind == MaskKind::value;
    const BinaryCode add = semiring.add->op->code, multiply = semiring.multiply->code;
    switch (multiply) {
    case BinaryCode::oneb:
        return semiring.add->op->traits.is_idempotent;
    case BinaryCode::firstj1:
    case BinaryCode::secondi1:
        turn.offset = 1;
        break;
    case BinaryCode::firstj:
    case BinaryCode::secondi:
        turn.offset = 0;
        break;
    case BinaryCode::first:
    case BinaryCode::second:
        if ((multiply == BinaryCode::first) != product.is_flipped || !turn.applies_positions)
            return false;
        break;
    default:
        return false;
    }
    turn.has_parents = true;
    const std::int64_t most = type.code == TypeCode::int32 ? INT32_MAX : std::int64_t{1} << 62;
    return (add == BinaryCode::min || add == BinaryCode::any) && is_position_type(type) &&
           turn.offset >= 0 && turn.offset <= most &&
           output.C->ncols() <= static_cast<std::uint64_t>(most - turn.offset);
}

/// Adds an assignment at the frontier's vertices. The outputs are all different vectors.
bool SearchAhead::add_set(std::span<const RecordedCall> calls, std::size_t k,
                          const ChainStage &stage, SearchCalls &turn, Scalars &scalars) const {
    const RecordedCall &call = calls[k];
    const Output &output = call.output;
    Container &C = *output.C;
    const bool takes_values = stage.kind == Kind::assign;
    const auto count = static_cast<std::size_t>(turn.set_count);
    if (output.mask_object != turn.frontier || output.mask.kind != MaskKind::structure ||
        output.mask.is_complemented || output.is_replace || &C == turn.frontier ||
        !is_of(calls, k, call.mask, *turn.frontier, holds()) || count == turn.sets.size() ||
        (count == 1 && turn.sets[0].C == &C) || C.type()->size > 8)
        return false;
    const bool is_tested = &C == turn.visited && turn.tests_values;
    if (takes_values) {
        if (!turn.has_parents || C.type() != turn.frontier->type() ||
            !is_of(calls, k, call.A, *turn.frontier, holds()) || (is_tested && turn.offset == 0))
            return false;
    } else {
        const AssignProblem &assign = *stage.assign_scalar;
        if (assign.scalar_type->code == TypeCode::user) return false;
        cast_values(&scalars[count], C.type(), assign.scalar, assign.scalar_type, 1);
        if (is_tested && scalars[count] == 0) return false;
    }
    turn.sets[count] = {&C, takes_values};
    turn.set_count++;
    return true;
}

/// Reads the calls of a turn: assignments, positions, product; or the assignments at last.
bool SearchAhead::read(std::span<RecordedCall> calls, SearchCalls &turn, Scalars &scalars) const {
    constexpr std::size_t most_calls = 4; // two assignments, positions, the product
    if (calls.size() < 2 || calls.size() > most_calls) return false;
    std::array<ChainStage, most_calls> stages;
    std::array<bool, most_calls> is_stage;
    std::size_t product = most_calls;
    MxvProblem described;
    for (std::size_t k = 0; k < calls.size(); k++) {
        is_stage[k] = (*calls[k].task).describe(stages[k]);
        if ((*calls[k].task).describe_product(described)) product = k;
        if (calls[k].output.accumulator != nullptr) return false;
    }
    if (product == most_calls) return false;
    const Container &frontier = *calls[product].output.C;
    std::size_t first = product; // of the product and what belongs to it
    if (product > 0 && stages[product - 1].apply != nullptr) {
        const RecordedCall &apply = calls[--first];
        turn.applies_positions = apply.output.C == &frontier && apply.output.mask.is_none() &&
                                 stages[first].type == frontier.type() &&
                                 is_of(calls, first, apply.A, frontier, holds()) &&
                                 is_positions(*stages[first].apply, turn.offset);
        if (!turn.applies_positions) return false;
    }
    if (!is_of(calls, product, calls[product].B, frontier, holds()) ||
        !read_product(calls, product, described, turn))
        return false;
    turn.sets_first = first > 0;
    if (turn.sets_first && product + 1 != calls.size()) return false;
    for (std::size_t k = 0; k < calls.size(); k++) {
        if (k >= first && k <= product) continue;
        if (!is_stage[k] ||
            (stages[k].kind != Kind::assign && stages[k].kind != Kind::assign_scalar))
            return false;
        if (!add_set(calls, k, stages[k], turn, scalars)) return false;
    }
    for (int k = 0; k < turn.set_count; k++)
        if (turn.sets[static_cast<std::size_t>(k)].C == turn.visited) return true;
    return false;
}

/// The frontier is the last.
std::array<Container *, 3> SearchAhead::objects() const noexcept {
    const SearchCalls &calls = turns_.calls;
    return {calls.sets[0].C, calls.sets[1].C, calls.frontier};
}

ChainResults SearchAhead::carry_out(const Snapshot &base, bool is_on_device) {
    ChainProblem problem;
    problem.base = &base;
    problem.is_on_device = is_on_device;
    problem.search = &turns_;
    return grb::carry_out(problem).result;
}

bool SearchAhead::answer(std::span<RecordedCall> calls, const Container &asked,
                         std::uint64_t &nvals) noexcept try {
    if (calls.empty()) {
        if (!holds() || &asked != turns_.calls.frontier) return false;
        nvals = last_nvals();
        return true;
    }
    SearchCalls turn;
    Scalars scalars{};
    if (!read(calls, turn, scalars) || &asked != turn.frontier) {
        give_up();
        return false;
    }
    if (!(turn == turns_.calls)) {
        if (holds()) return false; // the caller settles, and the next turn is the first of its kind
        turns_.calls = turn;
        repeats_ = next_most_ = 0;
    }
    if (!holds() || turns_.asked == turns_.turns) {
        if (holds()) settle();
        if (has_failed_) return false;
        if (++repeats_ < first_turn_ahead) return false;
        if (!start(calls)) {
            give_up();
            return false;
        }
    }
    take(calls, scalars);
    nvals = last_nvals();
    return true;
} catch (const std::exception &) {
    give_up();
    return false;
}

/// The next turn is the first of its kind again. Turns that are held stay.
void SearchAhead::give_up() noexcept {
    repeats_ = next_most_ = 0;
    if (!holds()) turns_.clear();
}

/// Carries out the turn of the calls and further ones. Returns false when the calls must run.
bool SearchAhead::start(std::span<RecordedCall> calls) {
    const SearchCalls &turn = turns_.calls;
    if (!may_form_chains() || running().depth != 0 || context().has_rules(Operation::commit) ||
        turn.frontier->is_readonly())
        return false;
    const Ref<Snapshot> base = turn.frontier->snapshot();
    const SparseForm *const list = any_list_of(*base);
    if (list == nullptr || list->nvals == 0 || list->nvals > longest_search_list) return false;
    const bool is_on_device = !devices().empty() && list->column_indices.is_here();
    // The calls read the states of now: they can hold the objects instead.
    for (std::size_t k = 0; k < calls.size(); k++)
        for (RecordedOperand *const one : {&calls[k].mask, &calls[k].A, &calls[k].B})
            for (const Container *const C : objects())
                if (C != nullptr && one->object == nullptr && is_of(calls, k, *one, *C, false))
                    *one = {{}, C};
    if (!have_forms(turn, *base, is_on_device)) return false;
    turns_.most = next_most_ = next_most_ == 0 ? 2 : std::min(2 * next_most_, most_search_turns);
    turns_.turns = 0;
    carry_out(*base, is_on_device);
    if (turns_.turns == 0) return false;
    for (const RecordedCall &call : calls)
        if (call.A.state.get() == turn.A) A_ = call.A.state;
    function_ = calls.back().function;
    for (const Container *const C : objects())
        if (C != nullptr) C->recorded_calls++;
    return true;
}

/// Counts the turn of the calls as asked for.
void SearchAhead::take(std::span<RecordedCall> calls, const Scalars &scalars) noexcept {
    const auto turn = static_cast<std::size_t>(turns_.asked++);
    for (std::size_t k = 0; k < scalars.size(); k++) turns_.scalars[k][turn] = scalars[k];
    for (RecordedCall &call : calls) {
        call.release();
        std::exchange(call.object, nullptr)->recorded_calls--;
    }
}

void SearchAhead::settle() noexcept {
    set_current_function(function_);
    if (turns_.asked < turns_.turns) give_up(); // the program has left the loop
    ChainResults results;
    const auto apply = [&] {
        results = carry_out(*turns_.calls.visited->unshared(),
                            !devices().empty() && turns_.positions.is_here());
    };
    // A failure is each object's: nothing has been applied then.
    bool are_applied = false;
    for (Container *const C : objects()) {
        if (C == nullptr) continue;
        const bool is_first = C == objects()[0];
        const bool is_settled = succeeds(*C, [&] {
            if (is_first) apply();
            if (!is_first && !are_applied) throw std::bad_alloc();
            if (C == turns_.calls.frontier) C->publish(C->conformed(std::move(results.of[0])));
        });
        are_applied |= is_first && is_settled;
        C->has_failed_call |= !is_settled;
        has_failed_ |= !is_settled;
    }
    drop();
}

bool SearchAhead::finish() noexcept {
    if (holds()) settle();
    return !std::exchange(has_failed_, false);
}

void SearchAhead::drop() noexcept {
    if (!holds()) return;
    for (const Container *const C : objects())
        if (C != nullptr) end_call(*C);
    turns_.clear();
    A_ = nullptr;
}

} // namespace grb
