// Binds a semiring to the operands of a matrix-vector product, and chooses its tier.
#include "cpu/mxv/mxv_binding.hpp"

#include "costs/rates.hpp"

#include <algorithm>

namespace grb {

namespace {

/// All products have one value. Only ignored or iso operands allow that.
bool has_one_product(const BinaryTraits &traits, bool is_flipped, bool a_is_iso,
                     bool u_is_iso) noexcept {
    const bool ignores_a = is_flipped ? traits.ignores_y : traits.ignores_x;
    const bool ignores_u = is_flipped ? traits.ignores_x : traits.ignores_y;
    return (ignores_a || a_is_iso) && (ignores_u || u_is_iso);
}

} // namespace

MxvBinding::MxvBinding(const MxvProblem &problem, const OperandValues &av, const OperandValues &uv)
    : a_values(av), u_values(uv), multiply(problem.semiring->multiply, problem.result_type(),
                                           av.type, uv.type, problem.is_flipped),
      add(problem.semiring->add), type(problem.result_type()), size(type->size) {
    const Semiring &semiring = *problem.semiring;
    if (add->op->traits.is_idempotent &&
        has_one_product(semiring.multiply->traits, problem.is_flipped, av.is_iso, uv.is_iso)) {
        tier = Tier::pattern;
        product = Array(size);
        multiply(product.data(), av.values, uv.values, 1);
        return;
    }
    curated = find_curated(semiring, curated_operand_type(av.type, av.is_iso),
                           curated_operand_type(uv.type, uv.is_iso), problem.is_flipped);
    if (curated < 0) return;
    tier = Tier::curated;
    a.bind(av.values, av.type, av.is_iso, type);
    u.bind(uv.values, uv.type, uv.is_iso, type);
}

Tier expected_tier(const MxvProblem &problem) noexcept {
    const Semiring &semiring = *problem.semiring;
    const bool a_is_iso = problem.A->is_iso();
    const bool u_is_iso = problem.u->is_iso() || problem.u->most_nvals() == 1;
    if (semiring.add->op->traits.is_idempotent &&
        has_one_product(semiring.multiply->traits, problem.is_flipped, a_is_iso, u_is_iso)) {
        return Tier::pattern;
    }
    const bool is_curated =
        find_curated(semiring, curated_operand_type(problem.A->type(), a_is_iso),
                     curated_operand_type(problem.u->type(), u_is_iso), problem.is_flipped) >= 0;
    return is_curated ? Tier::curated : Tier::batch;
}

double operation_rate(const MxvProblem &problem, Tier tier) noexcept {
    if (tier != Tier::batch) return rates().operations_curated;
    const bool is_users = problem.semiring->multiply->code == BinaryCode::user ||
                          problem.semiring->add->op->code == BinaryCode::user;
    return is_users ? rates().operations_user : rates().operations_batch;
}

std::size_t batch_length(std::size_t largest_size) noexcept {
    return std::clamp<std::size_t>(std::size_t{8192} / std::max<std::size_t>(largest_size, 1), 16,
                                   1024);
}

} // namespace grb
