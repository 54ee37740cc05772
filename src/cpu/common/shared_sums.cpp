// Adds values to elements, by compare-and-swap where threads share them.
#include "cpu/common/shared_sums.hpp"

#include "algebra/catalogue.hpp"
#include "algebra/dispatch.hpp"
#include "base/bit_count.hpp"
#include "base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>

namespace grb {

namespace {

constexpr std::size_t block = 64; // bits of a word

/// Adds x to an element that other threads may change.
template <class Op, class T>
void add_shared(T &to, T x) noexcept {
    const std::atomic_ref<T> element(to);
    T before = element.load(std::memory_order_relaxed);
    for (T after = Op::apply(before, x); std::memcmp(&after, &before, sizeof after) != 0;
         after = Op::apply(before, x)) {
        if (element.compare_exchange_weak(before, after, std::memory_order_relaxed)) break;
    }
}

/// Returns a word whose bit k says that value k changes its element, as read now.
template <class Op, class T>
std::uint64_t find_changes(T *w, const std::uint64_t *positions, const T *x,
                           std::size_t n) noexcept {
    std::uint64_t changes = 0;
    for (std::size_t k = 0; k < n; k++) {
        const T before = std::atomic_ref<T>(w[positions[k]]).load(std::memory_order_relaxed);
        const T after = Op::apply(before, x[k]);
        changes |= static_cast<std::uint64_t>(std::memcmp(&after, &before, sizeof after) != 0) << k;
    }
    return changes;
}

/// Prefetches the elements of marked positions for writing.
void fetch(void *w, std::size_t size, const std::uint64_t *positions,
           std::uint64_t marks) noexcept {
    for (; marks != 0; marks &= marks - 1)
        __builtin_prefetch(
            static_cast<unsigned char *>(w) + positions[__builtin_ctzll(marks)] * size, 1);
}

/// Reads 64 elements first: most values change nothing. Reads without a branch between them miss
/// the cache together. Only lines that change are taken from other threads.
template <class Op, class T>
void fold(void *to, const std::uint64_t *positions, const void *values, std::size_t n) {
    auto *const w = static_cast<T *>(to);
    const auto *const x = static_cast<const T *>(values);
    for (std::size_t begin = 0; begin < n; begin += block) {
        const std::uint64_t *const at = positions + begin;
        const std::uint64_t changes =
            find_changes<Op>(w, at, x + begin, std::min(n - begin, block));
        if (changes != 0) fetch(w, sizeof(T), at, changes);
        for (std::uint64_t rest = changes; rest != 0; rest &= rest - 1) {
            const auto k = static_cast<std::size_t>(__builtin_ctzll(rest));
            add_shared<Op>(w[at[k]], x[begin + k]);
        }
    }
}

/// Leaves blocks alone that change nothing: threads would take their lines from each other.
template <class Op, class T>
bool attempt(void *to, const std::uint64_t *positions, const void *values, std::size_t n) {
    auto *const w = static_cast<T *>(to);
    const auto *const x = static_cast<const T *>(values);
    bool wrote = false;
    for (std::size_t begin = 0; begin < n; begin += block) {
        const std::size_t end = std::min(n, begin + block);
        if (find_changes<Op>(w, positions + begin, x + begin, end - begin) == 0) continue;
        wrote = true;
        for (std::size_t k = begin; k < end; k++) {
            const std::atomic_ref<T> element(w[positions[k]]);
            const T before = element.load(std::memory_order_relaxed);
            element.store(Op::apply(before, x[k]), std::memory_order_relaxed);
        }
    }
    return wrote;
}

template <class Op, class T>
std::size_t count_changes(void *to, const std::uint64_t *positions, const void *values,
                          std::size_t n) {
    std::size_t count = 0;
    for (std::size_t begin = 0; begin < n; begin += block)
        count += count_bits(find_changes<Op>(static_cast<T *>(to), positions + begin,
                                             static_cast<const T *>(values) + begin,
                                             std::min(n - begin, block)));
    return count;
}

template <class Op, class T>
void fold_alone(void *to, const std::uint64_t *positions, const void *values, std::size_t n) {
    auto *const w = static_cast<T *>(to);
    const auto *const x = static_cast<const T *>(values);
    for (std::size_t k = 0; k < n; k++) w[positions[k]] = Op::apply(w[positions[k]], x[k]);
}

/// MIN and MAX pass over NaN, which stays where nothing else is added.
template <class Op, class T>
T neutral() noexcept {
    if constexpr (std::is_floating_point_v<T>)
        return std::numeric_limits<T>::quiet_NaN();
    else
        return Op::identity();
}

template <class T>
bool is_same(T x, T y) noexcept {
    return std::memcmp(&x, &y, sizeof x) == 0;
}

template <class Op, class T>
void mark_neutral(std::uint64_t *words, const std::uint64_t *positions, const void *values,
                  std::size_t n, bool is_shared) {
    const auto *const x = static_cast<const T *>(values);
    const T nothing = neutral<Op, T>();
    for (std::size_t k = 0; k < n; k++)
        if (is_same(Op::apply(nothing, x[k]), nothing))
            mark_positions(words, positions + k, 1, is_shared);
}

template <class Op, class T>
void mark_changed(std::uint64_t *words, const void *elements, std::uint64_t n) {
    const auto *const w = static_cast<const T *>(elements);
    const T nothing = neutral<Op, T>();
    for (std::uint64_t begin = 0; begin < n; begin += block) {
        std::uint64_t bits = 0;
        for (std::uint64_t k = begin, end = std::min(n, begin + block); k < end; k++)
            bits |= static_cast<std::uint64_t>(!is_same(w[k], nothing)) << (k - begin);
        words[begin / block] |= bits;
    }
}

/// Calls f with the type and the functor of the operator. MAX of Booleans is LOR, MIN is LAND.
template <class F>
auto dispatch_fold(const BinaryOp &add, F &&f) {
    return dispatch_type(add.ztype->code, [&](auto tag) {
        using T = typename decltype(tag)::type;
        if constexpr (std::is_same_v<T, bool>)
            return add.code == BinaryCode::min ? f(tag, Land<T>{}) : f(tag, Lor<T>{});
        else
            return add.code == BinaryCode::min ? f(tag, Min<T>{}) : f(tag, Max<T>{});
    });
}

} // namespace

bool has_fold(const BinaryOp &add) noexcept {
    if (!is_real_code(add.ztype->code)) return false;
    return add.code == BinaryCode::min || add.code == BinaryCode::max ||
           (add.code == BinaryCode::lor && add.ztype->code == TypeCode::boolean);
}

Fold find_fold(const BinaryOp &add, bool is_shared) noexcept {
    return dispatch_fold(add, [&](auto tag, auto op) -> Fold {
        using T = typename decltype(tag)::type;
        return is_shared ? &fold<decltype(op), T> : &fold_alone<decltype(op), T>;
    });
}

PlainWrites find_plain_writes(const BinaryOp &add) noexcept {
    return dispatch_fold(add, [](auto tag, auto op) -> PlainWrites {
        using T = typename decltype(tag)::type;
        if constexpr (sizeof(T) < 4 || std::is_floating_point_v<T>)
            return {};
        else
            return {&attempt<decltype(op), T>, &count_changes<decltype(op), T>};
    });
}

void fill_neutral(const BinaryOp &add, void *values, std::size_t n) noexcept {
    dispatch_fold(add, [&](auto tag, auto op) {
        using T = typename decltype(tag)::type;
        std::fill_n(static_cast<T *>(values), n, neutral<decltype(op), T>());
    });
}

NeutralMarks find_neutral_marks(const BinaryOp &add) noexcept {
    return dispatch_fold(add, [](auto tag, auto op) -> NeutralMarks {
        using T = typename decltype(tag)::type;
        return {&mark_neutral<decltype(op), T>, &mark_changed<decltype(op), T>};
    });
}

std::uint64_t count_marked(const std::uint64_t *words, std::uint64_t n) {
    std::atomic<std::uint64_t> count{0};
    parallel_ranges(n, 2, [&](std::uint64_t begin, std::uint64_t end) {
        std::uint64_t own = 0;
        for (std::uint64_t w = begin; w < end; w++) own += count_bits(words[w]);
        count += own;
    });
    return count;
}

} // namespace grb
