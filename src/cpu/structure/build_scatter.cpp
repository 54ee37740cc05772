/// A vector from tuples in any order, without sorting them: threads add values of equal shares to a
/// dense vector by compare-and-swap, where they change it. For MIN, MAX and LOR, which do not
/// depend on the order. Errors name the invalid tuple. Work O(n + size), scratch the result.
/// Deterministic.
/// Refused: matrices, other operators, a vector much longer than the list.
#include "base/parallel.hpp"
#include "costs/rates.hpp"
#include "cpu/common/on_threads.hpp"
#include "cpu/common/shared_sums.hpp"
#include "dispatch/variant.hpp"
#include "problems/index_list.hpp"
#include "problems/structure.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

constexpr std::uint64_t positions_per_tuple = 8, batch = 1024;

const char *refuses(const BuildProblem &problem) {
    const TupleList &tuples = problem.tuples;
    if (tuples.nrows != 1 || (!problem.positions && tuples.columns != nullptr)) return "a matrix";
    if (!tuples.duplicate || !has_fold(*tuples.duplicate)) return "neither MIN, MAX nor LOR";
    if (tuples.ncols / positions_per_tuple > tuples.n) return "a vector much longer than the list";
    return nullptr;
}

Cost cost(const BuildProblem &problem) {
    const Rates &r = rates();
    const auto count = static_cast<double>(problem.count());
    const double bytes = static_cast<double>(problem.tuples.ncols) *
                         (0.125 + static_cast<double>(problem.tuples.duplicate->ztype->size));
    return {2 * r.call_seconds + r.result_seconds +
            on_threads(count / r.scatters_memory + count / r.operations_batch +
                       fresh_seconds(bytes) +
                       static_cast<double>(problem.traffic().bytes) / r.stream_bytes)};
}

/// Adds the values of tuples [begin, end).
void add(const TupleList &tuples, std::uint64_t begin, std::uint64_t end, Fold fold, bool is_shared,
         void *sums, std::uint64_t *bits) {
    const Type *const type = tuples.duplicate->ztype;
    alignas(16) unsigned char values[batch * 8];
    const auto *const X = static_cast<const unsigned char *>(tuples.X);
    for (std::uint64_t first = begin; first < end; first += batch) {
        const auto n = static_cast<std::size_t>(std::min(end - first, batch));
        mark_positions(bits, tuples.rows + first, n, is_shared);
        if (sums == nullptr) continue;
        cast_values(values, type, X + first * tuples.value_type->size, tuples.value_type, n);
        fold(sums, tuples.rows + first, values, n);
    }
}

Ref<Snapshot> scattered(const TupleList &tuples) {
    const BinaryOp &dup = *tuples.duplicate;
    const std::uint64_t size = tuples.ncols, words = (size + 63) / 64;
    const int threads = threads_for(4 * static_cast<double>(tuples.n));
    DenseForm form;
    form.is_iso = tuples.is_iso;
    form.bits = Array::zeroed(words * 8);
    auto *const bits = form.bits.as<std::uint64_t>();
    Array sums;
    if (!form.is_iso) {
        sums = Array(size * dup.ztype->size);
        auto *const values = sums.as<unsigned char>();
        parallel_ranges(size, 0.25, [&](std::uint64_t begin, std::uint64_t end) {
            fill_neutral(dup, values + begin * dup.ztype->size, end - begin);
        });
    }
    void *const to = form.is_iso ? nullptr : sums.data();
    const bool is_shared = threads > 1;
    const Fold fold = find_fold(dup, is_shared);
    const auto shares = static_cast<std::uint64_t>(threads);
    parallel_tasks(threads, threads, [&](std::int64_t task) {
        const auto k = static_cast<std::uint64_t>(task);
        add(tuples, tuples.n / shares * k + std::min(k, tuples.n % shares),
            tuples.n / shares * (k + 1) + std::min(k + 1, tuples.n % shares), fold, is_shared, to,
            bits);
    });
    const std::uint64_t nvals = count_marked(bits, words);
    form.nvals = nvals;
    if (nvals == size) form.bits = Array();
    if (form.is_iso)
        form.values = tuples.iso_value;
    else if (dup.ztype == tuples.type)
        form.values = std::move(sums);
    else
        form.values = expand_values(sums.data(), dup.ztype, false, size, tuples.type);
    return Snapshot::of_dense(tuples.type, 1, size, std::move(form));
}

Ref<Snapshot> run(const BuildProblem &problem) {
    if (!problem.positions) return scattered(problem.tuples);
    TupleList tuples = problem.tuples;
    Array positions = Array::of<std::uint64_t>(tuples.n),
          values(tuples.n * tuples.value_type->size);
    extract_tuples(*problem.positions, nullptr, nullptr, positions.data(),
                   builtin_type(TypeCode::uint64));
    tuples.rows = positions.as<std::uint64_t>();
    check_indices("I_vector", {tuples.rows, tuples.n, false}, tuples.ncols, "w", "positions");
    extract_tuples(*problem.values, nullptr, nullptr, values.data(), tuples.value_type);
    return scattered(tuple_list(tuples.type, 1, tuples.ncols, tuples.rows, nullptr, values.data(),
                                tuples.value_type, false, tuples.n, tuples.duplicate));
}

} // namespace

extern const Variant<BuildProblem> build_scatter = {
    "cpu/build_scatter", {.form = Form::dense}, refuses, cost, run};

} // namespace grb
