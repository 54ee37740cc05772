/// C = T: nothing of C stays and nothing is masked out, so that T becomes C's state.
/// T m×n in any format, where it is; the result is T itself, or T in C's type and pinned format, made where T is.
/// Work O(1), O(entries) for a cast, O(entries + m·n) for another format. Refused where something is to merge.
#include "objects/container.hpp"
#include "registry/commit.hpp"
#include "registry/rates.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

const char *refuses(const CommitProblem &problem) {
    return problem.is_store() ? nullptr : "C, mask or accumulator count";
}

Cost cost(const CommitProblem &problem) {
    const bool is_cast = problem.T_type() != problem.C->type();
    return {rates().call_seconds + (is_cast ? 2 * problem.T_bytes() / rates().stream_bytes : 0)};
}

Ref<Snapshot> run(const CommitProblem &problem) {
    return stored(*problem.C, problem.T);
}

} // namespace

extern const Variant<CommitProblem> commit_store = {
    "cpu/commit_store", {.fuses_mask = true}, &refuses, &cost, &run};

} // namespace grb
