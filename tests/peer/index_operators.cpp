// User-defined operators that see positions: GxB_IndexBinaryOp with theta, alone and in semirings.
#include "peer/library.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace grb::peer {
namespace {

void require(GrB_Info info, const char *what) {
    if (info == GrB_SUCCESS) return;
    std::fprintf(stderr, "%s failed with code %d\n", what, static_cast<int>(info));
    std::exit(2);
}

template <class T>
T at(const void *x) {
    T value;
    std::memcpy(&value, x, sizeof value);
    return value;
}
template <class T>
void put(void *z, T value) {
    std::memcpy(z, &value, sizeof value);
}

/// Returns a number that changes with each of the positions.
std::uint64_t mixed(GrB_Index ix, GrB_Index jx, GrB_Index iy, GrB_Index jy) {
    return ix + 3 * jx + 5 * iy + 7 * jy;
}

void index_sum(void *z, const void *x, GrB_Index ix, GrB_Index jx, const void *y, GrB_Index iy,
               GrB_Index jy, const void *theta) {
    put(z, at<std::uint64_t>(x) + 2 * at<std::uint64_t>(y) + mixed(ix, jx, iy, jy) +
               at<std::uint64_t>(theta));
}
void index_parity(void *z, const void *x, GrB_Index ix, GrB_Index jx, const void *y, GrB_Index iy,
                  GrB_Index jy, const void *theta) {
    const auto sum = at<std::uint32_t>(x) ^ at<std::uint32_t>(y) ^ at<std::uint32_t>(theta);
    put(z, ((sum + mixed(ix, jx, iy, jy)) & 1) != 0);
}
void index_value(void *z, const void *x, GrB_Index ix, GrB_Index jx, const void *y, GrB_Index iy,
                 GrB_Index jy, const void *theta) {
    const bool is_first = (mixed(ix, jx, iy, jy) & 1) != 0;
    put(z, is_first ? at<double>(x) : at<double>(y) + at<double>(theta));
}
void index_pair(void *z, const void *x, GrB_Index ix, GrB_Index jx, const void *y, GrB_Index iy,
                GrB_Index jy, const void *theta) {
    const Pair p = at<Pair>(x), q = at<Pair>(y), t = at<Pair>(theta);
    const auto wrapped = [](auto a, auto b) {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) +
                                         static_cast<std::uint64_t>(b));
    };
    put(z, Pair{wrapped(wrapped(p.a, ix), wrapped(q.b, jy)), wrapped(wrapped(t.a, jx), iy)});
}

struct Definition {
    const char *name;
    GxB_index_binary_function function;
    int z, x, y, theta;
};
// The operands have the same domain: where the peer (10.5.1) exchanges them in a product, it casts
// each to the other's.
const Definition definitions[] = {
    {"index_sum", index_sum, type_INT64, type_INT64, type_INT64, type_INT64},
    {"index_parity", index_parity, type_BOOL, type_UINT32, type_UINT32, type_UINT32},
    {"index_value", index_value, type_FP64, type_FP64, type_FP64, type_FP64},
    {"index_pair", index_pair, type_pair, type_pair, type_pair, type_pair},
};

struct Product {
    const char *name, *monoid;
    int definition; ///< which of them multiplies
};
const Product products[] = {
    {"index_sum_PLUS_semiring", "GrB_PLUS_MONOID_INT64", 0},
    {"index_sum_MIN_semiring", "GrB_MIN_MONOID_INT64", 0},
    {"index_parity_LXOR_semiring", "GrB_LXOR_MONOID_BOOL", 1},
};

} // namespace

void Libraries::add_index_operators() {
    std::vector<Operator> made;
    for (const Definition &d : definitions) {
        Operator op{d.name, {}, d.z, d.x, d.y, true, true};
        for (int s = 0; s < sides(); s++) {
            const Library &l = side[s];
            GxB_IndexBinaryOp index_op = nullptr;
            GrB_BinaryOp binary = nullptr;
            GrB_Scalar theta = nullptr;
            const Pair bound{11, 13};
            require(l.GxB_IndexBinaryOp_new(&index_op, d.function, type(d.z, s), type(d.x, s),
                                            type(d.y, s), type(d.theta, s), nullptr, nullptr),
                    "GxB_IndexBinaryOp_new");
            index_operators_[s].push_back(index_op);
            require(l.GrB_Scalar_new(&theta, type(d.theta, s)), "GrB_Scalar_new");
            require(d.theta == type_pair
                        ? l.GrB_Scalar_setElement_UDT(theta, const_cast<Pair *>(&bound))
                        : l.GrB_Scalar_setElement_INT32(theta, 17),
                    "GrB_Scalar_setElement");
            require(l.GxB_BinaryOp_new_IndexOp(&binary, index_op, theta),
                    "GxB_BinaryOp_new_IndexOp");
            l.GrB_Scalar_free(&theta);
            op.handle[s] = binary;
        }
        made.push_back(op);
    }
    own_.insert(own_.end(), made.begin(), made.end());
    std::vector<Operator> semirings;
    for (const Product &p : products) {
        const Definition &d = definitions[p.definition];
        Operator op{p.name, {}, d.z, d.x, d.y, true, true};
        for (int s = 0; s < sides(); s++) {
            GrB_Semiring semiring = nullptr;
            require(side[s].GrB_Semiring_new(
                        &semiring, static_cast<GrB_Monoid>(side[s].object(p.monoid)),
                        made[static_cast<std::size_t>(p.definition)].on<GrB_BinaryOp>(s)),
                    "GrB_Semiring_new");
            op.handle[s] = semiring;
        }
        semirings.push_back(op);
    }
    // Semirings are freed before what they are made of.
    own_.insert(own_.begin(), semirings.begin(), semirings.end());
    for (int k = 0; k < 12; k++) {
        for (const Operator &op : made) catalogue.binary.push_back(op);
        for (int l = 0; l < 5; l++)
            for (const Operator &op : semirings) catalogue.semirings.push_back(op);
    }
}

} // namespace grb::peer
