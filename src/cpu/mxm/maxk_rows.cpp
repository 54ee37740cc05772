/// C = the k largest entries of each row of A, by value or magnitude; of equal values those in the
/// lowest columns, NaN last, -0 equal to +0. A m×n by rows in any format, or full; C row-balanced
/// with k slots, or by rows where too many slots would stay empty. Work O(entries), expected;
/// scratch 16 bytes for each entry of a row and thread. Values become ordered 64-bit keys;
/// quickselect (Hoare 1961, std::nth_element) finds the k-th largest key, and one pass in order of
/// columns keeps the larger ones and the first of those equal to it. Threads divide the rows.
/// Deterministic.
#include "algebra/dispatch.hpp"
#include "base/parallel.hpp"
#include "costs/rates.hpp"
#include "dispatch/variant.hpp"
#include "problems/problems.hpp"
#include "storage/balanced.hpp"
#include "storage/convert.hpp"

#include <bit>
#include <type_traits>

namespace grb {

namespace {

const char *refuses(const MaxkProblem &) {
    return nullptr;
}

const HostCoefficient entry_operations{"maxk_entry_operations", "1",
                                       "batch operations for each entry", 10};

Cost cost(const MaxkProblem &problem) {
    const auto entries = static_cast<double>(problem.A->most_nvals());
    return {rates().call_seconds + entry_operations * entries / rates().operations_batch};
}

/// A larger value has a larger key. NaN has 0, equal values have equal keys.
template <class T>
std::uint64_t key_of(T value, bool is_magnitude) noexcept {
    constexpr std::uint64_t top = std::uint64_t{1} << 63;
    if constexpr (std::is_floating_point_v<T>) {
        if (value != value) return 0;
        const double x = static_cast<double>(value); // exact
        if (x == 0) return top;
        const auto bits = std::bit_cast<std::uint64_t>(x);
        if (is_magnitude) return bits | top;
        return (bits & top) != 0 ? ~bits : bits | top;
    } else if constexpr (std::is_signed_v<T>) {
        const auto bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
        if (is_magnitude) return value < 0 ? 0 - bits : bits;
        return bits ^ top;
    } else {
        return static_cast<std::uint64_t>(value);
    }
}

using Keys = void (*)(const unsigned char *values, std::uint64_t n, bool is_magnitude,
                      std::uint64_t *keys);

template <class T>
void make_keys(const unsigned char *values, std::uint64_t n, bool is_magnitude,
               std::uint64_t *keys) {
    const T *const x = reinterpret_cast<const T *>(values);
    for (std::uint64_t k = 0; k < n; k++) {
        if constexpr (is_narrow<T>) {
            keys[k] = key_of(x[k].wide(), is_magnitude);
        } else {
            keys[k] = key_of(x[k], is_magnitude);
        }
    }
}

/// Calls keep(p) for the k largest of a row's values 0..n-1, p ascending; k < n. One per thread.
class Selector {
public:
    explicit Selector(const MaxkProblem &problem)
        : k_(problem.k), is_magnitude_(problem.is_by_magnitude),
          make_(dispatch_builtin(problem.A->type()->code, [](auto tag) -> Keys {
              using T = typename decltype(tag)::type;
              if constexpr (is_complex<T>) {
                  return nullptr; // unordered, and refused before
              } else {
                  return &make_keys<T>;
              }
          })) {}

    template <class F>
    void operator()(const unsigned char *values, std::uint64_t n, F &&keep) {
        keys_.resize(n);
        make_(values, n, is_magnitude_, keys_.data());
        sorted_ = keys_;
        const auto kth = sorted_.begin() + static_cast<std::ptrdiff_t>(k_ - 1);
        std::nth_element(sorted_.begin(), kth, sorted_.end(), std::greater<>());
        const std::uint64_t least = *kth;
        std::uint64_t equals = k_;
        for (auto above = sorted_.begin(); above != kth; ++above) equals -= *above > least;
        for (std::uint64_t p = 0; p < n; p++) {
            if (keys_[p] < least || (keys_[p] == least && equals == 0)) continue;
            equals -= keys_[p] == least;
            keep(p);
        }
    }

private:
    std::uint64_t k_;
    bool is_magnitude_;
    Keys make_;
    HostVector<std::uint64_t> keys_, sorted_;
};

/// Rows of a full matrix, where an entry's column is its position.
struct FullRows {
    DenseView A;
    std::uint64_t stored_rows, ncols;
    std::size_t size;
    bool is_iso;

    explicit FullRows(const DenseView &view)
        : A(view), stored_rows(view.nrows), ncols(view.ncols), size(view.type->size),
          is_iso(view.is_iso) {}
    std::uint64_t begin(std::uint64_t k) const noexcept { return k * ncols; }
    std::uint64_t length(std::uint64_t) const noexcept { return ncols; }
    std::uint64_t column(std::uint64_t begin, std::uint64_t p) const noexcept { return p - begin; }
    std::uint64_t row_id(std::uint64_t k) const noexcept { return k; }
    const unsigned char *value(std::uint64_t p) const noexcept { return A.value(p); }
};

template <class O, class I>
struct SparseRows : Sparse<O, I> {
    using Sparse<O, I>::Sparse;
    std::uint64_t begin(std::uint64_t k) const noexcept { return this->row_offsets[k]; }
    std::uint64_t length(std::uint64_t k) const noexcept {
        return this->row_offsets[k + 1] - this->row_offsets[k];
    }
    std::uint64_t column(std::uint64_t, std::uint64_t p) const noexcept {
        return this->column_indices[p];
    }
};

/// Writes the kept entries of the rows of A: stored row k's to columns and values from to(k) on.
template <class Rows, class J, class To>
void select_rows(const MaxkProblem &problem, const Rows &A, J *columns, unsigned char *values,
                 To &&to) {
    const double per_row =
        20 + 10 * static_cast<double>(problem.A->nvals()) / static_cast<double>(A.stored_rows + 1);
    parallel_ranges(A.stored_rows, per_row, [&](std::uint64_t first, std::uint64_t last) {
        Selector select(problem);
        for (std::uint64_t k = first; k < last; k++) {
            const std::uint64_t begin = A.begin(k), n = A.length(k);
            std::uint64_t at = to(k);
            const auto keep = [&](std::uint64_t p) {
                columns[at] = static_cast<J>(A.column(begin, begin + p));
                if (!A.is_iso) std::memcpy(values + at * A.size, A.value(begin + p), A.size);
                at++;
            };
            if (n > problem.k && !A.is_iso) {
                select(A.value(begin), n, keep);
            } else { // all, or the first of equal ones
                for (std::uint64_t p = 0; p < std::min(n, problem.k); p++) keep(p);
            }
        }
    });
}

template <class Rows>
Ref<Snapshot> balanced_result(const MaxkProblem &problem, const Rows &A) {
    const Type *const type = problem.result_type();
    const bool is_iso = A.is_iso && problem.A->nvals() != 0;
    BalancedForm form = empty_balanced(type, problem.m(), problem.n(), problem.k, is_iso);
    if (is_iso) std::memcpy(form.values.data(), A.value(0), A.size);
    auto *const counts = form.counts.as<std::uint32_t>();
    for (std::uint64_t k = 0; k < A.stored_rows; k++) {
        const std::uint64_t count = std::min(A.length(k), problem.k);
        counts[A.row_id(k)] = static_cast<std::uint32_t>(count);
        form.nvals += count;
    }
    auto *const values = form.values.as<unsigned char>();
    const auto to = [&](std::uint64_t k) { return A.row_id(k) * problem.k; };
    if (form.index_width == 1) {
        select_rows(problem, A, form.column_indices.as<std::uint8_t>(), values, to);
    } else if (form.index_width == 2) {
        select_rows(problem, A, form.column_indices.as<std::uint16_t>(), values, to);
    } else {
        select_rows(problem, A, form.column_indices.as<std::uint32_t>(), values, to);
    }
    return Snapshot::of_balanced(type, problem.m(), problem.n(), std::move(form));
}

/// The stored rows of A, standard or hypersparse.
template <class O, class I, class Rows>
Ref<Snapshot> sparse_result(const MaxkProblem &problem, const Rows &A) {
    const Type *const type = problem.result_type();
    SparseForm form;
    form.stored_rows = A.stored_rows;
    form.offset_width = sizeof(O);
    form.index_width = sizeof(I);
    form.row_offsets = Array::of<O>(A.stored_rows + 1);
    O *const offsets = form.row_offsets.template as<O>();
    offsets[0] = 0;
    for (std::uint64_t k = 0; k < A.stored_rows; k++)
        offsets[k + 1] = static_cast<O>(offsets[k] + std::min(A.length(k), problem.k));
    form.nvals = offsets[A.stored_rows];
    form.is_iso = A.is_iso && form.nvals != 0;
    form.column_indices = Array::of<I>(form.nvals);
    form.values = form.is_iso ? Array::copy_of(A.value(0), A.size) : Array(form.nvals * A.size);
    if (A.row_ids != nullptr) {
        form.is_hyper = true;
        form.row_ids = Array::copy_of(A.row_ids, A.stored_rows * sizeof(I));
    }
    select_rows(problem, A, form.column_indices.template as<I>(),
                form.values.template as<unsigned char>(),
                [&](std::uint64_t k) { return offsets[k]; });
    return Snapshot::of_rows(type, problem.m(), problem.n(), std::move(form));
}

Ref<Snapshot> run(const MaxkProblem &problem) {
    const Snapshot &A = *problem.A;
    const bool is_balanced = problem.fits_balanced();
    if (is_balanced && A.has_dense() && A.is_full() && !problem.is_transposed)
        return balanced_result(problem, FullRows(A.dense()));
    const SparseView view = A.rows(problem.is_transposed);
    return dispatch_widths(view, [&](const auto &S) {
        using O = typename std::decay_t<decltype(S)>::Offset;
        using I = typename std::decay_t<decltype(S)>::Index;
        const SparseRows<O, I> rows(view);
        return is_balanced ? balanced_result(problem, rows) : sparse_result<O, I>(problem, rows);
    });
}

} // namespace

extern const Variant<MaxkProblem> maxk_rows = {"cpu/maxk_rows", {}, refuses, cost, run};

} // namespace grb
