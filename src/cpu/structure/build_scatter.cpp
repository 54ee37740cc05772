/// A vector from tuples in any order, without sorting them by position: threads add values of equal
/// shares to a dense vector by compare-and-swap. Elements that differ from the operator's neutral
/// value then are entries, as are those to which only neutral values were added. For MIN, MAX and
/// LOR, which do not depend on the order. Errors name the invalid tuple. Work O(n + size); scratch
/// the result. Deterministic.
/// Tried: threads that own positions, and sort the tuples by owner first; with 16 threads they took
/// as long where positions are spread evenly, and up to eight times as long where few have most.
/// Refused: matrices, other operators, a vector much longer than the list.
#include "base/parallel.hpp"
#include "base/shares.hpp"
#include "costs/rates.hpp"
#include "cpu/common/on_threads.hpp"
#include "cpu/common/shared_sums.hpp"
#include "dispatch/variant.hpp"
#include "problems/index_list.hpp"
#include "problems/structure.hpp"
#include "storage/chunks.hpp"
#include "storage/convert.hpp"

#include <cstring>

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

/// The element-wise result: a value and a bit for each position.
struct Sums {
    unsigned char *values = nullptr; // null: all values are one
    std::uint64_t *bits = nullptr;
};

/// Adds the tuples [begin, end), and sets the bits of those that change no element.
void add(const TupleList &tuples, std::uint64_t begin, std::uint64_t end, bool is_shared,
         const Sums &sums) {
    const Type *const type = tuples.duplicate->ztype;
    const Fold fold = find_fold(*tuples.duplicate, is_shared);
    const MarkNeutral mark = find_neutral_marks(*tuples.duplicate).of_tuples;
    alignas(16) unsigned char values[batch * 8];
    const auto *const X = static_cast<const unsigned char *>(tuples.X);
    for (std::uint64_t first = begin; first < end; first += batch) {
        const auto n = static_cast<std::size_t>(std::min(end - first, batch));
        const std::uint64_t *const rows = tuples.rows + first;
        if (sums.values == nullptr) {
            mark_positions(sums.bits, rows, n, is_shared);
            continue;
        }
        cast_values(values, type, X + first * tuples.value_type->size, tuples.value_type, n);
        mark(sums.bits, rows, values, n, is_shared);
        fold(sums.values, rows, values, n);
    }
}

/// Adds all tuples to `size` elements.
void add_all(const TupleList &tuples, const Sums &sums, std::uint64_t size) {
    const int threads = threads_for(4 * static_cast<double>(tuples.n));
    const auto shares = static_cast<std::uint64_t>(threads);
    parallel_tasks(threads, threads, [&](std::int64_t task) {
        const auto k = static_cast<std::uint64_t>(task);
        add(tuples, share_begin(tuples.n, shares, k), share_begin(tuples.n, shares, k + 1),
            threads > 1, sums);
    });
    if (sums.values == nullptr) return;
    const MarkChanged mark = find_neutral_marks(*tuples.duplicate).of_elements;
    parallel_ranges((size + 63) / 64, 32, [&](std::uint64_t begin, std::uint64_t end) {
        mark(sums.bits + begin,
             sums.values + begin * 64 * static_cast<std::uint64_t>(tuples.duplicate->ztype->size),
             std::min(end * 64, size) - begin * 64);
    });
}

Ref<Snapshot> scattered(const TupleList &tuples) {
    const BinaryOp &dup = *tuples.duplicate;
    const std::uint64_t size = tuples.ncols, words = (size + 63) / 64;
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
    add_all(tuples, {form.is_iso ? nullptr : sums.as<unsigned char>(), bits}, size);
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
