// Push kernels over the curated semirings.
#include "cpu/common/any_offsets.hpp"
#include "cpu/mxv/mxv_push.hpp"

namespace grb {

namespace {

/// Few products, which list what they touch: neither the mask nor a first touch is predictable, so
/// neither has a branch.
template <class S, class Columns, class Product>
void push_listed(const PushInput &input, const Columns &A, PushTarget &target, Product &&product) {
    using T = typename S::T;
    const AllowedBits everything;
    const AllowedBits &allowed = target.allowed != nullptr ? *target.allowed : everything;
    const std::uint64_t *const words = allowed.words;
    auto *const values = reinterpret_cast<T *>(target.values);
    std::uint64_t count = target.touched_count;
    const bool prefetches = A.row_ids == nullptr && input.u.nvals > 64;
    const bool reads_a = !S::ignores_a && input.binding.a.step_mask != 0;
    const void *const read_a = reads_a ? input.binding.a.values : nullptr;
    for_each_column(
        input, A, target.first, target.last,
        [&](std::uint64_t q, std::uint64_t begin, std::uint64_t end) {
            if (prefetches) {
                fetch_column_ahead(input, A, q, read_a, sizeof(T));
                fetch_sums_ahead(input, A, q, values);
            }
            for (std::uint64_t p = begin; p < end; p++) {
                const std::uint64_t i = A.column_indices[p], shift = i % 64;
                const std::uint64_t is_allowed =
                    ((words != nullptr ? words[i / 64] : 0) ^ allowed.flip) >> shift & 1;
                std::uint64_t &word = target.marks[i / 64];
                const std::uint64_t is_first = is_allowed & ~(word >> shift);
                word |= is_allowed << shift;
                target.touched[count] = static_cast<std::uint32_t>(i);
                count += is_first;
                const T x = product(p, q), old = values[i];
                values[i] = select(is_first != 0, x, select(is_allowed != 0, S::add(old, x), old));
            }
        });
    target.touched_count = count;
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
    } else if (target.touched_step != 0) {
        push_listed<S>(input, A, target, product);
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
