// Push kernels over the curated semirings.
#include "cpu/common/any_offsets.hpp"
#include "cpu/mxv/mxv_push_entries.hpp"

namespace grb {

namespace {

/// Few products, which list what they touch, without a branch for the mask or a first touch.
template <class S, class Product>
void push_listed(const PushInput &input, PushTarget &target, Product &&product) {
    using T = typename S::T;
    auto *const values = reinterpret_cast<T *>(target.values);
    const bool reads_a = !S::ignores_a && input.binding.a.step_mask != 0;
    PushEntries entries(input, target, sizeof(T), reads_a ? sizeof(T) : 0);
    while (const std::uint64_t n = entries.next()) {
        for (std::uint64_t k = 0; k < n; k++) {
            const std::uint64_t i = entries.destination(k);
            const T x = product(entries.p(k), entries.q(k)), sum = S::add(values[i], x);
            values[i] = select(entries.is_first(k), x, sum);
        }
    }
}

template <class S, class Columns>
void push_columns(const PushInput &input, const Columns &A, PushTarget &target) {
    using T = typename S::T;
    const auto *a = static_cast<const T *>(input.binding.a.values);
    const auto *u = static_cast<const T *>(input.binding.u.values);
    const std::uint64_t a_step = input.binding.a.step_mask;
    const std::uint64_t u_step = input.binding.u.step_mask;
    auto *values = reinterpret_cast<T *>(target.values);
    const auto product = [&](std::uint64_t p, std::uint64_t q) {
        T x{}, y{};
        if constexpr (!S::ignores_a) x = a[p & a_step];
        if constexpr (!S::ignores_b) y = u[q & u_step];
        return S::multiply(x, y);
    };
    if (target.may_fill) {
        if (!target.is_filled) std::fill(values + target.low, values + target.high, S::neutral());
        std::uint64_t *const marks = target.marks;
        const auto add = [&](std::uint64_t i, T x) {
            // No product loses against the neutral value, so a first touch is marked.
            if (S::loses(x, values[i])) return;
            values[i] = S::add(values[i], x);
            marks[i / 64] |= std::uint64_t{1} << (i % 64);
        };
        if (target.is_partial || target.allowed != nullptr) {
            for_each_target(
                input, A, target,
                [&](std::uint64_t i, std::uint64_t p, std::uint64_t q) { add(i, product(p, q)); });
            return;
        }
        for_each_column(input, A, target.first, target.last,
                        [&](std::uint64_t q, std::uint64_t begin, std::uint64_t end) {
                            T x{}, y{};
                            if constexpr (!S::ignores_b) y = u[q & u_step];
                            for (std::uint64_t p = begin; p < end; p++) {
                                if constexpr (!S::ignores_a) x = a[p & a_step];
                                add(A.column_indices[p], S::multiply(x, y));
                            }
                        });
    } else if constexpr (is_boolean<T>) {
        // An untouched value may be an invalid bool: the kernel does not read it.
        for_each_target(input, A, target, [&](std::uint64_t i, std::uint64_t p, std::uint64_t q) {
            const T x = product(p, q);
            values[i] = mark_first(target, i) ? x : S::add(values[i], x);
        });
    } else if (target.spans != nullptr) {
        push_listed<S>(input, target, product);
    } else {
        for_each_target(input, A, target, [&](std::uint64_t i, std::uint64_t p, std::uint64_t q) {
            // No branch: a first touch is hard to predict, so the old value is always read.
            const T x = product(p, q), sum = S::add(values[i], x);
            values[i] = select(mark_first_unpredicted(target, i), x, sum);
        });
    }
}

template <class S>
void push(const PushInput &input, PushTarget &target) {
    dispatch_indices(input.A, [&](const auto &A) { push_columns<S>(input, A, target); });
}

template <class S>
constexpr PushKernel kernel_of() {
    if constexpr (S::is_pattern_only) {
        return nullptr;
    } else {
        return &push<S>;
    }
}

constexpr PushKernel table_[] = {
#define GRB_SEMIRING(add, multiply, type) kernel_of<CuratedSemiring<add, multiply, type>>(),
#include "cpu/mxv/hot_semirings.def"
#undef GRB_SEMIRING
};

} // namespace

PushKernel curated_push_kernel(int curated) noexcept {
    return table_[curated];
}

} // namespace grb
