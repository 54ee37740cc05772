// Push kernels over the curated semirings, 4-byte indices.
#include "cpu/mxv_push.hpp"

namespace grb {

namespace {

template <class S, class Columns> void push_columns(const PushInput &input, const Columns &A, PushTarget &target) {
    using T = typename S::T;
    const auto *a = static_cast<const T *>(input.binding.a.values);
    const auto *u = static_cast<const T *>(input.binding.u.values);
    const std::uint64_t a_step = input.binding.a.step_mask;
    const std::uint64_t u_step = input.binding.u.step_mask;
    auto *values = reinterpret_cast<T *>(target.values);
    for_each_target(input, A, target, [&](std::uint64_t i, std::uint64_t p, std::uint64_t q) {
        T x{}, y{};
        if constexpr (!S::ignores_a) x = a[p & a_step];
        if constexpr (!S::ignores_b) y = u[q & u_step];
        const T product = S::multiply(x, y);
        if constexpr (is_boolean<T>) {
            values[i] = mark_first(target, i) ? product : S::add(values[i], product);
        } else {
            // Whether i was touched before is hard to predict: what lies there is read in any case.
            const T sum = S::add(values[i], product);
            values[i] = select(mark_first_unpredicted(target, i), product, sum);
        }
    });
}

template <class S> void push(const PushInput &input, PushTarget &target) {
    if (input.A.offset_width == 4) {
        push_columns<S>(input, Sparse<std::uint32_t, std::uint32_t>(input.A), target);
    } else {
        push_columns<S>(input, Sparse<std::uint64_t, std::uint32_t>(input.A), target);
    }
}

constexpr PushKernel table_[] = {
#define GRB_SEMIRING(add, multiply, type) &push<CuratedSemiring<add, multiply, type>>,
#include "cpu/hot_semirings.def"
#undef GRB_SEMIRING
};

} // namespace

PushKernel curated_push_kernel(int curated) noexcept { return table_[curated]; }

} // namespace grb
