// The operators that random calls draw from: predefined ones, and user functions.
#pragma once

#include "oracle/types.h"

#include <vector>

namespace grb::oracle {

struct Unary {
    std::string name;
    GrB_UnaryOp handle;
    int z, x;
};

struct Binary {
    std::string name; // "PLUS_FP64"
    std::string base; // "PLUS"
    GrB_BinaryOp handle;
    int z, x, y;
};

struct IndexUnary {
    std::string name;
    GrB_IndexUnaryOp handle;
    int z, x, y; // x < 0: the operator does not read the entry, which is of any domain
};

struct Monoid {
    std::string name;
    GrB_Monoid handle;
    Binary op;
};

struct Semiring {
    std::string name;
    GrB_Semiring handle;
    const Monoid *add;
    Binary multiply;
};

struct Algebra {
    std::vector<Unary> unary;
    std::vector<Binary> binary;
    std::vector<IndexUnary> index;
    std::vector<Monoid> monoids;
    std::vector<Semiring> semirings; // predefined ones first
    std::size_t predefined_semirings = 0;

    Algebra();
    ~Algebra();
    Algebra(const Algebra &) = delete;
    Algebra &operator=(const Algebra &) = delete;

private:
    void add_unary_operators();
    void add_binary_operators();
    void add_index_operators();
    void add_user_operators();
    void add_predefined_monoids();
    void add_user_monoids();
    void add_predefined_semirings();
    void add_user_semirings();
    const Binary &binary_named(const std::string &name) const;

    std::vector<GrB_UnaryOp> user_unary_;
    std::vector<GrB_BinaryOp> user_binary_;
    std::vector<GrB_IndexUnaryOp> user_index_;
    std::vector<GrB_Monoid> user_monoids_;
    std::vector<GrB_Semiring> user_semirings_;
};

/// Some element of `list` for which `fits` holds; one must.
template <class T, class Fits>
const T &pick_where(Rng &rng, const std::vector<T> &list, Fits fits) {
    const std::size_t start = rng.below(list.size());
    for (std::size_t k = start;; k = (k + 1) % list.size()) {
        if (fits(list[k])) return list[k];
    }
}

} // namespace grb::oracle
