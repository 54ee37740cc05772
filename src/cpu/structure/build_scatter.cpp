/// A vector from tuples in any order, without sorting them by position: threads add values of equal
/// shares to a dense vector by compare-and-swap. From 8 threads on, where the values differ, each
/// thread owns positions, and adds the tuples of these alone. For MIN, MAX and LOR, which do not
/// depend on the order. Errors name the invalid tuple. Work O(n + size); scratch the result, and
/// for owners 16 bytes a tuple. Deterministic.
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

#include <bit>
#include <cstring>
#include <utility>

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

/// Adds the tuples [begin, end).
void add(const TupleList &tuples, std::uint64_t begin, std::uint64_t end, bool is_shared,
         const Sums &sums) {
    const Type *const type = tuples.duplicate->ztype;
    const Fold fold = find_fold(*tuples.duplicate, is_shared);
    alignas(16) unsigned char values[batch * 8];
    const auto *const X = static_cast<const unsigned char *>(tuples.X);
    for (std::uint64_t first = begin; first < end; first += batch) {
        const auto n = static_cast<std::size_t>(std::min(end - first, batch));
        mark_positions(sums.bits, tuples.rows + first, n, is_shared);
        if (sums.values == nullptr) continue;
        cast_values(values, type, X + first * tuples.value_type->size, tuples.value_type, n);
        fold(sums.values, tuples.rows + first, values, n);
    }
}

/// Tuples sorted by the owner of their position. Threads that share elements wait for each other's
/// cache lines where many tuples name few positions.
class OwnedTuples {
public:
    OwnedTuples(const TupleList &tuples, int threads)
        : tuples_(tuples), threads_(threads),
          owners_(std::min(std::bit_ceil(static_cast<std::uint64_t>(threads)), most_owners)),
          starts_(owners_ * owners_ + 1) {
        for_shares([&](std::uint64_t share) { count(share); });
        std::uint64_t sum = 0;
        for (std::uint64_t &start : starts_) sum += std::exchange(start, sum);
    }
    /// True when no owner has so many tuples that the other threads would wait for it.
    bool are_divided() const noexcept {
        constexpr std::uint64_t most_shares = 4;
        for (std::uint64_t owner = 0; owner < owners_; owner++)
            if (end_of(owner) - starts_[owner * owners_] > most_shares * (tuples_.n / owners_ + 1))
                return false;
        return true;
    }
    void sort_and_add(const Sums &sums) {
        rows_ = Array::of<std::uint64_t>(tuples_.n);
        sources_ = Array::of<std::uint64_t>(tuples_.n);
        for_shares([&](std::uint64_t share) { move(share); });
        for_shares([&](std::uint64_t owner) { add(owner, sums); });
    }

private:
    static constexpr std::uint64_t most_owners = 64;

    template <class F>
    void for_shares(F &&f) const {
        parallel_tasks(static_cast<std::int64_t>(owners_), threads_,
                       [&](std::int64_t share) { f(static_cast<std::uint64_t>(share)); });
    }
    std::uint64_t end_of(std::uint64_t owner) const noexcept {
        return starts_[(owner + 1) * owners_];
    }
    /// Adds the tuples of one owner.
    void add(std::uint64_t owner, const Sums &sums) const {
        const Type *const type = tuples_.duplicate->ztype, *const given = tuples_.value_type;
        const Fold fold = find_fold(*tuples_.duplicate, false);
        alignas(16) unsigned char values[batch * 8], gathered[batch * 16];
        const std::uint64_t end = end_of(owner);
        for (std::uint64_t first = starts_[owner * owners_]; first < end; first += batch) {
            const auto n = static_cast<std::size_t>(std::min(end - first, batch));
            const auto *const rows = rows_.as<std::uint64_t>() + first;
            gather_values(gathered, tuples_.X, sources_.as<std::uint64_t>() + first, 8, n,
                          given->size);
            cast_values(values, type, gathered, given, n);
            mark_positions(sums.bits, rows, n, true); // owners share cache lines of bits
            fold(sums.values, rows, values, n);
        }
    }

    /// The positions of a word of bits have one owner.
    std::uint64_t owner_of(std::uint64_t position) const noexcept {
        return position / 64 & (owners_ - 1);
    }
    std::uint64_t begin_of(std::uint64_t share) const noexcept {
        return share_begin(tuples_.n, owners_, share);
    }
    void count(std::uint64_t share) {
        HostVector<std::uint64_t> counts(owners_);
        std::uint64_t *const own = counts.data();
        const std::uint64_t *const rows = tuples_.rows, end = begin_of(share + 1);
        for (std::uint64_t k = begin_of(share); k < end; k++) own[owner_of(rows[k])]++;
        for (std::uint64_t owner = 0; owner < owners_; owner++)
            starts_[owner * owners_ + share] = counts[owner];
    }
    void move(std::uint64_t share) {
        HostVector<std::uint64_t> next(owners_);
        for (std::uint64_t owner = 0; owner < owners_; owner++)
            next[owner] = starts_[owner * owners_ + share];
        std::uint64_t *const places = next.data(), *const rows = rows_.as<std::uint64_t>(),
                             *const sources = sources_.as<std::uint64_t>();
        const std::uint64_t end = begin_of(share + 1);
        for (std::uint64_t k = begin_of(share); k < end; k++) {
            const std::uint64_t row = tuples_.rows[k], to = places[owner_of(row)]++;
            rows[to] = row;
            sources[to] = k;
        }
    }

    const TupleList &tuples_;
    const int threads_;
    const std::uint64_t owners_;
    Array rows_, sources_;             // of each tuple: its position, and its number in the list
    HostVector<std::uint64_t> starts_; // by owner, then by share; at last the number of tuples
};

/// Fewer threads share elements by compare-and-swap: they lose less by it than sorting takes.
constexpr int fewest_owners = 8;

void add_together(const TupleList &tuples, int threads, const Sums &sums) {
    if (sums.values != nullptr && threads >= fewest_owners) {
        OwnedTuples owned(tuples, threads);
        if (owned.are_divided()) return owned.sort_and_add(sums);
    }
    const auto shares = static_cast<std::uint64_t>(threads);
    parallel_tasks(threads, threads, [&](std::int64_t task) {
        const auto k = static_cast<std::uint64_t>(task);
        add(tuples, share_begin(tuples.n, shares, k), share_begin(tuples.n, shares, k + 1),
            threads > 1, sums);
    });
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
    add_together(tuples, threads, {form.is_iso ? nullptr : sums.as<unsigned char>(), bits});
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
