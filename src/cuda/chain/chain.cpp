// Host side of the chains of calls: their programs, and their counts.
#include "cuda/chain/chain.hpp"

#include "cuda/chain/chain_arguments.h"
#include "cuda/elementwise/element_program.hpp"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/look_back.hpp"
#include "cuda/plugin/sizes.hpp"

namespace grb::device {

namespace {

using Kind = ChainStageCall::Kind;

// Text that follows from the number of a stage, or from the number of stages.
constexpr const char *openings[longest_chain] = {"struct S0 {", "struct S1 {", "struct S2 {",
                                                 "struct S3 {", "struct S4 {", "struct S5 {",
                                                 "struct S6 {", "struct S7 {"};
constexpr const char *lists_of_stages[longest_chain] = {
    "using Stages = grb::device::StageList<S0>;",
    "using Stages = grb::device::StageList<S0, S1>;",
    "using Stages = grb::device::StageList<S0, S1, S2>;",
    "using Stages = grb::device::StageList<S0, S1, S2, S3>;",
    "using Stages = grb::device::StageList<S0, S1, S2, S3, S4>;",
    "using Stages = grb::device::StageList<S0, S1, S2, S3, S4, S5>;",
    "using Stages = grb::device::StageList<S0, S1, S2, S3, S4, S5, S6>;",
    "using Stages = grb::device::StageList<S0, S1, S2, S3, S4, S5, S6, S7>;"};

bool is_in_place(const ChainStageCall &stage) {
    return stage.kind == Kind::set || stage.kind == Kind::set_value;
}
bool makes_list(const ChainStageCall &stage) {
    return !is_in_place(stage) && stage.values != nullptr;
}
bool is_counted(const ChainStageCall &stage) {
    return is_in_place(stage) && stage.bits != nullptr;
}

/// The numbers of the lists and of the counted bitmaps.
struct Numbers {
    int list[longest_chain], counted[longest_chain];
    int lists = 0, counts = 0;
    explicit Numbers(const ChainCall &call) {
        for (int k = 0; k < call.count; k++) {
            list[k] = !call.is_full && makes_list(call.stages[k]) ? lists++ : most_chain_counts;
            counted[k] = is_counted(call.stages[k]) ? counts++ : most_chain_counts;
        }
    }
    bool are_any() const { return lists + counts != 0; }
};

// The values of a mask that is not tested have one type in all programs.
void describe_operand(ProgramSpec &spec, const ChainOperand &operand, const char *type,
                      const char *from, const char *iso, bool is_read = true) {
    const bool is_iso = operand.from == from_elements ? operand.elements.dense.is_iso
                        : operand.from >= from_base   ? operand.list.is_iso
                                                      : false;
    spec.number(from, operand.from);
    spec.type(type, operand.from == from_nothing || !is_read ? "bool" : operand.type);
    spec.flag(iso, is_read ? is_iso : operand.from >= from_base);
}

void describe(ProgramSpec &spec, const ChainCall &call) {
    const Numbers numbers(call);
    spec.include("chain/chain.cuh");
    spec.begin();
    spec.number("count", call.count);
    for (int k = 0; k < call.count; k++) {
        const ChainStageCall &stage = call.stages[k];
        spec.line(openings[k]);
        spec.number("call", static_cast<int>(stage.kind));
        describe_operand(spec, stage.a, "A", "a_from", "a_is_iso");
        describe_operand(spec, stage.b, "B", "b_from", "b_is_iso");
        spec.flag("tests_mask", stage.tests_mask);
        const bool reads_mask = stage.tests_mask || stage.mask.from < from_base;
        describe_operand(spec, stage.mask, "M", "m_from", "m_is_iso", reads_mask);
        spec.type("Z", stage.z_type);
        spec.number("list", numbers.list[k]);
        spec.number("counted", numbers.counted[k]);
        spec.flag("is_stored", call.is_full && stage.values != nullptr);
        if (stage.kind == Kind::multiply) spec.op(stage.op, "A", "B", "uses_a", "uses_b");
        if (stage.kind == Kind::apply) add_function(spec, stage.function, "A", "Z");
        if (stage.kind == Kind::select) add_function(spec, stage.function, "A", "bool");
        spec.line("};");
    }
    spec.line(lists_of_stages[call.count - 1]);
    spec.flag("has_counts", numbers.are_any());
    spec.flag("base_is_bitmap", call.bits != nullptr);
    spec.flag("is_full", call.is_full);
    spec.end();
    spec.kernel({"chain_entries", "ChainArguments", chain_threads});
}

ChainSource source_of(const ChainOperand &operand) {
    ChainSource source{};
    if (operand.from == from_elements) {
        source.values = operand.elements.dense.values;
        source.where = half_words(operand.elements.dense.bits);
        source.value = operand.elements.value;
        source.count = operand.elements.is_empty ? 0 : 1;
    } else if (operand.from == from_base || operand.from == from_list) {
        source.values = operand.list.values;
        source.where = static_cast<const unsigned *>(operand.list.indices);
        source.value = operand.list.value;
        source.count = operand.list.nvals;
    }
    return source;
}

ChainArguments arguments_of(const ChainCall &call) {
    ChainArguments arguments{};
    arguments.count = call.visited;
    arguments.positions = call.bits != nullptr ? half_words(call.bits)
                                               : static_cast<const unsigned *>(call.base.indices);
    for (int k = 0; k < call.count; k++) {
        const ChainStageCall &stage = call.stages[k];
        ChainStageArguments &own = arguments.stages[k];
        own.a = source_of(stage.a);
        own.b = source_of(stage.b);
        own.mask = source_of(stage.mask);
        own.scalar = stage.kind == Kind::set_value ? stage.value : stage.function.scalar;
        own.values = stage.values;
        own.where = is_in_place(stage) ? half_words(stage.bits) : stage.positions;
    }
    return arguments;
}

/// Hands the packed numbers to the stages.
void deliver(const ChainCall &call, std::uint64_t lists, std::uint64_t changes) {
    const Numbers numbers(call);
    for (int k = 0; k < call.count; k++) {
        if (makes_list(call.stages[k]))
            *call.stages[k].made = lists >> (32 * numbers.list[k]) & 0xFFFFFFFF;
        if (is_counted(call.stages[k]))
            *call.stages[k].made = changes >> (32 * numbers.counted[k]) & 0xFFFFFFFF;
    }
}

} // namespace

std::string chain_program(const ChainCall &call) {
    return Program(&describe, call).text();
}

Status chain_entries(const ChainCall *call) {
    const CurrentDevice current;
    const void *kernel = nullptr;
    Status status = find_kernel(Program(&describe, *call), "chain_entries", &kernel);
    if (status != Status::ok) return status;
    ChainArguments arguments = arguments_of(*call);
    const std::uint64_t blocks = divide_up(arguments.count, chain_tile);
    void *list[] = {&arguments};
    if (!Numbers(*call).are_any()) return runtime().launch(kernel, blocks, chain_threads, list);
    if ((status = begin_look_back(&arguments.look_back)) != Status::ok) return status;
    Runtime::Publication publication{};
    if ((status = runtime().begin_publication(&publication)) != Status::ok) return status;
    arguments.sums[0] = publication.sum;
    arguments.sums[1] = publication.second_sum;
    arguments.blocks_done = publication.blocks;
    arguments.where = publication.where;
    status = runtime().launch(kernel, blocks, chain_threads, list);
    if (status != Status::ok) {
        runtime().abandon(publication);
        return status;
    }
    std::uint64_t lists = 0, changes = 0;
    status = runtime().await(publication, &lists, &changes);
    if (status == Status::ok) deliver(*call, lists, changes);
    return status;
}

namespace {

const Export export_of_chain_entries = exported<&chain_entries>(gpu::chain_entries);

} // namespace

} // namespace grb::device
