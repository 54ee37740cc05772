// Implements the relaxation of edges for each type.
#include "cpu/mxv/relax_kernels.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <type_traits>

namespace grb {

namespace {

template <class V>
using Bits = std::conditional_t<sizeof(V) == 4, std::uint32_t, std::uint64_t>;

/// A value as it is compared.
template <class V>
V ordered(Bits<V> bits, std::uint64_t flip) noexcept {
    return std::bit_cast<V>(bits ^ static_cast<Bits<V>>(flip));
}
template <class V>
bool improves(Bits<V> x, Bits<V> y, std::uint64_t flip) noexcept {
    return ordered<V>(x, flip) < ordered<V>(y, flip);
}

template <class Word>
Word load(Word &word) noexcept {
    return std::atomic_ref<Word>(word).load(std::memory_order_relaxed);
}

/// Calls f(position, bits of the product) for each edge.
template <class V, class F>
void each_product(const RelaxEdges &edges, std::size_t begin, std::size_t end, F &&f) {
    // x + -0.0 is x, for zeros of both signs, too. Integers are added modulo 2^bits.
    using Sum = std::conditional_t<std::is_floating_point_v<V>, V, Bits<V>>;
    constexpr Sum nothing = std::is_floating_point_v<V> ? -Sum{0} : Sum{0};
    const Sum u = edges.u != nullptr ? *static_cast<const Sum *>(edges.u) : nothing;
    const Sum *const a = static_cast<const Sum *>(edges.a);
    const std::size_t step = edges.is_a_iso ? 0 : 1;
    for (std::size_t k = begin; k < end; k++)
        f(edges.positions[k], std::bit_cast<Bits<V>>(static_cast<Sum>(a[k * step] + u)));
}

bool is_marked(const Improved &improved, std::uint32_t i) noexcept {
    return (load(improved.marks[i / 64]) >> (i % 64) & 1) != 0;
}

void mark(Improved &improved, std::uint32_t i) noexcept {
    if (is_marked(improved, i)) return;
    std::uint64_t &word = improved.marks[i / 64];
    const std::uint64_t bit = std::uint64_t{1} << (i % 64);
    if (improved.is_shared)
        std::atomic_ref(word).fetch_or(bit, std::memory_order_relaxed);
    else
        word |= bit;
    if (improved.touched != nullptr) improved.touched[improved.touched_count++] = i;
}

template <class V>
void flush(Relaxing &relaxing) {
    Improved &improved = relaxing.improved;
    auto *const elements = static_cast<Bits<V> *>(improved.values);
    const auto *const products = reinterpret_cast<const Bits<V> *>(relaxing.products);
    for (std::size_t k = 0; k < relaxing.count; k++) {
        const std::uint32_t i = relaxing.positions[k];
        const Bits<V> x = products[k];
        const std::atomic_ref<Bits<V>> shared(elements[i]);
        Bits<V> now = shared.load(std::memory_order_relaxed);
        bool is_done = false;
        while (!is_done && improves<V>(x, now, improved.flip)) {
            if (improved.is_shared) {
                is_done = shared.compare_exchange_weak(now, x, std::memory_order_relaxed);
            } else {
                elements[i] = x;
                is_done = true;
            }
        }
        if (!is_done) continue;
        mark(improved, i);
        if constexpr (std::is_floating_point_v<V>) improved.has_zero |= std::bit_cast<V>(x) == 0;
    }
    relaxing.count = 0;
}

template <class V>
void relax(Relaxing &relaxing, const RelaxEdges &edges) {
    auto *const elements = static_cast<Bits<V> *>(relaxing.improved.values);
    auto *const products = reinterpret_cast<Bits<V> *>(relaxing.products);
    const std::uint64_t flip = relaxing.improved.flip;
    for (std::size_t begin = 0; begin < edges.n;) {
        if (relaxing.count == Relaxing::capacity) flush<V>(relaxing);
        std::size_t count = relaxing.count;
        const std::size_t end = std::min(edges.n, begin + Relaxing::capacity - count);
        each_product<V>(edges, begin, end, [&](std::uint32_t i, Bits<V> x) {
            relaxing.positions[count] = i;
            products[count] = x;
            count += improves<V>(x, load(elements[i]), flip) ? 1 : 0;
        });
        relaxing.count = count;
        begin = end;
    }
}

template <class V>
void sign_zeros(Relaxing &relaxing, const RelaxEdges &edges) {
    const Improved &improved = relaxing.improved;
    auto *const elements = static_cast<Bits<V> *>(improved.values);
    constexpr Bits<V> sign = Bits<V>{1} << (8 * sizeof(V) - 1);
    each_product<V>(edges, 0, edges.n, [&](std::uint32_t i, Bits<V> x) {
        const bool is_better_zero = (x ^ static_cast<Bits<V>>(improved.flip)) == sign;
        if (!is_better_zero || (load(elements[i]) & ~sign) != 0 || !is_marked(improved, i)) return;
        std::atomic_ref(elements[i]).store(x, std::memory_order_relaxed);
    });
}

template <class V>
const RelaxKernels *kernels() noexcept {
    static constexpr RelaxKernels kernels = [] {
        RelaxKernels all{&relax<V>, &flush<V>, nullptr};
        if constexpr (std::is_floating_point_v<V>) all.sign_zeros = &sign_zeros<V>;
        return all;
    }();
    return &kernels;
}

} // namespace

const RelaxKernels *find_relax_kernels(const BinaryOp &add) noexcept {
    if (add.code != BinaryCode::min && add.code != BinaryCode::max) return nullptr;
    switch (add.ztype->code) {
    case TypeCode::int32:
    case TypeCode::uint32:
        return kernels<std::int32_t>();
    case TypeCode::int64:
    case TypeCode::uint64:
        return kernels<std::int64_t>();
    case TypeCode::fp32:
        return kernels<float>();
    case TypeCode::fp64:
        return kernels<double>();
    default:
        return nullptr;
    }
}

std::uint64_t flip_of(const BinaryOp &add) noexcept {
    const TypeCode code = add.ztype->code;
    const std::uint64_t sign = std::uint64_t{1} << (8 * add.ztype->size - 1);
    const bool is_unsigned = code == TypeCode::uint32 || code == TypeCode::uint64;
    // MAX of floats compares their negatives, that of integers their complements.
    const std::uint64_t order = add.code == BinaryCode::min ? 0
                                : is_float_code(code)       ? sign
                                                            : ~std::uint64_t{0};
    return order ^ (is_unsigned ? sign : 0);
}

} // namespace grb
