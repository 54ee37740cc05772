/// C⟨M⟩ = accum(C, T) by a thread per entry of T, which writes its element.
/// No other element is read. C a bitmap or full vector, in place or in a copy; T a list; mask as
/// one bit per element. Work O(entries of T, n / 8 for a sparse mask); deterministic. Refused:
/// entries of C that are to be deleted.
#include "costs/device_rates.hpp"
#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/merge/variants/commit.hpp"
#include "cuda/structure/structure_calls.h"
#include "storage/dense_update.hpp"
#include "storage/full_iso.hpp"

namespace grb {

namespace {

using namespace device;

const char *refuses(const CommitProblem &problem) {
    if (const char *refusal = refuses_commit(problem)) return refusal;
    if (!is_dense(*problem.current)) return "C is not dense";
    if (!T_is_list(problem)) return "T is no list";
    if (problem.T_entries() > problem.elements() / 8) return "T has too many entries";
    const MergeRule rule = problem.rule();
    if (problem.has_mask() && rule.at(Where::masked_out).only_a != grb::Take::a)
        return "masked-out entries are to be deleted";
    const bool deletes = rule.at(Where::inside).only_a == grb::Take::nothing;
    if (deletes && !T_is_on_mask(problem) && !T_covers_region(problem))
        return "entries without partner are to be deleted";
    if (!can_be_mask(problem.mask)) return "a mask that is not dense";
    return refuses_on_device(problem);
}

Cost cost(const CommitProblem &problem) {
    const auto &r = device::rates();
    const Snapshot &C = *problem.current;
    const double expansion = expected_expansion(C);
    const double copied = problem.may_write ? 0 : 2 * dense_bytes(C);
    const double missing = missing_dense_bytes(C) + missing_T_bytes(problem);
    return {missing / r.upload_bytes + 2 * r.launch_seconds +
            (expansion + copied + 16 * problem.T_entries()) / r.stream_bytes};
}

Ref<Snapshot> run(const CommitProblem &problem) {
    const Snapshot &T = *problem.T;
    if (T.nvals() == 0) return problem.current; // a list: its length is known
    const std::uint64_t elements = element_count(T.nrows(), T.ncols());
    const DenseForm &before = problem.current->dense_form().get();
    const bool is_in_place = problem.may_write && !before.is_iso;
    DenseForm copy;
    if (!is_in_place) copy = copied_elements(before, problem.C->type(), elements);
    DenseForm &form = is_in_place ? problem.current->dense_form().get() : copy;
    ScatterCall call{};
    call.t = list_operand(*list_form(T), T.type(), true);
    call.op = accumulator_name(problem);
    call.c_type = cpp_type_name(problem.C->type());
    Array mask_words;
    call.mask.flip = ~std::uint64_t{0};
    if (!problem.mask_was_applied && !T_is_on_mask(problem))
        call.mask = mask_element_bits(problem.mask, elements, mask_words);
    unsigned ticket = 0;
    call.values = writable(form.values);
    call.bits = static_cast<std::uint64_t *>(writable(form.bits));
    call.added.later = &ticket;
    check(gpu::scatter_list(&call));
    was_written(form.values);
    was_written(form.bits);
    form.nvals.expect(ticket);
    return finished(problem, std::move(copy), is_in_place);
}

} // namespace

extern const Variant<CommitProblem> cuda_commit_scatter = {
    "cuda/commit_scatter",
    {.fuses_mask = true, .device = device::cuda_kind},
    &refuses,
    &cost,
    &run};

} // namespace grb
