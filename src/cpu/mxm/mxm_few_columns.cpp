// Cost and run of the product by a matrix of few columns, row by row into dense storage.
#include "cpu/mxm/mxm_few_columns.hpp"

#include "cpu/mxm/mxm_cost.hpp"

namespace grb {

namespace {

/// B's dense form can be read without a conversion.
bool has_dense_B(const MxmProblem &problem) noexcept {
    return problem.B->has_dense() && !problem.is_B_transposed;
}

const char *refuses(const MxmProblem &problem) {
    const Snapshot &A = *problem.A, &B = *problem.B;
    if (problem.n() > most_few_columns) return "more than 64 columns";
    const std::uint64_t elements = element_count(problem.m(), problem.n());
    if (elements > largest_dense) return "result too large for dense storage";
    if (elements / 64 > A.most_nvals() && elements > 4096)
        return "few entries for so many dense elements";
    const Semiring &semiring = *problem.semiring;
    const bool is_pattern = semiring.add->op->traits.is_idempotent &&
                            (A.is_iso() || semiring.multiply->traits.ignores_x) &&
                            (B.is_iso() || semiring.multiply->traits.ignores_y);
    if (!is_pattern && find_curated(semiring, curated_operand_type(A.type(), A.is_iso()),
                                    curated_operand_type(B.type(), B.is_iso()), false) < 0)
        return "semiring is not curated";
    return nullptr;
}

const HostCoefficient row_seconds{"mxm_few_columns_row_seconds", "s", "a row of the result", 3e-9};
const HostCoefficient entry_seconds{"mxm_few_columns_entry_seconds", "s", "an entry of A", 2e-9};
const HostCoefficient gather_share{"mxm_few_columns_gather_share", "1",
                                   "of a loose gather, that a row of B of one entry takes: the "
                                   "next is under way before it has come",
                                   0.35};
const HostCoefficient length_share{"mxm_few_columns_length_share", "1",
                                   "of a loose gather, what lengths cost that nobody can guess",
                                   0.5};
const HostCoefficient listed_seconds{"mxm_few_columns_listed_seconds", "s",
                                     "an entry of a result that has too few to stay a bitmap",
                                     4e-9};

Cost cost(const MxmProblem &problem) {
    const Rates &rate = rates();
    const MxmEstimate sizes(problem);
    const double n = static_cast<double>(problem.n()),
                 elements = static_cast<double>(problem.m()) * n;
    const double size = static_cast<double>(problem.result_type()->size);
    const double length = sizes.entries_a > 0 ? sizes.products / sizes.entries_a : 0;
    const double row_bytes = has_dense_B(problem) ? n * size : length * (size + 4);
    const double gathers =
        (gather_share + length_share * std::clamp(length - 1, 0.0, 1.0)) * (1 + row_bytes / 64);
    const double B_bytes = has_dense_B(problem) ? static_cast<double>(problem.k()) * row_bytes
                                                : sizes.entries_b * (size + 4);
    // Rows without an allowed column are skipped.
    const double share =
        problem.mask.is_none() ? 1 : std::min(1.0, sizes.allowed / std::max(1.0, elements) * n);
    double seconds = share * (sizes.entries_a * (entry_seconds + gathers / gather_rate(B_bytes)) +
                              sizes.products / sizes.operations) +
                     sizes.rows * row_seconds;
    // A bitmap of few entries is converted to a list afterwards.
    const double results = std::min(sizes.results, sizes.allowed);
    if (results * 8 < elements) seconds += results * listed_seconds;
    Cost cost;
    cost.seconds = rate.call_seconds + 2 * rate.result_seconds + fresh_seconds(elements * size) +
                   on_threads(seconds, sizes.rows);
    add_missing_item(cost, *problem.A, problem.is_A_transposed);
    if (!has_dense_B(problem)) add_missing_item(cost, *problem.B, problem.is_B_transposed);
    return cost;
}

Ref<Snapshot> run(const MxmProblem &problem) {
    const Type *type = problem.result_type();
    const std::uint64_t m = problem.m(), n = problem.n(), elements = m * n;
    if (problem.A->nvals() == 0 || problem.B->nvals() == 0) return Snapshot::empty(type, m, n);
    FewColumns call;
    call.A = problem.A->rows(problem.is_A_transposed);
    const bool is_B_dense = has_dense_B(problem);
    Products::Values b_values;
    if (is_B_dense) {
        call.B_dense = problem.B->dense();
        b_values = {call.B_dense.values, call.B_dense.type, call.B_dense.is_iso};
    } else {
        call.B = problem.is_B_transposed ? problem.B->columns() : problem.B->rows_in_any_order();
        b_values = {call.B.values, call.B.type, call.B.is_iso};
    }
    const CommonWidths widths =
        is_B_dense ? CommonWidths({&call.A}) : CommonWidths({&call.A, &call.B});
    const Products products(*problem.semiring, {call.A.values, call.A.type, call.A.is_iso},
                            b_values);
    const MaskRows mask(problem.mask);
    call.products = &products;
    call.mask = &mask;
    call.n = n;

    DenseForm form;
    form.is_iso = products.is_pattern_only;
    form.values = form.is_iso ? Array::copy_of(products.constants.data(), type->size)
                              : Array(elements * type->size);
    form.bits = Array::zeroed((elements + 63) / 64 * 8);
    if (!form.is_iso) call.values = form.values.as<unsigned char>();
    call.bits = form.bits.as<std::uint64_t>();
    const FewColumnsFunction make_rows = find_few_columns(call, is_B_dense);
    const RowTasks tasks(call.A, 2 + static_cast<double>(n) / 4);
    std::atomic<std::uint64_t> nvals{0};
    parallel_tasks(tasks.count(), tasks.threads(), [&](std::int64_t task) {
        nvals += make_rows(call, tasks.begin(task), tasks.end(task));
    });
    if (nvals == 0) return Snapshot::empty(type, m, n);
    if (nvals == elements) form.bits = Array();
    form.nvals = nvals.load();
    return Snapshot::of_dense(type, m, n, std::move(form));
}

} // namespace

/// C(i, :) = ⊕_k A(i, k) ⊗ B(k, :), row by row into a dense C, for up to 64 columns: C becomes a
/// bitmap at once.
/// A m×k in any format by rows, B k×n sparse or dense by rows (transposed: columns), hypersparse
/// too; all widths; C a bitmap or full. Work O(products + rows of A that have entries · n); scratch
/// none.
/// One thread makes a row, in the order of k: the same result for any number of threads. The
/// algorithm is that of Gustavson 1978; here the row of C itself is the accumulator, and a word of
/// bits marks its columns.
/// Refused: more than 64 columns, semirings that are not curated, results with few entries for
/// their elements.
extern const Variant<MxmProblem> mxm_few_columns = {
    "cpu/mxm_few_columns", {.fuses_mask = true, .form = Form::dense}, refuses, cost, run};

} // namespace grb
