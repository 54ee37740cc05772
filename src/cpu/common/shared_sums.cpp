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

constexpr std::size_t block = 32;

/// Prefetches the elements at up to `block` positions. A prefetch for writing takes the line from
/// other threads, and pays where values change most elements.
void fetch(const void *to, std::size_t size, const std::uint64_t *positions, std::size_t n,
           bool for_writing) noexcept {
    const auto *const w = static_cast<const unsigned char *>(to);
    if (for_writing) {
        for (std::size_t k = 0; k < n; k++) __builtin_prefetch(w + positions[k] * size, 1);
    } else {
        for (std::size_t k = 0; k < n; k++) __builtin_prefetch(w + positions[k] * size);
    }
}

/// Adds values to elements; returns how many it changed.
template <class Op, class T>
std::size_t add_shared(T *w, const std::uint64_t *positions, const T *x, std::size_t n) noexcept {
    std::size_t changed = 0;
    for (std::size_t k = 0; k < n; k++) {
        // Reads first: most values change nothing.
        const std::atomic_ref<T> element(w[positions[k]]);
        T before = element.load(std::memory_order_relaxed);
        for (T after = Op::apply(before, x[k]); std::memcmp(&after, &before, sizeof after) != 0;
             after = Op::apply(before, x[k])) {
            if (!element.compare_exchange_weak(before, after, std::memory_order_relaxed)) continue;
            changed++;
            break;
        }
    }
    return changed;
}

template <class Op, class T>
void fold(void *to, const std::uint64_t *positions, const void *values, std::size_t n) {
    auto *const w = static_cast<T *>(to);
    const auto *const x = static_cast<const T *>(values);
    bool for_writing = false;
    fetch(w, sizeof(T), positions, std::min(n, block), false);
    for (std::size_t begin = 0; begin < n; begin += block) {
        const std::size_t count = std::min(n - begin, block), next = begin + count;
        fetch(w, sizeof(T), positions + next, std::min(n - next, block), for_writing);
        for_writing = 2 * add_shared<Op>(w, positions + begin, x + begin, count) > count;
    }
}

template <class Op, class T>
void fold_alone(void *to, const std::uint64_t *positions, const void *values, std::size_t n) {
    auto *const w = static_cast<T *>(to);
    const auto *const x = static_cast<const T *>(values);
    for (std::size_t k = 0; k < n; k++) w[positions[k]] = Op::apply(w[positions[k]], x[k]);
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

void fill_neutral(const BinaryOp &add, void *values, std::size_t n) noexcept {
    dispatch_fold(add, [&](auto tag, auto op) {
        using T = typename decltype(tag)::type;
        // MIN and MAX pass over NaN, which stays where nothing else is added.
        if constexpr (std::is_floating_point_v<T>)
            std::fill_n(static_cast<T *>(values), n, std::numeric_limits<T>::quiet_NaN());
        else
            std::fill_n(static_cast<T *>(values), n, decltype(op)::identity());
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
