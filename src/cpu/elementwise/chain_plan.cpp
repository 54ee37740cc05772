// Binds the stages of a chain to their operands.
#include "cpu/elementwise/chain_plan.hpp"

#include "cpu/common/masked_entries.hpp"
#include "objects/container.hpp"

namespace grb {

namespace {

using Kind = ChainStage::Kind;

/// Larger arrays are prefetched.
constexpr std::uint64_t near_bytes = 1 << 20;

} // namespace

ChainPlan::ChainPlan(const ChainProblem &of)
    : problem(of), stages(static_cast<std::size_t>(of.count)) {
    const Snapshot &base = *problem.base;
    entries = base.nvals();
    if (is_dense(base))
        base_dense = base.dense();
    else
        positions = static_cast<const std::uint32_t *>(base.rows().column_indices);
    for (std::size_t k = 0; k < stages.size(); k++) bind(problem.stages[k], stages[k]);
}

ChainSource ChainPlan::source(const ChainOperand &operand) {
    ChainSource source;
    if (operand.is_none() || operand.stage >= 0) return source;
    const Snapshot &state = *operand.state;
    source.size = state.type()->size;
    widest = std::max(widest, source.size);
    if (is_dense(state)) {
        const DenseView view = state.dense();
        source.values = static_cast<const unsigned char *>(view.values);
        source.is_iso = view.is_iso;
        source.bits = view.bits;
        if (!source.is_iso && !problem.is_full) note_far(source.values, source.size);
        return source;
    }
    const SparseView list = state.rows();
    source.values = static_cast<const unsigned char *>(list.values);
    source.is_iso = list.is_iso;
    if (problem.is_base(operand)) return source;
    const auto look_in = [&](const HostVector<ChainList> &lists) {
        for (const ChainList &known : lists) {
            if (known.list != operand.state) continue;
            source.found = known.places.as<std::uint32_t>();
            source.has_all = known.has_all;
        }
        return source.found != nullptr;
    };
    if (look_in(problem.lists) || look_in(lists_)) return source;
    std::uint64_t common = 0;
    Array places = places_in(list, problem.base->rows(), common);
    lists_.push_back({operand.state, std::move(places), common == entries});
    look_in(lists_);
    return source;
}

void ChainPlan::note_far(const void *values, std::size_t size) noexcept {
    if (problem.base->ncols() * size <= near_bytes || far_count == far.size()) return;
    for (std::size_t k = 0; k < far_count; k++)
        if (far[k].values == values) return;
    far[far_count++] = {static_cast<const unsigned char *>(values), size};
}

void ChainPlan::bind(const ChainStage &from, Stage &stage) {
    stage.A = source(from.A);
    stage.B = source(from.B);
    stage.mask = source(from.mask);
    stage.size = from.type->size;
    widest = std::max(widest, stage.size);
    switch (from.kind) {
    case Kind::multiply:
        stage.multiply = BoundBinary(from.multiply, from.type, type_of(from.A), type_of(from.B));
        break;
    case Kind::apply:
        stage.apply.emplace(*from.apply, type_of(from.A));
        break;
    case Kind::select:
        stage.select = BoundIndexUnary(from.select->index, builtin_type(TypeCode::boolean),
                                       from.type, from.select->thunk);
        break;
    case Kind::assign_scalar: {
        stage.value = Array(chain_tile * stage.size);
        alignas(widest_chain_value) unsigned char one[widest_chain_value];
        cast_values(one, from.type, from.assign_scalar->scalar, from.assign_scalar->scalar_type, 1);
        fill_values(stage.value.data(), one, chain_tile, stage.size);
        break;
    }
    case Kind::assign:
        break;
    }
    if (!from.is_in_place) return;
    stage.dense = &from.output->unshared_for_writing().dense_form().get();
    if (problem.is_full) return;
    note_far(stage.dense->values.data(), stage.size);
}

} // namespace grb
