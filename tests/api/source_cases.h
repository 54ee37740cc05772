// Calls with user-defined types and operators that have C source, and their operands.
#pragma once

#include "api/world.h"

#include "suitesparse/GraphBLAS.h"

#include <functional>

namespace api {

/// A user-defined operator: z = x + y of doubles.
void add_doubles(void *z, const void *x, const void *y);

/// Operators with source, and operands: dense vectors, sparse matrices.
struct SourceObjects {
    static constexpr GrB_Index n = 150;
    GrB_Type pair{};
    GrB_UnaryOp cube_op{}, split_op{};
    GrB_BinaryOp mix_op{}, add_op{}, join_op{}, add_pairs_op{}, weigh_op{};
    GrB_IndexUnaryOp keep_op{};
    GxB_IndexBinaryOp tilt_source{};
    GrB_BinaryOp tilt_op{}; // tilt_source with a theta of 0.5
    GrB_Monoid add_monoid{}, pair_monoid{};
    GrB_Semiring plus_mix{}, add_times{}, plus_weigh{}, pairs_join{}, plus_tilt{};
    GrB_Vector u{}, holes{}, pairs{}, w{}, pair_w{};
    GrB_Matrix A{}, B{}, pair_A{}, C{}, pair_C{};

    SourceObjects();
    ~SourceObjects();
    /// Makes tilt_source with another theta.
    GrB_BinaryOp tilt(double theta) const;
    SourceObjects(const SourceObjects &) = delete;
    SourceObjects &operator=(const SourceObjects &) = delete;

private:
    static GxB_IndexBinaryOp new_tilt();
    void make_operators();
    /// Fills with small integers and quarters: sums are exact in any order.
    void fill(GrB_Index k);
};

struct SourceCase {
    const char *operation, *variant;
    std::function<std::string(SourceObjects &)> run;
};

std::vector<SourceCase> elementwise_cases();
std::vector<SourceCase> sum_cases();
/// Use an operator on values and positions.
std::vector<SourceCase> position_cases();
/// Assign, extract and transpose pairs.
std::vector<SourceCase> moving_cases();

/// Returns positions of a vector of n, unordered, and some of them twice with `repeat`.
std::vector<GrB_Index> positions(bool repeat);

} // namespace api
