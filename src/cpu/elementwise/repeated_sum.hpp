// Sums of n equal terms, for reductions of iso values.
#pragma once

#include "algebra/operators.hpp"
#include "base/memory.hpp"

#include <cstring>

namespace grb {

/// x ⊕ x ⊕ ... ⊕ x by doubling: O(log n) additions, since a monoid is associative.
class RepeatedSum {
public:
    RepeatedSum(const Monoid *monoid, const void *x, const Type *type)
        : monoid_(monoid), term_(monoid->type()->size), power_(monoid->type()->size) {
        cast_values(term_.data(), monoid->type(), x, type, 1);
    }

    /// The sum of n > 0 terms.
    void operator()(void *z, std::uint64_t n) {
        power_ = term_;
        bool has_sum = false;
        while (true) {
            if ((n & 1) != 0) {
                if (has_sum) {
                    add(z, z, power_.data());
                } else {
                    std::memcpy(z, power_.data(), power_.size());
                    has_sum = true;
                }
            }
            n >>= 1;
            if (n == 0) return;
            add(power_.data(), power_.data(), power_.data());
        }
    }

private:
    void add(void *z, const void *x, const void *y) {
        monoid_->op->batch(monoid_->op, z, x, y, 1, Broadcast::none);
    }

    const Monoid *monoid_;
    HostVector<unsigned char> term_, power_;
};

} // namespace grb
