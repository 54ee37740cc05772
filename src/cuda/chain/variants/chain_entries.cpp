/// Carries out a chain of calls by one launch (chain/chain.cuh), a thread for four entries.
/// Base: a list or bitmap of one row on this GPU; other operands dense, or sorted lists. Results
/// are lists; in-place stages set or delete elements of dense outputs. Or all are full. Work
/// O(entries · stages), times the logarithm of other lists' length; waits once, for numbers of
/// entries. All memory is reserved before the launch: a failure leaves all as it was.
/// Deterministic. Refused: bases of more than a million entries or bits, more than two results
/// that somebody wants or two bitmaps that change.
#include "cpu/common/masked_entries.hpp"
#include "cuda/chain/chain_calls.h"
#include "cuda/elementwise/variants/functions.hpp"
#include "cuda/library/missing.hpp"
#include "cuda/merge/variants/commit.hpp"
#include "dispatch/variant.hpp"
#include "objects/container.hpp"
#include "problems/chain.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

using namespace device;

using Kind = ChainStage::Kind;

bool makes_list(const ChainStage &stage) noexcept {
    return !stage.is_in_place && stage.is_wanted;
}
DenseForm &output_form(const ChainStage &stage) noexcept {
    return stage.output->unshared_for_writing().dense_form().get();
}
bool changes_bits(const ChainStage &stage) noexcept {
    return stage.is_in_place && !stage.output->unshared()->dense_form().get().bits.empty();
}

const char *refuses_operator(const ChainStage &stage) noexcept {
    switch (stage.kind) {
    case Kind::multiply:
        return refusal_of(*stage.multiply);
    case Kind::apply:
        return refuses_function(*stage.apply);
    case Kind::select:
        return refuses_function(*stage.select);
    case Kind::assign_scalar:
    case Kind::assign:
        break;
    }
    return nullptr;
}

/// The positions or the bits of a base, or the values of a full one.
const Array &positions_of(const Snapshot &base) noexcept {
    if (!is_dense(base)) return list_form(base)->column_indices;
    const DenseForm &form = base.dense_form().get();
    return form.bits.empty() ? form.values : form.bits;
}
std::uint64_t visited_of(const Snapshot &base) noexcept {
    return is_dense(base) ? base.ncols() : list_form(base)->nvals;
}

const char *refuses(const ChainProblem &problem) {
    if (problem.product != nullptr) return "a relaxation";
    if (problem.search != nullptr) return "turns of a search";
    const Snapshot &base = *problem.base;
    if (!is_dense(base) && (list_form(base) == nullptr || list_form(base)->index_width != 4))
        return "the base is no list";
    const std::uint64_t visited = visited_of(base);
    if (visited == 0) return "nothing to compute";
    if (!problem.is_full && visited > longest_chain_base)
        return "a base of more than a million entries";
    if (problem.is_on_device && !positions_of(base).is_here()) return "the base is not on the GPU";
    int lists = 0, counted = 0;
    for (int k = 0; k < problem.count; k++) {
        const ChainStage &stage = problem.stages[static_cast<std::size_t>(k)];
        if (const char *const refusal = refuses_operator(stage)) return refusal;
        if (const char *const refusal = refusal_of(stage.type)) return refusal;
        for (const grb::ChainOperand *const one : {&stage.A, &stage.B, &stage.mask}) {
            if (one->state == nullptr) continue;
            if (const char *const refusal = refusal_of(one->state->type())) return refusal;
        }
        if (problem.is_full) continue;
        lists += makes_list(stage);
        counted += changes_bits(stage);
    }
    if (lists > most_chain_counts) return "more than two results";
    if (counted > most_chain_counts) return "more than two bitmaps that change";
    if (const char *const refusal = refuses_device(ChainProblem::operation, 0)) return refusal;
    return problem.is_on_device ? nullptr : "no GPU has the base";
}

/// Bytes that the GPU lacks of an operand of `entries` positions, and bytes that it reads of it.
struct Reads {
    double missing = 0, read = 0;
    void add(const Snapshot *state, double entries, bool is_full) noexcept {
        if (state == nullptr) return;
        if (is_dense(*state)) {
            missing += missing_dense_bytes(*state);
        } else if (const SparseForm *const list = list_form(*state)) {
            missing += device::missing(list->column_indices) + device::missing(list->values);
        }
        read += entries * (is_full ? static_cast<double>(state->type()->size) : sector);
    }
    static constexpr double sector = 32; // what a read of one element takes
};

Cost cost(const ChainProblem &problem) {
    const auto &r = device::rates();
    const auto entries = static_cast<double>(problem.base->most_nvals());
    Reads reads;
    reads.read = static_cast<double>(visited_of(*problem.base)) / 8;
    for (int k = 0; k < problem.count; k++) {
        const ChainStage &stage = problem.stages[static_cast<std::size_t>(k)];
        for (const grb::ChainOperand *const one : {&stage.A, &stage.B, &stage.mask})
            reads.add(one->state, entries, problem.is_full);
        if (problem.is_full)
            reads.read += stage.is_wanted ? entries * static_cast<double>(stage.type->size) : 0;
        else if (stage.is_in_place)
            reads.add(stage.output->unshared(), entries, false);
    }
    return {r.launch_seconds + r.wait_seconds + reads.missing / r.upload_bytes +
            reads.read / r.stream_bytes};
}

/// A chain with the memory of its results.
class DeviceChain {
public:
    explicit DeviceChain(const ChainProblem &problem);
    ChainResults run();

private:
    device::ChainOperand operand(const grb::ChainOperand &of, bool reads_values) const;
    void set_operation(ChainStageCall &call, const ChainStage &stage) const;
    void *full_result(std::size_t k);
    ChainResults full_results();
    void count_changes(std::size_t k);
    void finish_in_place(const ChainStage &stage);
    Ref<Snapshot> result(std::size_t k);

    const ChainProblem &problem_;
    const std::size_t count_;
    const std::uint64_t visited_, entries_; // entries_: the most that a list has
    ChainCall call_{};
    ChainResults lists_; // with room for all entries
    std::uint64_t made_[most_chain_stages] = {};
};

DeviceChain::DeviceChain(const ChainProblem &problem)
    : problem_(problem), count_(static_cast<std::size_t>(problem.count)),
      visited_(visited_of(*problem.base)), entries_(problem.base->most_nvals()) {
    call_.is_full = problem.is_full;
    if (problem.is_full)
        call_.bits = nullptr;
    else if (is_dense(*problem.base))
        call_.bits = static_cast<const std::uint64_t *>(positions_of(*problem.base).data_here());
    else
        call_.base = list_operand(*list_form(*problem.base), problem.base->type(), false);
    call_.visited = visited_;
    call_.count = problem.count;
    for (std::size_t k = 0; k < count_; k++) {
        const ChainStage &stage = problem.stages[k];
        ChainStageCall &call = call_.stages[k];
        set_operation(call, stage);
        call.a = operand(stage.A, true);
        call.b = operand(stage.B, true);
        call.mask = operand(stage.mask, stage.tests_mask_values);
        call.tests_mask = stage.tests_mask_values;
        call.z_type = cpp_type_name(stage.type);
        call.made = &made_[k];
        if (problem.is_full) {
            if (stage.is_wanted) call.values = full_result(k);
        } else if (stage.is_in_place) {
            DenseForm &form = output_form(stage);
            call.values = writable(form.values);
            call.bits = static_cast<std::uint64_t *>(writable(form.bits));
            form.nvals = static_cast<std::uint64_t>(form.nvals); // waits while it is counted
        } else if (stage.is_wanted) {
            SparseForm list =
                vector_list(Array::make_here(entries_ * sizeof(std::uint32_t)), entries_, 4);
            list.values = Array::make_here(entries_ * stage.type->size);
            call.positions = static_cast<unsigned *>(list.column_indices.data_here_for_writing());
            call.values = list.values.data_here_for_writing();
            lists_.of[k] = Snapshot::of_rows(stage.type, 1, problem.base->ncols(), std::move(list));
        }
    }
}

/// Returns the values that a stage of full vectors writes: the output's own, or new ones.
void *DeviceChain::full_result(std::size_t k) {
    const ChainStage &stage = problem_.stages[k];
    if (stage.is_in_place) return writable(output_form(stage).values);
    DenseForm form;
    form.nvals = visited_;
    form.values = Array::make_here(visited_ * stage.type->size);
    lists_.of[k] = Snapshot::of_dense(stage.type, 1, visited_, std::move(form));
    return lists_.of[k]->dense_form().get().values.data_here_for_writing();
}

device::ChainOperand DeviceChain::operand(const grb::ChainOperand &of, bool reads_values) const {
    device::ChainOperand operand{};
    operand.from = from_nothing;
    operand.type = "bool";
    if (of.is_none()) return operand;
    if (of.stage >= 0) {
        operand.from = of.stage;
        operand.type = cpp_type_name(problem_.stages[static_cast<std::size_t>(of.stage)].type);
        return operand;
    }
    const Snapshot &state = *of.state;
    operand.type = cpp_type_name(state.type());
    if (is_dense(state)) {
        operand.from = from_elements;
        // Not as empty: an earlier stage may set elements.
        operand.elements = elements_of(state, state.dense_form().get());
    } else {
        operand.from = problem_.is_base(of) ? from_base : from_list;
        operand.list = list_operand(*list_form(state), state.type(), reads_values);
    }
    return operand;
}

void DeviceChain::set_operation(ChainStageCall &call, const ChainStage &stage) const {
    using To = ChainStageCall::Kind;
    switch (stage.kind) {
    case Kind::multiply:
        call.kind = To::multiply;
        call.op = name_of(*stage.multiply);
        return;
    case Kind::apply:
        call.kind = To::apply;
        call.function = function_of(*stage.apply);
        return;
    case Kind::select:
        call.kind = To::select;
        call.function = function_of(*stage.select);
        return;
    case Kind::assign_scalar: {
        call.kind = To::set_value;
        const AssignProblem &assign = *stage.assign_scalar;
        cast_values(&call.value, stage.type, assign.scalar, assign.scalar_type, 1);
        return;
    }
    case Kind::assign:
        call.kind = stage.is_in_place ? To::set : To::copy;
    }
}

// Nothing that follows the launch may fail: it has changed outputs.
ChainResults DeviceChain::run() {
    check(gpu::chain_entries(&call_));
    if (problem_.is_full) return full_results();
    ChainResults results;
    for (std::size_t k = 0; k < count_; k++) {
        if (problem_.stages[k].is_in_place) count_changes(k);
        if (lists_.of[k]) results.of[k] = result(k);
    }
    for (std::size_t k = 0; k < count_; k++)
        if (problem_.stages[k].is_in_place) finish_in_place(problem_.stages[k]);
    return results;
}

ChainResults DeviceChain::full_results() {
    for (std::size_t k = 0; k < count_; k++) {
        const ChainStage &stage = problem_.stages[k];
        if (!stage.is_in_place || !stage.is_wanted) continue;
        was_written(output_form(stage).values);
        stage.output->unshared_for_writing().keep_dense_alone();
    }
    return std::move(lists_);
}

void DeviceChain::count_changes(std::size_t k) {
    DenseForm &form = output_form(problem_.stages[k]);
    was_written(form.values);
    was_written(form.bits);
    if (!form.bits.empty()) form.nvals = form.nvals + made_[k] - visited_;
}

/// Once the stages of each output have been counted.
void DeviceChain::finish_in_place(const ChainStage &stage) {
    Container &C = *stage.output;
    DenseForm &form = output_form(stage);
    bool keeps_bits = C.options().format == Format::bitmap;
    // A stage that may delete elements needs the bits in the next turn of a loop, too.
    for (std::size_t k = 0; k < count_; k++)
        keeps_bits |= problem_.stages[k].output == &C && problem_.stages[k].deletes;
    if (!keeps_bits && !form.bits.empty() && form.nvals == C.ncols()) form.bits = Array();
    C.unshared_for_writing().keep_dense_alone();
}

Ref<Snapshot> DeviceChain::result(std::size_t k) {
    const Type *const type = problem_.stages[k].type;
    SparseForm &list = lists_.of[k]->rows_form().get();
    list.nvals = made_[k];
    list.row_offsets.as<std::uint32_t>()[1] = static_cast<std::uint32_t>(made_[k]);
    list.column_indices.shrink(made_[k] * sizeof(std::uint32_t));
    list.values.shrink(made_[k] * type->size);
    return std::move(lists_.of[k]);
}

ChainResults run(const ChainProblem &problem) try {
    return DeviceChain(problem).run();
} catch (const DeviceFailure &) {
    throw NoVariant(); // nothing has been written: the calls run one by one
}

} // namespace

extern const Variant<ChainProblem> cuda_chain_entries = {
    "cuda/chain_entries",
    {.device = device::cuda_kind, .writes_output = true},
    &refuses,
    &cost,
    &run};

} // namespace grb
