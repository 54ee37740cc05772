// The device variant of mxm for up to 64 rows times a sparse matrix: frontiers of several sources.
#include "cuda/library/dense_costs.hpp"
#include "cuda/mxm/mxm_calls.h"
#include "cuda/structure/variants/all_rows.hpp"
#include "storage/convert.hpp"
#include "storage/iso.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace grb {

namespace {

using namespace device;

constexpr std::uint64_t most_rows = 64;

const DeviceCoefficient loss{"device_few_rows_loss", "1",
                             "mxm_few_rows: over the time of its bytes and gathers", 1.4};
const DeviceCoefficient fixed{"device_few_rows_fixed", "s",
                              "mxm_few_rows: launches, and columns that have little to do", 40e-6};

/// The bytes that a fetch brings; how often the words of the columns are read or written.
constexpr double sector_bytes = 32, word_passes = 3;

/// Returns true when all products are one value, and adding it to itself changes nothing.
bool is_pattern(const MxmProblem &problem) noexcept {
    const BinaryTraits &traits = problem.semiring->multiply->traits;
    return problem.semiring->add->op->traits.is_idempotent &&
           (problem.A->is_iso() || traits.ignores_x) && (problem.B->is_iso() || traits.ignores_y);
}
bool any_term_decides(const MxmProblem &problem) noexcept {
    return problem.semiring->add->op->code == BinaryCode::any || is_pattern(problem);
}

const char *refuses(const MxmProblem &problem) {
    const Snapshot &A = *problem.A, &B = *problem.B;
    if (problem.m() > most_rows) return "more than 64 rows";
    if (A.is_known_empty() || B.is_known_empty()) return "nothing to compute";
    if (const char *reason = refuses_all_rows(B, !problem.is_B_transposed)) return reason;
    if (const char *reason = refuses_types(A, B)) return reason;
    if (!has_identity(*problem.semiring->add->op)) return "user-defined monoid";
    if (const char *reason = refusal_of(*problem.semiring->multiply)) return reason;
    if (!can_be_densified(A)) return "A is too long to be dense";
    if (element_count(problem.m(), problem.n()) > largest_dense) return "C is too long to be dense";
    if (problem.n() / 64 > B.most_nvals() && problem.n() > 4096)
        return "few entries for so many columns";
    if (!can_be_mask(problem.mask)) return "mask too long for bits";
    return refuses_device(MxmProblem::operation, size_of(A.bytes()) + size_of(B.bytes()));
}

/// Bytes of A's values for one k, adjacent; 0: none are read.
double side_bytes(const MxmProblem &problem) noexcept {
    if (problem.A->is_iso() || problem.semiring->multiply->traits.ignores_x) return 0;
    return std::ceil(size_of(problem.m()) / 4) * 4 * size_of(problem.A->type()->size);
}

/// Seconds for so many fetches of `bytes` from an array of `footprint`: the cache delivers sectors
/// one by one, memory delivers adjacent ones at once.
double fetch_seconds(double fetches, double bytes, double footprint) noexcept {
    if (bytes == 0) return 0;
    const Rates &r = rates();
    const double hits = std::min(1.0, r.cached_bytes / std::max(1.0, footprint));
    const double sectors = std::max(1.0, bytes / sector_bytes);
    return fetches * (hits * sectors / r.gathers_cached +
                      (1 - hits) * std::max(1 / r.gathers_memory, bytes / r.stream_bytes));
}

Cost cost(const MxmProblem &problem) {
    const Rates &r = rates();
    const double m = size_of(problem.m()), k = std::max(1.0, size_of(problem.k())),
                 n = std::max(1.0, size_of(problem.n()));
    const double entries_b = size_of(problem.B->most_nvals()),
                 share = std::min(1.0, size_of(problem.A->most_nvals()) / (m * k));
    // The kernel skips a column when no row wants it.
    const double columns = std::min(n, problem.mask.allowed(m * n));
    double probed = entries_b / n;
    if (any_term_decides(problem))
        probed = std::min(probed, (1 + std::log(m)) / std::max(1e-9, share));
    probed *= columns;
    const double matched = probed * std::min(1.0, share * m);
    const double word = m <= 8 ? 1 : m / 8, side = side_bytes(problem);
    const bool has_values = !is_pattern(problem);
    const double b_value = problem.B->is_iso() || problem.semiring->multiply->traits.ignores_y
                               ? 0
                               : size_of(problem.B->type()->size);
    const double c_bytes = has_values ? size_of(problem.result_type()->size) : 0;
    const double streamed = probed * (4 + b_value) +
                            n * (4 + word_passes * word + m * c_bytes + m / 4) +
                            k * (word + 2 * side);
    const double gathered =
        fetch_seconds(probed, word, k * word) + fetch_seconds(matched, side, k * side);
    PassCost operands;
    operands.reads(*problem.A);
    operands.reads(problem.mask);
    // A frontier is read once: its copy is no investment.
    const Cost passes = operands.cost();
    Cost cost;
    cost.seconds = std::max(streamed / r.stream_bytes, gathered) * loss + fixed + passes.seconds +
                   passes.missing_seconds;
    add_missing_operand(cost, *problem.B, !problem.is_B_transposed);
    return cost;
}

/// Returns the value of all entries of the result, for a problem with is_pattern().
Array one_product(const MxmProblem &problem) {
    const BinaryTraits &traits = problem.semiring->multiply->traits;
    const BoundBinary multiply(problem.semiring->multiply, problem.result_type(), problem.A->type(),
                               problem.B->type(), false);
    Array product(problem.result_type()->size);
    multiply(product.data(), traits.ignores_x ? nullptr : value_of_iso(*problem.A),
             traits.ignores_y ? nullptr : value_of_iso(*problem.B), 1);
    return product;
}

/// C(:, j) = ⊕_k A(:, k) ⊗ B(k, j), a column of C at a time for up to 64 rows. A m×k of any form,
/// also transposed, B k×n by columns (transposed: its rows), any widths; any mask; C a bitmap or
/// full. Work O(entries of B in wanted columns · m + m · (k + n)), columns of any length evenly
/// distributed; scratch: A's values, adjacent for each k, a word of bits a column and an inner
/// index, the sums of chunks of long columns. Waits for nothing. Deterministic: lengths alone
/// decide which lanes add which terms. Adjacent values of all rows, words of bits that say which
/// rows have one: Then et al. 2014, here for values besides bits, as on the host. Where any term
/// will do, a column ends when all rows that want it have a term. Refused: more than 64 rows,
/// hypersparse B of more than 2^26 columns, user-defined monoids, types of more than 64 bytes,
/// results too large to be dense.
Ref<Snapshot> run(const MxmProblem &problem) {
    const Type *const type = problem.result_type();
    const Snapshot &A = *problem.A;
    const std::uint64_t m = problem.m(), n = problem.n();
    MxmFewRowsCall call{};
    call.rows = m;
    call.inner = problem.k();
    call.n = n;
    DenseForm dense_a;
    call.A = dense_arrays(A, densified_elements(A, dense_a));
    call.row_step = problem.is_A_transposed ? 1 : call.inner;
    call.inner_step = problem.is_A_transposed ? m : 1;
    Array B_offsets; // of a hypersparse one
    call.B = all_rows(*problem.B, !problem.is_B_transposed, B_offsets);
    const Statistics *const lengths = problem.B->known_statistics(!problem.is_B_transposed);
    call.longest = lengths != nullptr ? lengths->longest : call.B.nvals;
    call.semiring = {name_of(*problem.semiring->add->op), name_of(*problem.semiring->multiply),
                     cpp_type_name(type)};
    call.has_values = !is_pattern(problem);
    call.ends_at_first = any_term_decides(problem);
    Array mask_words;
    call.mask = mask_element_bits(problem.mask, m * n, mask_words);
    DenseForm form;
    form.is_iso = !call.has_values;
    form.values = form.is_iso ? one_product(problem) : Array::make_here(m * n * type->size);
    if (call.has_values) call.c_values = form.values.data_here_for_writing();
    // Elements without an entry must hold valid values of their type: an invalid bool must not be
    // read.
    if (call.has_values && type->code == TypeCode::boolean) clear(call.c_values, m * n);
    form.bits = Array::make_here((m * n + 63) / 64 * 8);
    call.c_bits = static_cast<std::uint64_t *>(form.bits.data_here_for_writing());
    unsigned ticket = 0;
    call.nvals.later = &ticket;
    check(gpu::mxm_few_rows(&call));
    form.nvals.expect(ticket);
    return of_dense(type, m, n, std::move(form));
}

} // namespace

extern const Variant<MxmProblem> cuda_mxm_few_rows = {
    "cuda/mxm_few_rows",
    {.fuses_mask = true, .device = device::cuda_kind, .form = Form::dense},
    &refuses,
    &cost,
    &run};

} // namespace grb
