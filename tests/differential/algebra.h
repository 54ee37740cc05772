// The operators that random problems draw from: predefined ones, user-defined types and functions.
#pragma once

#include "differential/random.h"
#include "reference/bridge.h"

namespace grb::fuzz {

using model::BinaryOp;
using model::Index;
using model::IndexUnaryOp;
using model::Monoid;
using model::Semiring;
using model::Type;
using model::TypeCode;
using model::UnaryOp;
using model::Value;

struct Algebra {
    std::vector<Type> user_types; // Interval (8 bytes), Wide (24), Rgb (3), Triple (12), Block (64)
    std::vector<UnaryOp> unary;
    std::vector<BinaryOp> binary;
    std::vector<IndexUnaryOp> index;
    std::vector<Monoid> monoids;
    std::vector<Semiring> semirings; // predefined, then user-made ones
    std::size_t predefined_semirings = 0;
};

/// The operators of the whole process, made on first use between GrB_init and GrB_finalize.
const Algebra &algebra();

/// Returns a random element of `list` for which `fits` holds, or null.
template <class T, class Fits>
const T *pick_where(Rng &rng, const std::vector<T> &list, Fits fits) {
    std::vector<const T *> fitting;
    for (const T &entry : list) {
        if (fits(entry)) fitting.push_back(&entry);
    }
    return fitting.empty() ? nullptr : rng.pick(fitting);
}

/// True if values of one type can be cast to the other (spec: compatible domains).
inline bool is_compatible(const Type &a, const Type &b) {
    return a == b || (!a.is_user() && !b.is_user());
}

} // namespace grb::fuzz
