/// C⟨M⟩ = accum(C, T) for a list M, by a thread per entry of M, which searches T for that position.
/// No other element is read. C a bitmap or full vector, in place or in a copy; T dense, a sorted
/// list, nothing, or on the mask's own pattern; M by structure or value. One launch, which does not
/// wait. Work O(|M| log |T|); deterministic.
/// Refused: a complemented mask, entries of C to be deleted outside the mask, a region.
#include "costs/device_rates.hpp"
#include "cuda/merge/merge_calls.h"
#include "cuda/merge/variants/commit.hpp"
#include "storage/dense_update.hpp"

namespace grb {

namespace {

using namespace device;

/// The form of T that the kernel reads.
enum class Source { none, elements, list, on_mask };

Source source_of(const CommitProblem &problem) {
    if (!problem.T) return problem.expected.is_dense ? Source::elements : Source::list;
    const Snapshot &T = *problem.T;
    if (is_known_empty(T) || T.has_dense()) return Source::elements;
    if (share_pattern(T, *problem.mask.snapshot)) return Source::on_mask;
    return T.rows_form().is_present() ? Source::list : Source::none;
}

bool deletes(const CommitProblem &problem, Source source) {
    if (problem.rule().at(Where::inside).only_a == grb::Take::a || source == Source::on_mask)
        return false;
    return !problem.T || !is_known_full(*problem.T);
}

const char *refuses(const CommitProblem &problem) {
    const MaskInput &mask = problem.mask;
    if (mask.is_none() || mask.is_complemented) return "no mask to walk";
    if (const char *refusal = refuses_commit(problem)) return refusal;
    if (problem.C->nrows() != 1 || !is_dense(*problem.current)) return "C is no dense vector";
    if (list_form(*mask.snapshot) == nullptr) return "the mask is no list";
    if (!problem.is_whole()) return "a region of C";
    if (problem.rule().at(Where::masked_out).only_a != grb::Take::a)
        return "masked-out entries are to be deleted";
    const Source source = source_of(problem);
    if (source == Source::none) return "T is neither dense nor a sorted list";
    return refuses_on_device(problem);
}

const DeviceCoefficient listed_bytes{"device_listed_bytes", "bytes",
                                     "of a mask's entry: its element of C, C's bit, T's entry", 96};

Cost cost(const CommitProblem &problem) {
    const auto &r = device::rates();
    const Snapshot &C = *problem.current;
    const auto entries = static_cast<double>(problem.mask.snapshot->most_nvals());
    const double copied = problem.may_write ? 0 : 2 * dense_bytes(C);
    const double missing = missing_dense_bytes(C) + missing_dense_bytes(*problem.mask.snapshot) +
                           missing_T_bytes(problem);
    return {missing / r.upload_bytes + r.launch_seconds +
            (expected_expansion(C) + copied + listed_bytes * entries) / r.stream_bytes};
}

void set_T(CommitListedCall &call, const CommitProblem &problem, Source source) {
    const Snapshot &T = *problem.T;
    call.t_is_list = source != Source::elements;
    call.t_is_on_mask = source == Source::on_mask;
    if (call.t_is_list) {
        call.list = list_operand(*list_form(T), T.type(), true);
    } else {
        call.t = elements(T);
    }
}

/// Returns the bits of a full vector.
Array all_bits(std::uint64_t elements) {
    Array bits = Array::make_here((elements + 63) / 64 * 8);
    DenseArrays full{};
    full.type = "bool";
    MaskBitsCall call{};
    call.dense = &full;
    call.is_structural = true;
    call.elements = elements;
    call.bits = static_cast<std::uint64_t *>(bits.data_here_for_writing());
    check(gpu::mask_bits(&call));
    return bits;
}

Ref<Snapshot> run(const CommitProblem &problem) {
    const Snapshot &M = *problem.mask.snapshot;
    const SparseForm &mask = *list_form(M);
    if (mask.nvals == 0) return problem.current;
    const Source source = source_of(problem);
    const DenseForm &before = problem.current->dense_form().get();
    const bool is_in_place = problem.may_write && !before.is_iso;
    DenseForm copy;
    if (!is_in_place) copy = copied_elements(before, problem.C->type(), problem.C->ncols());
    DenseForm &form = is_in_place ? problem.current->dense_form().get() : copy;
    CommitListedCall call{};
    call.is_tested = problem.mask.kind == MaskKind::value;
    call.mask = list_operand(mask, M.type(), call.is_tested);
    set_T(call, problem, source);
    call.op = accumulator_name(problem);
    call.c_type = cpp_type_name(problem.C->type());
    call.deletes = deletes(problem, source);
    Array bits = form.bits;
    if (call.deletes && bits.empty()) bits = all_bits(problem.C->ncols());
    unsigned ticket = 0;
    // The kernel counts the mask's entries, too, so that its number is never negative.
    EntryCount nvals = form.nvals - mask.nvals;
    call.values = writable(form.values);
    call.bits = static_cast<std::uint64_t *>(writable(bits));
    call.nvals.later = &ticket;
    check(gpu::commit_listed(&call));
    was_written(form.values);
    was_written(bits);
    if (!bits.empty()) {
        nvals.expect(ticket);
        form.nvals = std::move(nvals);
    }
    form.bits = std::move(bits);
    return finished(problem, std::move(copy), is_in_place);
}

} // namespace

extern const Variant<CommitProblem> cuda_commit_listed = {
    "cuda/commit_listed", {.fuses_mask = true, .device = device::cuda_kind}, &refuses, &cost, &run};

} // namespace grb
