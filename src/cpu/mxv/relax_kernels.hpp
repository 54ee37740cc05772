// Relaxes edges: a product improves its element of a dense vector where it is smaller (MIN) or
// larger (MAX).
#pragma once

#include "algebra/operators.hpp"

#include <cstddef>
#include <cstdint>

namespace grb {

/// A dense vector that products improve, and where they have done so.
struct Improved {
    void *values = nullptr;
    std::uint64_t *marks = nullptr;
    /// A value's bits, those of `flip` inverted, are smaller when it is better: as a signed integer
    /// or float. So one kernel serves MIN and MAX, and signed and unsigned integers.
    std::uint64_t flip = 0;
    bool is_shared = false;           // other threads improve the elements, too
    bool has_zero = false;            // an element has become a floating-point zero
    std::uint32_t *touched = nullptr; // those improved, in the order of their marks; null: unlisted
    std::uint64_t touched_count = 0;
};

/// Products that may improve elements, which wait to be looked at together. The test of an edge has
/// no branch: what improves an element is not predictable.
struct Relaxing {
    static constexpr std::size_t capacity = 256;
    Improved improved;
    std::size_t count = 0;
    std::uint32_t positions[capacity];
    alignas(8) unsigned char products[capacity * 8];
};

/// n edges to `positions`, whose products are a[k] + u, or a[k] where u is null.
struct RelaxEdges {
    const std::uint32_t *positions = nullptr;
    const void *a = nullptr, *u = nullptr;
    bool is_a_iso = false;
    std::size_t n = 0;
};

struct RelaxKernels {
    /// Relaxes edges; some of their products may wait.
    void (*relax)(Relaxing &relaxing, const RelaxEdges &edges) = nullptr;
    /// Looks at the products that wait.
    void (*flush)(Relaxing &relaxing) = nullptr;
    /// Zeros of both signs are equal, but one of them is the better sum. Gives improved elements
    /// that are zeros its sign. Called for all edges when all have been relaxed; null for integers.
    void (*sign_zeros)(Relaxing &relaxing, const RelaxEdges &edges) = nullptr;
};

/// Returns null but for MIN and MAX of integers and floats of 4 and 8 bytes.
const RelaxKernels *find_relax_kernels(const BinaryOp &add) noexcept;
/// Improved::flip for such an operator.
std::uint64_t flip_of(const BinaryOp &add) noexcept;

} // namespace grb
