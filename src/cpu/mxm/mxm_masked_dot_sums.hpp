// The sums of masked dot products.
#pragma once

#include "cpu/mxm/mxm_masked_dot.hpp"

#include <cstring>

namespace grb {

/// Sums: begin(), then take(p, q) for each pair of matching entries, in the order of k, until it
/// returns that the value is final; finish(to) writes the value, and returns false without any
/// pair.
template <class S>
class CuratedSum {
public:
    static constexpr bool reads_a = !S::ignores_a;
    static constexpr bool only_counts = false;
    using T = typename S::T;
    CuratedSum(const DotCall &call, DotWorkspace &)
        : a_(static_cast<const T *>(call.products.a.values)),
          b_(static_cast<const T *>(call.products.b.values)), a_mask_(call.products.a.step_mask),
          b_mask_(call.products.b.step_mask) {}
    void begin() noexcept { is_empty_ = true; }
    bool take(std::uint64_t p, std::uint64_t q) noexcept {
        T a{}, b{};
        if constexpr (!S::ignores_a) a = a_[p & a_mask_];
        if constexpr (!S::ignores_b) b = b_[q & b_mask_];
        const T product = S::multiply(a, b);
        sum_ = is_empty_ ? product : S::add(sum_, product);
        is_empty_ = false;
        return S::is_terminal(sum_);
    }
    bool finish(unsigned char *to) noexcept {
        std::memcpy(to, &sum_, sizeof sum_);
        return !is_empty_;
    }

private:
    const T *a_, *b_;
    std::uint64_t a_mask_, b_mask_;
    T sum_{};
    bool is_empty_ = true;
};

/// Sum of ones: the number of pairs.
template <class T>
class CountedSum {
public:
    static constexpr bool reads_a = false;
    static constexpr bool only_counts = true;
    using Value = T;
    CountedSum(const DotCall &, DotWorkspace &) {}
    void begin() noexcept { count_ = 0; }
    void count(std::uint64_t n) noexcept { count_ += n; }
    bool take(std::uint64_t, std::uint64_t) noexcept {
        count_++;
        return false;
    }
    bool finish(unsigned char *to) noexcept {
        // Adding ones to a float stops at the last integer whose successor it cannot represent.
        constexpr std::uint64_t most = is_same_type<T, float>    ? std::uint64_t{1} << 24
                                       : is_same_type<T, double> ? std::uint64_t{1} << 53
                                                                 : ~std::uint64_t{0};
        const T value = static_cast<T>(count_ < most ? count_ : most);
        std::memcpy(to, &value, sizeof value);
        return count_ != 0;
    }

private:
    std::uint64_t count_ = 0;
};

/// The value is known: one pair suffices.
class PatternSum {
public:
    static constexpr bool reads_a = false;
    static constexpr bool only_counts = false;
    PatternSum(const DotCall &, DotWorkspace &) {}
    void begin() noexcept { is_empty_ = true; }
    bool take(std::uint64_t, std::uint64_t) noexcept {
        is_empty_ = false;
        return true;
    }
    bool finish(unsigned char *) noexcept { return !is_empty_; }

private:
    bool is_empty_ = true;
};

/// Collects pairs, then gathers, multiplies and reduces them by batches.
class BatchSum {
public:
    static constexpr bool reads_a = true;
    static constexpr bool only_counts = false;
    BatchSum(const DotCall &call, DotWorkspace &workspace)
        : products_(call.products), a_size_(call.A.type->size), b_size_(call.B.type->size),
          fresh_(workspace.scratch()), a_(fresh_ + chunk * products_.size),
          b_(a_ + chunk * a_size_), sum_(b_ + chunk * b_size_) {
    } // whole chunks come first, to align values of every size
    void begin() noexcept {
        is_empty_ = true;
        held_ = 0;
    }
    bool take(std::uint64_t p, std::uint64_t q) {
        p_[held_] = p;
        q_[held_] = q;
        return ++held_ == most_held_ && flush();
    }
    bool finish(unsigned char *to) {
        if (held_ != 0) flush();
        if (is_empty_) return false;
        std::memcpy(to, sum_, products_.size);
        return true;
    }

private:
    static constexpr std::size_t chunk = Products::chunk_length;
    /// Adds the held pairs; returns true at the terminal value.
    bool flush() {
        const std::size_t n = held_;
        held_ = 0;
        const unsigned char *fresh = fresh_;
        if (products_.is_constant) {
            fresh = products_.constants.as<unsigned char>();
        } else {
            const unsigned char *a = products_.a_values, *b = products_.b_values;
            Broadcast broadcast = Broadcast::none;
            if (products_.a_step == 0) {
                broadcast = Broadcast::x;
            } else if (!products_.multiply.ignores_x()) {
                gather_values(a_, a, p_, 8, n, a_size_);
                a = a_;
            }
            if (products_.b_step == 0) {
                broadcast = Broadcast::y;
            } else if (!products_.multiply.ignores_y()) {
                gather_values(b_, b, q_, 8, n, b_size_);
                b = b_;
            }
            products_.multiply(fresh_, a, b, n, broadcast);
        }
        std::size_t first = 0;
        if (is_empty_) {
            std::memcpy(sum_, fresh, products_.size);
            first = 1;
        }
        is_empty_ = false;
        if (n > first)
            products_.add->reduce(products_.add, sum_, fresh + first * products_.size, n - first);
        return products_.semiring->add->is_complete(sum_);
    }

    const Products &products_;
    /// ANY takes the first product.
    std::size_t most_held_ = products_.semiring->add->is_any() ? 1 : chunk;
    std::size_t a_size_, b_size_;
    unsigned char *fresh_, *a_, *b_, *sum_;
    std::size_t held_ = 0;
    bool is_empty_ = true;
    std::uint64_t p_[chunk], q_[chunk];
};

template <class S>
struct SumOf {
    using Sum = CuratedSum<S>;
};
template <class T>
struct SumOf<CuratedSemiring<Plus, Oneb, T>> {
    using Sum = CountedSum<T>;
};

template <class S>
requires S::is_pattern_only struct SumOf<S> {
    using Sum = PatternSum;
};

/// Returns the function for the call's sum: Functions::function<Sum>, of the type Functions::Type.
template <class Functions>
typename Functions::Type find_for_sum(const DotCall &call) {
    static constexpr typename Functions::Type curated[] = {
#define GRB_SEMIRING(add, multiply, type) \
    Functions::template function<typename SumOf<CuratedSemiring<add, multiply, type>>::Sum>,
#include "cpu/mxv/hot_semirings.def"
#undef GRB_SEMIRING
    };
    if (call.products.is_pattern_only) return Functions::template function<PatternSum>;
    const bool is_any = call.products.semiring->add->is_any();
    return call.products.curated >= 0 && !is_any ? curated[call.products.curated]
                                                 : Functions::template function<BatchSum>;
}

} // namespace grb
