// Adds the sums of rows to the output in place.
#include "base/bit_count.hpp"
#include "base/parallel.hpp"
#include "costs/rates.hpp"
#include "cpu/common/shared_sums.hpp"
#include "cpu/mxv/mxv_cost.hpp"
#include "cpu/mxv/mxv_into.hpp"
#include "cpu/mxv/mxv_pull.hpp"
#include "dispatch/variant.hpp"
#include "storage/chunks.hpp"

#include <cstring>
#include <optional>

namespace grb {

const char *refuses_into(const MxvProblem &problem) {
    if (problem.output == nullptr) return "the result is wanted";
    const Output &output = *problem.output;
    const BinaryOp &add = *problem.semiring->add->op;
    if (!output.mask.is_none()) return "a mask";
    if (output.accumulator == nullptr || output.accumulator->code != add.code ||
        output.accumulator->ztype != add.ztype)
        return "the accumulator is not the monoid's operator";
    return output.C->type() == problem.result_type() ? nullptr : "another type";
}

namespace {

constexpr std::uint64_t rows_of_chunk = 512;
constexpr std::size_t widest = 8; // of real types

/// Adds sums of rows to w.
class Additions {
public:
    Additions(const MxvProblem &problem, unsigned char *w)
        : add_(problem.semiring->add->op, problem.result_type(), problem.result_type(),
               problem.result_type()),
          w_(w), rows_(problem.m()), size_(problem.result_type()->size),
          has_neutral_(has_fold(*problem.semiring->add->op)) {
        if (has_neutral_) fill_neutral(*problem.semiring->add->op, neutral_, 1);
    }

    /// Adds to 64 elements of w from `first` on those sums whose bit is set; may overwrite the
    /// others. step 0: one value, which stays.
    void add(std::uint64_t first, std::uint64_t found, unsigned char *sums,
             std::size_t step) const {
        constexpr int worth_adding_all = 8;
        unsigned char *const to = w_ + first * size_;
        if (found == ~std::uint64_t{0}) {
            add_(to, to, sums, 64, step == 0 ? Broadcast::y : Broadcast::none);
        } else if (has_neutral_ && step != 0 && count_bits(found) >= worth_adding_all &&
                   first + 64 <= rows_) {
            dispatch_size(size_, [&](auto plain) { fill_absent(plain, sums, ~found); });
            add_(to, to, sums, 64);
        } else {
            for (; found != 0; found &= found - 1) {
                const auto k = static_cast<std::size_t>(__builtin_ctzll(found));
                add_(to + k * size_, to + k * size_, sums + k * step, 1);
            }
        }
    }

    /// Adds all sums of a target, which are those of A's stored rows; may overwrite sums of others.
    void add_all(const PullInput &input, const PullTarget &target) const {
        const SparseView &A = input.A;
        const std::size_t step = input.binding.tier == Tier::pattern ? 0 : size_;
        const std::uint64_t words = (A.stored_rows + 63) / 64;
        parallel_ranges(words, 128, [&](std::uint64_t begin, std::uint64_t end) {
            for (std::uint64_t w = begin; w < end; w++) {
                unsigned char *const sums = target.values + w * 64 * step;
                if (!A.is_hyper()) {
                    add(w * 64, target.bits[w], sums, step);
                    continue;
                }
                for (std::uint64_t rest = target.bits[w]; rest != 0; rest &= rest - 1) {
                    const auto k = static_cast<std::uint64_t>(__builtin_ctzll(rest));
                    unsigned char *const to = w_ + stored_row(A, w * 64 + k) * size_;
                    add_(to, to, sums + k * step, 1);
                }
            }
        });
    }

private:
    /// Writes the value that the operator passes over to those of 64 sums whose bit is set.
    template <class V>
    void fill_absent(V, unsigned char *sums, std::uint64_t absent) const noexcept {
        if constexpr (!std::is_same_v<V, AnySize>) {
            for (; absent != 0; absent &= absent - 1)
                std::memcpy(sums + static_cast<std::size_t>(__builtin_ctzll(absent)) * sizeof(V),
                            neutral_, sizeof(V));
        }
    }
    static std::uint64_t stored_row(const SparseView &A, std::uint64_t k) noexcept {
        return A.index_width == 4 ? static_cast<const std::uint32_t *>(A.row_ids)[k]
                                  : static_cast<const std::uint64_t *>(A.row_ids)[k];
    }

    BoundBinary add_;
    unsigned char *w_;
    std::uint64_t rows_;
    std::size_t size_;
    bool has_neutral_;
    alignas(widest) unsigned char neutral_[widest] = {};
};

/// Returns p such that p[n] is array[0], computed on integers because p lies outside the array.
template <class T>
T *begin_before(T *array, std::uint64_t n) noexcept {
    return reinterpret_cast<T *>(reinterpret_cast<std::uintptr_t>(array) - n * sizeof(T));
}

/// Reduces rows [begin, end) by a kernel that allocates nothing, and adds their sums while they are
/// in the cache. begin: a multiple of 64.
void add_rows(const PullInput &input, const PullKernel &kernel, const Additions &additions,
              OutputValues &w, std::uint64_t begin, std::uint64_t end) {
    const std::size_t size = input.binding.size;
    const bool is_iso = input.binding.tier == Tier::pattern;
    alignas(64) unsigned char values[rows_of_chunk * widest], one[widest] = {};
    if (is_iso) std::memcpy(one, input.binding.product.data(), size);
    for (std::uint64_t first = begin; first < end; first += rows_of_chunk) {
        const std::uint64_t last = std::min(end, first + rows_of_chunk);
        std::uint64_t bits[rows_of_chunk / 64] = {};
        // The kernel writes at the numbers of rows.
        PullTarget target;
        target.bits = begin_before(bits, first / 64);
        target.values = begin_before(values, first * size);
        kernel.rows(input, first, last, target);
        w.spread(first, last);
        for (std::uint64_t k = 0; first + k * 64 < last; k++)
            additions.add(first + k * 64, bits[k], is_iso ? one : values + k * 64 * size,
                          is_iso ? 0 : size);
    }
}

const char *refuses(const MxvProblem &problem) {
    if (const char *const refusal = refuses_into(problem)) return refusal;
    const BinaryOp &add = *problem.semiring->add->op;
    if (add.code == BinaryCode::any || add.code == BinaryCode::user)
        return "ANY, or a user's operator";
    if (add.ztype->size > widest) return "a wide type";
    return refuses_pull(problem);
}

/// Spares the result and its merge; a shared output is copied by either.
Cost cost(const MxvProblem &problem) {
    Cost cost = pull_rows_cost(problem);
    cost.seconds = std::max<double>(rates().call_seconds, cost.seconds - rates().result_seconds);
    return cost;
}

/// w = w ⊕ A ⊕.⊗ u, pull: as cpu/mxv_pull_rows, and each row's sum is added to w while it is in the
/// cache. A m×n by rows, u bitmap or full, w full, maybe of one value. Work O(entries, until
/// early exit); scratch O(m) for semirings that are computed in batches. Threads take chunks of
/// equal rows + entries; a row is never split. Deterministic. Refused: a mask, another
/// accumulator than the monoid's operator, ANY, users' operators, values of more than 8 bytes,
/// an output that is not full.
Ref<Snapshot> run(const MxvProblem &problem) {
    if (problem.u->nvals() == 0 || problem.A->nvals() == 0) return {};
    const PullInput input(problem);
    const PullKernel &kernel = pull_kernel(input);
    // Kernels of batches allocate: nothing is written to w before they are done.
    const bool is_direct =
        input.binding.tier != Tier::batch && !input.takes_one && !input.A.is_hyper();
    std::optional<PullResult> result;
    if (!is_direct) result.emplace(problem, input);
    OutputValues w(problem);
    const Additions additions(problem, w.data());
    const std::uint64_t rows = input.A.stored_rows, total = rows + input.A.nvals;
    const int threads =
        threads_for(static_cast<double>(rows) +
                    2 * pull_extent(problem, static_cast<double>(problem.m())).entries);
    const std::uint64_t chunks =
        threads <= 1
            ? 1
            : std::min<std::uint64_t>(rows / 64 + 1, static_cast<std::uint64_t>(threads) * 16);
    const auto boundary = [&](std::uint64_t chunk) {
        if (chunk == chunks) return rows;
        return std::min(rows, row_at_diagonal(input.A, total / chunks * chunk) / 64 * 64);
    };
    parallel_tasks(static_cast<std::int64_t>(chunks), threads, [&](std::int64_t task) {
        const auto chunk = static_cast<std::uint64_t>(task);
        const std::uint64_t begin = boundary(chunk), end = boundary(chunk + 1);
        if (begin >= end) return;
        if (is_direct)
            add_rows(input, kernel, additions, w, begin, end);
        else
            kernel.rows(input, begin, end, result->target());
    });
    if (!is_direct) {
        parallel_ranges(problem.m(), 1,
                        [&](std::uint64_t begin, std::uint64_t end) { w.spread(begin, end); });
        additions.add_all(input, result->target());
    }
    w.publish();
    return {};
}

} // namespace

extern const Variant<MxvProblem> mxv_pull_into = {
    "cpu/mxv_pull_into", {.form = Form::dense, .writes_output = true}, &refuses, &cost, &run};

} // namespace grb
