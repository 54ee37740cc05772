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

/// Adds one value; returns true when it changed the element.
template <class Op, class T>
bool add_shared(T &to, T value) noexcept {
    // Reads first: most values change nothing.
    const std::atomic_ref<T> element(to);
    T before = element.load(std::memory_order_relaxed);
    for (;;) {
        const T after = Op::apply(before, value);
        if (std::memcmp(&after, &before, sizeof after) == 0) return false;
        if (element.compare_exchange_weak(before, after, std::memory_order_relaxed)) return true;
    }
}

template <class Op, class T>
void fold(void *to, const std::uint64_t *positions, const void *values, std::size_t n) {
    auto *const w = static_cast<T *>(to);
    const auto *const x = static_cast<const T *>(values);
    constexpr std::size_t ahead = 16, block = 64;
    // A prefetch for writing takes the line from other threads, and pays where values change most
    // elements.
    bool for_writing = false;
    for (std::size_t begin = 0; begin < n; begin += block) {
        const std::size_t end = std::min(n, begin + block);
        std::size_t changed = 0;
        for (std::size_t k = begin; k < end; k++) {
            const T *const later = w + positions[std::min(k + ahead, n - 1)];
            if (for_writing)
                __builtin_prefetch(later, 1);
            else
                __builtin_prefetch(later);
            changed += add_shared<Op>(w[positions[k]], x[k]) ? 1 : 0;
        }
        for_writing = 2 * changed > end - begin;
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
