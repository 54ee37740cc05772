/// C = T: no entry of C stays and the mask excludes none, so that T becomes C's state.
/// T m×n in any format, on its own device; the result is T itself, or T in C's type and pinned
/// format, made on T's device.
/// Work O(1), O(entries) for a cast, O(entries + m·n) for another format. Refused where something
/// is to merge.
#include "costs/device_rates.hpp"
#include "costs/rates.hpp"
#include "dispatch/variant.hpp"
#include "objects/container.hpp"
#include "problems/commit.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

const char *refuses(const CommitProblem &problem) {
    return problem.is_store() ? nullptr : "C, mask or accumulator count";
}

/// An iso value is cast alone; other values are cast on their device.
double cast_seconds(const CommitProblem &problem) {
    if (problem.T_type() == problem.C->type() || (problem.T && problem.T->is_iso())) return 0;
    const bool is_away = problem.T ? !problem.T->is_on_host() : problem.expected.device != nullptr;
    const double bytes = 2 * problem.T_bytes();
    if (!is_away) return bytes / rates().stream_bytes;
    return bytes / device::rates().stream_bytes + device::rates().launch_seconds;
}

Cost cost(const CommitProblem &problem) {
    return {rates().call_seconds + cast_seconds(problem)};
}

Ref<Snapshot> run(const CommitProblem &problem) {
    return stored(*problem.C, problem.T);
}

} // namespace

extern const Variant<CommitProblem> commit_store = {
    "cpu/commit_store", {.fuses_mask = true}, &refuses, &cost, &run};

} // namespace grb
