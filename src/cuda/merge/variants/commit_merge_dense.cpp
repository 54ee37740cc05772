/// C⟨M, replace⟩ = accum(C, T) by a pass over dense elements, up to 1,024 per warp.
/// C m×n dense or densified, in place or new, full if that is known beforehand; T densified if it
/// is a list; mask and region as one bit per element. A full C that gets one value at the entries
/// of a bitmap is written only there.
/// Work O(m·n); deterministic. Refused: too many elements, or operands that the device cannot
/// densify.
#include "costs/device_rates.hpp"
#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/merge/fill_calls.h"
#include "cuda/merge/variants/commit.hpp"
#include "cuda/structure/variants/index_lists.hpp"
#include "storage/convert.hpp"
#include "storage/dense_update.hpp"
#include "storage/full_iso.hpp"

namespace grb {

namespace {

using namespace device;

const char *refuses(const CommitProblem &problem) {
    if (const char *refusal = refuses_commit(problem)) return refusal;
    if (problem.elements() > static_cast<double>(largest_dense)) return "too many dense elements";
    if (!can_be_dense_operand(*problem.current) && !problem.C_can_be_dense())
        return "C is too large or not dense";
    if (!T_can_be_dense_operand(problem)) return "T is too large or not dense";
    if (!can_be_mask(problem.mask)) return "a mask that is not dense";
    return refuses_on_device(problem);
}

/// Returns true if T is dense with the entries of a mask by structure, as when a scalar is assigned
/// under it: T has an entry wherever the mask allows.
bool T_has_masks_elements(const CommitProblem &problem) {
    const MaskInput &mask = problem.mask;
    if (mask.kind != MaskKind::structure || mask.is_complemented || !problem.is_whole())
        return false;
    if (!problem.T->has_dense() || !mask.snapshot->has_dense()) return false;
    const Array &own = problem.T->dense_form().get().bits,
                &its = mask.snapshot->dense_form().get().bits;
    return !own.empty() && own.identity() == its.identity();
}

bool result_is_full(const CommitProblem &problem) {
    const bool stays_full = is_known_full(*problem.current);
    const bool deletes_nothing = problem.rule().at(Where::inside).only_a == grb::Take::a ||
                                 T_covers_region(problem) || T_has_masks_elements(problem);
    const bool inside = is_known_full(*problem.T) || (deletes_nothing && stays_full);
    return inside && (!problem.has_mask() || (!problem.is_replace && stays_full));
}

/// Sets the rule for each element. `region` keeps the region's bits.
void set_rule(MergeCall &call, const CommitProblem &problem, Array &region) {
    const MergeRule rule = problem.rule();
    const MergeRule::Row &inside = rule.at(Where::inside), &beyond = rule.at(Where::outside_true);
    call.inside = takes(inside);
    call.outside = takes(rule.at(Where::masked_out));
    if (problem.is_whole() || inside.only_a == beyond.only_a) return; // T has no entry beyond
    if (T_covers_region(problem)) { // entries of C alone lie beyond
        call.inside = takes({beyond.only_a, inside.only_b, inside.both});
        return;
    }
    call.beyond = takes(beyond);
    region = region_bits(problem.region->rows, problem.region->columns, problem.C->nrows(),
                         problem.C->ncols());
    call.region = static_cast<const std::uint64_t *>(region.data_here());
}

/// Returns true if the commit only writes one value at the mask's entries: all other elements stay
/// unchanged.
bool only_fills(const CommitProblem &problem) {
    const Snapshot &T = *problem.T;
    if (!problem.may_write || problem.accumulator != nullptr || problem.is_replace) return false;
    if (!T_has_masks_elements(problem) || !T.is_iso() || T.type() != problem.C->type())
        return false;
    return is_known_full(*problem.current) && !problem.current->is_iso() &&
           problem.C->options().format != Format::bitmap &&
           goes_with_call(T.dense_form().get().values, T.type());
}

Cost cost(const CommitProblem &problem) {
    const auto &r = device::rates();
    const double expansion = expected_expansion(*problem.current);
    const double missing = missing_dense_bytes(*problem.current) + missing_T_bytes(problem);
    const bool T_is_densified =
        problem.T ? !can_be_dense_operand(*problem.T) : !problem.T_can_be_dense();
    const std::size_t element =
        problem.C->type()->size + (T_is_densified ? problem.T_type()->size : 0);
    if (problem.T && only_fills(problem))
        return {missing / r.upload_bytes + r.launch_seconds +
                problem.elements() * static_cast<double>(2 * element) / r.stream_bytes};
    const double bytes = 6 * problem.elements() * static_cast<double>(element);
    return {missing / r.upload_bytes + 2 * r.launch_seconds + (expansion + bytes) / r.stream_bytes};
}

Ref<Snapshot> filled(const CommitProblem &problem) {
    const DenseForm &T = problem.T->dense_form().get();
    DenseForm &form = problem.current->dense_form().get();
    const Type *const type = problem.C->type();
    const std::uint64_t elements = element_count(problem.C->nrows(), problem.C->ncols());
    const auto *const bits = static_cast<const std::uint64_t *>(T.bits.data_here());
    const FillCall call{writable(form.values), bits, elements, low_bytes(T.values.data(), type),
                        static_cast<int>(type->size)};
    check(gpu::fill_elements(&call));
    was_written(form.values);
    return finished(problem, {}, true);
}

Ref<Snapshot> run(const CommitProblem &problem) {
    if (only_fills(problem)) return filled(problem);
    const Snapshot &current = *problem.current;
    const Container &C = *problem.C;
    const std::uint64_t elements = element_count(C.nrows(), C.ncols());
    MergeCall call{};
    // T is dense, so C may become dense, too, however few its entries. A C that others may read
    // keeps its form.
    DenseForm dense_C;
    if (can_be_dense_operand(current)) {
        call.a = device::elements(current);
    } else {
        dense_C = densified(current);
        call.a = device::elements_of(current, dense_C);
    }
    DenseForm dense_T;
    call.b = device::elements(*problem.T, dense_T);
    call.op = accumulator_name(problem);
    call.z_type = cpp_type_name(C.type());
    Array region, mask_words;
    set_rule(call, problem, region);
    if (!mask_bytes(problem.mask, &call.mask))
        call.mask = mask_element_bits(problem.mask, elements, mask_words);
    call.elements = elements;

    const bool is_in_place = problem.may_write && !current.is_iso();
    DenseForm fresh;
    if (!is_in_place) fresh.values = Array::make_here(elements * C.type()->size);
    DenseForm &form = is_in_place ? problem.current->dense_form().get() : fresh;
    unsigned ticket = 0;
    Array bits;
    EntryCount nvals = elements;
    // Only work that takes no memory comes after the kernel.
    const bool keeps_bits = is_in_place && C.options().format == Format::bitmap;
    if (!result_is_full(problem) || keeps_bits) {
        bits = is_in_place && !form.bits.empty() ? form.bits
                                                 : Array::make_here((elements + 63) / 64 * 8);
        call.bits = static_cast<std::uint64_t *>(writable(bits));
        call.nvals.later = &ticket;
        nvals = 0;
    }
    call.values = writable(form.values);
    check(gpu::merge_elements(&call));
    was_written(form.values);
    was_written(bits);
    nvals.expect(ticket);
    form.bits = std::move(bits);
    form.nvals = std::move(nvals);
    return finished(problem, std::move(fresh), is_in_place);
}

} // namespace

extern const Variant<CommitProblem> cuda_commit_merge_dense = {
    "cuda/commit_merge_dense",
    {.fuses_mask = true, .device = device::cuda_kind},
    &refuses,
    &cost,
    &run};

} // namespace grb
