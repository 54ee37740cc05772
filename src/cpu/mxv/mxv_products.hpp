// Products in batches, for all kernels of the batch tier.
#pragma once

#include "cpu/mxv/mxv_binding.hpp"

#include <algorithm>

namespace grb {

/// Room for the operands of up to capacity() products, and for the products. An iso or ignored
/// operand needs no room.
class ProductBatch {
public:
    explicit ProductBatch(const MxvBinding &binding)
        : binding_(binding), reads_a_(!binding.multiply.ignores_x()),
          reads_u_(!binding.multiply.ignores_y()),
          capacity_(batch_length(
              std::max({binding.size, binding.a_values.type->size, binding.u_values.type->size}))),
          products_(capacity_ * binding.size) {
        if (needs_a()) a_ = Array(capacity_ * a_size());
        if (needs_u()) u_ = Array(capacity_ * u_size());
        if (!needs_a() && !needs_u()) {
            binding.multiply(products_.data(), binding.a_values.values, binding.u_values.values, 1);
            fill_values(products_.data(), Array::copy_of(products_.data(), binding.size).data(),
                        capacity_, binding.size);
        }
    }
    std::size_t capacity() const noexcept { return capacity_; }
    bool needs_a() const noexcept { return reads_a_ && !binding_.a_values.is_iso; }
    bool needs_u() const noexcept { return reads_u_ && !binding_.u_values.is_iso; }
    std::size_t a_size() const noexcept { return binding_.a_values.type->size; }
    std::size_t u_size() const noexcept { return binding_.u_values.type->size; }
    /// Memory for operand k; null when the operand is not needed.
    unsigned char *a(std::size_t k = 0) noexcept {
        return needs_a() ? a_.as<unsigned char>() + k * a_size() : nullptr;
    }
    unsigned char *u(std::size_t k = 0) noexcept {
        return needs_u() ? u_.as<unsigned char>() + k * u_size() : nullptr;
    }

    /// The products of the first n operands.
    const unsigned char *compute(std::size_t n) {
        if (needs_a() || needs_u()) {
            // The operand that is not iso has n values; an ignored one holds arbitrary bytes.
            const bool broadcasts_a = !needs_a() && reads_a_;
            const bool broadcasts_u = !needs_u() && reads_u_;
            binding_.multiply(products_.data(), needs_a() ? a_.data() : binding_.a_values.values,
                              needs_u() ? u_.data() : binding_.u_values.values, n,
                              broadcasts_a   ? Broadcast::x
                              : broadcasts_u ? Broadcast::y
                                             : Broadcast::none);
        }
        return products_.as<unsigned char>();
    }

private:
    const MxvBinding &binding_;
    bool reads_a_, reads_u_;
    std::size_t capacity_;
    Array a_, u_, products_;
};

} // namespace grb
