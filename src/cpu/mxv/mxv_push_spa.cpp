// Pushes a matrix-vector product by scattering it into a dense accumulator.
#include "base/bit_count.hpp"
#include "base/listed_bits.hpp"
#include "base/parallel.hpp"
#include "base/shares.hpp"
#include "cpu/common/mask_cursor.hpp"
#include "cpu/mxv/marked_sums.hpp"
#include "cpu/mxv/mxv_cost.hpp"
#include "cpu/mxv/mxv_pull.hpp"
#include "cpu/mxv/mxv_push_entries.hpp"
#include "storage/convert.hpp"

#include <atomic>
#include <new>
#include <optional>

namespace grb {

namespace {

/// With fewer entries, touched destinations are listed and sorted by their bits: a scan of all
/// marks would cost more.
constexpr std::uint64_t positions_per_listed_entry = 64;
constexpr std::uint64_t long_column = 48;
/// Sums of this size stay in a second-level cache.
constexpr std::uint64_t cached_sum_bytes = std::uint64_t{1} << 21;

class Scatter {
public:
    Scatter(const MxvProblem &problem, const PushInput &input)
        : input_(input), mask_(problem.mask.view()), m_(problem.m()),
          is_pattern_(input.binding.tier == Tier::pattern),
          is_any_order_(adds_in_any_order(*input.binding.add->op, input.binding.tier)),
          walks_entries_(walks_by_entries(input.binding)), size_(input.binding.size),
          sums_(input.binding, m_) {}

    Ref<Snapshot> run();

private:
    std::uint64_t expected_entries();
    bool lists(std::uint64_t entries, int threads) const noexcept {
        return entries <= 64 || (entries < m_ / positions_per_listed_entry && threads == 1);
    }
    void scatter(std::uint64_t entries);
    /// Scatters into sums of each thread, and adds those of the others to the first's.
    void scatter_apart(const PushTarget &common, int threads);
    /// Adds another accumulator's sums in words [begin, end) and clears its marks.
    void take_over(const BorrowedAccumulator &other, std::uint64_t begin, std::uint64_t end);
    void move_sums(const BorrowedAccumulator &other, const std::uint32_t *positions,
                   std::uint64_t n, bool adds);
    Ref<Snapshot> finish_list();
    /// Keeps the marks in words [begin, end) that the mask allows; returns their number.
    std::uint64_t filter_marks(std::uint64_t begin, std::uint64_t end);

    const PushInput &input_;
    const MaskView mask_;
    const std::uint64_t m_;
    const bool is_pattern_, is_any_order_, walks_entries_;
    const std::size_t size_;
    MarkedSums sums_;
    AllowedBits allowed_;
    Array spans_; // of u's columns, where the entries may be few
    bool is_filtered_ = false, is_listed_ = false;
    std::uint64_t touched_count_ = 0;
};

/// Entries in the columns that u selects. The mean is enough where the number only decides how many
/// threads do the work: a list must have room for all entries.
std::uint64_t Scatter::expected_entries() {
    const SparseView &A = input_.A, &u = input_.u;
    const auto all = static_cast<double>(A.nvals);
    if (u.nvals >= A.nrows / 8 && (is_any_order_ || push_threads(all) == 1)) {
        const double mean = all * static_cast<double>(u.nvals) / static_cast<double>(A.nrows);
        const auto entries = static_cast<std::uint64_t>(mean);
        if (!lists(entries, 1)) return entries;
    }
    const bool may_walk = is_any_order_ && walks_entries_;
    if (!may_walk && !lists(u.nvals, 1)) return input_.count_entries();
    spans_ = Array::of<ColumnSpan>(u.nvals);
    std::atomic<std::uint64_t> entries{0};
    parallel_ranges(u.nvals, 8, [&](std::uint64_t begin, std::uint64_t end) {
        entries += input_.list_columns(begin, end, spans_.as<ColumnSpan>());
    });
    return entries;
}

void Scatter::scatter(std::uint64_t entries) {
    const int apart = is_any_order_ ? push_threads_with_sums(static_cast<double>(entries),
                                                             static_cast<double>(m_),
                                                             static_cast<double>(input_.u.nvals))
                                    : 1;
    const int most_threads = apart > 1 ? apart : push_threads(static_cast<double>(entries));
    is_listed_ = !spans_.empty() && lists(entries, most_threads);
    // Bits of other masks cost up to O(m), which only many entries justify.
    const bool asks_truth = is_listed_ && walks_entries_;
    const AllowedTruth truth = asks_truth ? allowed_truth(mask_) : AllowedTruth{};
    const bool has_truth = truth.values != nullptr;
    is_filtered_ = has_truth || has_allowed_bits(mask_) || entries >= m_ / 16;
    if (is_filtered_ && !has_truth) allowed_ = allowed_bits(mask_, m_);
    // The processor fetches long columns ahead itself, and most products of many lose against sums
    // that have been filled.
    const bool is_crowded = entries >= m_ / 4 && entries > long_column * input_.u.nvals;
    const bool walks_spans = !spans_.empty() && walks_entries_ &&
                             (is_listed_ || (!is_crowded && (apart > 1 || most_threads == 1)));
    const bool may_fill = !walks_spans && !is_listed_ && entries >= m_ / 4;
    // Sums that fit the cache are added without a test, as its branch would be unpredictable. The
    // mask is applied at the end, by words.
    const bool asks_first =
        walks_spans || is_listed_ || (!is_pattern_ && (!may_fill || m_ * size_ > cached_sum_bytes));
    const bool tests_mask = is_filtered_ && asks_first;
    sums_->reserve(m_, is_pattern_ ? 0 : m_ * size_,
                   is_listed_ ? (entries + listed_at_once) * sizeof(std::uint32_t) : 0);
    const PushKernel kernel = push_kernel(input_.binding);
    PushTarget common;
    common.last = input_.u.nvals;
    common.high = m_;
    common.marks = sums_->marks();
    common.values = sums_->values();
    common.allowed = tests_mask ? &allowed_ : nullptr;
    common.may_fill = may_fill;
    if (walks_spans) common.spans = spans_.as<ColumnSpan>();
    if (is_listed_) {
        common.touched = static_cast<std::uint32_t *>(sums_->list());
        common.touched_step = 1;
        common.truth = truth;
        kernel(input_, common);
        touched_count_ = common.touched_count;
        return;
    }
    if (apart > 1) return scatter_apart(common, apart);
    const auto chunks = static_cast<std::uint64_t>(most_threads);
    parallel_tasks(most_threads, most_threads, [&](std::int64_t task) {
        const auto chunk = static_cast<std::uint64_t>(task);
        std::uint32_t unlisted = 0; // target of unrecorded first touches
        PushTarget target = common;
        target.touched = &unlisted;
        target.is_partial = chunks > 1;
        target.low = m_ / 64 * chunk / chunks * 64;
        target.high = chunk + 1 == chunks ? m_ : m_ / 64 * (chunk + 1) / chunks * 64;
        kernel(input_, target);
    });
}

void Scatter::scatter_apart(const PushTarget &common, int threads) {
    constexpr std::uint64_t shares_per_thread = 16;
    const PushKernel kernel = push_kernel(input_.binding);
    const std::uint64_t shares = shares_per_thread * static_cast<std::uint64_t>(threads);
    std::optional<BorrowedAccumulator> others[own_sums_limit - 1];
    std::atomic<std::uint64_t> next_share{0};
    parallel_tasks(threads, threads, [&](std::int64_t task) {
        std::uint32_t unlisted = 0; // target of unrecorded first touches
        PushTarget target = common;
        target.touched = &unlisted;
        if (task > 0) {
            if (next_share.load(std::memory_order_relaxed) >= shares) return;
            std::optional<BorrowedAccumulator> &own = others[task - 1];
            try {
                own.emplace();
                (*own)->reserve(m_, is_pattern_ ? 0 : m_ * size_, 0);
            } catch (const std::bad_alloc &) {
                own.reset(); // task 0 takes the shares
                return;
            }
            target.marks = (*own)->marks();
            target.values = (*own)->values();
        }
        for (;;) {
            const std::uint64_t share = next_share.fetch_add(1, std::memory_order_relaxed);
            if (share >= shares) return;
            target.first = share_begin(common.last, shares, share);
            target.last = share_begin(common.last, shares, share + 1);
            kernel(input_, target);
            target.is_filled = true;
        }
    });
    parallel_ranges((m_ + 63) / 64, 16 * threads, [&](std::uint64_t begin, std::uint64_t end) {
        for (const std::optional<BorrowedAccumulator> &other : others)
            if (other.has_value()) take_over(*other, begin, end);
    });
    for (std::optional<BorrowedAccumulator> &other : others)
        if (other.has_value()) other->set_clean();
}

void Scatter::take_over(const BorrowedAccumulator &other, std::uint64_t begin, std::uint64_t end) {
    std::uint64_t *const marks = sums_->marks(), *const theirs = other->marks();
    for (std::uint64_t w = begin; w < end; w++) {
        if (theirs[w] == 0) continue;
        const std::uint64_t both = marks[w] & theirs[w];
        for (const std::uint64_t chosen : {both, theirs[w] & ~both}) {
            std::uint32_t positions[64];
            std::uint64_t count = 0;
            for (std::uint64_t rest = chosen; rest != 0; rest &= rest - 1)
                positions[count++] = static_cast<std::uint32_t>(
                    w * 64 + static_cast<std::uint64_t>(__builtin_ctzll(rest)));
            if (count != 0 && !is_pattern_) move_sums(other, positions, count, chosen == both);
        }
        marks[w] |= theirs[w];
        theirs[w] = 0;
    }
}

void Scatter::move_sums(const BorrowedAccumulator &other, const std::uint32_t *positions,
                        std::uint64_t n, bool adds) {
    alignas(8) unsigned char moved[64 * 8]; // no type of adds_in_any_order() is larger
    gather_values(moved, other->values(), positions, 4, n, size_);
    const BinaryOp *op = input_.binding.add->op;
    if (op->code == BinaryCode::any) { // kernels compute the other
        const TypeCode code = op->ztype->code;
        op = find_binary_op(code == TypeCode::boolean ? BinaryCode::lor : BinaryCode::min, code);
    }
    const BinaryOp &add = *op;
    if (adds)
        add.scatter(&add, sums_->values(), positions, 4, moved, n);
    else
        scatter_values(sums_->values(), positions, 4, moved, n, size_);
}

Ref<Snapshot> Scatter::finish_list() {
    auto *touched = static_cast<std::uint32_t *>(sums_->list());
    HostVector<std::uint64_t> groups;
    if (touched_count_ > touched_sorted_directly) groups.resize(touched_groups(m_));
    sort_touched(sums_->marks(), m_, touched, touched_count_, groups.data());
    std::uint64_t nvals = touched_count_;
    if (!is_filtered_) {
        MaskCursor cursor(mask_);
        cursor.begin_row(0);
        nvals = 0;
        constexpr std::uint64_t ahead = 16;
        for (std::uint64_t k = 0; k < touched_count_; k++) {
            if (k + ahead < touched_count_) cursor.fetch(touched[k + ahead]);
            const std::uint32_t i = touched[k];
            touched[nvals] = i;
            nvals += cursor.allows(i) ? 1 : 0;
        }
    }
    return sums_.take_at(touched, nvals);
}

std::uint64_t Scatter::filter_marks(std::uint64_t begin, std::uint64_t end) {
    std::uint64_t *marks = sums_->marks();
    std::uint64_t count = 0;
    MaskCursor cursor(mask_);
    if (!is_filtered_) cursor.begin_row(0);
    for (std::uint64_t w = begin; w < end; w++) {
        if (marks[w] == 0) continue;
        if (is_filtered_) {
            marks[w] &= (allowed_.words != nullptr ? allowed_.words[w] : 0) ^ allowed_.flip;
        } else {
            for (std::uint64_t rest = marks[w]; rest != 0; rest &= rest - 1) {
                const std::uint64_t i = w * 64 + static_cast<std::uint64_t>(__builtin_ctzll(rest));
                if (!cursor.allows(i)) marks[w] &= ~(rest & (~rest + 1));
            }
        }
        count += count_bits(marks[w]);
    }
    return count;
}

Ref<Snapshot> Scatter::run() {
    const std::uint64_t entries = expected_entries();
    if (entries == 0) {
        sums_.set_clean();
        return Snapshot::empty(input_.binding.type, 1, m_);
    }
    scatter(entries);
    if (is_listed_) return finish_list();
    return sums_.take(
        [this](std::uint64_t begin, std::uint64_t end) { return filter_marks(begin, end); });
}

/// w = A ⊕.⊗ u, push: scatters the columns that u selects into a dense accumulator that calls reuse
/// and leave clean. A by columns (standard, hypersparse), u sparse, any mask: a bitmap is tested at
/// scatter time, others at the end unless the entries justify packing them. w sparse and sorted, or
/// bitmap when more than m/8 entries were touched.
/// Work O(entries of the columns), and m/4096 when they are few, m/64 when they are many: never
/// O(m) for a small frontier. Kept scratch m·(value + 1/8) bytes, with sums of each thread's own
/// for each of them.
/// Threads (2 to 16) take shares of u and have sums of their own, added at the end, where any order
/// gives the same sum; else (4 to 8) they split the destinations, so that each w(i) is added up in
/// the order of u: deterministic. After Yang 2019, Algorithm 5; differs: no sort, the accumulator
/// of Gilbert et al. 1992. Refused: m so long that the accumulator would dwarf the matrix.
Ref<Snapshot> run(const MxvProblem &problem) {
    if (problem.u->nvals() == 0 || problem.A->nvals() == 0) {
        return Snapshot::empty(problem.result_type(), 1, problem.m());
    }
    const PushInput input(problem);
    return Scatter(problem, input).run();
}

const char *refuses(const MxvProblem &problem) noexcept {
    constexpr std::uint64_t always_affordable = std::uint64_t{1} << 24;
    const std::uint64_t m = problem.m();
    if (m <= always_affordable) return nullptr;
    if (m > UINT32_MAX || m / 16 > problem.A->most_nvals())
        return "the result is too long for a dense accumulator";
    return nullptr;
}

} // namespace

extern const Variant<MxvProblem> mxv_push_spa = {
    "cpu/mxv_push_spa", {.fuses_mask = true}, &refuses, &push_spa_cost, &run};

} // namespace grb
