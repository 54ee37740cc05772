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

void describe(ProgramSpec &spec, const CommitListedCall &call) {
    spec.include("merge/commit_listed.cuh");
    spec.begin();
    spec.index("Index", call.mask.index_width);
    spec.index("TIndex", searched_width(call));
    spec.type("M", mask_type(call));
    spec.type("T", t_type(call));
    spec.type("Z", call.c_type);
    spec.flag("is_tested", call.is_tested);
    spec.flag("m_is_iso", mask_is_iso(call));
    spec.flag("t_is_iso", t_is_iso(call));
    spec.flag("t_is_list", call.t_is_list);
    spec.op(call.op, "Z", "T", "uses_c", "uses_t");
    spec.end();
    spec.kernel({"commit_listed", "CommitListedArguments", threads});
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
    return Program(&describe, call).text();
}

Status commit_listed(const CommitListedCall *call) {
    const CurrentDevice current;
    const void *kernel = nullptr;
    const Status status = find_kernel(Program(&describe, *call), "commit_listed", &kernel);
    if (status != Status::ok) return status;
    CommitListedArguments arguments = arguments_of(*call);
    return launch_counted(kernel, divide_up(call->mask.nvals, threads), threads, &arguments,
                          arguments.result, call->nvals);
}

namespace {

const Export export_of_commit_listed = exported<&commit_listed>(gpu::commit_listed);

} // namespace

} // namespace grb::device
