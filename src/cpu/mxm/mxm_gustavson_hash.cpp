// Gustavson's algorithm with a hash table as accumulator.
#include "cpu/mxm/mxm_cost.hpp"
#include "cpu/mxm/mxm_gustavson_run.hpp"

namespace grb {

namespace {

class HashWorkspace : public HostAllocated {
public:
    explicit HashWorkspace(const GustavsonCall &call)
        : call_(call), scratch_(2 * Products::chunk_length * call.products.size),
          row_(find_hash_row(call.products, call.A)), accumulator_(call.value_size) {}

    bool run_row(std::uint64_t k, const MaskRows::Row &mask_row, std::uint64_t products,
                 RowsBuffer &out) {
        // A mask row much longer than the products is asked afterwards, entry by entry.
        const MaskRows::Mode mode = call_.mask.mode();
        const bool loads_mask = mode == MaskRows::Mode::allow && mask_row.length() <= 4 * products;
        if (loads_mask) {
            accumulator_.begin_row(mask_row.length());
            call_.mask.for_each_true(mask_row,
                                     [&](std::uint64_t j) { accumulator_.add_allowed(j); });
            accumulator_.close();
        } else {
            accumulator_.begin_row(std::min({products, call_.B.ncols, first_guess}));
        }
        row_(call_.products, call_.A, call_.B, k, &accumulator_, scratch_.as<unsigned char>());
        const bool asks_mask = mode != MaskRows::Mode::all && !loads_mask;
        return emit_row(accumulator_, call_, asks_mask ? &mask_row : nullptr, out);
    }

    HashWorkspace *next_free = nullptr, *next_made = nullptr;

private:
    /// Largest initial table: products often share a column, and tables grow.
    static constexpr std::uint64_t first_guess = 4096;
    const GustavsonCall &call_;
    Array scratch_;
    RowFunction row_;
    HashAccumulator accumulator_;
};

const char *refuses(const MxmProblem &) {
    return nullptr;
}

const HostCoefficient sorted_share{"mxm_hash_sorted_share", "1", "consumers that want sorted rows",
                                   0.5};
const HostCoefficient row_seconds{"mxm_hash_row_seconds", "s", "a row of the result", 3e-8};

Cost cost(const MxmProblem &problem) {
    const Rates &rate = rates();
    const MxmEstimate sizes(problem);
    const double results = std::min(sizes.results, sizes.allowed);
    // A table of four slots for each entry of its row.
    const double table_bytes = 4 * results / std::max(sizes.rows, 1.0) * sizes.entry_bytes;
    const double seconds =
        sizes.entries_a / rate.gathers_memory +
        sizes.products * (1 / std::min<double>(rate.hash_probes, scatter_rate(table_bytes)) +
                          1 / sizes.operations) +
        results * (2 * sizes.entry_bytes / rate.stream_bytes + sorted_share / rate.sort_keys) +
        sizes.rows * row_seconds;
    Cost cost;
    cost.seconds = rate.call_seconds + 2 * rate.result_seconds + on_threads(seconds, sizes.rows);
    add_missing_item(cost, *problem.A, problem.is_A_transposed);
    add_missing_item(cost, *problem.B, problem.is_B_transposed);
    return cost;
}

Ref<Snapshot> run(const MxmProblem &problem) {
    return run_gustavson<HashWorkspace>(problem);
}

} // namespace

/// C(i, :) = ⊕_k A(i, k) ⊗ B(k, :) for each row i, in a hash table of the row's columns.
/// A m×k, B k×n sparse or hypersparse by rows (a transposed operand: its columns), any dimensions
/// up to 2^60; all widths; rows of C jumbled.
/// Work O(products + results), expected; scratch per thread four times the longest row of C, plus C
/// once more. One thread makes a row, in the order of k: the same result for any number of threads.
/// After Naumov et al. 2015 and Yang 2019 §7.4.2.2; differs: one pass into growing tables instead
/// of a symbolic and a numeric one; slots carry the row's number, so that nothing is cleared. A
/// sparse mask row that is not much longer than the products is loaded into the table first; other
/// masks are asked at the end. Chosen when columns are many and products few. Accepts everything.
extern const Variant<MxmProblem> mxm_gustavson_hash = {
    "cpu/mxm_gustavson_hash",
    {.fuses_mask = true, .sorts_output = false, .is_deterministic = true, .form = Form::sparse},
    refuses,
    cost,
    run};

} // namespace grb
