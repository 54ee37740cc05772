// Host side of the commit at the entries of a list: its program, and the count.
#include "cuda/merge/commit_listed.hpp"

#include "cuda/elementwise/element_program.hpp"
#include "cuda/elementwise/launch_counted.hpp"
#include "cuda/merge/commit_listed_arguments.h"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/sizes.hpp"

namespace grb::device {

namespace {

constexpr int threads = 256;

// A value that is not read has one type in all programs.
const char *mask_type(const CommitListedCall &call) {
    return call.is_tested ? call.mask.type : "bool";
}
bool mask_is_iso(const CommitListedCall &call) {
    return !call.is_tested || call.mask.is_iso;
}
const char *t_type(const CommitListedCall &call) {
    return call.t_is_list ? call.list.type : call.t.dense.type;
}
bool t_is_iso(const CommitListedCall &call) {
    return call.t_is_list ? call.list.is_iso : call.t.dense.is_iso;
}
bool searches(const CommitListedCall &call) {
    return call.t_is_list && !call.t_is_on_mask;
}
int searched_width(const CommitListedCall &call) {
    return searches(call) ? call.list.index_width : 4;
}

std::string program(const void *call) {
    return commit_listed_program(*static_cast<const CommitListedCall *>(call));
}

CommitListedArguments arguments_of(const CommitListedCall &call) {
    CommitListedArguments arguments{};
    arguments.count = call.mask.nvals;
    arguments.indices = call.mask.indices;
    arguments.mask_values = call.mask.values;
    arguments.mask_value = call.mask.value;
    if (call.t_is_list) {
        arguments.t.values = call.list.values;
        arguments.t.value = call.list.value;
        if (searches(call)) arguments.t_indices = call.list.indices;
        arguments.t_count = call.list.nvals;
    } else {
        arguments.t = {call.t.dense.values, half_words(call.t.dense.bits), call.t.value,
                       call.t.is_empty};
    }
    arguments.deletes = call.deletes;
    arguments.result.values = call.values;
    arguments.result.bits = half_words(call.bits);
    return arguments;
}

} // namespace

std::string commit_listed_program(const CommitListedCall &call) {
    ElementProgram text("merge/commit_listed.cuh");
    text.alias("Index", call.mask.index_width == 4 ? "unsigned" : "unsigned long");
    text.alias("TIndex", searched_width(call) == 4 ? "unsigned" : "unsigned long");
    text.alias("M", mask_type(call));
    text.alias("T", t_type(call));
    text.alias("Z", call.c_type);
    text.flag("is_tested", call.is_tested);
    text.flag("m_is_iso", mask_is_iso(call));
    text.flag("t_is_iso", t_is_iso(call));
    text.flag("t_is_list", call.t_is_list);
    text.add_op(call.op, "Z", "T", "uses_c", "uses_t");
    return text.finish("commit_listed", "CommitListedArguments", threads);
}

Status commit_listed(const CommitListedCall *call) {
    const CurrentDevice current;
    const KernelKey key =
        key_of("commit_listed",
               {mask_type(*call), t_type(*call), call->c_type, call->op.functor, call->op.type},
               {call->is_tested, mask_is_iso(*call), t_is_iso(*call), call->t_is_list,
                call->mask.index_width == 4, searched_width(*call) == 4});
    const void *kernel = nullptr;
    const Status status = find_kernel(key, "commit_listed", &program, call, &kernel);
    if (status != Status::ok) return status;
    CommitListedArguments arguments = arguments_of(*call);
    return launch_counted(kernel, divide_up(call->mask.nvals, threads), threads, &arguments,
                          arguments.result, call->nvals);
}

namespace {

const Export export_of_commit_listed = exported<&commit_listed>(gpu::commit_listed);

} // namespace

} // namespace grb::device
